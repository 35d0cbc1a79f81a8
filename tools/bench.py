"""How fast it is, on one core of this machine. Nothing is asserted: a busy machine is no mistake.

Each figure is the median of several short rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeVar

import msgspec
from rich.console import Console
from rich.table import Table

from paddock.bots import policy
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import MoveHorse
from paddock.games.royal_turf.offers import BetOffer, MoveOffer, Offer
from paddock.games.royal_turf.state import State
from paddock.games.royal_turf.view import View
from paddock.kernel.chance import Chance, KeyedChance, QuickChance, seed_of_number
from paddock.kernel.rejection import Rejected

PLAYERS = 4
ROUNDS = 7
GAME_SECONDS = 0.5
PIECE_SECONDS = 0.15
SAMPLE_GAMES = 3
PHASES: dict[str, type[BetOffer | MoveOffer]] = {"betting": BetOffer, "racing": MoveOffer}

Sample = TypeVar("Sample")
Row = tuple[str, str]


class Turn(NamedTuple):
    """Somebody has a choice to make."""

    state: State
    seat: int
    offer: Offer
    view: View


def main() -> None:
    console = Console(highlight=False)
    table = Table("Royal Turf, four players, one core", "", box=None, pad_edge=False)
    table.columns[1].justify = "right"
    with console.status("measuring"):
        for row in (*game_rows(), *piece_rows(hidden=False), *piece_rows(hidden=True)):
            table.add_row(*row)
    console.print(table)


def game_rows() -> Iterator[Row]:
    quick, moves = speeds(QuickChance)
    yield "random play", f"{quick:,.0f} games/s"
    yield "", f"{moves:,.0f} moves/s"
    provable, moves = speeds(lambda number: KeyedChance(seed_of_number(number)))
    yield "random play, provable dice", f"{provable:,.0f} games/s"
    yield "", f"{moves:,.0f} moves/s"
    yield "provable dice against quick ones", f"{provable / quick:.0%}"


def piece_rows(*, hidden: bool) -> Iterator[Row]:
    """What a seat's turn costs besides the rules: to see, to be told, to think."""
    game = seated(hidden=hidden)
    punter = policy(game, "punter")
    rng = Random(0)
    for phase, kind in PHASES.items():
        sample = turns(game, kind)
        told = f"{phase}, {'hidden' if hidden else 'open'} bets"
        seeing = microseconds(lambda turn: game.view(turn.state, turn.seat), sample)
        yield f"view, {told}", f"{seeing:,.1f} µs"
        encoding = microseconds(lambda turn: msgspec.json.encode(turn.view), sample)
        yield f"view as JSON, {told}", f"{encoding:,.1f} µs"
        thinking = microseconds(lambda turn: punter.choose(turn.view, (turn.offer,), rng), sample)
        yield f"punter's choice, {told}", f"{thinking:,.1f} µs"


def seated(*, hidden: bool = False) -> RoyalTurf:
    options = {"hidden_bets": "on" if hidden else "off"}
    return RoyalTurf.make(PLAYERS, options, RoyalTurf.standard())


def speeds(source: Callable[[int], Chance]) -> tuple[float, float]:
    """Random games and horse moves a second, through `decide`."""
    game = seated()
    rounds = []
    for first in range(0, ROUNDS * 10_000, 10_000):
        games = moves = 0
        began = perf_counter()
        while (elapsed := perf_counter() - began) < GAME_SECONDS:
            number = first + games
            moves += sum(moved for _, moved in play(game, source(number), Random(number)))
            games += 1
        rounds.append((games / elapsed, moves / elapsed))
    return median(games for games, _ in rounds), median(moves for _, moves in rounds)


def play(game: RoyalTurf, chance: Chance, rng: Random) -> Iterator[tuple[State, bool]]:
    """A random game: the state after each command, and whether a horse has moved."""
    state = game.initial()
    while seats := game.to_act(state):
        (offer,) = game.offers(state, seats[0])
        command = offer.sample(rng)
        progress = game.decide(state, seats[0], command, chance)
        if isinstance(progress, Rejected):
            raise TypeError(f"an offered command is refused: {progress}")
        state = progress.state
        yield state, isinstance(command, MoveHorse)


def turns(game: RoyalTurf, kind: type[BetOffer | MoveOffer]) -> list[Turn]:
    """Every choice of this kind in a few random games."""
    found = []
    for number in range(SAMPLE_GAMES):
        for state, _ in play(game, QuickChance(number), Random(number)):
            for seat in game.to_act(state):
                (offer,) = game.offers(state, seat)
                if isinstance(offer, kind) and offer.sole() is None:
                    found.append(Turn(state, seat, offer, game.view(state, seat)))
    return found


def microseconds(work: Callable[[Sample], object], samples: Sequence[Sample]) -> float:
    """The mean time of a piece of work over the samples."""
    rounds = []
    for _ in range(ROUNDS):
        done = 0
        began = perf_counter()
        while (elapsed := perf_counter() - began) < PIECE_SECONDS:
            for sample in samples:
                work(sample)
            done += len(samples)
        rounds.append(elapsed / done * 1e6)
    return median(rounds)


if __name__ == "__main__":
    main()
