"""The arena: compares policies so that neither seats nor cards favour any of them.

A line-up is a policy for each seat. A round plays every line-up in every rotation of its seats, all
with the same cards and dice; these and the seating change from round to round. Games of a round
are correlated, so rounds are the clusters of all intervals (`intervals.ClusterSums`).

A policy's rating is its mean pairwise win rate: how often it finishes with more money than a seat
of a different policy. A tie counts half, so 50 % is average. In `field`, `one` and `first`, all
pairs meet equally often, so a model such as Bradley-Terry would give the same ranking; the plain
rate also stays finite for a policy that never loses.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations
from math import lcm, log2
from random import Random
from time import perf_counter_ns
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from paddock.games import AnyGame
from paddock.kernel.game import Offer, Rng
from paddock.lab.engine import REFERENCE, chunk_size
from paddock.lab.intervals import ClusterSums, Share
from paddock.lab.metrics import Counts
from paddock.lab.plan import AnyPolicy, LazyTable, Plan, play
from paddock.lab.reproduce import Report
from paddock.lab.workers import (
    Counted,
    Executor,
    Interrupted,
    OnProgress,
    RunFailed,
    add,
    count,
    serial,
)

Lineup = tuple[str, ...]
# The points of a win: up to six winners can share them in integers.
WIN = lcm(*range(1, 7))
TIE, AHEAD = 1, 2
PAIR = 2
# The first item of every key that was counted in an unfinished round.
OPEN = "open"
SCORES = ("win", "alone", "ahead")
# Latencies are counted in logarithmic bins: 16 per doubling, so they are 4 % wide.
BINS_PER_DOUBLING = 16
NS_PER_MS = 1_000_000
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def field(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Every combination of the policies, except a single policy in all seats."""
    mixed = combinations_with_replacement(policies, players)
    return tuple(lineup for lineup in mixed if len(set(lineup)) > 1)


