"""Simulations: the same counts for any number of workers, and counts that match the games."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from signal import SIGKILL
from typing import Any

import pytest

from paddock.bots import policy
from paddock.games.royal_turf.commands import Command, RollDie
from paddock.games.royal_turf.state import State
from paddock.games.royal_turf.view import View
from paddock.kernel.game import Offer, Rng
from paddock.lab.metrics import Counts
from paddock.lab.plan import IllegalCommand, Plan, play
from paddock.lab.simulate import simulate
from paddock.lab.workers import RunFailed, count, processes
from tests.lab.reports import played, timeless
from tests.royal_turf.table import game

GAMES = 50  # five chunks
SPEEDS = {"games_per_second", "moves_per_second"}
KEYS = {
    *SPEEDS,
    *("version", "numba", "engine", "game", "edition", "options", "players", "seed"),
    *("games", "policies", "moves_per_race"),
    *("blocked_share", "stood_share", "by_start_slot", "by_horse", "by_seat", "mean_money"),
    "gain_by_race",
}
PRINT_REPORTS = """
from paddock.games.royal_turf import RoyalTurf
from paddock.lab.arena import contest, field, plans
from paddock.lab.engine import REFERENCE, fast_engine
from paddock.lab.plan import Plan
from paddock.lab.simulate import simulate

game = RoyalTurf.make(3, {"hidden_bets": "on"}, RoyalTurf.standard())
plan = Plan.of(game, ["random", "punter", "random"], 11)
for engine, games in ((REFERENCE, 8), (fast_engine(plan), 50)):
    report = simulate(plan, games, engine=engine)
    print({key: value for key, value in report.items() if "second" not in key})
standings = contest(plans(game, field(["punter", "random"], 3), 5), 2)
print([(who.policy, who.wins, who.money) for who in standings.entrants], standings.pairs)
"""


def simulated(seats: int, policies: Sequence[str], games: int, workers: int = 1) -> dict[str, Any]:
    return simulate(Plan.of(game(seats), policies, seed=4), games, processes(workers))


def test_a_report_does_not_depend_on_workers() -> None:
    """One process and three give the same counts."""
    reports = [timeless(simulated(3, ["punter", "random", "random"], GAMES, n)) for n in (1, 3)]
    assert reports[0] == reports[1]


def test_a_report_does_not_depend_on_the_hash_seed() -> None:
    """Python hashes strings differently in each process; no engine and no arena depends on it."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PRINT_REPORTS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "random")
    }
    assert len(outputs) == 1


def test_different_seeds_give_different_games() -> None:
    """Here by their numbers of moves."""
    plans = [Plan.of(game(3), ["random"], seed) for seed in (1, 2)]
    assert len({simulate(plan, 10)["moves_per_race"] for plan in plans}) == 2


def test_a_report_names_what_was_played() -> None:
    """It has all keys, with the arguments under them."""
    report = simulated(3, ["random"], 5)
    assert set(report) >= KEYS
    args = [report[key] for key in ("game", "players", "games", "seed")]
    assert args == ["royal-turf", 3, 5, 4]
    assert report["policies"] == ["random"] * 3
    assert report["options"] == dict(game(3).options)
    assert all(report[speed] > 0 for speed in SPEEDS)
    assert json.loads(json.dumps(report)) == report


def test_shares_and_money_add_up() -> None:
    """Every race has each result once, and the final money is the sum of the gains by race."""
    report = simulated(4, ["punter", "random", "random", "random"], 40)
    for rows in (report["by_start_slot"], report["by_horse"]):
        assert len(rows) == 7
        for result in ("first", "second", "third", "pace", "last"):
            assert sum(row[result] for row in rows) == pytest.approx(1)
    assert [row["slot"] for row in report["by_start_slot"]] == [33, 32, 31, 30, 29, 28, 27]
    assert report["by_horse"][6]["horse"] == "Othello"
    assert sum(seat["win_share"] for seat in report["by_seat"]) == pytest.approx(1)
    means = [seat["mean_money"] for seat in report["by_seat"]]
    assert [seat["policy"] for seat in report["by_seat"]] == report["policies"]
    assert sum(means) / 4 == pytest.approx(report["mean_money"])
    assert sum(report["gain_by_race"]) == pytest.approx(report["mean_money"])
    assert means[0] == max(means)


