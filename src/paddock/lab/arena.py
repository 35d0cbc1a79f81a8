"""The arena: compares policies so that neither seats nor cards favour any of them.

A line-up is who sits at one table. A round plays every line-up in every rotation of its seats, all
on the same cards and dice. The next round has other cards and dice, and other neighbours. Only
rounds are independent of each other, so every interval is computed from rounds (`intervals.Sums`).

A policy's rating is how often it finishes ahead of a seat of another policy; a draw counts half,
so 50 % is average. Models such as Bradley-Terry's are for entrants that met unequal opponents.
Here every policy meets every other equally often, so the plain share gives the same ranking. It
also stays finite for a policy that never loses, and its interval needs no model.
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
from paddock.lab.engine import REFERENCE, few
from paddock.lab.intervals import Share, Sums
from paddock.lab.metrics import Counts
from paddock.lab.reproduce import Report
from paddock.lab.table import AnyPolicy, Plan, Seated, play
from paddock.lab.workers import Counted, Crew, Interrupted, Lost, Told, added, alone, count, silence

Lineup = tuple[str, ...]
# A win is counted in this many parts, so that up to six winners can share it in whole numbers.
WHOLE = lcm(*range(1, 7))
DRAWN, AHEAD = 1, 2
PAIR = 2
# The first part of every key that was counted in an unfinished round.
OPEN = "open"
SCORES = ("win", "alone", "ahead")
# Times are counted in classes 4 % apart, sixteen for each doubling: exact enough, and few.
STEPS = 16
NANOSECONDS = 1_000_000  # in a millisecond
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def field(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Every combination of these policies, except a single policy in all seats."""
    mixed = combinations_with_replacement(policies, players)
    return tuple(lineup for lineup in mixed if len(set(lineup)) > 1)


