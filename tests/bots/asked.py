"""What a bot answers when it is asked: given the view and the offer of the seat to act."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from paddock.bots import policy
from paddock.bots.explain import Explained, Valued
from paddock.games import AnyGame
from paddock.games.rennfieber.state import State
from paddock.kernel.chance import QuickChance
from paddock.lab.arena import contest, plans
from paddock.lab.plan import AnyPolicy
from paddock.lab.workers import Executor, serial
from tests.offered import after, offered


def ignore(_event: object) -> None:
    """For games of which only the end matters."""


def asked(game: AnyGame, state: Any, seat: int | None = None) -> tuple[Any, Any]:
    """The view and the offer of this seat, by default the first to act."""
    seat = game.to_act(state)[0] if seat is None else seat
    return game.view(state, seat), offered(game, state, seat)


@cache
def seated(game: Any, name: str) -> AnyPolicy:
    """A policy remembers nothing between choices, so one per table is enough."""
    return policy(game, name)


def chosen(
    game: Any,
    by: AnyPolicy | str,
    state: Any,
    rng: Random | None = None,
    seat: int | None = None,
) -> Any:
    by = seated(game, by) if isinstance(by, str) else by
    return by.choose(*asked(game, state, seat), rng or Random(0))


def explained(game: AnyGame, by: Explained[Any, Any], state: Any) -> list[Valued[Any]]:
    return list(by.explain(*asked(game, state), Random(0)).options)


def decisions(
    game: AnyGame, by: AnyPolicy, chance: QuickChance, rng: Random
) -> Iterator[tuple[Any, int]]:
    """The states of a match in which a seat has a choice to make, with that seat."""
    state = game.initial()
    while seats := game.to_act(state):
        view, offer = asked(game, state)
        command = offer.sole()
        if command is None:
            command = by.choose(view, offer, rng)
            yield state, seats[0]
        state = after(game, state, seats[0], command, chance)


def least_share(
    game: AnyGame, bot: str, others: str, rounds: int, executor: Executor = serial
) -> float:
    """The share of wins of a bot among these others: the lower end of its interval."""
    lineup = (bot, *[others] * (game.seats - 1))
    best, _ = contest(plans(game, [lineup], seed=1), rounds, executor).entrants
    assert best.policy == bot
    return best.wins.low


def in_form(state: State, *levels: int) -> State:
    """A state of Rennfieber with the runners A, B, ... at these levels of their own scales."""
    horses = list(state.horses)
    for horse, level in zip((0, 2, 4, 6), levels, strict=True):
        horses[horse] = replace(horses[horse], level=level)
    return replace(state, horses=tuple(horses))
