"""Measures speed on one core of this machine. It asserts nothing, since the machine may be busy.

Each figure is the median of several short rounds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from rich.console import Console
from rich.table import Table

from paddock.bots import policy
from paddock.games import GAMES, AnyGame
from paddock.kernel.chance import Chance, KeyedChance, QuickChance, seed_of_number
from paddock.kernel.game import turns as turns_of
from paddock.kernel.rejection import Rejected
from tools.bench_games import Row

PLAYERS = 4
ROUNDS = 7
GAME_SECONDS = 0.5
PIECE_SECONDS = 0.15
SAMPLE_GAMES = 3

Sample = TypeVar("Sample")


class Measured(Protocol):
    """A game's module of `tools.bench_games`."""

    # The options of its tables, by title.
    TABLES: Mapping[str, Mapping[str, str]]
    # The command that counts as a move, and the offers that are measured, by name.
    MOVE: type
    CHOICES: Mapping[str, type]

    def rows(self, game: Any, /) -> Iterator[Row]:
        """The speeds of the compiled engine."""
        ...


class Subject(NamedTuple):
    """A table, and what is measured at it."""

    title: str
    game: AnyGame
    own: Measured


class Turn(NamedTuple):
    """A seat that has a choice."""

    state: Any
    seat: int
    offer: Any
    view: Any


def subjects() -> Iterator[Subject]:
    for name, kind in GAMES.items():
        place = f"tools.bench_games.{name.replace('-', '_')}"
        if find_spec(place) is None:
            continue
        module: Any = import_module(place)
        own: Measured = module
        for title, options in own.TABLES.items():
            yield Subject(title, kind.make(PLAYERS, options, kind.standard()), own)


def main() -> None:
    console = Console(highlight=False)
    for subject in subjects():
        table = Table(f"{subject.title}, four players, one core", "", box=None, pad_edge=False)
        table.columns[1].justify = "right"
        with console.status(f"measuring {subject.title}"):
            for row in (*game_rows(subject), *piece_rows(subject), *subject.own.rows(subject.game)):
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
    """What a seat's turn costs besides the rules: the view, its encoding, a bot's choice."""
    game = subject.game
    punter = policy(game, "punter")
    rng = Random(0)
    for phase, kind in subject.own.CHOICES.items():
        sample = turns(subject, kind)
        seeing = microseconds(lambda turn: game.view(turn.state, turn.seat), sample)
        yield f"view for {phase}", f"{seeing:,.1f} µs"
        encoding = microseconds(lambda turn: msgspec.json.encode(turn.view), sample)
        yield f"view as JSON for {phase}", f"{encoding:,.1f} µs"
        thinking = microseconds(lambda turn: punter.choose(turn.view, turn.offer, rng), sample)
        yield f"punter's choice of {phase}", f"{thinking:,.1f} µs"


def speeds(subject: Subject, source: Callable[[int], Chance]) -> tuple[float, float]:
    """Random games and moves per second, through `decide`."""
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
        yield state, isinstance(command, subject.own.MOVE)


def turns(subject: Subject, kind: type) -> list[Turn]:
    """Every choice with an offer of this kind in a few random games."""
    game = subject.game
    found = []
    for number in range(SAMPLE_GAMES):
        for state, _ in play(subject, QuickChance(number), Random(number)):
            for seat, offer, sole in map(msgspec.structs.astuple, turns_of(game, state)):
                if isinstance(offer, kind) and sole is None:
                    found.append(Turn(state, seat, offer, game.view(state, seat)))
    return found


def microseconds(work: Callable[[Sample], object], samples: Sequence[Sample]) -> float:
    """The mean time that `work` takes on a sample."""
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
