"""The arena: which policy is the stronger, when no seat and no luck of the cards favours any.

A line-up is who sits at one table. A round plays every line-up in every rotation of its seats, all
on the same cards and dice; from round to round these change, and so does who sits beside whom. A
round is therefore the one independent unit, and every interval is reckoned from rounds
(`intervals.Sums`).

A policy's rating is how often it finishes ahead of a seat of another policy, a draw as half: 50 %
is the field's level. Models such as Bradley-Terry's are for entrants that met unequal opponents;
here, by design, each meets each equally often, so that the plain share ranks them as such a model
would, stays finite for who never loses, and has an interval that supposes nothing.
"""

from __future__ import annotations

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
from paddock.lab.again import Report
from paddock.lab.engine import REFERENCE, few
from paddock.lab.intervals import Share, Sums
from paddock.lab.metrics import Counts
from paddock.lab.table import AnyPolicy, Plan, Seated, play
from paddock.lab.workers import Counted, Crew, Interrupted, Lost, Told, added, alone, count, silence

Lineup = tuple[str, ...]
# A win that k share is a k-th to each: in these parts it is whole for up to six.
WHOLE = lcm(*range(1, 7))
DRAWN, AHEAD = 1, 2
PAIR = 2
# What begins the key of all that was counted in a round that is not over.
OPEN = "open"
SCORES = ("win", "alone", "ahead")
# Times are kept by sixteenths of a doubling, 4 % apart: enough to be told, and soon counted.
STEPS = 16
NANOSECONDS = 1_000_000  # in a millisecond
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def field(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Every company that these policies can make, but for those of one kind alone."""
    mixed = combinations_with_replacement(policies, players)
    return tuple(lineup for lineup in mixed if len(set(lineup)) > 1)


def one(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """Each policy alone among seats of each other; at a table of two, each pair once."""
    pairs = combinations(policies, 2) if players == PAIR else permutations(policies, 2)
    return tuple((single, *[other] * (players - 1)) for single, other in pairs)


def first(policies: Sequence[str], players: int) -> tuple[Lineup, ...]:
    """The first of two alone among seats of the other: for one that takes its time."""
    single, other = policies
    return ((single, *[other] * (players - 1)),)


class Entrant(Struct, frozen=True):
    """How a policy fared over all its seats.

    `money` has the quantiles of `QUANTILES`; of the time that a choice took, in milliseconds,
    these are the median and the 95th percentile. Forced moves are no choices.
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
    """How often a policy's seat finishes ahead of another's, a draw as half.

    `alone` is its share of wins as the only one of its kind among that other, where that was
    played; par for it is one in as many as there are seats.
    """

    policy: str
    other: str
    ahead: Share
    alone: Share | None


class Standings(Report, frozen=True):
    """What an arena tells, the best first. All but the times follows from its first lines.

    `rounds` are whole ones: none if it was stopped amid the first, `games` of which were played.
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
    """Play rounds 0 .. rounds - 1 of these line-ups; `told` hears of every game that is done.

    `Lost` and `Interrupted` have the standings after the last whole round, or, where the first
    round is not over, after its games so far.
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
    """What there is to count in the games of these numbers, kept apart by round."""
    players = len(lineups[0].plan.policies)
    counts: Counts = Counter()
    for number in numbers:
        number_of_round, at = divmod(number, players * len(lineups))
        lineup, turn = divmod(at, players)
        for key, found in _count_game(lineups[lineup], number_of_round, turn).items():
            counts[OPEN, number_of_round, *key] += found
    return counts


def _count_game(lineup: Seated, number: int, turn: int) -> Counts:
    """The game of this round in which all have moved on by so many seats."""
    counts: Counts = Counter()
    plan, (game, policies) = lineup.plan, lineup.table
    named = zip(policies, plan.policies, strict=True)
    bots = [Timed(policy, name, counts) for policy, name in named]
    seated = _seating(bots, plan.seed, number, turn)
    names = [bot.name for bot in seated]
    record = plan.record(game, names, number, f"round{number:05}-turn{turn + 1}")
    final = play(game, seated, plan.seed, number, _overlook, record)
    purses = final.ledger.purses
    counts.update(("money", *held) for held in zip(names, purses, strict=True))
    _score(counts, names, game.winners(final), purses)
    return counts


def _enter(games: int, total: Counts, part: Counts, done: int) -> Counts:
    """Add a part; the scores of every round that is over become a sum and a sum of squares."""
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
    """A policy under its name, whose time for every choice is counted."""

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
    """The order in which they sit in this round, moved on by so many seats."""
    order = list(bots)
    Random(f"{seed}/{number}/seating").shuffle(order)
    return order[turn:] + order[:turn]


def _score(
    scores: Counts, names: Sequence[str], winners: Sequence[int], purses: Sequence[int]
) -> None:
    """Enter one game: wins, wins of who was alone, and who finished ahead of whom."""
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


def _overlook(_event: object) -> None:
    """The arena looks at nothing but how games end."""


def _so_far(lineups: Sequence[Plan], counted: Counted) -> Standings:
    games = _games(lineups)
    rounds = counted.done // len(games)
    if rounds:
        return _standings(lineups, Rounds(games, rounds, counted.counts))
    # One round of fewer games; a single round has intervals from 0 to 100 %.
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


class Rounds(Struct, frozen=True):
    """All that was counted in rounds of these games, and what it comes to."""

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
            # A game has one win for all seats of a policy: reckoned by game, told by seat.
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
        """What was scored in these games of a round, which can bring `most` in all."""
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


def quantile(counted: Counter[int], part: float) -> int:
    """The least value that at least this part of all does not exceed."""
    left = part * counted.total()
    for value in sorted(counted):
        left -= counted[value]
        if left <= 0:
            return value
    raise ValueError("nothing was counted")
