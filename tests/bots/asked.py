"""What a bot answers that is asked in a state: by the view and the offer of the seat to act."""

from random import Random
from typing import Any

from msgspec.structs import replace

from paddock.bots.explain import Explained, Valued
from paddock.games import AnyGame
from paddock.games.rennfieber.state import State
from paddock.lab.arena import contest, plans
from paddock.lab.table import AnyPolicy
from paddock.lab.workers import Crew, alone
from tests.offered import offered


def asked(game: AnyGame, state: Any) -> tuple[Any, Any]:
    """Of several seats, the first."""
    seat = game.to_act(state)[0]
    return game.view(state, seat), offered(game, state, seat)


def chosen(game: AnyGame, by: AnyPolicy, state: Any, seed: int = 0) -> Any:
    return by.choose(*asked(game, state), Random(seed))


def explained(game: AnyGame, by: Explained[Any, Any], state: Any) -> list[Valued[Any]]:
    return list(by.explain(*asked(game, state), Random(0)).options)


def least_share(game: AnyGame, bot: str, others: str, rounds: int, crew: Crew = alone) -> float:
    """Of the games against these others everywhere: the lower end of the interval of its wins."""
    lineup = (bot, *[others] * (game.seats - 1))
    best, _ = contest(plans(game, [lineup], seed=1), rounds, crew).entrants
    assert best.policy == bot
    return best.wins.low


def in_form(state: State, *levels: int) -> State:
    """The runners A, B, ... of Rennfieber at these places of their own scales."""
    horses = list(state.horses)
    for horse, level in zip((0, 2, 4, 6), levels, strict=True):
        horses[horse] = replace(horses[horse], level=level)
    return replace(state, horses=tuple(horses))
