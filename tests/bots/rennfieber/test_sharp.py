"""The sharp of Rennfieber: it plays to win, sees only its view, and keeps to its budget."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from paddock.bots import search
from paddock.bots.rennfieber import Punter, Sharp
from paddock.games.rennfieber.commands import EnterRunners, MoveRunner, PlaceSlips, SellHorses
from paddock.games.rennfieber.state import State
from paddock.games.rennfieber.track import HOME
from tests.bots.decisions import chosen, explained, in_form
from tests.rennfieber.table import STANDARD, A, B, C, betting, entering, game, racing, selling

pytestmark = pytest.mark.compiled

ABENDROT, KOMET = 0, 10
OWNED = {0: [ABENDROT, KOMET], 1: [1, 3], 2: [4, 6], 3: [7, 8]}


# --- riding ---------------------------------------------------------------------------------


def short_of_the_line() -> State:
    """The last race: A wins with its kept gallop card; without, B does, which seat 0 has backed.

    One slip of sixteen is on B, so it pays 15 to 1. Seat 1 is 5,000 ahead, more than the 2,500
    between first and second prize.
    """
    stakes = [[(B, 1_000)], *[[(C, slip) for slip in STANDARD.slips]] * 3]
    return racing(
        "home\n3 . . . . . . . B .\n1 . . . . . A . . .",
        lap=1,
        dice=(2, 2),
        force={A: ["keep"]},
        race=3,
        money=(20_000, 25_000, 20_000, 20_000),
        stakes=stakes,
    )


def test_the_sharp_rides_for_its_slips() -> None:
    """The punter rides to win the race; the sharp lets B win and so wins the meeting."""
    table, state = game(), short_of_the_line()
    assert chosen(table, Punter(table), state) == MoveRunner("race/3/move/1", "kept_gallop", HOME)
    command = chosen(table, Sharp(table, rollouts=100), state)
    assert command.to != HOME


def test_a_ride_is_valued_as_a_share_in_the_win() -> None:
    """Riding home loses for certain; any other ride is almost sure to win."""
    table = game()
    options = explained(table, Sharp(table, rollouts=4_000), short_of_the_line())
    worth = {option.command.to: option.value for option in options}
    assert len(worth) > 1
    assert worth.pop(HOME) < 0.3  # not 0, since the prior counts
    assert max(worth.values()) > 0.7
    assert all(option.error >= 0 for option in options)


# --- before a race --------------------------------------------------------------------------


@pytest.mark.parametrize("most", [100, 450, 20_000])
def test_slips_are_laid_on_the_favourite(most: int) -> None:
    """B is at 5+ against 5- and 0: slips within the limit are laid, never on A."""
    state = in_form(betting(most=most), 0, 5, 0, 0)
    table = game()
    command = chosen(table, Sharp(table, rollouts=50), state)
    assert A not in {stake.colour for stake in command.stakes}
    assert sum(stake.value for stake in command.stakes) <= most
    worth = {
        option.command.stakes[0].colour: option.value
        for option in explained(table, Sharp(table, rollouts=50), state)
        if len({stake.colour for stake in option.command.stakes}) == 1
    }
    assert max(worth, key=lambda colour: worth[colour]) == B


def test_a_player_far_behind_does_not_back_the_leader() -> None:
    """Before the last race, 6,500 behind: if B wins, no slip on it makes up for its prize.

    A small slip may be on it, since that raises the odds of the others (RF7.3).
    """
    table = game()
    state = in_form(betting(race=3, money=(20_000, 26_500, 20_000, 20_000)), 3, 4, 1, 2)
    command = chosen(table, Sharp(table, rollouts=50), state)
    assert max(command.stakes, key=lambda stake: stake.value).colour != B


def test_entries_are_valued_by_their_runners() -> None:
    """RF9.4: any horse may run in the last race, and the better one is worth clearly more."""
    table = game()
    state = entering(OWNED, race=3, levels={KOMET: "5+", ABENDROT: "5-"})
    options = explained(table, Sharp(table, rollouts=50), state)
    assert [option.command for option in options] == [
        EnterRunners("race/3/entry", (ABENDROT,)),
        EnterRunners("race/3/entry", (KOMET,)),
    ]
    assert options[1].value > options[0].value + 3 * options[0].error


def test_the_dearer_horse_is_sold() -> None:
    """Komet at 4+ sells for 12,000, Abendrot at 3+ for 7,000."""
    table = game()
    state = selling(OWNED, 1, levels={KOMET: "4+", ABENDROT: "3+"})
    assert chosen(table, Sharp(table, rollouts=50), state) == SellHorses("sale", (KOMET,))


@pytest.mark.rule("RF7.4")
def test_a_player_without_money_lays_slips_that_the_prize_pays_for() -> None:
    """Without a limit: 800 are just enough for the fee, and its own A is the favourite."""
    table = game(4, stakes="unlimited")
    state = in_form(betting(money=(800, 20_000, 20_000, 20_000), most=2_200), 3, 0, 0, 0)
    by = Sharp(table, rollouts=200)
    none, on_a, *_ = explained(table, by, state)
    assert none.command == PlaceSlips("race/1/slips", ())
    assert [stake.colour for stake in on_a.command.stakes] == [A] * 5
    assert on_a.value > none.value
    command = chosen(table, by, state)
    assert A in {stake.colour for stake in command.stakes}


# --- its budget -----------------------------------------------------------------------------


def before_a_choice() -> dict[str, State]:
    """States in which it searches."""
    return {
        "entry": entering(OWNED, levels={KOMET: "5+", ABENDROT: "5-"}),
        "slips": in_form(betting(), 2, 3, 1, 1),
        "ride": short_of_the_line(),
    }


@pytest.mark.parametrize("kind", ["entry", "slips", "ride"])
def test_one_budget_of_rollouts_governs_every_search(kind: str) -> None:
    """It runs no more races than allowed; for slips each race serves all options at once."""
    table, state = game(), before_a_choice()[kind]
    few, more = (explained(table, Sharp(table, rollouts=rollouts), state) for rollouts in (40, 400))
    for options, rollouts in ((few, 40), (more, 400)):
        worlds = [option.worlds for option in options]
        made = max(worlds) if kind == "slips" else sum(worlds)
        assert rollouts / 2 < made <= rollouts
    best = max(more, key=lambda option: option.worlds)
    assert 0 < best.error < 0.1


@pytest.mark.parametrize("kind", ["entry", "slips", "ride"])
def test_one_budget_of_time_governs_every_search(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock advances 10 ms per look: after 200 ms nothing more is tried."""
    now = [0.0]

    def clock() -> float:
        now[0] += 0.01
        return now[0]

    monkeypatch.setattr(search, "monotonic", clock)
    table = game()
    by = Sharp(table)
    by.prepare()
    options = explained(table, by, before_a_choice()[kind])
    assert max(option.worlds for option in options) > 0
    assert 0.1 < now[0] < 0.3


def explanations() -> list[str]:
    """The explanations of a sharp with a budget of rollouts, to the last digit."""
    table = game()
    by = Sharp(table, rollouts=60)
    return [repr(explained(table, by, state)) for state in before_a_choice().values()]


def test_a_budget_of_rollouts_decides_the_same_in_every_process() -> None:
    """The same options with the same values, twice here and in another process."""
    here = explanations()
    assert explanations() == here
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        assert elsewhere.submit(explanations).result() == here
