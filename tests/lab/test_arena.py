"""The arena: balanced seats, the same dice within a round, and counts that match the games."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from math import comb
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from paddock.bots import policy
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.money import Ledger
from paddock.lab import arena
from paddock.lab.arena import Standings, contest, field, first, one, plans, quantile
from paddock.lab.plan import play
from paddock.lab.workers import processes
from tests.royal_turf.table import game


class FinalState(Struct, frozen=True):
    ledger: Ledger


class FakeGames:
    """Replaces `play`: every game ends with these purses by seat, and the richest seats win."""

    def __init__(self, purses: Sequence[int]) -> None:
        self.purses = tuple(purses)
        self.seatings: list[tuple[int, tuple[str, ...]]] = []

    def play(self, _game: Any, bots: Sequence[Any], _seed: int, number: int, *_: Any) -> FinalState:
        self.seatings.append((number, tuple(bot.name for bot in bots)))
        for bot in bots:
            bot._counts["time", bot.name, 160] += 1
        return FinalState(Ledger(0, self.purses))

    def winners(self, final: FinalState) -> tuple[int, ...]:
        most = max(final.ledger.purses)
        return tuple(seat for seat, money in enumerate(final.ledger.purses) if money == most)


def faked(
    monkeypatch: pytest.MonkeyPatch, purses: Sequence[int], lineups: Sequence[arena.Lineup]
) -> tuple[FakeGames, Standings]:
    """Six rounds in which the seats always earn the same."""
    games = FakeGames(purses)
    monkeypatch.setattr(arena, "play", games.play)
    monkeypatch.setattr(RoyalTurf, "winners", staticmethod(games.winners))
    return games, contest(plans(game(len(purses)), lineups, 0), 6)


def timeless(standings: Standings) -> Standings:
    entrants = (replace(who, median_ms=0, slow_ms=0) for who in standings.entrants)
    return replace(standings, entrants=tuple(entrants))


@pytest.mark.parametrize(("policies", "players"), [("ab", 2), ("ab", 4), ("abc", 3), ("abcd", 5)])
def test_field_has_every_mixed_lineup(policies: str, players: int) -> None:
    """One for each multiset except the uniform ones; all pairs meet equally often."""
    lineups = field(policies, players)
    kinds = len(policies)
    assert len({tuple(sorted(lineup)) for lineup in lineups}) == len(lineups)
    assert len(lineups) == comb(kinds + players - 1, players) - kinds
    meetings = {
        sum(lineup.count(a) * lineup.count(b) for lineup in lineups)
        for a, b in permutations(policies, 2)
    }
    assert len(meetings) == 1


def test_one_among_others() -> None:
    """Every ordered pair; with two seats the order makes no difference."""
    assert one("ab", 4) == (("a", "b", "b", "b"), ("b", "a", "a", "a"))
    assert len(one("abc", 3)) == 6
    assert one("abc", 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    assert first("ab", 4) == (("a", "b", "b", "b"),)


def test_a_round_has_every_rotation(monkeypatch: pytest.MonkeyPatch) -> None:
    """In each round every line-up plays in all its rotations, with the number of the round."""
    lineups = field(["punter", "random"], 3)
    games, standings = faked(monkeypatch, (3, 2, 1), lineups)
    assert standings.games == len(games.seatings) == 6 * len(lineups) * 3
    for number in range(6):
        seatings = [seating for played, seating in games.seatings if played == number]
        assert len(seatings) == len(lineups) * 3
        for at, lineup in enumerate(lineups):
            rotations = seatings[3 * at : 3 * at + 3]
            opening = rotations[0]
            assert sorted(opening) == sorted(lineup)
            assert rotations == [opening[turn:] + opening[:turn] for turn in range(3)]


def test_neighbours_change_between_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two alike of four are neighbours in some rounds, and opposite each other in others."""
    games, _ = faked(monkeypatch, (4, 3, 2, 1), [("punter", "punter", "random", "random")])
    assert {seating[0] == seating[2] for _, seating in games.seatings} == {True, False}


