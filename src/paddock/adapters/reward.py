"""The reward of each seat at the end of a match. `REWARDS` lists the reward functions."""

from collections.abc import Callable
from typing import Any, Literal

from paddock.games import AnyGame

THOUSAND = 1_000
ILLEGAL_REWARD = -1.0  # for an illegal action

Reward = Literal["win", "money"]
RewardFunction = Callable[[AnyGame, Any], tuple[float, ...]]


def win(game: AnyGame, state: Any) -> tuple[float, ...]:
    """The winners share 1, the others share -1; if all win, all get 0."""
    winners = game.winners(state)
    losers = game.seats - len(winners)
    if not losers:
        return (0.0,) * game.seats
    return tuple(1 / len(winners) if seat in winners else -1 / losers for seat in range(game.seats))


def money(game: AnyGame, state: Any) -> tuple[float, ...]:
    """What each seat has gained since the start, in thousands."""
    start, end = game.initial().ledger.purses, state.ledger.purses
    return tuple((now - then) / THOUSAND for now, then in zip(end, start, strict=True))


REWARDS: dict[str, RewardFunction] = {"win": win, "money": money}