def test_counts_agree_with_the_races() -> None:
    """Moves, blocked moves, results and money, computed again from the races."""
    rules, games, seed = game(4), 15, 4
    report = simulate(Plan.of(rules, ["random"], seed), games)
    finals: list[State] = [played(rules, seed, number)[0] for number in range(games)]
    moves = blocked = stood = 0
    firsts, lasts = [0] * 7, [0] * 7
    for race in (race for final in finals for race in final.past):
        at = list(race.grid.starts)
        for ride in race.rides:
            due = getattr(rules.rules.edition.cards[race.grid.cards[ride.horse]], ride.symbol)
            moves += 1
            blocked += ride.to - at[ride.horse] != due
            stood += ride.to == at[ride.horse]
            at[ride.horse] = ride.to
        firsts[-race.grid.starts[race.podium[0]]] += 1
        lasts[race.last] += 1
    races = 3 * games
    assert report["moves_per_race"] == moves / races
    assert report["blocked_share"] == blocked / moves
    assert report["stood_share"] == stood / moves
    assert [row["first"] for row in report["by_start_slot"]] == [n / races for n in firsts]
    assert [row["last"] for row in report["by_horse"]] == [n / races for n in lasts]
    purses = [sum(final.ledger.purses[seat] for final in finals) for seat in range(4)]
    assert [seat["mean_money"] for seat in report["by_seat"]] == [money / games for money in purses]


def test_progress_is_reported() -> None:
    """In several steps, which add up to all games."""
    progress: list[int] = []
    simulate(Plan.of(game(2), ["random"], 0), GAMES, on_progress=progress.append)
    assert sum(progress) == GAMES
    assert len(progress) > 1


def kill_itself(_chunk: range) -> Counts:
    os.kill(os.getpid(), SIGKILL)
    raise AssertionError("not reached")


def test_a_killed_worker_is_reported() -> None:
    """As a system kills it that runs out of memory."""
    with pytest.raises(RunFailed, match="fewer --workers") as caught:
        count(kill_itself, 4, 1, processes(2))
    assert caught.value.reason.code == "worker_ended"


def test_a_plan_needs_one_policy_or_one_per_seat() -> None:
    """Any other number of policies is an error, and so is an unknown name."""
    assert Plan.of(game(3), ["punter"], 0).policies == ("punter",) * 3
    assert Plan.of(game(2), ["punter", "random"], 0).policies == ("punter", "random")
    with pytest.raises(ValueError, match="2 policies for 3 seats"):
        Plan.of(game(3), ["punter", "random"], 0)
    with pytest.raises(LookupError, match="genius"):
        Plan.of(game(3), ["genius"], 0)


class Recorder:
    """Chooses at random and records the offers."""

    def __init__(self) -> None:
        self.offers: list[Offer[Command]] = []

    def choose(self, _view: View, offer: Offer[Command], rng: Rng) -> Command:
        self.offers.append(offer)
        return offer.sample(rng)


class Cheat:
    """Always rolls the die."""

    def choose(self, _view: View, offer: Offer[Command], _rng: Rng) -> Command:
        return RollDie(offer.id)


def test_a_policy_is_not_called_for_forced_moves() -> None:
    """Only where there is a choice."""
    recorder = Recorder()
    play(game(3), [recorder] * 3, 1, 0, lambda _event: None)
    assert len(recorder.offers) > 60
    assert all(offer.sole() is None for offer in recorder.offers)


def test_an_illegal_command_stops_everything() -> None:
    """It is not silently changed."""
    with pytest.raises(IllegalCommand, match="other_command"):
        play(game(3), [Cheat()] * 3, 1, 0, lambda _event: None)


def test_the_punter_has_no_state_between_games() -> None:
    """The games before make no difference."""
    rules = game(2)
    bots = [policy(rules, "punter"), policy(rules, "random")]
    before: list[Any] = []
    after: list[Any] = []
    play(rules, bots, 1, 5, before.append)
    for number in range(3):
        play(rules, bots, 1, number, lambda _event: None)
    play(rules, bots, 1, 5, after.append)
    assert before == after