def test_a_seat_that_always_wins_favours_no_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first seat is the richest in every game, and every policy is average."""
    _, standings = faked(monkeypatch, (9, 5, 1), field(["punter", "random"], 3))
    assert standings.par == pytest.approx(1 / 3)
    for who in standings.entrants:
        assert who.wins.share == pytest.approx(1 / 3)
        assert who.rating.share == pytest.approx(1 / 2)
        assert who.mean_money == pytest.approx(5)
        assert who.money == (1, 1, 5, 9, 9)
    for pair in standings.pairs:
        assert pair.ahead.share == pytest.approx(1 / 2)
        assert pair.alone is not None
        assert pair.alone.share == pytest.approx(1 / 3)


def test_shared_wins_and_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all have the same, all share the win and nobody is ahead."""
    _, standings = faked(monkeypatch, (7, 7, 7), [("punter", "random", "random")])
    assert [who.wins.share for who in standings.entrants] == pytest.approx([1 / 3, 1 / 3])
    assert {pair.ahead.share for pair in standings.pairs} == {0.5}
    ahead = {(pair.policy, pair.other): pair.alone for pair in standings.pairs}
    assert ahead["random", "punter"] is None


def test_standings_agree_with_the_games() -> None:
    """Pairs and money, computed again from games played one by one."""
    rules, seed, rounds = game(2), 3, 4
    standings = contest(plans(rules, one(["random", "punter"], 2), seed), rounds)
    bots = {name: policy(rules, name) for name in ("random", "punter")}
    purses: dict[str, list[int]] = {"random": [], "punter": []}
    ahead = 0.0
    for number in range(rounds):
        for names in (("random", "punter"), ("punter", "random")):
            final = play(rules, [bots[name] for name in names], seed, number, lambda _event: None)
            money = dict(zip(names, final.ledger.purses, strict=True))
            for name in names:
                purses[name].append(money[name])
            tie = money["punter"] == money["random"]
            ahead += 0.5 if tie else money["punter"] > money["random"]
    games = 2 * rounds
    assert standings.games == games
    (pair,) = [pair for pair in standings.pairs if pair.policy == "punter"]
    assert pair.ahead.share == pytest.approx(ahead / games)
    for who in standings.entrants:
        assert who.mean_money == pytest.approx(sum(purses[who.policy]) / games)
        assert who.money[2] == sorted(purses[who.policy])[games // 2 - 1]


def test_latencies() -> None:
    """A punter takes longer than a random policy, and both make dozens of decisions in a game."""
    best, other = contest(plans(game(2), one(["random", "punter"], 2), 1), 2).entrants
    assert (best.policy, other.policy) == ("punter", "random")
    assert best.decisions > 4 * 30
    assert other.median_ms < best.median_ms <= best.slow_ms


def test_standings_do_not_depend_on_workers() -> None:
    """Every round is played exactly once."""
    lineups = plans(game(2), field(["random", "punter"], 2), 3)
    progress: list[int] = []
    serial = contest(lineups, 22, on_progress=progress.append)
    assert sum(progress) == serial.games == 44 and len(progress) > 2
    assert timeless(serial) == timeless(contest(lineups, 22, processes(2)))


def test_quantiles() -> None:
    """The smallest value that this share of all values does not exceed."""
    values = Counter({10: 1, 20: 2, 40: 1})
    found = [quantile(values, p) for p in (0.0, 0.25, 0.5, 0.75, 0.76, 1.0)]
    assert found == [10, 10, 20, 20, 40, 40]
    with pytest.raises(ValueError, match="no values"):
        quantile(Counter(), 0.5)


@pytest.mark.parametrize(
    ("lineups", "rounds"),
    [
        ([("punter", "punter")], 1),
        ([("punter", "random")], 0),
        ([("punter", "random"), ("bluffer", "random")], 1),
    ],
)
def test_policies_that_never_meet_cannot_be_compared(
    lineups: list[tuple[str, ...]], rounds: int
) -> None:
    """The error comes before any game is played."""
    with pytest.raises(ValueError, match="meet"):
        contest(plans(game(2), lineups, seed=1), rounds)
