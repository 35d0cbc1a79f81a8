"""A script plays a match: its chance is written down, its choices too."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import (
    Command,
    MoveHorse,
    NameFirst,
    PlaceBet,
    RollDie,
    StartMeeting,
)
from paddock.games.royal_turf.events import Event
from paddock.games.royal_turf.offers import (
    BetOffer,
    MoveOffer,
    NameOffer,
    Offer,
    RollOffer,
    StartOffer,
)
from paddock.games.royal_turf.state import State
from paddock.games.royal_turf.view import View
from paddock.kernel.chance import Draw, ScriptedChance
from paddock.kernel.log import Step
from paddock.kernel.match import Match
from tests.playthroughs.telling import (
    EDITION,
    HORSES,
    changes,
    mark,
    offer,
    struct,
    view_parts,
    wrapped,
)

LEGEND = """\
> SEAT COMMAND    a command that was carried out, with its draw if there is one, and under it:
  chance          its draws if there are more: stream: value of n
  * EVENT         what happened, in full; under it who reads it otherwise
  01- PARTS       what is new in the view of seats 0 and 1 and of whoever only watches (-)
  0 may OFFER     what this seat may do next; `EG 8>2`: due 8 spaces, it would land on 2
Horses have two letters (EG AL SW CA RF NO OT in board order), cards a third. A card's moves stand
as head/cap/saddle/shoe. Places on the track are counted from the line (RT4.6): 0 is space 33 of the
start, -6 is space 27, 34 and more is home. `1:EG=2` is a 2 of seat 1 on Earl Grey, `?` lies face
down. `pays EG 3 bets 250/200/150`: what a single bet gets for first/second/third place by now.
"""


class Race(Struct, frozen=True, forbid_unknown_fields=True):
    """`first` is drawn or named, and left out where one seat is the richest.

    Bets are words like OT2 in the order of play, rides are pairs like `cap EG`.
    """

    cards: tuple[int, ...]
    bets: str
    rides: str
    first: int | None = None


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    seats: int
    options: Mapping[str, str]
    races: tuple[Race, Race, Race]


def read(path: Path) -> Script:
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Script)


def chance(script: Script) -> ScriptedChance:
    values: dict[str, list[int]] = {}
    for number, race in enumerate(script.races, start=1):
        values[f"race/{number}/card"] = list(race.cards)
        values[f"race/{number}/die"] = [
            EDITION.faces.index(symbol) for symbol in race.rides.split()[::2]
        ]
        if race.first is not None:
            values[f"race/{number}/first"] = [race.first]
    return ScriptedChance(values)


class Choices:
    """The choices of a script, to be taken in order."""

    def __init__(self, script: Script) -> None:
        self.named = [iter([race.first]) for race in script.races]
        self.bets = iter([bet for race in script.races for bet in race.bets.split()])
        self.rides = iter([horse for race in script.races for horse in race.rides.split()[1::2]])

    def answer(self, race: int, offered: Offer) -> Command:
        match offered:
            case StartOffer(id):
                return StartMeeting(id)
            case RollOffer(id):
                return RollDie(id)
            case NameOffer(id):
                named = next(self.named[race - 1])
                assert named is not None
                return NameFirst(id, named)
            case BetOffer(id):
                word = next(self.bets)
                return PlaceBet(id, int(word[2:]), HORSES[word[:2]])
            case MoveOffer(id):
                return MoveHorse(id, HORSES[next(self.rides)])

    def left(self) -> list[str]:
        return [*self.bets, *self.rides]


def played(script: Script) -> Iterator[str]:
    """The match, line by line."""
    game = RoyalTurf.make(script.seats, script.options, EDITION.figures)
    match = Match[State, Command, Event, View](game, chance(script), lambda _: None)
    yield from (script.title, "=" * len(script.title), "")
    yield f"Seats: {game.seats}. Options:"
    yield from (f"  {name}={choice}" for name, choice in game.options.items())
    yield from ("", *LEGEND.splitlines(), "")
    viewers = (*range(game.seats), None)
    before = {viewer: dict[str, str]() for viewer in viewers}
    choices = Choices(script)
    while True:
        after = {viewer: view_parts(game.view(match.state, viewer)) for viewer in viewers}
        yield from changes(before, after)
        before = after
        yield from offered(game, match.state)
        if not game.to_act(match.state):
            break
        (seat,) = game.to_act(match.state)
        (asked,) = game.offers(match.state, seat)
        step = match.submit(seat, choices.answer(match.state.race, asked))
        assert isinstance(step, Step), f"{asked} {step}"
        yield from happened(game, step)
    assert not choices.left(), "the script has more than the match needs"


def offered(game: RoyalTurf, state: State) -> Iterator[str]:
    for seat in range(game.seats):
        for asked in game.offers(state, seat):
            yield f"  {seat} may {offer(asked)}"


def happened(game: RoyalTurf, step: Step[Command, Event]) -> Iterator[str]:
    command = msgspec.structs.replace(step.command, offer="")
    if not isinstance(command, MoveHorse):  # a roll and its move are read as one
        yield ""
    yield f"> {step.seat} {struct(command).replace(' offer=', '')}{lone(step.draws)}"
    if len(step.draws) > 1:
        yield from drawn(step.draws)
    for event in step.events:
        yield from wrapped("  * ", struct(event).split(), "")
        others: dict[str, str] = {}
        for viewer in (*range(game.seats), None):
            read_as = struct(game.redact(event, viewer))
            if read_as != struct(event):
                others[read_as] = others.get(read_as, "") + mark(viewer)
        for read_as, viewers in others.items():
            yield f"    {viewers} read {read_as}"


def lone(draws: tuple[Draw, ...]) -> str:
    """A single draw stands beside its command."""
    return "".join(f", {d.stream}: {d.value} of {d.n}" for d in draws) if len(draws) == 1 else ""


def drawn(draws: tuple[Draw, ...]) -> Iterator[str]:
    for stream in dict.fromkeys(draw.stream for draw in draws):
        values = [f"{draw.value} of {draw.n}" for draw in draws if draw.stream == stream]
        yield from wrapped(f"  chance {stream}: ", values, ",")
