"""Prints speeds on one core of this machine. It checks no thresholds: the machine may be busy.

Processor time; each number is the median of several short rounds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import fmean, median
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from rich.console import Console
from rich.table import Table

from paddock.bots import policy
from paddock.games import GAMES, AnyGame
from paddock.kernel.chance import Chance, KeyedChance, QuickChance, seed_of_number
from paddock.kernel.game import turns as turns_of
from paddock.kernel.refusal import Refusal
from tools.bench_games import Row
from tools.speeds import speed

PLAYERS = 4
ROUNDS = 7
GAME_SECONDS = 0.5
PIECE_SECONDS = 0.15
SAMPLE_GAMES = 3

Sample = TypeVar("Sample")


class BenchModule(Protocol):
    """A game's module `tools.bench_games.<game>`."""

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
    module: BenchModule


class Turn(NamedTuple):
    """A seat that has a choice."""

    state: Any
    seat: int
    offer: Any
    view: Any


def subjects() -> Iterator[Subject]:
    for name, kind in GAMES.items():
        path = f"tools.bench_games.{name.replace('-', '_')}"
        if find_spec(path):
            found: Any = import_module(path)
            module: BenchModule = found
            for title, options in module.TABLES.items():
                yield Subject(title, kind.make(PLAYERS, options, kind.standard()), module)


def main() -> None:
    console = Console(highlight=False)
    for subject in subjects():
        table = Table(f"{subject.title}, four players, one core", "", box=None, pad_edge=False)
        table.columns[1].justify = "right"
        with console.status(f"measuring {subject.title}"):
            compiled = subject.module.rows(subject.game)
            for row in (*game_rows(subject), *piece_rows(subject), *compiled):
                table.add_row(*row)
        console.print(table)
        console.print()


def game_rows(subject: Subject) -> Iterator[Row]:
    quick, moves = game_speeds(subject, QuickChance)
    yield "random play", f"{quick:,.0f} games/s"
    yield "", f"{moves:,.0f} moves/s"
    provable, moves = game_speeds(subject, lambda number: KeyedChance(seed_of_number(number)))
    yield "random play, provable dice", f"{provable:,.0f} games/s"
    yield "", f"{moves:,.0f} moves/s"
    yield "provable dice : quick dice", f"{provable / quick:.0%}"


def piece_rows(subject: Subject) -> Iterator[Row]:
    """The costs of a turn besides the rules: the view, its encoding, a bot's decision."""
    game = subject.game
    punter = policy(game, "punter")
    rng = Random(0)
    for choice, kind in subject.module.CHOICES.items():
        sample = turns(subject, kind)
        view = microseconds(lambda turn: game.view(turn.state, turn.seat), sample)
        yield f"view for {choice}", f"{view:,.1f} µs"
        encoding = microseconds(lambda turn: msgspec.json.encode(turn.view), sample)
        yield f"view as JSON for {choice}", f"{encoding:,.1f} µs"
        decision = microseconds(lambda turn: punter.choose(turn.view, turn.offer, rng), sample)
        yield f"punter's choice of {choice}", f"{decision:,.1f} µs"


def game_speeds(subject: Subject, chance: Callable[[int], Chance]) -> tuple[float, float]:
    """Random games and moves per second, through `decide`."""
    moves: list[int] = []  # of each game

    def work() -> int:
        number = len(moves)
        moves.append(sum(moved for _, moved in play(subject, chance(number), Random(number))))
        return moves[-1]

    moves_per_second = median(speed(work, GAME_SECONDS) for _ in range(ROUNDS))
    return moves_per_second / fmean(moves), moves_per_second


def play(subject: Subject, chance: Chance, rng: Random) -> Iterator[tuple[Any, bool]]:
    """A random game: the state after each command, and whether a horse has moved."""
    game = subject.game
    state = game.initial()
    while (turn := next(turns_of(game, state), None)) is not None:
        command = turn.offer.sample(rng)
        progress = game.decide(state, turn.seat, command, chance)
        if isinstance(progress, Refusal):
            raise TypeError(f"a legal command is rejected: {progress}")
        state = progress.state
        yield state, isinstance(command, subject.module.MOVE)


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
    """The mean time per sample, as the median of several rounds."""

    def every() -> int:
        for sample in samples:
            work(sample)
        return len(samples)

    return 1e6 / median(speed(every, PIECE_SECONDS) for _ in range(ROUNDS))


if __name__ == "__main__":
    main()