def one(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Each policy alone against several of each other one; with two seats, each pair once."""
    pairs = combinations(policies, 2) if players == PAIR else permutations(policies, 2)
    return tuple((single, *[other] * (players - 1)) for single, other in pairs)


def first(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """The first of two policies alone against several of the second: for a slow policy."""
    single, other = policies
    return ((single, *[other] * (players - 1)),)


class Entrant(Struct, frozen=True):
    """A policy's results in all its seats.

    `money` has the quantiles of `QUANTILES`. `decisions` leaves out forced moves; `median_ms` and
    `slow_ms` are the median and the 95th percentile of the decision latency.
    """

    policy: str
    rating: Share
    wins: Share
    mean_money: float
    money: tuple[int, ...]
    decisions: int
    median_ms: float
    slow_ms: float


class Pair(Struct, frozen=True):
    """How often a seat of one policy finishes ahead of a seat of another; a tie counts half.

    `alone` is the policy's share of wins where it held one seat and the other policy all the rest,
    if that was played.
    """

    policy: str
    other: str
    ahead: Share
    alone: Share | None


class Standings(Report, frozen=True):
    """An arena's report, the best policy first. Only latencies differ when it is repeated.

    `rounds` counts complete rounds. It is 0 if the arena was stopped during the first round, of
    which `games` were played. `par` is the share of wins of an average policy: 1 / seats.
    """

    lineups: tuple[Lineup, ...]
    rounds: int
    games: int
    par: float
    entrants: tuple[Entrant, ...]
    pairs: tuple[Pair, ...]


def plans(
    game: AnyGame,
    lineups: Sequence[Lineup],
    seed: int,
    third_party: Mapping[str, str] | None = None,
    logs: str | None = None,
) -> tuple[Plan, ...]:
    """A plan for each line-up of this game."""
    return tuple(Plan.of(game, lineup, seed, third_party, logs) for lineup in lineups)


def contest(
    lineups: Sequence[Plan],
    rounds: int,
    executor: Executor = serial,
    on_progress: OnProgress | None = None,
) -> Standings:
    """Play rounds 0 .. rounds - 1 of these line-ups.

    `RunFailed` and `Interrupted` carry the standings after the last complete round, or after the
    games so far if there is none.
    """
    names = {name for plan in lineups for name in plan.policies}
    met = {pair for plan in lineups for pair in permutations(set(plan.policies), 2)}
    if rounds < 1 or len(names) == 1 or met != set(permutations(names, 2)):
        raise ValueError("at least one round is needed, and every policy must meet every other")
    games = _games(lineups)
    work = partial(count_games, tuple(map(LazyTable, lineups)))
    size = min(map(chunk_size, lineups))
    merge = partial(_merge, len(games))
    try:
        counts = count(work, rounds * len(games), size, executor, on_progress, merge)
    except (RunFailed, Interrupted) as cut:
        if cut.counted.done:
            cut.report = _so_far(lineups, cut.counted)
        raise
    return _standings(lineups, Rounds(games, rounds, counts))


def _games(lineups: Sequence[Plan]) -> tuple[Lineup, ...]:
    """The line-up of each game of a round, in the order in which they are played."""
    return tuple(plan.policies for plan in lineups for _ in plan.policies)


def count_games(lineups: Sequence[LazyTable], numbers: range) -> Counts:
    """The counts of the games with these numbers, each round under separate keys."""
    players = len(lineups[0].plan.policies)
    counts: Counts = Counter()
    for number in numbers:
        round_number, at = divmod(number, players * len(lineups))
        lineup, rotation = divmod(at, players)
        for key, value in _count_game(lineups[lineup], round_number, rotation).items():
            counts[OPEN, round_number, *key] += value
    return counts


def _count_game(lineup: LazyTable, number: int, rotation: int) -> Counts:
    """Play the game of this round in which everyone has moved on by `rotation` seats."""
    counts: Counts = Counter()
    plan, (game, policies) = lineup.plan, lineup.made
    named = zip(policies, plan.policies, strict=True)
    bots = [Timed(policy, name, counts) for policy, name in named]
    seating = _seating(bots, plan.seed, number, rotation)
    names = [bot.name for bot in seating]
    record = plan.record(game, names, number, f"round{number:05}-turn{rotation + 1}")
    final = play(game, seating, plan.seed, number, lambda _event: None, record)
    purses = final.ledger.purses
    counts.update(("money", *held) for held in zip(names, purses, strict=True))
    _score(counts, names, game.winners(final), purses)
    return counts


def _merge(games: int, total: Counts, counts: Counts, done: int) -> Counts:
    """Add counts; the scores of every complete round become a sum and a sum of squares."""
    both = add(total, counts, done)
    complete = range(done // games)
    for key in [key for key in both if key[0] == OPEN and key[1] in complete]:
        number, (kind, *rest) = both.pop(key), key[2:]
        if kind in SCORES:
            both["sum", kind, *rest] += number
            both["squares", kind, *rest] += number**2
        else:
            both[kind, *rest] += number
    return both


class Timed:
    """A named policy that counts the latency of its decisions."""

    def __init__(self, policy: AnyPolicy, name: str, counts: Counts) -> None:
        self.name = name
        self._policy = policy
        self._counts = counts

    def choose(self, view: Any, offer: Offer[Any], rng: Rng) -> Any:
        began = perf_counter_ns()
        command = self._policy.choose(view, offer, rng)
        elapsed = max(perf_counter_ns() - began, 1)
        self._counts["time", self.name, round(BINS_PER_DOUBLING * log2(elapsed))] += 1
        return command


def _seating(bots: Sequence[Timed], seed: int, number: int, rotation: int) -> list[Timed]:
    """The random seating of this round, rotated."""
    order = list(bots)
    Random(f"{seed}/{number}/seating").shuffle(order)
    return order[rotation:] + order[:rotation]


def _score(
    scores: Counts, names: Sequence[str], winners: Sequence[int], purses: Sequence[int]
) -> None:
    """Count one game: wins, wins of a lone policy, and who finished ahead of whom."""
    kinds = Counter(names)
    for seat in winners:
        scores["win", names[seat]] += WIN // len(winners)
        if kinds[names[seat]] == 1 and len(kinds) == PAIR:
            (other,) = kinds.keys() - {names[seat]}
            scores["alone", names[seat], other] += WIN // len(winners)
    for (name, money), (rival, their_money) in permutations(zip(names, purses, strict=True), 2):
        if name != rival and money >= their_money:
            points = AHEAD if money > their_money else TIE
            scores["ahead", name] += points
            scores["ahead", name, rival] += points


class Rounds(Struct, frozen=True):
    """All counts of complete rounds, and the statistics computed from them."""

    games: tuple[Lineup, ...]
    rounds: int
    counts: Counts

    def entrant(self, name: str) -> Entrant:
        money, times = self._distribution("money", name), self._distribution("time", name)
        games = [lineup for lineup in self.games if name in lineup]
        seats = sum(lineup.count(name) for lineup in games)
        comparisons = sum(
            lineup.count(name) * (len(lineup) - lineup.count(name)) for lineup in games
        )
        return Entrant(
            name,
            self._share(("ahead", name), games, AHEAD * comparisons),
            # A policy wins a game at most once, whatever its seats: so per game, then per seat.
            self._share(("win", name), games, WIN * len(games)).scaled(len(games) / seats),
            sum(amount * number for amount, number in money.items()) / money.total(),
            tuple(quantile(money, p) for p in QUANTILES),
            times.total(),
            *(2 ** (quantile(times, p) / BINS_PER_DOUBLING) / NS_PER_MS for p in (0.5, 0.95)),
        )

    def pair(self, name: str, other: str) -> Pair:
        games = [lineup for lineup in self.games if name in lineup and other in lineup]
        comparisons = sum(lineup.count(name) * lineup.count(other) for lineup in games)
        lone = [lineup for lineup in games if Counter(lineup) == {name: 1, other: len(lineup) - 1}]
        return Pair(
            name,
            other,
            self._share(("ahead", name, other), games, AHEAD * comparisons),
            self._share(("alone", name, other), lone, WIN * len(lone)) if lone else None,
        )

    def _share(self, key: tuple[str, ...], games: Sequence[Lineup], max_points: int) -> Share:
        """The share of `max_points` scored in these games of a round."""
        total, squares = (self.counts[what, *key] for what in ("sum", "squares"))
        return ClusterSums(self.rounds, total, squares).share(max_points, len(games))

    def _distribution(self, *prefix: str) -> Counter[int]:
        return Counter(
            {
                value: number
                for (*key, value), number in self.counts.items()
                if tuple(key) == prefix and isinstance(value, int)
            }
        )


def _so_far(lineups: Sequence[Plan], counted: Counted) -> Standings:
    games = _games(lineups)
    rounds = counted.done // len(games)
    if rounds:
        return _standings(lineups, Rounds(games, rounds, counted.counts))
    # These games count as one round, which gives intervals from 0 to 100 %.
    counts = _merge(counted.done, counted.counts, Counter(), counted.done)
    standings = _standings(lineups, Rounds(games[: counted.done], 1, counts))
    return replace(standings, rounds=0)


def _standings(lineups: Sequence[Plan], played: Rounds) -> Standings:
    names = {name: None for lineup in played.games for name in lineup}
    entrants = sorted(map(played.entrant, names), key=lambda entrant: -entrant.rating.share)
    ranked = [entrant.policy for entrant in entrants]
    met = {pair for lineup in played.games for pair in permutations(lineup, 2)}
    return Standings(
        **asdict(Report.of(lineups[0], REFERENCE.name)),
        lineups=tuple(plan.policies for plan in lineups),
        rounds=played.rounds,
        games=played.rounds * len(played.games),
        par=1 / len(played.games[0]),
        entrants=tuple(entrants),
        pairs=tuple(played.pair(*pair) for pair in permutations(ranked, 2) if pair in met),
    )


def quantile(values: Counter[int], p: float) -> int:
    """The smallest value that is at least as great as a share p of all values."""
    left = p * values.total()
    for value in sorted(values):
        left -= values[value]
        if left <= 0:
            return value
    raise ValueError("there are no values")
