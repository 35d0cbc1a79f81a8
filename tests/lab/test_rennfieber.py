"""The metrics of Rennfieber match the games."""

import json
from collections import Counter
from typing import Any

import pytest

from paddock.games.rennfieber.edition import LEVELS
from paddock.games.rennfieber.events import (
    Event,
    GallopDrawn,
    HorseSold,
    HorseSoldBack,
    MoneyPaid,
    PrizePaid,
    TrainingCardDrawn,
    WinningsPaid,
)
from paddock.games.rennfieber.state import State
from paddock.lab.plan import Plan
from paddock.lab.rennfieber import MeetingMetrics
from paddock.lab.simulate import simulate
from tests.lab.reports import played
from tests.rennfieber.table import STANDARD, game

SEED, GAMES = 4, 3
KEYS = {
    *("game", "players", "games", "seed", "policies", "options", "games_per_second"),
    *("turns_per_race", "by_lane", "by_condition", "by_horse", "by_seat"),
    *("training_draws", "gallop_draws", "stakes", "payouts", "prizes", "mean_money"),
}


def simulated(seats: int, games: int = GAMES, policy: str = "random") -> dict[str, Any]:
    return simulate(Plan.of(game(seats), [policy], SEED), games)


def matches(seats: int) -> tuple[list[State], list[Event]]:
    ends, events = [], []
    for number in range(GAMES):
        state, of_match = played(game(seats), SEED, number)
        ends.append(state)
        events.extend(of_match)
    return ends, events


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_report_has_all_keys(seats: int) -> None:
    """Ready for JSON: three numbers of turns, each race's lanes, every horse and every seat."""
    report = simulated(seats, 1)
    assert set(report) >= KEYS
    assert json.loads(json.dumps(report)) == report
    assert len(report["turns_per_race"]) == 3
    assert [row["race"] for row in report["by_lane"]] == [1, 2, 3]
    assert all(len(row["win_share"]) == 6 for row in report["by_lane"])
    assert [(row["race"], row["level"]) for row in report["by_condition"]] == [
        (race, level) for race in (1, 2, 3) for level in LEVELS
    ]
    assert [row["horse"] for row in report["by_horse"]] == [h.name for h in STANDARD.horses]
    assert [row["seat"] for row in report["by_seat"]] == list(range(seats))


@pytest.mark.parametrize("seats", [2, 5])
def test_money_and_draws_agree_with_the_matches(seats: int) -> None:
    """Mean money at the end; stakes, payouts, prizes, training and gallop cards per game."""
    report = simulated(seats)
    ends, events = matches(seats)
    purses = [state.ledger.purses for state in ends]
    assert report["mean_money"] == pytest.approx(sum(map(sum, purses)) / GAMES / seats)
    for row in report["by_seat"]:
        mean = sum(purse[row["seat"]] for purse in purses) / GAMES
        assert row["mean_money"] == pytest.approx(mean)
    paid = [e.amount for e in events if isinstance(e, MoneyPaid) and e.why == "stakes"]
    won = [e.amount for e in events if isinstance(e, WinningsPaid)]
    prizes = [e.amount for e in events if isinstance(e, PrizePaid)]
    assert report["stakes"] == pytest.approx(sum(paid) / GAMES)
    assert report["payouts"] == pytest.approx(sum(won) / GAMES)
    assert report["prizes"] == pytest.approx(sum(prizes) / GAMES)
    assert report["bank_take"] == pytest.approx(1 - sum(won) / sum(paid))
    for key, kind in (("training_draws", TrainingCardDrawn), ("gallop_draws", GallopDrawn)):
        drawn = sum(isinstance(event, kind) for event in events)
        assert report[key] == pytest.approx(drawn / GAMES)


@pytest.mark.parametrize("seats", [3, 6])
def test_races_agree_with_the_past_races(seats: int) -> None:
    """Turns, winners by lane, runners and wins by horse."""
    report = simulated(seats)
    ends, _ = matches(seats)
    runs, wins = Counter[int](), Counter[int]()
    for race in range(3):
        past = [state.past[race] for state in ends]
        turns = sum(run.turns for run in past) / GAMES
        assert report["turns_per_race"][race] == pytest.approx(turns)
        first = Counter(run.runners[run.home[0]].lane for run in past)
        shares = [first[lane] / GAMES for lane in range(1, 7)]
        assert report["by_lane"][race]["win_share"] == pytest.approx(shares)
        runs.update(runner.horse for run in past for runner in run.runners)
        wins.update(run.runners[run.home[0]].horse for run in past)
        rows = [row for row in report["by_condition"] if row["race"] == race + 1]
        assert sum(row["runners"] for row in rows) == 6 * GAMES
        assert sum(row["wins"] for row in rows) == GAMES
    assert [row["races"] for row in report["by_horse"]] == [runs[horse] for horse in range(18)]
    assert [row["wins"] for row in report["by_horse"]] == [wins[horse] for horse in range(18)]


def test_horses_agree_with_their_sales() -> None:
    """The mean price, and how often prizes and resale covered the minimum price."""
    report = simulated(4)
    events = matches(4)[1]
    sold = [event for event in events if isinstance(event, HorseSold)]
    for number, row in enumerate(report["by_horse"]):
        prices = [event.price for event in sold if event.horse == number]
        assert row["sold"] == len(prices)
        mean = sum(prices) / len(prices) if prices else None
        assert row["mean_price"] == (None if mean is None else pytest.approx(mean))
        back = [e.price for e in events if isinstance(e, HorseSoldBack) and e.horse == number]
        if not row["races"] and not back and prices:
            assert row["worth_share"] == 0
        if len(back) == len(prices) and prices:
            assert row["worth_share"] == 1  # the bank pays the minimum and more (RF9.1)


def test_each_meeting_begins_before_its_first_race() -> None:
    """Also after other meetings: a first training belongs to no race, a second one to race 2."""
    metrics = MeetingMetrics(game(3))
    for event in matches(3)[1]:
        metrics.watch(event)
    drawn = [metrics.counts["TrainingCardDrawn", race] for race in range(4)]
    assert [race for race, cards in enumerate(drawn) if cards] == [0, 2]


def test_levels_are_those_at_the_start() -> None:
    """RF9.3, RF7.2: training and races change levels, which each match starts anew."""
    report = simulated(4, 30, "punter")
    rows = {(row["race"], row["level"]): row["runners"] for row in report["by_condition"]}
    assert rows[1, "5-"] > 0 and rows[3, "5+"] > rows[1, "5+"]
