"""The protocol's description: it matches what is sent, and the guide matches it."""

import json
import re
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Raw

from paddock.games import GAMES
from paddock.kernel.game import shown_to, turns
from paddock.kernel.refusal import refusal
from paddock.wire.messages import (
    AnswerVote,
    Ask,
    Bye,
    Chat,
    Close,
    Done,
    Give,
    Head,
    Heard,
    Refused,
    SeatInfo,
    StandIn,
    TableInfo,
    Told,
    Undo,
    Vote,
)
from paddock.wire.schema import asyncapi
from tests.conformance.games import OWN
from tests.conformance.play import Session
from tests.wire.schemas import validator

GUIDE = Path(__file__).parents[2] / "docs" / "protocol" / "README.md"
VOTE = Vote("0f", 1, StandIn(0), 3, (1,))
SEATS = (SeatInfo("Anna", None, None, True, False), SeatInfo(None, None, None, False, False))
TABLE = TableInfo(
    "t", "g", {"a": "b"}, "e", "playing", True, SEATS, "c", None, 60, 41.5, 4, VOTE, None
)  # fmt: skip


def plain(message: object) -> Any:
    return json.loads(msgspec.json.encode(message))


@pytest.mark.parametrize("subject", OWN, ids=str)
def test_whatever_is_sent_in_a_match_is_in_the_schema(subject: Any) -> None:
    """All records, views, offers and commands of a match are valid, for every viewer."""
    session = Session(subject, 3, subject.options[-1], 1, 2)
    game, match = session.game(), session.match()
    told, given = validator(subject.name, "ToClient"), validator(subject.name, "FromClient")
    rng = Random(3)
    for step in islice(session.play(match), 1_000):
        give = Give("a-1", Raw(msgspec.json.encode(step.command)))
        given.validate(plain(give))
        viewer = rng.choice((None, *range(session.seats)))
        view, offer = shown_to(game, match.state, viewer)
        events = tuple(game.redact(event, viewer) for event in step.events)
        told.validate(plain(Told(step.seq, step.seat, events)))
        told.validate(plain(Told(step.seq, step.seat, events, None, view, offer)))
        reason = refusal("stale", "Too late.")
        told.validate(plain(Refused("a", reason, step.seq, view, offer)))


@pytest.mark.parametrize("game", GAMES)
def test_every_other_message_is_in_the_schema(game: str) -> None:
    """All other messages are valid, and none is also valid in the other direction."""
    reason = refusal("code", "Words of {name}.", name="Anna", more=refusal("a", "B.").text)
    told, given = validator(game, "ToClient"), validator(game, "FromClient")
    for sent in (
        *(Done("a", None), Done("a", 3), Heard(1, 0, "A", "hi"), Heard(2, None, "A", None)),
        *(TABLE, Head(3, "playing"), Bye(reason, 2), Told(4, undone=2)),
        Refused(None, reason, 0, None, None),
    ):
        told.validate(plain(sent))
        assert not given.is_valid(plain(sent))
    asks = (Ask("a", what) for what in (Undo(), Close(), StandIn(1)))
    for received in (Chat("a", "hi"), *asks, AnswerVote("a", "0f", True)):
        given.validate(plain(received))
        assert not told.is_valid(plain(received))


@pytest.mark.parametrize("subject", OWN, ids=str)
def test_what_a_client_may_not_send_is_not_in_the_schema(subject: Any) -> None:
    """Unknown fields, malformed ids and unknown commands are invalid."""
    given = validator(subject.name, "FromClient")
    game = subject.make(subject.seats[0], {})
    command = plain(next(turns(game, game.initial())).offer.sample(Random(1)))
    good = {"type": "give", "id": "a", "command": command}
    given.validate(good)
    for bad in (
        {**good, "more": 1},
        {**good, "command": {**command, "more": 1}},
        {**good, "command": {"type": "castle", "offer": "start"}},
        {**good, "id": "no spaces"},
        {"type": "give", "id": "a"},
        {"type": "chat", "id": "a", "text": ""},
        {"type": "ask", "id": "a", "what": {"type": "stand_in", "seat": -1}},
        {"type": "ask", "id": "a", "what": {"type": "close", "more": 1}},
        {"type": "answer", "id": "a", "vote": "no spaces", "agree": True},
    ):
        assert not given.is_valid(bad), bad


def test_every_reference_of_the_asyncapi_document_leads_somewhere() -> None:
    """Each points to a channel, a message or a schema of the document itself."""
    document = asyncapi("1")
    found = re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document))
    for reference in found:
        place: Any = document
        for name in reference.split("/"):
            place = place[name]
    assert len(found) > 100
    assert json.dumps(document).count('"$ref"') == len(found)
    assert set(document["channels"]) == set(GAMES)


def test_asyncapi_forbids_unknown_fields() -> None:
    """This holds for every message from a client, and every command."""
    schemas = asyncapi("1")["components"]["schemas"]
    for game, kind in GAMES.items():
        commands = [command.__name__ for command in get_args(kind.types.command)]
        for name in ("Give", "Chat", "Ask", "AnswerVote", "StandIn", *commands):
            assert schemas[f"{game}.{name}"]["additionalProperties"] is False


def test_the_session_in_the_guide_is_valid() -> None:
    """Every line of the example is a valid message; abridged ones at least have a known type."""
    guide = GUIDE.read_text(encoding="utf-8")
    lines = re.findall(r"^([<>]) (\{.*\})$", guide, re.MULTILINE)
    unions = {"<": "ToClient", ">": "FromClient"}
    checked = 0
    for sender, text in lines:
        if "…" in text:
            kinds = [message.__struct_config__.tag for message in (Told, Refused)]
            assert any(text.startswith(f'{{"type":"{kind}"') for kind in kinds)
        else:
            validator("royal-turf", unions[sender]).validate(json.loads(text))
            checked += 1
    assert checked >= 8
