"""A seat's offer, and the state to which its command leads."""

from typing import Any

from paddock.kernel.chance import Chance
from paddock.kernel.game import Answer, Game, Progress


def after(
    game: Game[Any, Any, Any, Any], state: Any, seat: int, command: Answer, chance: Chance
) -> Any:
    """The state that a legal command leads to."""
    progress = game.decide(state, seat, command, chance)
    assert isinstance(progress, Progress), progress
    return progress.state


def offered(game: Game[Any, Any, Any, Any], state: Any, seat: int) -> Any:
    offer = game.offer(state, seat)
    assert offer is not None, f"seat {seat} is not to act"
    return offer
