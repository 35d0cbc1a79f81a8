"""Random meetings of the reference engine, in several editions, to be replayed."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from paddock.adapters.encoding import Encoding, encoding
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid, Command, MoveRunner
from paddock.games.rennfieber.edition import RACES
from paddock.games.rennfieber.offers import (
    BidOffer,
    DiceOffer,
    MoveOffer,
    Offer,
    StartOffer,
    TrainingOffer,
)
from paddock.games.rennfieber.state import Racing, State
from tests.fast import matches
from tests.fast.matches import Step
from tests.rennfieber.choices import tables as some_tables

STANDARD = Rennfieber.standard()


def _with(**groups: Mapping[str, Any]) -> dict[str, Any]:
    """The standard figures with these changes."""
    return {**STANDARD, **{name: {**STANDARD[name], **own} for name, own in groups.items()}}


def _cards(*cards: tuple[str, int, int]) -> list[dict[str, Any]]:
    return [{"effect": effect, "amount": amount, "count": count} for effect, amount, count in cards]


# A narrow, crowded track, long moves, two kinds of every kept card.
NARROW = _with(
    track={
        "home_straight": [4, 4, 4, 4, 5, 6],
        "first_bend": [4, 4, 5, 6, 7, 8],
        "back_straight": [4, 4, 4, 4, 4, 4],
        "last_bend": [4, 5, 6, 7, 8, 40],
        "finish": "last_bend",
        "short": "last_bend",
        "long": "back_straight",
    },
    training={
        "karriere": 9,
        "cards": _cards(
            ("karriere", 0, 10),
            ("durchbruch", 0, 10),
            ("condition", 1, 5),
            ("durchbruch", 0, 10),
            ("karriere", 0, 10),
        ),
    },
)
# The widest bends allowed, and almost only gallop cards that stay in force.
WIDE = _with(
    track={
        "home_straight": [12] * 6,
        "first_bend": [4, 9, 20, 30, 39, 40],
        "back_straight": [9] * 6,
        "last_bend": [4, 40, 40, 40, 40, 40],
        "finish": "first_bend",
        "short": "first_bend",
        "long": "last_bend",
    },
    gallop={
        "cards": _cards(
            ("slow", 1, 4),
            ("keep", 2, 5),
            ("miss", 0, 3),
            ("no_bonus", 0, 6),
            ("keep", 9, 4),
            ("miss", 0, 1),
            ("again", 0, 1),
            ("fine", 2_000, 1),
        )
    },
    training={
        "karriere": 1,
        "cards": _cards(("condition", 1, 5), ("condition", -5, 20), ("durchbruch", 0, 20)),
    },
)
# Almost every card moves a runner, and the odds are steep.
BUSY = _with(
    gallop={
        "cards": _cards(
            ("again", 0, 8), ("no_bonus", 0, 5), ("inward", 0, 5), ("outward", 0, 5), ("move", 9, 2)
        )
    },
    odds={"bounds": [110, 150], "tenths": [10, 13, 1_000]},
)
# A player who saves cards has all of them in force.
HOARD = _with(gallop={"cards": _cards(("keep", 1, 20), ("no_bonus", 0, 2), ("keep", 2, 3))})
# Nobody can pay for all horses, some for none; in a short training every space has a card to keep
# or to pay.
DEAR = _with(
    horses={
        "cards": [
            {**card, "price": 2_000 if number % 5 == 0 else 9_000 + 3_000 * (number % 4)}
            for number, card in enumerate(STANDARD["horses"]["cards"])
        ]
    },
    training={
        "cards": _cards(
            ("karriere", 0, 14),
            ("pay", 2_000, 8),
            ("durchbruch", 0, 14),
            ("receive", 50, 2),
            ("karriere", 0, 7),
        )
    },
    training_track={"spaces": 20, "cards": list(range(1, 21))},
    slips={"values": [100, 100, 500, 500, 1_000]},
)
EDITIONS = (STANDARD, NARROW, STANDARD, WIDE, DEAR, BUSY, HOARD)


def table(number: int, *, long: bool = False) -> Rennfieber:
    """The tables and editions in turn."""
    every = some_tables(long=long)
    seats, chosen = every[number % len(every)]
    return Rennfieber.make(seats, chosen, EDITIONS[number % len(EDITIONS)])


def steps_of(game: Rennfieber, seed: int) -> Iterator[Step]:
    """A random meeting. In half of them riders seldom play a card; in every third one players
    seldom bid, or all bid the least in secret."""
    saving = seed // len(EDITIONS) % 2 == 1
    shy, cheap = seed % 3 == 0, game.rules.sealed and seed % 2

    def choose(offer: Offer, rng: Random) -> Command:
        command = offer.sample(rng)
        if saving and isinstance(offer, MoveOffer) and rng.randrange(10):
            ways = offer.plays[0]
            return MoveRunner(offer.id, ways.play, rng.choice(ways.ways).to)
        if shy and isinstance(offer, BidOffer) and rng.randrange(10):
            return Bid(offer.id, offer.least if cheap and offer.least <= offer.most else 0)
        return command

    return matches.steps_of(game, seed, choose)


def races(steps: list[Step]) -> list[list[Step]]:
    """The steps of each race, from its first roll to its settlement."""
    found: list[list[Step]] = [[] for _ in range(RACES)]
    for step in steps:
        if isinstance(step.before.phase, Racing):
            found[step.before.race - 1].append(step)
    return found


def started(game: Rennfieber, seed: int = 1) -> State:
    """The first race of a random meeting, before the first roll."""
    start: State = races(list(steps_of(game, seed)))[0][0].before
    return start


def actions_of(numbers: Encoding, step: Step) -> tuple[int, ...]:
    """A choice as numbers; none if the command was the only one."""
    if isinstance(step.offer, StartOffer | TrainingOffer | DiceOffer):
        return ()
    return numbers.actions(step.offer, step.command)


class Choice(NamedTuple):
    """A seat's choice: the draft so far, the legal actions, and the one it chooses."""

    state: State
    seat: int
    draft: tuple[int, ...]
    legal: list[int]
    action: int


def choices(game: Rennfieber, steps: list[Step]) -> Iterator[Choice]:
    """Every choice between two or more actions."""
    numbers = encoding(game)
    for step in steps:
        actions, seat = actions_of(numbers, step), game.to_act(step.before)[0]
        for drafted, action in enumerate(actions):
            legal = numbers.legal(step.offer, actions[:drafted])
            if len(legal) > 1:
                yield Choice(step.before, seat, actions[:drafted], legal, action)


def assert_given_back(tables: Tables, at: int, game: Rennfieber, state: State) -> None:
    """A table's state is this one, given its history."""
    assert tables.state(at, game, state.chronicle, state.past) == state
