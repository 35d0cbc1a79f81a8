"""Games of the reference engine, step by step, to be replayed by the compiled one."""

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, NamedTuple

from paddock.adapters.encoding import encoding
from paddock.fast.chance import NO_DRAWS, Script, script_of
from paddock.fast.royal_turf.rules import advance, legal
from paddock.fast.royal_turf.tables import Tables
from paddock.games.royal_turf import RoyalTurf, actions
from paddock.games.royal_turf.commands import Command, MoveHorse, NameFirst, PlaceBet
from paddock.games.royal_turf.events import Event
from paddock.games.royal_turf.offers import Offer
from paddock.games.royal_turf.state import State
from paddock.kernel.chance import Draw, QuickChance
from paddock.kernel.game import Progress
from tests.conformance.royal_turf import ROYAL_TURF
from tests.offered import offered

# Figures that differ from the standard: a track longer than one word of bits, unusual tokens.
OWN_FIGURES: dict[str, Any] = dict(RoyalTurf.standard())
OWN_FIGURES["track"] = {**OWN_FIGURES["track"], "spaces": 80, "pace": 70}
OWN_FIGURES["tokens"] = {**OWN_FIGURES["tokens"], "open": [0, 3, 3], "hidden": [1, 2, 5, 9]}
OWN_FIGURES["payout"] = {**OWN_FIGURES["payout"], "first": [900, 50, 400, 350, 300], "last": 550}
SHORT_FIGURES: dict[str, Any] = dict(RoyalTurf.standard())
SHORT_FIGURES["track"] = {**SHORT_FIGURES["track"], "spaces": 20, "pace": 1}
EDITIONS = (RoyalTurf.standard(), RoyalTurf.standard(), OWN_FIGURES, SHORT_FIGURES)


numbers = cache(encoding)


class Step(NamedTuple):
    """A decision in a state, and its results."""

    before: State
    offer: Offer
    command: Command
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    after: State


def table(number: int) -> RoyalTurf:
    """The options, seats and editions in turn, so that all combinations occur."""
    options = ROYAL_TURF.options[number % len(ROYAL_TURF.options)]
    seats = ROYAL_TURF.seats[number % len(ROYAL_TURF.seats)]
    round_of_both = number // (len(ROYAL_TURF.options) * len(ROYAL_TURF.seats))
    return RoyalTurf.make(seats, options, EDITIONS[(number + round_of_both) % len(EDITIONS)])


def made(seats: int, options: Mapping[str, str]) -> RoyalTurf:
    return RoyalTurf.make(seats, options, RoyalTurf.standard())


def tell(game: RoyalTurf, luck: int) -> Iterator[Step]:
    """A random game."""
    chance, rng = QuickChance(luck), Random(luck)
    state = game.initial()
    while seats := game.to_act(state):
        offer = offered(game, state, seats[0])
        command = offer.sample(rng)
        progress = game.decide(state, seats[0], command, chance)
        assert isinstance(progress, Progress)
        yield Step(state, offer, command, progress.events, progress.draws, progress.state)
        state = progress.state


def action_of(game: RoyalTurf, command: Command) -> int | None:
    """The number of a choice; None if the command was the only one."""
    if not isinstance(command, PlaceBet | MoveHorse | NameFirst):
        return None
    return actions.action_of(actions.kinds_of(game.rules), command)


def mask_of(game: RoyalTurf, offer: Offer) -> int:
    """The legal actions of an offer as a mask."""
    return sum(1 << action for action in numbers(game).legal(offer))


def script(steps: list[Step]) -> Script:
    """All draws of a game in order."""
    return script_of(draw for step in steps for draw in step.draws)


def legal_masks(tables: Tables) -> list[int]:
    """The legal actions of every game; 0 if nobody has a choice."""
    return [legal(tables.figures[0], row) for row in tables.rows]


def advanced(tables: Tables, draws: Script = NO_DRAWS) -> None:
    """Advance every game to its next choice or its end."""
    for row in tables.rows:
        advance(tables.figures[0], row, draws)
