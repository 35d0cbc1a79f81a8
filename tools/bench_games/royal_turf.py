"""Royal Turf: the compiled engine compared with the same algorithm in C, on one core.

Both play the same random games in interleaved rounds, so a busy machine slows both; the ratio is
the median over the rounds. Processor time.
"""

from collections.abc import Iterator
from functools import partial
from statistics import median

from paddock.fast.progress import compilation_shown
from paddock.fast.royal_turf.play import PUNTER, RANDOM, play
from paddock.fast.royal_turf.tables import OVER, ROLLING, WAITING, Tables
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import MoveHorse
from paddock.games.royal_turf.offers import BetOffer, MoveOffer
from tools.bench_games import ROUNDS, Row, in_c, seconds

TABLES = {
    "Royal Turf, open bets": {"hidden_bets": "off"},
    "Royal Turf, hidden bets": {"hidden_bets": "on"},
}
MOVE = MoveHorse
CHOICES = {"a bet": BetOffer, "a move": MoveOffer}
GAMES = 8_000
PUNTERS = 60


def rows(game: RoyalTurf) -> Iterator[Row]:
    """Whole games, then races alone; in both languages if there is a C compiler."""
    with compilation_shown():
        play(Tables.new(game, range(1)), [RANDOM] * game.seats)
    yield from _alone(game, PUNTER, PUNTERS, "punters")
    compiler = in_c.compiler()
    if compiler is None:
        yield from _alone(game, RANDOM, GAMES, "random games")
        yield "in C", "no compiler here"
        return
    with in_c.compiled(compiler) as version:
        yield from _compared(game, version)


def _alone(game: RoyalTurf, policy: int, games: int, title: str) -> Iterator[Row]:
    speeds = []
    for seed in range(ROUNDS):
        tables = Tables.new(game, range(games), seed)
        speeds.append(games / seconds(play, tables, [policy] * game.seats))
    yield f"compiled, {title}", f"{median(speeds):,.0f} games/s"


def _compared(game: RoyalTurf, version: in_c.Version) -> Iterator[Row]:
    policies = [RANDOM] * game.seats
    speeds: dict[str, list[tuple[float, float]]] = {"games": [], "moves": []}
    for seed in range(ROUNDS):
        ours, theirs = (Tables.new(game, range(GAMES), seed) for _ in range(2))
        spent = seconds(play, ours, policies), seconds(version.play, theirs, OVER)
        speeds["games"].append((GAMES / spent[0], GAMES / spent[1]))
        for races in (ours, theirs):
            races.rows[:] = Tables.new(game, range(GAMES), seed).rows
            version.play(races, ROLLING)
        race = partial(play, one_race=True)
        spent = seconds(race, ours, policies), seconds(version.play, theirs, WAITING)
        moves = int(ours.rows["moves"].sum())
        if moves != int(theirs.rows["moves"].sum()):
            raise ValueError("C has played different races")
        speeds["moves"].append((moves / spent[0], moves / spent[1]))
    for unit, title in (("games", "random games"), ("moves", "moves of random races")):
        numba, c = map(median, zip(*speeds[unit], strict=True))
        yield f"compiled, {title}", f"{numba:,.0f} {unit}/s"
        yield f"in C, {title}", f"{c:,.0f} {unit}/s"
        yield "compiled : C", f"{median(a / b for a, b in speeds[unit]):.0%}"
