"""What a seat is offered that is to act."""

from typing import Any

from paddock.kernel.game import Game


def offered(game: Game[Any, Any, Any, Any], state: Any, seat: int) -> Any:
    offer = game.offer(state, seat)
    assert offer is not None, f"seat {seat} is not to act"
    return offer
