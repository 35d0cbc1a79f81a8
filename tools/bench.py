"""How fast it is, on one core of this machine. Nothing is asserted: a busy machine is no mistake.

Each figure is the median of several short rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import msgspec
from rich.console import Console
from rich.table import Table

from paddock.bots import policy
from paddock.games import rennfieber, royal_turf
from paddock.games.rennfieber.commands import MoveRunner
from paddock.games.rennfieber.offers import BidOffer, SlipsOffer
from paddock.games.rennfieber.offers import MoveOffer as RunOffer
from paddock.games.royal_turf.commands import MoveHorse
from paddock.games.royal_turf.offers import BetOffer, MoveOffer
from paddock.kernel.chance import Chance, KeyedChance, QuickChance, seed_of_number
from paddock.kernel.game import Game
from paddock.kernel.game import turns as turns_of
from paddock.kernel.rejection import Rejected
from tools.bench_fast import rennfieber as races
from tools.bench_fast import speed

PLAYERS = 4
ROUNDS = 7
GAME_SECONDS = 0.5
PIECE_SECONDS = 0.15
SAMPLE_GAMES = 3

AnyGame = Game[Any, Any, Any, Any]
Sample = TypeVar("Sample")
Row = tuple[str, str]


class Subject(NamedTuple):
    """A table, what it calls a move, and the choices that are measured, by name."""

    title: str
    game: AnyGame
    move: type
    phases: Mapping[str, type]


class Turn(NamedTuple):
    """Somebody has a choice to make."""

    state: Any
    seat: int
    offer: Any
    view: Any


def subjects() -> Iterator[Subject]:
    turf, fever = royal_turf.RoyalTurf, rennfieber.Rennfieber
    for bets, hidden in (("open", "off"), ("hidden", "on")):
        yield Subject(
            f"Royal Turf, {bets} bets",
            turf.make(PLAYERS, {"hidden_bets": hidden}, turf.standard()),
            MoveHorse,
            {"a bet": BetOffer, "a move": MoveOffer},
        )
    yield Subject(
        "Rennfieber",
        fever.make(PLAYERS, {}, fever.standard()),
        MoveRunner,
        {"an offer": BidOffer, "slips": SlipsOffer, "a move": RunOffer},
    )


def main() -> None:
    console = Console(highlight=False)
    for subject in subjects():
        table = Table(f"{subject.title}, four players, one core", "", box=None, pad_edge=False)
        table.columns[1].justify = "right"
        with console.status(f"measuring {subject.title}"):
            for row in (*game_rows(subject), *piece_rows(subject), *compiled_rows(subject)):
                table.add_row(*row)
        console.print(table)
        console.print()


def game_rows(subject: Subject) -> Iterator[Row]:
    quick, moves = speeds(subject, QuickChance)
    yield "random play", f"{quick:,.0f} games/s"
    yield "", f"{moves:,.0f} moves/s"
    provable, moves = speeds(subject, lambda number: KeyedChance(seed_of_number(number)))
    yield "random play, provable dice", f"{provable:,.0f} games/s"
    yield "", f"{moves:,.0f} moves/s"
    yield "provable dice against quick ones", f"{provable / quick:.0%}"


def piece_rows(subject: Subject) -> Iterator[Row]:
    """What a seat's turn costs besides the rules: to see, to be told, to think."""
    game = subject.game
    punter = policy(game, "punter")
    rng = Random(0)
    for phase, kind in subject.phases.items():
        sample = turns(subject, kind)
        seeing = microseconds(lambda turn: game.view(turn.state, turn.seat), sample)
        yield f"view for {phase}", f"{seeing:,.1f} µs"
        encoding = microseconds(lambda turn: msgspec.json.encode(turn.view), sample)
        yield f"view as JSON for {phase}", f"{encoding:,.1f} µs"
        thinking = microseconds(lambda turn: punter.choose(turn.view, turn.offer, rng), sample)
        yield f"punter's choice of {phase}", f"{thinking:,.1f} µs"


def compiled_rows(subject: Subject) -> Iterator[Row]:
    """The same rules compiled; of Royal Turf also what C would make of them."""
    if isinstance(subject.game, royal_turf.RoyalTurf):
        yield from speed.rows(subject.game)
    elif isinstance(subject.game, rennfieber.Rennfieber):
        yield from races.rows(subject.game)


def speeds(subject: Subject, source: Callable[[int], Chance]) -> tuple[float, float]:
    """Random games and horse moves a second, through `decide`."""
    rounds = []
    for first in range(0, ROUNDS * 10_000, 10_000):
        games = moves = 0
        began = perf_counter()
        while (elapsed := perf_counter() - began) < GAME_SECONDS:
            number = first + games
            moves += sum(moved for _, moved in play(subject, source(number), Random(number)))
            games += 1
        rounds.append((games / elapsed, moves / elapsed))
    return median(games for games, _ in rounds), median(moves for _, moves in rounds)


def play(subject: Subject, chance: Chance, rng: Random) -> Iterator[tuple[Any, bool]]:
    """A random game: the state after each command, and whether a horse has moved."""
    game = subject.game
    state = game.initial()
    while (turn := next(turns_of(game, state), None)) is not None:
        command = turn.offer.sample(rng)
        progress = game.decide(state, turn.seat, command, chance)
        if isinstance(progress, Rejected):
            raise TypeError(f"an offered command is refused: {progress}")
        state = progress.state
        yield state, isinstance(command, subject.move)


def turns(subject: Subject, kind: type) -> list[Turn]:
    """Every choice of this kind in a few random games."""
    game = subject.game
    found = []
    for number in range(SAMPLE_GAMES):
        for state, _ in play(subject, QuickChance(number), Random(number)):
            for seat, offer, sole in map(msgspec.structs.astuple, turns_of(game, state)):
                if isinstance(offer, kind) and sole is None:
                    found.append(Turn(state, seat, offer, game.view(state, seat)))
    return found


def microseconds(work: Callable[[Sample], object], samples: Sequence[Sample]) -> float:
    """The mean time of a piece of work over the samples."""
    rounds = []
    for _ in range(ROUNDS):
        done, elapsed = 0, 0.0
        began = perf_counter()
        while elapsed < PIECE_SECONDS:
            for sample in samples:
                work(sample)
            done += len(samples)
            elapsed = perf_counter() - began
        rounds.append(elapsed / done * 1e6)
    return median(rounds)


if __name__ == "__main__":
    main()
