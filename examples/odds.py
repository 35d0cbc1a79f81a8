"""Probabilities of the results of a starting grid of Royal Turf, in races between four punters.

    python examples/odds.py --seed 7 --svg odds.svg
    python examples/odds.py --cards NO2,OT3,CA1,EG2,SW1,AL3,RF2

A card is its horse's letters and a number from 1 to 3; the first horse starts in front.
With the packages of the extra `lab` the races are run on the fast engine.
"""

import os
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import typer
from msgspec.structs import replace

from paddock import fast
from paddock.bots import policy
from paddock.cli.progress_bar import bar
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.state import Betting, Grid, Pile, State
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Progress, chosen, turns
from paddock.kernel.text import english
from paddock.lab.intervals import wilson
from paddock.lab.metrics import Counts
from paddock.lab.page import picture
from paddock.lab.plots import stacked_bars
from paddock.lab.workers import count, serial, threads

if fast.available():
    from paddock.fast.progress import compilation_shown
    from paddock.fast.royal_turf.play import PUNTER, play
    from paddock.fast.royal_turf.tables import Tables

SEATS, CHUNK_SIZE, NUMBERS = 4, 200, "123"
RESULTS = ("first", "second", "third", "last", "pace")


def before_betting(game: RoyalTurf, seed: int, cards: str) -> tuple[State, Grid]:
    """The start of a meeting, with a random grid or with these cards in this order (RT2.3)."""
    begin = next(turns(game, game.initial())).sole
    assert begin is not None
    opened = game.decide(game.initial(), 0, begin, QuickChance(seed))
    assert isinstance(opened, Progress)
    state, phase = opened.state, opened.state.phase
    assert isinstance(phase, Betting)
    if not cards:
        return state, phase.grid
    horses = [horse.letters for horse in game.rules.edition.horses]
    named = cards.upper().split(",")
    turned = {card[:2]: (card[2:], -at) for at, card in enumerate(named)}
    known = {letters + number for letters in horses for number in NUMBERS}
    if len(named) != len(horses) or len(turned) != len(horses) or not known.issuperset(named):
        raise typer.BadParameter(f"one card each is needed of {', '.join(horses)}, such as NO2")
    numbers = [3 * at + NUMBERS.index(turned[horse][0]) for at, horse in enumerate(horses)]
    grid = Grid(tuple(numbers), tuple(turned[horse][1] for horse in horses))
    pile = Pile(tuple(card for card in range(3 * len(horses)) if card not in numbers))
    return replace(state, pile=pile, phase=replace(phase, grid=grid)), grid


def run_fast(game: RoyalTurf, start: State, seed: int, numbers: range) -> Counts:
    """How often each horse had each result in the races with these numbers."""
    tables = Tables.of(game, [start]).repeated(len(numbers), seed)
    tables.rows["number"] = numbers
    play(tables, [PUNTER] * SEATS, one_race=True)
    podiums, lasts, paces = (tables.rows[name].T for name in ("podiums", "lasts", "paces"))
    columns = zip(RESULTS, (*podiums[:3], lasts[0], paces[0]), strict=True)
    return Counter((result, horse) for result, column in columns for horse in column.tolist())


def run_reference(game: RoyalTurf, start: State, seed: int, numbers: range) -> Counts:
    """The same on the reference engine."""
    punter = policy(game, "punter")
    counts: Counts = Counter()
    for number in numbers:
        state, chance, rng = start, QuickChance(seed, number), Random(f"{seed}/{number}")
        while not state.past:
            turn = next(turns(game, state))
            command = chosen(game, state, turn, punter, rng)
            progress = game.decide(state, turn.seat, command, chance)
            assert isinstance(progress, Progress)
            state = progress.state
        race = state.past[0]
        assert race.pace is not None
        counts.update(zip(RESULTS, (*race.podium, race.last, race.pace), strict=True))
    return counts


def main(seed: int = 1, cards: str = "", races: int = 0, svg: Path = Path("odds.svg")) -> None:
    """Print the share of each result in percent, with 95% confidence intervals, and plot it."""
    game = RoyalTurf.make(SEATS, {}, RoyalTurf.standard())
    start, grid = before_betting(game, seed, cards)
    if fast.available():
        work, executor, races = run_fast, threads(os.cpu_count() or 1), races or 100_000
        with compilation_shown():
            run_fast(game, start, seed, range(1))
    else:
        work, executor, races = run_reference, serial, races or 300
        print(f"The reference engine runs {races} races instead. {english(fast.missing())}")
    with bar(races) as on_progress:
        run = partial(work, game, start, seed)
        counts = count(run, races, CHUNK_SIZE, executor, on_progress)
    print(f"{races:,} races: percent, with 95% confidence intervals\n")
    print(f"{'horse':<12}card start", *(f"{result:>16}" for result in RESULTS))
    rows = []
    for horse, about in enumerate(game.rules.edition.horses):
        first, second, third, last, pace = (counts[result, horse] for result in RESULTS)
        kinds = (first, second, third, races - first - second - third - last, last)
        rows.append((about.name, [number / races for number in kinds]))
        card, space = grid.cards[horse] % 3, game.rules.edition.space(grid.starts[horse])
        cells = (interval(number, races) for number in (first, second, third, last, pace))
        print(f"{about.name:<12} {about.letters}{NUMBERS[card]} {space:>5}", *cells)
    legend = ("first", "second", "third", "rest", "last")
    svg.write_text(
        picture(stacked_bars("Probabilities of the results", legend, rows)), encoding="utf-8"
    )
    print(f"\nThe plot is in {svg}")


def interval(number: int, races: int) -> str:
    low, high = wilson(number, races)
    return f"{100 * number / races:5.1f} ({100 * low:.1f}–{100 * high:.1f})".rjust(16)


if __name__ == "__main__":
    typer.run(main)
