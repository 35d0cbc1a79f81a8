"""Offers say all about legality: a command within one is carried out, any other does nothing."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Answer, Progress, turns, why_refused
from paddock.kernel.match import Match
from paddock.kernel.refusal import Refusal
from tests.conformance.commands import any_command, changed, commands
from tests.conformance.games import SUBJECTS, each_game
from tests.conformance.play import Session, each_session, taken
from tests.conformance.subject import Subject
from tests.records import AnyMatch, carried_out
from tests.table import NoChance

STRANGERS = (-1, 99)


def assert_consistent(subject: Subject, match: AnyMatch, seat: int, command: Answer) -> bool:
    """`decide` accepts what the seat's offer allows. A refusal changes nothing."""
    game, state = match.game, match.state
    offer = game.offer(state, seat) if 0 <= seat < game.seats else None
    expected = why_refused(game, state, seat, command)
    if offer is not None and offer.id == command.offer and subject.admits(offer, command):
        progress = game.decide(state, seat, command, QuickChance(0))
        assert isinstance(progress, Progress), f"within the offer, but refused: {progress}"
        assert expected is None
        sole = offer.sole()
        if sole is not None:
            only = game.decide(state, seat, sole, QuickChance(0))
            assert only == progress, "not the only thing to be done after all"
        return True
    assert_refused(match, seat, command, expected)
    return False


def assert_refused(match: AnyMatch, seat: int, command: Answer, expected: Refusal | None) -> None:
    game, state = match.game, match.state
    before = msgspec.json.encode(state)
    watched = Match(game, NoChance())
    watched.state = state
    answer = carried_out(watched, seat, command)
    assert isinstance(answer, Refusal), f"outside the offer, but done: seat {seat}, {command}"
    if not 0 <= seat < game.seats:
        assert answer.code == "no_such_seat"
    elif game.winners(state):
        assert answer.code == "match_over"
    else:
        assert answer == expected
    assert watched.state is state and msgspec.json.encode(state) == before


@each_session()
def test_whatever_is_offered_is_accepted(session: Session) -> None:
    """Several samples of every offer at every step. A sole command is the only legal one."""
    match, rng = session.match(), Random(session.choices)
    for _ in session.play(match):
        for turn in turns(match.game, match.state):
            for command in [turn.offer.sample(rng) for _ in range(3)]:
                assert turn.offer.refuse(command) is None
                assert assert_consistent(session.subject, match, turn.seat, command)


@each_session(data=st.data())
def test_only_what_is_offered_is_accepted(session: Session, data: st.DataObject) -> None:
    """Any of the game's commands, from any seat, at any moment."""
    match = session.played(data.draw(st.integers(0, session.subject.usual)))
    seats = st.sampled_from((*range(session.seats), *match.game.to_act(match.state), *STRANGERS))
    known = offer_ids(match)
    sent = st.tuples(seats, commands(match.game.types, known))
    for seat, command in data.draw(st.lists(sent, min_size=20, max_size=60)):
        assert_consistent(session.subject, match, seat, command)


@each_session(busy=True)
def test_a_legal_command_changed_a_little(session: Session) -> None:
    """At every step: with another value in a field, another offer, kind or seat."""
    match, rng = session.match(), Random(session.choices)
    while not match.game.winners(match.state):
        seat, command = session.chosen(match, rng)
        for other in (*changed(match.game.types, command, rng), command):
            assert_consistent(session.subject, match, seat, other)
        stranger = rng.choice([n for n in (*range(session.seats), *STRANGERS) if n != seat])
        assert_consistent(session.subject, match, stranger, command)
        assert_consistent(
            session.subject, match, stranger, any_command(match.game.types, offer_ids(match), rng)
        )
        taken(match, seat, command)


@each_session()
def test_a_command_sent_twice_is_done_once(session: Session) -> None:
    """The second one is refused, now and later."""
    match, rng = session.match(), Random(session.choices)
    given_commands: list[tuple[int, Answer]] = []
    for step in session.play(match):
        given_commands.append((step.seat, step.command))
        for seat, command in {given_commands[-1], rng.choice(given_commands)}:
            assert not assert_consistent(session.subject, match, seat, command)


@each_session()
def test_a_finished_match_takes_no_commands(session: Session) -> None:
    """No seat may act, nothing is offered, and every command is refused."""
    match = session.played(session.subject.longest)
    assert match.game.winners(match.state)
    assert match.game.to_act(match.state) == ()
    rng = Random(session.choices)
    for seat in range(session.seats):
        assert match.game.offer(match.state, seat) is None
        for _ in range(20):
            command = any_command(match.game.types, offer_ids(match), rng)
            assert not assert_consistent(session.subject, match, seat, command)


def offer_ids(match: AnyMatch) -> list[str]:
    """The ids now on the table."""
    return [turn.offer.id for turn in turns(match.game, match.state)] or ["none"]


@each_session()
def test_offers_are_for_those_to_act(session: Session) -> None:
    """Just the seats to act have offers, and there is one until the match is won."""
    match = session.match()
    seats = set(range(session.seats))
    while True:
        to_act = match.game.to_act(match.state)
        assert len(set(to_act)) == len(to_act) and set(to_act) <= seats
        offers = {seat: match.game.offer(match.state, seat) for seat in seats}
        assert {seat for seat, offer in offers.items() if offer is not None} == set(to_act)
        assert bool(to_act) != bool(match.game.winners(match.state))
        if not to_act:
            break
        taken(match, *session.chosen(match, Random(session.choices + len(match.records))))


@each_session()
def test_an_offer_id_stands_for_one_offer(session: Session) -> None:
    """An id is never used again for something else, and changes only with the seat's offer."""
    match = session.match()
    meant: dict[tuple[int, str], bytes] = {}
    known: set[tuple[int, str]] = set()
    before: dict[int, bytes] = {}
    for step in session.play(match):
        for seat in range(session.seats):
            offer = match.game.offer(match.state, seat)
            if offer is None:
                before.pop(seat, None)
                continue
            told = msgspec.json.encode(offer)
            assert meant.setdefault((seat, offer.id), told) == told
            nameless = without_id(offer)
            if seat != step.seat and nameless == before.get(seat):
                assert (seat, offer.id) in known
            before[seat] = nameless
        known = set(meant)


def without_id(offer: Any) -> bytes:
    return msgspec.json.encode(replace(offer, id=""))


@each_game
def test_a_match_that_never_began_knows_its_commands(subject: Subject) -> None:
    """Even before the first step, only what is offered is carried out."""
    for seats in subject.seats:
        match = Session(subject, seats, subject.options[0], 0, 0).match()
        rng = Random(seats)
        for _ in range(100):
            seat = rng.choice((*range(seats), *STRANGERS))
            assert_consistent(
                subject, match, seat, any_command(match.game.types, offer_ids(match), rng)
            )


def test_the_stand_in_does_stop_a_game_that_draws() -> None:
    """`NoChance`, which the tests above rely on, raises on a draw."""
    subject = SUBJECTS[0]
    session = Session(subject, 2, subject.options[0], 0, 0)
    match = session.match()
    seat, command = session.chosen(match, Random(0))
    with pytest.raises(AssertionError, match="drew"):
        match.game.decide(match.state, seat, command, NoChance())
