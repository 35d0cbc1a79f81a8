"""Royal Turf: the speed of the compiled engine against the same algorithm in C, on one core.

Both play the same random games and take turns, so a busy machine slows both; the ratio is the
median over the rounds. Times are processor time.
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
Pair = tuple[float, float]


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
        yield from _beside(game, version)


def _alone(game: RoyalTurf, policy: int, games: int, title: str) -> Iterator[Row]:
    speeds = []
    for seed in range(ROUNDS):
        tables = Tables.new(game, range(games), seed)
        speeds.append(games / seconds(play, tables, [policy] * game.seats))
    yield f"compiled, {title}", f"{median(speeds):,.0f} games/s"


def _beside(game: RoyalTurf, version: in_c.Version) -> Iterator[Row]:
    who, figures = [RANDOM] * game.seats, {"games": list[Pair](), "moves": list[Pair]()}
    for seed in range(ROUNDS):
        tables, others = (Tables.new(game, range(GAMES), seed) for _ in range(2))
        ours = seconds(play, tables, who)
        theirs = seconds(version.play, others, OVER)
        figures["games"].append((GAMES / ours, GAMES / theirs))
        for races in (tables, others):
            races.rows[:] = Tables.new(game, range(GAMES), seed).rows
            version.play(races, ROLLING)
        ours = seconds(partial(play, one_race=True), tables, who)
        theirs = seconds(version.play, others, WAITING)
        moves = int(tables.rows["moves"].sum())
        if moves != int(others.rows["moves"].sum()):
            raise ValueError("C has played other races")
        figures["moves"].append((moves / ours, moves / theirs))
    for unit, title in (("games", "random games"), ("moves", "moves of random races")):
        ours, theirs = (median(pair[at] for pair in figures[unit]) for at in (0, 1))
        yield f"compiled, {title}", f"{ours:,.0f} {unit}/s"
        yield f"in C, {title}", f"{theirs:,.0f} {unit}/s"
        ratio = median(ours / theirs for ours, theirs in figures[unit])
        yield "compiled against C", f"{ratio:.0%}"