def one(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Each policy alone among seats of each other; at a table of two, each pair once."""
    pairs = combinations(policies, 2) if players == PAIR else permutations(policies, 2)
    return tuple((single, *[other] * (players - 1)) for single, other in pairs)


def first(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """The first of two policies alone among seats of the other: for a slow policy."""
    single, other = policies
    return ((single, *[other] * (players - 1)),)


class Entrant(Struct, frozen=True):
    """How a policy fared over all its seats.

    `money` has the quantiles of `QUANTILES`. `median_ms` and `slow_ms`, the 95th percentile, say
    how many milliseconds a choice took. Forced moves are not choices.
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
    """How often a policy's seat finishes ahead of another's; a draw counts half.

    `alone` is its share of wins where it held one seat and the other policy all the rest, if that
    was played; with n seats, par is one in n.
    """

    policy: str
    other: str
    ahead: Share
    alone: Share | None


class Standings(Report, frozen=True):
    """An arena's report, the best policy first. Only the times differ when it is repeated.

    `rounds` counts complete rounds. It is 0 if the arena was stopped during the first round, of
    which `games` were played.
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
    outside: Mapping[str, str] | None = None,
    logs: str | None = None,
) -> tuple[Plan, ...]:
    """A plan for each line-up of this game."""
    return tuple(Plan.of(game, lineup, seed, outside, logs) for lineup in lineups)


def contest(
    lineups: Sequence[Plan], rounds: int, crew: Crew = alone, told: Told = silence
) -> Standings:
    """Play rounds 0 .. rounds - 1 of these line-ups; `told` is called with the games just played.

    `Lost` and `Interrupted` carry the standings after the last complete round, or after the games
    so far if there is none.
    """
    names = {name for plan in lineups for name in plan.policies}
    met = {pair for plan in lineups for pair in permutations(set(plan.policies), 2)}
    if rounds < 1 or len(names) == 1 or met != set(permutations(names, 2)):
        raise ValueError("there must be a round, and every policy must meet every other")
    games = _games(lineups)
    work = partial(count_games, tuple(map(Seated, lineups)))
    chunk = min(map(few, lineups))
    try:
        counts = count(work, rounds * len(games), chunk, crew, told, partial(_enter, len(games)))
    except (Lost, Interrupted) as cut:
        if cut.counted.done:
            cut.report = _so_far(lineups, cut.counted)
        raise
    return _standings(lineups, Rounds(games, rounds, counts))


def _games(lineups: Sequence[Plan]) -> tuple[Lineup, ...]:
    """Who meets in each game of a round, in the order in which they are played."""
    return tuple(plan.policies for plan in lineups for _ in plan.policies)


def count_games(lineups: Sequence[Seated], numbers: range) -> Counts:
    """The counts of the games of these numbers, each round under keys of its own."""
    players = len(lineups[0].plan.policies)
    counts: Counts = Counter()
    for number in numbers:
        number_of_round, at = divmod(number, players * len(lineups))
        lineup, turn = divmod(at, players)
        for key, found in _count_game(lineups[lineup], number_of_round, turn).items():
            counts[OPEN, number_of_round, *key] += found
    return counts


def _count_game(lineup: Seated, number: int, turn: int) -> Counts:
    """Play the game of this round in which everyone has moved on by `turn` seats."""
    counts: Counts = Counter()
    plan, (game, policies) = lineup.plan, lineup.table
    named = zip(policies, plan.policies, strict=True)
    bots = [Timed(policy, name, counts) for policy, name in named]
    seated = _seating(bots, plan.seed, number, turn)
    names = [bot.name for bot in seated]
    record = plan.record(game, names, number, f"round{number:05}-turn{turn + 1}")
    final = play(game, seated, plan.seed, number, lambda _event: None, record)
    purses = final.ledger.purses
    counts.update(("money", *held) for held in zip(names, purses, strict=True))
    _score(counts, names, game.winners(final), purses)
    return counts


def _enter(games: int, total: Counts, part: Counts, done: int) -> Counts:
    """Add a part; the scores of every finished round become a sum and a sum of squares."""
    both = added(total, part, done)
    over = range(done // games)
    for key in [key for key in both if key[0] == OPEN and key[1] in over]:
        number, (kind, *rest) = both.pop(key), key[2:]
        if kind in SCORES:
            both["sum", kind, *rest] += number
            both["squares", kind, *rest] += number**2
        else:
            both[kind, *rest] += number
    return both


class Timed:
    """A named policy that counts how long each of its choices takes."""

    def __init__(self, policy: AnyPolicy, name: str, counts: Counts) -> None:
        self.name = name
        self._policy = policy
        self._counts = counts

    def choose(self, view: Any, offer: Offer[Any], rng: Rng) -> Any:
        began = perf_counter_ns()
        command = self._policy.choose(view, offer, rng)
        taken = max(perf_counter_ns() - began, 1)
        self._counts["time", self.name, round(STEPS * log2(taken))] += 1
        return command


def _seating(bots: Sequence[Timed], seed: int, number: int, turn: int) -> list[Timed]:
    """The seating of this round, moved on by `turn` seats."""
    order = list(bots)
    Random(f"{seed}/{number}/seating").shuffle(order)
    return order[turn:] + order[:turn]


def _score(
    scores: Counts, names: Sequence[str], winners: Sequence[int], purses: Sequence[int]
) -> None:
    """Count one game: wins, wins of a lone policy, and who finished ahead of whom."""
    kinds = Counter(names)
    for seat in winners:
        scores["win", names[seat]] += WHOLE // len(winners)
        if kinds[names[seat]] == 1 and len(kinds) == PAIR:
            (other,) = kinds.keys() - {names[seat]}
            scores["alone", names[seat], other] += WHOLE // len(winners)
    for (name, money), (rival, less) in permutations(zip(names, purses, strict=True), 2):
        if name != rival and money >= less:
            points = AHEAD if money > less else DRAWN
            scores["ahead", name] += points
            scores["ahead", name, rival] += points


class Rounds(Struct, frozen=True):
    """All counts of rounds of these games, and the figures computed from them."""

    games: tuple[Lineup, ...]
    rounds: int
    counts: Counts

    def entrant(self, name: str) -> Entrant:
        money, times = self._distribution("money", name), self._distribution("time", name)
        games = [lineup for lineup in self.games if name in lineup]
        seats = sum(lineup.count(name) for lineup in games)
        meetings = sum(lineup.count(name) * (len(lineup) - lineup.count(name)) for lineup in games)
        return Entrant(
            name,
            self._share(("ahead", name), games, AHEAD * meetings),
            # All seats of a policy together can win a game once: computed by game, shown by seat.
            self._share(("win", name), games, WHOLE * len(games)).scaled(len(games) / seats),
            sum(amount * number for amount, number in money.items()) / money.total(),
            tuple(quantile(money, part) for part in QUANTILES),
            times.total(),
            *(2 ** (quantile(times, part) / STEPS) / NANOSECONDS for part in (0.5, 0.95)),
        )

    def have_met(self, name: str, other: str) -> bool:
        return any(name in lineup and other in lineup for lineup in self.games)

    def pair(self, name: str, other: str) -> Pair:
        games = [lineup for lineup in self.games if name in lineup and other in lineup]
        meetings = sum(lineup.count(name) * lineup.count(other) for lineup in games)
        lone = [lineup for lineup in games if Counter(lineup) == {name: 1, other: len(lineup) - 1}]
        return Pair(
            name,
            other,
            self._share(("ahead", name, other), games, AHEAD * meetings),
            self._share(("alone", name, other), lone, WHOLE * len(lone)) if lone else None,
        )

    def _share(self, key: tuple[str, ...], games: Sequence[Lineup], most: int) -> Share:
        """The share of points scored in these games of a round, `most` points being possible."""
        total, squares = (self.counts[what, *key] for what in ("sum", "squares"))
        return Sums(self.rounds, total, squares).share(most, len(games))

    def _distribution(self, what: str, name: str) -> Counter[int]:
        return Counter(
            {
                value: number
                for (kind, *rest, value), number in self.counts.items()
                if (kind, *rest) == (what, name) and isinstance(value, int)
            }
        )


def _so_far(lineups: Sequence[Plan], counted: Counted) -> Standings:
    games = _games(lineups)
    rounds = counted.done // len(games)
    if rounds:
        return _standings(lineups, Rounds(games, rounds, counted.counts))
    # These games count as one round, which gives intervals from 0 to 100 %.
    counts = _enter(counted.done, counted.counts, Counter(), counted.done)
    standings = _standings(lineups, Rounds(games[: counted.done], 1, counts))
    return replace(standings, rounds=0)


def _standings(lineups: Sequence[Plan], sums: Rounds) -> Standings:
    names = {name: None for lineup in sums.games for name in lineup}
    entrants = sorted(map(sums.entrant, names), key=lambda entrant: -entrant.rating.share)
    ranked = [entrant.policy for entrant in entrants]
    met = (pair for pair in permutations(ranked, 2) if sums.have_met(*pair))
    return Standings(
        **asdict(Report.of(lineups[0], REFERENCE.name)),
        lineups=tuple(plan.policies for plan in lineups),
        rounds=sums.rounds,
        games=sums.rounds * len(sums.games),
        par=1 / len(sums.games[0]),
        entrants=tuple(entrants),
        pairs=tuple(sums.pair(name, other) for name, other in met),
    )


def quantile(counted: Counter[int], part: float) -> int:
    """The smallest value that is at least as great as this part of all values."""
    left = part * counted.total()
    for value in sorted(counted):
        left -= counted[value]
        if left <= 0:
            return value
    raise ValueError("nothing was counted")
