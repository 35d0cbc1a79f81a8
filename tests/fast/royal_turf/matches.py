"""Tables of Royal Turf whose matches are replayed, and what the compiled engine says of them."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from paddock.adapters.encoding import encoding
from paddock.fast.chance import NO_DRAWS, Script
from paddock.fast.royal_turf.rules import advance, legal
from paddock.fast.royal_turf.tables import Tables
from paddock.games.royal_turf import RoyalTurf, actions
from paddock.games.royal_turf.commands import Command, MoveHorse, NameFirst, PlaceBet
from paddock.games.royal_turf.offers import BetOffer, MoveOffer, NameOffer, Offer
from paddock.games.royal_turf.state import Racing, Ride, State
from tests.conformance.royal_turf import ROYAL_TURF
from tests.fast.matches import choices_in, steps_of

# Figures that differ from the standard: a track longer than one word of bits, unusual tokens.
OWN_FIGURES: dict[str, Any] = dict(RoyalTurf.standard())
OWN_FIGURES["track"] = {**OWN_FIGURES["track"], "spaces": 80, "pace": 70}
OWN_FIGURES["tokens"] = {**OWN_FIGURES["tokens"], "open": [0, 3, 3], "hidden": [1, 2, 5, 9]}
OWN_FIGURES["payout"] = {**OWN_FIGURES["payout"], "first": [900, 50, 400, 350, 300], "last": 550}
SHORT_FIGURES: dict[str, Any] = dict(RoyalTurf.standard())
SHORT_FIGURES["track"] = {**SHORT_FIGURES["track"], "spaces": 20, "pace": 1}
EDITIONS = (RoyalTurf.standard(), RoyalTurf.standard(), OWN_FIGURES, SHORT_FIGURES)

numbers = cache(encoding)


def table(number: int) -> RoyalTurf:
    """The options, seats and editions in turn, so that all combinations occur."""
    options = ROYAL_TURF.options[number % len(ROYAL_TURF.options)]
    seats = ROYAL_TURF.seats[number % len(ROYAL_TURF.seats)]
    round_of_both = number // (len(ROYAL_TURF.options) * len(ROYAL_TURF.seats))
    return RoyalTurf.make(seats, options, EDITIONS[(number + round_of_both) % len(EDITIONS)])


def choices(game: RoyalTurf, seed: int) -> Iterator[State]:
    """The states of a random game in which a seat has a choice."""
    for step in choices_in(steps_of(game, seed), BetOffer, MoveOffer, NameOffer):
        yield step.before


def action_of(game: RoyalTurf, command: Command) -> int | None:
    """The number of a choice; None if the command was the only one."""
    if not isinstance(command, PlaceBet | MoveHorse | NameFirst):
        return None
    return actions.action_of(actions.kinds_of(game.rules), command)


def mask_of(game: RoyalTurf, offer: Offer) -> int:
    """The legal actions of an offer as a mask."""
    return sum(1 << action for action in numbers(game).legal(offer))


def legal_masks(tables: Tables) -> list[int]:
    """The legal actions of every game; 0 if nobody has a choice."""
    return [legal(tables.figures[0], row) for row in tables.rows]


def advanced(tables: Tables, draws: Script = NO_DRAWS) -> None:
    """Advance every game to its next choice or its end."""
    for row in tables.rows:
        advance(tables.figures[0], row, draws)


def assert_given_back(tables: Tables, at: int, _game: RoyalTurf, state: State) -> None:
    """A table's state is this one, given its history; moved horses come in board order."""
    run = state.phase
    rides: tuple[Ride, ...] = ()
    if isinstance(run, Racing):
        rides = run.rides
        state = replace(state, phase=replace(run, moved=tuple(sorted(run.moved))))
    assert tables.state(at, state.past, rides) == state
