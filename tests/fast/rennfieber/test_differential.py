"""The compiled races against the reference: move for move, draw for draw, mark for mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.fast.chance import Script
from paddock.fast.rennfieber.counts import counts_of
from paddock.fast.rennfieber.figures import PLAYS, figures_of
from paddock.fast.rennfieber.play import ASKED, RANDOM, SCRIPTED, Choices, act, legal_actions, play
from paddock.fast.rennfieber.tables import OVER, TABLE, Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.edition import RACES
from paddock.games.rennfieber.events import (
    ExtraMove,
    GallopDeckReformed,
    MoneyPaid,
    OddsSet,
    PrizePaid,
    RunnerHome,
    RunnerMoved,
    TurnBegan,
    TurnMissed,
    WinningsPaid,
)
from paddock.games.rennfieber.state import Racing
from paddock.lab.rennfieber import MeetingMetrics
from tests.fast.rennfieber.story import (
    Step,
    action_of,
    made,
    offered,
    races,
    scripts,
    started,
    table,
    tell,
)

PARTS = 20  # so that several processes share the races

# The first words of keys that belong to races, but for money, which comes from elsewhere too.
COUNTED = (
    "DiceRolled", "RunnerMoved", "GallopDrawn", "fine", "stakes", "winnings", "prize", "runner",
    "win",
)  # fmt: skip


def follow(game: Rennfieber, steps: list[Step]) -> None:
    """Run a race again, one decision at a time, comparing everything after each."""
    draws, _ = scripts(game, steps)
    start = steps[0].before
    tables = Tables.of(game, [start])
    tables.rows["cue"] = 0
    loaded = Tables.of(game, [step.before for step in steps], figures=tables.figures)
    for at, step in enumerate(steps):
        assert_loads_the_same(tables.rows[0], loaded.rows[at])
        assert set(np.flatnonzero(legal_actions(tables)[0]).tolist()) == offered(game, step.offer)
        action = action_of(game, step.command)
        if action is None:
            play(tables, [ASKED] * game.seats, draws=draws)
        else:
            act(tables, np.array([action]), draws)
        if step is not steps[-1]:
            given = tables.state(0, game, start)
            assert replace(given, chronicle=step.after.chronicle) == step.after
    assert tables.rows["cue"][0] == len(draws)
    assert_settled(tables, steps)


def assert_loads_the_same(row: np.void, loaded: np.void) -> None:
    """A table that has come to a state has worked out what one loaded from it works out."""
    for name in ("seat", "taken", "odds", "stakes", "riders", "lanes", "levels", "extra"):
        assert row[name].tolist() == loaded[name].tolist(), name


def assert_settled(tables: Tables, steps: list[Step]) -> None:
    """RF7: the end of the race, and what it has brought to whom."""
    row, run, after = tables.rows[0], steps[0].before.phase, steps[-1].after
    assert isinstance(run, Racing)
    past, seats = after.past[-1], after.seats
    assert row["phase"] == OVER
    assert tuple(row["home"][: row["homes"]].tolist()) == past.home
    assert row["turns"] == past.turns
    assert tuple(row["money"][:seats].tolist()) == after.ledger.purses
    before = steps[0].before.ledger.purses
    gains = [now - then for now, then in zip(after.ledger.purses, before, strict=True)]
    assert tables.gains[0].tolist() == gains
    for field, amounts in accounts(steps).items():
        assert row[field][:seats].tolist() == [amounts[seat] for seat in range(seats)], field
    for colour, runner in enumerate(run.runners):
        assert row["after"][colour] == after.horses[runner.horse].level
        kept = row["karrieren"][colour] + row["durchbrueche"][colour]
        assert kept == len(after.horses[runner.horse].kept)


def accounts(steps: list[Step]) -> dict[str, Counter[int]]:
    """What was paid, by field of the table and by seat."""
    paid: dict[str, Counter[int]] = {
        field: Counter() for field in ("prizes", "winnings", "fines", "paid")
    }
    for event in (event for step in steps for event in step.events):
        match event:
            case PrizePaid(seat, amount=amount):
                paid["prizes"][seat] += amount
            case WinningsPaid(seat, amount=amount):
                paid["winnings"][seat] += amount
            case MoneyPaid(seat, amount=amount, why=why):
                paid["fines" if why == "fine" else "paid"][seat] += amount
            case _:
                pass
    return paid


@pytest.mark.parametrize("part", range(PARTS))
def test_both_engines_run_the_same_race(part: int, long: bool) -> None:
    """Every decision, over all options, numbers of seats and several editions in turn."""
    meetings = 20_000 // RACES + 1 if long else 70
    for number in range(part, meetings, PARTS):
        game = table(number)
        for steps in races(list(tell(game, number))):
            follow(game, steps)


def test_races_follow_a_script_and_give_the_same_counts(long: bool) -> None:
    """Run in one go, with chance and choices injected: same end, same metrics, same keys."""
    for number in range(500 if long else 7):
        game = table(number)
        told = list(tell(game, 1_000_000 + number))
        rows, figures = [], figures_of(game.rules)
        for steps in races(told):
            tables = Tables.of(game, [steps[0].before], figures=figures)
            tables.rows["cue"] = 0
            draws, choices = scripts(game, steps)
            play(tables, [SCRIPTED] * game.seats, draws=draws, choices=choices)
            assert_settled(tables, steps)
            assert tables.rows["cue"][0] == len(draws)
            assert tables.rows["turn"][0] == len(choices)
            rows.append(tables.rows)
        got = counts_of(Tables(figures, np.concatenate(rows)))
        assert got == counted(game, told)


def counted(game: Rennfieber, told: list[Step]) -> Counter[tuple[str | int, ...]]:
    """What the laboratory counts of the races in a meeting, by its own metrics."""
    metrics = MeetingMetrics(game)
    money: Counter[tuple[str | int, ...]] = Counter()
    for step in told:
        before = metrics.counts.copy()
        for event in step.events:
            metrics.watch(event)
        if isinstance(step.before.phase, Racing):
            for seat in range(game.seats):
                money["money", seat] += metrics.counts["money", seat] - before["money", seat]
    of_races = {key: number for key, number in metrics.counts.items() if key[0] in COUNTED}
    return Counter({**of_races, **money})


def test_a_script_that_does_not_fit_is_refused() -> None:
    """No draw and no choice is quietly made to fit."""
    game = made(3)
    steps = races(list(tell(game, 7)))[0]
    draws, choices = scripts(game, steps)

    def with_scripts(draws: Script, choices: Choices) -> None:
        tables = Tables.of(game, [steps[0].before])
        tables.rows["cue"] = 0
        play(tables, [SCRIPTED] * 3, draws=draws, choices=choices)

    other = draws.copy()
    other[0, 0] += 1
    with pytest.raises(ValueError, match="next draw"):
        with_scripts(other, choices)
    with pytest.raises(IndexError, match="draw"):
        with_scripts(draws[:5], choices)
    with pytest.raises(ValueError, match="next choice"):
        with_scripts(draws, choices * 0 - 1)
    with pytest.raises(IndexError, match="choose"):
        with_scripts(draws, choices[:3])


def test_only_a_race_can_be_loaded() -> None:
    """Whoever wants to know what becomes of an auction asks the reference."""
    game = made(4)
    with pytest.raises(ValueError, match="no race"):
        Tables.of(game, [game.initial()])


def test_a_race_that_is_over_is_no_state_of_the_reference() -> None:
    """There the match goes on by itself."""
    game = made(4)
    start = started(game)
    tables = Tables.of(game, [start])
    assert tables.state(0, game, start) == start
    play(tables, [RANDOM] * 4)
    with pytest.raises(ValueError, match="under way"):
        tables.state(0, game, start)


def test_the_stories_hold_what_is_rare() -> None:
    """Otherwise the comparison would pass over it."""
    found: Counter[str] = Counter()
    for number in range(28):
        for step in tell(table(number), number):
            if isinstance(step.before.phase, Racing):
                found.update(rare(step))
    assert [what for what in RARE if not found[what]] == []


def rare(step: Step) -> Iterator[str]:
    for event in step.events:
        match event:
            case GallopDeckReformed(without):
                yield "deck formed anew without a card" if without else "deck formed anew"
            case TurnMissed():
                yield "turn missed"
            case ExtraMove(race_die=die):
                yield "further move" if die is None else "race die again"
            case RunnerMoved(play=play, path=path):
                yield play
                yield "stands still" if not path else "moves"
            case MoneyPaid(due=due, amount=amount, why=why) if amount < due:
                yield f"{why} forgiven"
            case OddsSet(tenths=tenths):
                yield "nobody on the winner" if tenths is None else "odds"
            case _:
                pass
    kinds = [type(event) for event in step.events]
    if kinds.count(RunnerMoved) > 1:
        yield "shifted home" if RunnerHome in kinds else "shifted"
    if kinds[:3] == [RunnerMoved, GallopDeckReformed, TurnBegan]:
        yield "every card in force"


RARE = (
    "deck formed anew", "deck formed anew without a card", "every card in force", "turn missed",
    "further move", "race die again", "stands still", "shifted", "shifted home", "fine forgiven",
    "stakes forgiven", "nobody on the winner", *PLAYS,
)  # fmt: skip


def test_records_are_as_large_as_they_are_said_to_be() -> None:
    """A batch of a million races takes less than a gigabyte."""
    assert TABLE.itemsize <= 1_000
