"""What a bot chooses and explains, given the view and the offer of a seat that must act."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

from msgspec.structs import replace

from paddock.bots import policy
from paddock.bots.explain import Explained, Valued
from paddock.games import AnyGame
from paddock.games.rennfieber.state import Auction, Lot, State
from paddock.kernel.chance import QuickChance
from paddock.lab.arena import contest, plans
from paddock.lab.plan import AnyPolicy
from paddock.lab.workers import Executor, serial
from tests.offered import after, offered
from tests.rennfieber.table import selling_horses


def ignore(_event: object) -> None:
    """For matches of which only the end matters."""


def view_and_offer(game: AnyGame, state: Any, seat: int | None = None) -> tuple[Any, Any]:
    """Those of this seat, by default of the first that must act."""
    seat = game.to_act(state)[0] if seat is None else seat
    return game.view(state, seat), offered(game, state, seat)


@cache
def seated(game: Any, name: str) -> AnyPolicy:
    """A policy remembers nothing between choices, so one per table is enough."""
    return policy(game, name)


def chosen(game: Any, by: AnyPolicy | str, state: Any, rng: Random | None = None) -> Any:
    by = seated(game, by) if isinstance(by, str) else by
    return by.choose(*view_and_offer(game, state), rng or Random(0))


def explained(
    game: AnyGame, by: AnyPolicy, state: Any, seat: int | None = None
) -> list[Valued[Any]]:
    assert isinstance(by, Explained)
    return list(by.explain(*view_and_offer(game, state, seat), Random(0)).options)


def decisions(
    game: AnyGame, by: AnyPolicy, chance: QuickChance, rng: Random
) -> Iterator[tuple[Any, int]]:
    """The states of a match in which a seat has a choice to make, with that seat.

    Of several seats that choose at the same time, the last one begins.
    """
    state = game.initial()
    while seats := game.to_act(state):
        view, offer = view_and_offer(game, state, seats[-1])
        command = offer.sole()
        if command is None:
            command = by.choose(view, offer, rng)
            yield state, seats[-1]
        state = after(game, state, seats[-1], command, chance)


def least_share(
    game: AnyGame, bot: str, others: str, rounds: int, executor: Executor = serial
) -> float:
    """A bot's share of wins against these opponents: the lower end of its interval."""
    lineup = (bot, *[others] * (game.seats - 1))
    best, _ = contest(plans(game, [lineup], seed=1), rounds, executor).entrants
    assert best.policy == bot
    return best.wins.low


def on_sale(  # an auction has many aspects, each named where it matters
    horse: int,
    under: Sequence[int],
    short: Sequence[int] = (2, 2, 2, 2),
    *,
    bidders: Sequence[int] = (0, 1),
    shuffled: Sequence[int] = (),
    standing: int = 0,
    **more: Any,
) -> State:
    """An auction of Rennfieber; seat 1 has made the standing bid for this horse, if any."""
    state = selling_horses(under, short, **more)
    lot = Lot(horse, tuple(bidders), 1 if standing else None, standing)
    assert isinstance(state.phase, Auction)
    return replace(state, phase=replace(state.phase, lot=lot, shuffled=tuple(shuffled)))


def in_form(state: State, *levels: int) -> State:
    """A state of Rennfieber with the runners A, B, ... at these levels of their own scales."""
    horses = list(state.horses)
    for horse, level in zip((0, 2, 4, 6), levels, strict=True):
        horses[horse] = replace(horses[horse], level=level)
    return replace(state, horses=tuple(horses))
