"""Rennfieber: compiled races compared with the reference engine, on one core.

All start from the same state. Processor time.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

from paddock.fast.progress import compilation_shown
from paddock.fast.rennfieber.figures import figures_of
from paddock.fast.rennfieber.play import PUNTER, RANDOM, play
from paddock.fast.rennfieber.table import TURNS
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import MoveRunner
from paddock.games.rennfieber.offers import BidOffer, MoveOffer, SlipsOffer
from paddock.games.rennfieber.state import Racing, State
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import turns
from paddock.kernel.refusal import Refusal
from tools.bench_games import ROUNDS, Row, seconds

TABLES: dict[str, dict[str, str]] = {"Rennfieber": {}}
MOVE = MoveRunner
CHOICES = {"an offer": BidOffer, "slips": SlipsOffer, "a move": MoveOffer}
RACES = 4_000
REFERENCE = 20
LOADED = 200


def rows(game: Rennfieber) -> Iterator[Row]:
    start, figures = first_race(game), figures_of(game.rules)
    fresh = Tables.of(game, [start], figures=figures)
    with compilation_shown():
        play(fresh.repeated(1), [RANDOM] * game.seats, one_race=True)
    speeds: dict[str, list[float]] = {"random": [], "punters": [], "reference": [], "ratio": []}
    for seed in range(ROUNDS):
        for title, policy in (("random", RANDOM), ("punters", PUNTER)):
            tables = fresh.repeated(RACES, seed)
            spent = seconds(partial(play, one_race=True), tables, [policy] * game.seats)
            speeds[title].append(int(tables.counted(TURNS).sum()) / spent)
        ends: list[State] = []
        spent = seconds(run, game, start, seed, ends)
        speeds["reference"].append(sum(end.past[-1].turns for end in ends) / spent)
        speeds["ratio"].append(speeds["random"][-1] / speeds["reference"][-1])
    loading = seconds(Tables.of, game, [start] * LOADED, figures) / LOADED
    yield "random races", f"{median(speeds['reference']):,.0f} turns/s"
    yield "compiled, random races", f"{median(speeds['random']):,.0f} turns/s"
    yield "compiled : reference", f"{median(speeds['ratio']):,.0f}"
    yield "compiled, punters' races", f"{median(speeds['punters']):,.0f} turns/s"
    yield "a race loaded from a state", f"{loading * 1e6:,.1f} µs"


def first_race(game: Rennfieber) -> State:
    """The start of a race in a random meeting."""
    state, chance, rng = game.initial(), QuickChance(0), Random(0)
    while not isinstance(state.phase, Racing):
        state = step(game, state, chance, rng)
    return state


def run(game: Rennfieber, start: State, seed: int, ends: list[State]) -> None:
    """Play random races through `decide`."""
    for number in range(REFERENCE):
        state, chance, rng = start, QuickChance(seed, number), Random(number)
        while isinstance(state.phase, Racing):
            state = step(game, state, chance, rng)
        ends.append(state)


def step(game: Rennfieber, state: State, chance: QuickChance, rng: Random) -> State:
    turn = next(turns(game, state))
    progress = game.decide(state, turn.seat, turn.offer.sample(rng), chance)
    if isinstance(progress, Refusal):
        raise TypeError(f"a legal command is rejected: {progress}")
    return progress.state
