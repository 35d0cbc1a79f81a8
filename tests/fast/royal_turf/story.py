"""Games of the reference engine, told step by step: to be played again by the compiled one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from paddock.fast.chance import NO_DRAWS, Script, script_of
from paddock.fast.royal_turf.rules import advance, legal
from paddock.fast.royal_turf.tables import Tables
from paddock.games.royal_turf import RoyalTurf, actions
from paddock.games.royal_turf.commands import Command, MoveHorse, NameFirst, PlaceBet
from paddock.games.royal_turf.events import Event
from paddock.games.royal_turf.offers import BetOffer, MoveOffer, NameOffer, Offer
from paddock.games.royal_turf.state import State
from paddock.kernel.chance import Draw, QuickChance
from paddock.kernel.game import Progress
from tests.conformance.royal_turf import ROYAL_TURF
from tests.offered import offered

# Other figures than the box's, with a track longer than one word of bits, and an odd set of tokens.
OWN_FIGURES: dict[str, Any] = dict(RoyalTurf.standard())
OWN_FIGURES["track"] = {**OWN_FIGURES["track"], "spaces": 80, "pace": 70}
OWN_FIGURES["tokens"] = {**OWN_FIGURES["tokens"], "open": [0, 3, 3], "hidden": [1, 2, 5, 9]}
OWN_FIGURES["payout"] = {**OWN_FIGURES["payout"], "first": [900, 50, 400, 350, 300], "last": 550}
SHORT_FIGURES: dict[str, Any] = dict(RoyalTurf.standard())
SHORT_FIGURES["track"] = {**SHORT_FIGURES["track"], "spaces": 20, "pace": 1}
EDITIONS = (RoyalTurf.standard(), RoyalTurf.standard(), OWN_FIGURES, SHORT_FIGURES)


class Step(NamedTuple):
    """What was decided in a state, and what came of it."""

    before: State
    offer: Offer
    command: Command
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]
    after: State


def table(number: int) -> RoyalTurf:
    """The options, seats and editions in turn, so that all of them meet."""
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
    """The number of a choice; None where there is none to make."""
    if not isinstance(command, PlaceBet | MoveHorse | NameFirst):
        return None
    return actions.action_of(actions.kinds_of(game.rules), command)


def mask_of(game: RoyalTurf, offer: Offer) -> int:
    """The mask of the actions that an offer admits."""
    match offer:
        case BetOffer(id, values, horses):
            commands: list[Command] = [
                PlaceBet(id, value, horse) for value in values for horse in horses
            ]
        case MoveOffer(id, _, moves):
            commands = [MoveHorse(id, move.horse) for move in moves]
        case NameOffer(id, among):
            commands = [NameFirst(id, seat) for seat in among]
        case _:
            commands = []
    mask = 0
    for command in commands:
        action = action_of(game, command)
        assert action is not None
        mask |= 1 << action
    return mask


def script(steps: list[Step]) -> Script:
    """All draws of a game, in order."""
    return script_of(draw for step in steps for draw in step.draws)


def legal_masks(tables: Tables) -> list[int]:
    """The legal actions of every game; 0 where nobody is to choose."""
    return [legal(tables.figures[0], row) for row in tables.rows]


def advanced(tables: Tables, draws: Script = NO_DRAWS) -> None:
    """Every game to its next choice, or to its end."""
    for row in tables.rows:
        advance(tables.figures[0], row, draws)
