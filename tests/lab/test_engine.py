"""Both engines count under the same keys; the fast one says why it cannot play."""

import json
from typing import Any

import pytest

from paddock import fast
from paddock.extras import command
from paddock.kernel.text import english
from paddock.lab.engine import NotCompiled, fast_engine
from paddock.lab.plan import Plan
from paddock.lab.simulate import simulate
from paddock.lab.workers import threads
from tests.lab.reports import timeless
from tests.rennfieber.table import game as rennfieber
from tests.royal_turf.table import game


def keys(report: Any) -> Any:
    """The keys and types of a report, without its values."""
    match report:
        case dict():
            return {key: keys(value) for key, value in report.items()}
        case list():
            return [keys(item) for item in report]
        case _:
            return type(report)


@pytest.mark.parametrize("options", [{}, {"hidden_bets": "on", "cards": "reshuffle_all"}])
def test_both_engines_report_under_the_same_keys(options: dict[str, str]) -> None:
    """Apart from the name of the engine, reports of both have the same shape."""
    plan = Plan.of(game(3, **options), ["punter", "random", "random"], 4)
    reference, quick = simulate(plan, 10), simulate(plan, 2_000, engine=fast_engine(plan))
    assert keys(quick) == keys(reference)
    assert (reference["engine"], quick["engine"]) == ("reference", "fast")
    assert quick["by_seat"][0]["win_share"] > 0.8
    assert sum(seat["win_share"] for seat in quick["by_seat"]) == pytest.approx(1)
    assert json.loads(json.dumps(quick)) == quick


def test_both_engines_have_the_same_means(long: bool) -> None:
    """In random play of Rennfieber, within a tolerance."""
    number = 1_000 if long else 20
    plan = Plan.of(rennfieber(4), ["random"], 4)
    reference, quick = simulate(plan, number), simulate(plan, 2_000, engine=fast_engine(plan))
    assert keys(quick) == keys(reference)
    close = 0.05 if long else 0.2
    for key in ("training_draws", "gallop_draws", "stakes", "mean_money", "turns_per_race"):
        assert reference[key] == pytest.approx(quick[key], rel=close), key
    assert quick["prizes"] == reference["prizes"]
    assert sum(seat["win_share"] for seat in quick["by_seat"]) == pytest.approx(1)


def test_a_report_does_not_depend_on_threads() -> None:
    """One thread and three give the same report."""
    plan = Plan.of(game(4), ["random"], 4)
    engine, games = fast_engine(plan), 2_100  # five chunks, the last one short
    reports = [
        timeless(simulate(plan, games, executor, engine)) for executor in map(threads, (1, 3))
    ]
    assert reports[0] == reports[1]


def test_any_seed_can_be_played() -> None:
    """Also below zero and beyond 64 bits; different seeds give different games."""
    made = [Plan.of(game(2), ["random"], seed) for seed in (-1, 0, 1 << 70)]
    reports = [simulate(plan, 50, engine=fast_engine(plan)) for plan in made]
    assert reports[0]["moves_per_race"] != reports[1]["moves_per_race"]
    assert [report["seed"] for report in reports] == [-1, 0, 1 << 70]


def refused(plan: Plan) -> str:
    with pytest.raises(NotCompiled) as caught:
        fast_engine(plan)
    return english(caught.value.reason)


def test_why_the_fast_engine_cannot_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy that is not compiled, or a machine without Numba."""
    plan = Plan.of(rennfieber(3), ["random", "punter", "plunger"], 0)
    assert refused(plan) == "These policies are not compiled: plunger, punter."
    monkeypatch.setattr(fast, "available", lambda: False)
    assert refused(plan) == f"The fast engine needs Numba. To install it: {command('lab')}"
