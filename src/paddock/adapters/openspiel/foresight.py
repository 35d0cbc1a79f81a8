"""How many outcomes draws have, where that is sure before the rules ask.

To ask them is to carry a command out as far as it goes, each time from its beginning. What is
foreseen is checked when the draw is made; what is not foreseen is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddock.adapters.encoding import Draft
from paddock.adapters.openspiel.node import Asked
from paddock.adapters.reward import AnyGame
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import MoveRunner, RollDice, RollTraining
from paddock.games.rennfieber.rules.race import DIE, GALLOP_ON
from paddock.games.rennfieber.state import Racing, State
from paddock.games.rennfieber.track import HOME
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import RollDie, StartMeeting
from paddock.games.royal_turf.edition import HORSES

# By the kind of a command: the draws that it begins with in this state, none if that is not sure.
First = dict[type[Any], Callable[[Any, Any], Draft]]
Ahead = Callable[[Asked], Draft]


def foreseen(game: AnyGame) -> tuple[First, Ahead]:
    """The draws that these commands begin with, and those that begin with the one asked for."""
    match game:
        case RoyalTurf():
            edition = game.rules.edition
            cards, die = _turned(len(edition.cards)), (len(edition.faces),)
            return {
                RollDie: lambda _state, _command: die,
                StartMeeting: lambda _state, _command: cards,
            }, _cards
        case Rennfieber():
            dice = (len(game.rules.edition.race_die), DIE)
            return {
                RollDice: lambda _state, _command: dice,
                RollTraining: lambda _state, _command: (DIE,),
                MoveRunner: _gallop,
            }, _one
        case _:
            return {}, _one


def _one(asked: Asked) -> Draft:
    return (asked.n,)


def _gallop(state: State, move: MoveRunner) -> Draft:
    """RF6.7: a card after a regular move; if there are several to draw, how many is seen."""
    run = state.phase
    assert isinstance(run, Racing)
    assert run.dice is not None
    if run.extra is not None or run.dice.die not in GALLOP_ON or move.to == HOME:
        return ()
    cards = run.gallop.size
    return (cards,) if cards > 1 else ()


def _cards(asked: Asked) -> Draft:
    """RT2.3: a card is turned for each horse at least, and is then no longer in the pile."""
    if asked.stream.endswith("/card") and asked.index == 0:
        return _turned(asked.n)
    return (asked.n,)


def _turned(pile: int) -> Draft:
    """Of what can only be 0 there is no draw."""
    return tuple(range(pile, max(pile - HORSES, 1), -1))
