"""The rookie and the punter of Rennfieber: what each sees, chooses and wins."""

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from scipy.stats import chisquare

from paddock.bots import policy
from paddock.bots.rennfieber.form import Entrant, Form
from paddock.bots.rennfieber.market import Market
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import (
    EnterRunners,
    Play,
    SellHorses,
)
from paddock.games.rennfieber.edition import EDITIONS, LEVELS
from paddock.games.rennfieber.rules import auction
from paddock.games.rennfieber.state import Auction, State
from paddock.games.rennfieber.track import HOME, SECTIONS
from paddock.lab.plan import play
from tests.bots.decisions import chosen, ignore, on_sale
from tests.rennfieber.table import (
    STANDARD,
    TRACK,
    A,
    betting,
    entering,
    game,
    racing,
    selling,
    space,
)

ABENDROT, CAPRICE, FEUERTANZ, KOMET, LINDENPRINZ = 0, 2, 5, 10, 11
# The rounding errors of chances add up.
CLOSE = 1e-9


# --- the rookie -----------------------------------------------------------------------------


def test_the_rookie_draws_colours_first_and_then_each_slip_by_itself() -> None:
    """With six runners it draws three colours: a slip stays in hand or goes on any, all alike."""
    table, rng = game(6), Random(0)
    where: dict[int, Counter[int]] = {slip: Counter() for slip in STANDARD.slips}
    for _ in range(4_000):
        command = chosen(table, "random", betting(6), rng)
        assert len({stake.colour for stake in command.stakes}) <= 3
        for stake in command.stakes:
            where[stake.value][stake.colour] += 1
    for seen in where.values():
        in_hand = 4_000 - seen.total()
        # A quarter in hand, an eighth on each of the six.
        counts = [in_hand, *(seen[colour] for colour in range(6))]
        assert chisquare(counts, [1_000, *[500] * 6]).pvalue > 0.001


def test_the_rookie_keeps_its_slips_legal() -> None:
    """With 300 to stake it never places more."""
    table, rng = game(), Random(0)
    for _ in range(200):
        command = chosen(table, "random", betting(most=300), rng)
        assert sum(stake.value for stake in command.stakes) <= 300


# --- the form book --------------------------------------------------------------------------


def test_the_way_home_is_the_shortest() -> None:
    """RF11.6: lane 1 runs 45 and 63 spaces; no lane runs less, and lane 6 hardly more."""
    form = Form(STANDARD)
    assert form.from_start(1, 1) == 45
    assert form.from_start(1, 2) == form.from_start(1, 3) == 63
    for race in (1, 2, 3):
        lanes = [form.from_start(lane, race) for lane in range(1, 7)]
        assert lanes == sorted(lanes)
        assert lanes[-1] <= lanes[0] + 4


def test_a_better_condition_is_a_better_pace() -> None:
    """The pace rises with the level; 5- is a space worse than 0, 5+ a space better (RF6.3)."""
    form = Form(STANDARD)
    paces = [form.pace(level) for level in LEVELS]
    assert paces == sorted(set(paces))
    assert paces[1] - paces[0] == pytest.approx(1, abs=0.1)
    assert paces[5] - paces[1] == pytest.approx(1, abs=0.1)


def test_training_lifts_but_not_above_the_highest_level() -> None:
    """Chances add up; Caprice rises from 5-, a horse at its highest can only stay or fall."""
    form = Form(STANDARD)
    rising = form.after_training(CAPRICE, 0)
    assert sum(rising) == pytest.approx(1, abs=CLOSE)
    assert rising[0] < 0.2 < sum(rising[2:])
    highest = len(STANDARD.horses[KOMET].levels) - 1
    assert form.after_training(KOMET, highest)[highest] > 0.8


def test_places_are_all_taken() -> None:
    """The chances of each place add up, equal runners have equal chances, and better ones more."""
    form = Form(STANDARD)
    rows = form.places([Entrant(45, 4.0), Entrant(45, 4.0), Entrant(40, 4.5, 1), Entrant(60, 3.0)])
    for column in zip(*rows, strict=True):
        assert sum(column) == pytest.approx(1, abs=CLOSE)
    assert rows[0] == pytest.approx(rows[1], abs=CLOSE)
    assert rows[2][0] > 0.8
    assert rows[3][3] > 0.9


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (Entrant(40, 4.0), Entrant(45, 4.0)),
        (Entrant(45, 4.2), Entrant(45, 4.0)),
        (Entrant(45, 4.0, 1), Entrant(45, 4.0)),
        (Entrant(45, 4.0, 0, 0), Entrant(45, 4.0, 0, 3)),
    ],
)
def test_what_makes_a_favourite(better: Entrant, worse: Entrant) -> None:
    """A shorter way, a better pace, a kept card, or an earlier turn."""
    (win, _), _ = Form(STANDARD).places([better, worse])
    assert 0.5 < win < 1


def test_every_horse_moves() -> None:
    """RF6.3: a move is at least a space, however much its cards subtract."""
    figures = deepcopy(dict(Rennfieber.standard()))
    figures["race_die"]["faces"] = [2] * 6
    figures["gallop"]["cards"] = [{"effect": "slow", "amount": 9, "count": 25}]
    form = Form(EDITIONS.read(figures))
    paces = [form.pace(level) for level in LEVELS]
    assert 0 < paces[0] < paces[1] < paces[-1]
    (win, _), _ = form.places([Entrant(280, paces[0]), Entrant(280, paces[-1])])
    assert 0 <= win < 0.5


def test_the_surest_race_has_its_odds() -> None:
    """Two hundred turns apart and without luck: no number overflows."""
    figures = deepcopy(dict(Rennfieber.standard()))
    figures["race_die"]["faces"] = [2] * 6
    figures["gallop"]["cards"] = [{"effect": "nothing", "amount": 0, "count": 25}]
    (win, last), _ = Form(EDITIONS.read(figures)).places([Entrant(280, 1.0), Entrant(280, 3.0, 70)])
    assert win == pytest.approx(0, abs=CLOSE)
    assert last == pytest.approx(1, abs=CLOSE)


def limits() -> dict[str, dict[str, Any]]:
    """Editions as different from the standard one as possible."""
    crawl, charge = (deepcopy(dict(Rennfieber.standard())) for _ in range(2))
    for edition, spaces, face in ((crawl, 40, 2), (charge, 4, 5)):
        edition["race_die"]["faces"] = [face] * 6
        for section in SECTIONS:
            edition["track"][section] = [spaces] * 6
    crawl["gallop"]["cards"] = [{"effect": "slow", "amount": 9, "count": 25}]
    for number, card in enumerate(crawl["horses"]["cards"]):
        card["levels"], card["price"] = [("5-", "5+")[number % 2]], 100
    charge["gallop"]["cards"] = [{"effect": "again", "amount": 0, "count": 25}]
    charge["training"] |= {
        "karriere": 9,
        "cards": [{"effect": "karriere", "amount": 0, "count": 45}],
    }
    charge["training_track"] |= {"spaces": 99, "cards": list(range(1, 100))}
    for terms in charge["programme"]["races"]:
        terms["fee"], terms["prizes"] = 100_000, [0]
    return {"crawl": crawl, "charge": charge}


@pytest.mark.parametrize("name", ["crawl", "charge"])
def test_bots_play_extreme_editions(name: str, long: bool) -> None:
    """The longest way at the slowest pace; the shortest, with cards for every move and no prize."""
    for seats in (2, 6) if long else (2,):
        table = Rennfieber.make(seats, {}, limits()[name])
        searching = "sharp:4" if long or name == "charge" else "punter"
        bots = ("plunger", searching, "punter", "random", "punter", searching)[:seats]
        assert play(table, [policy(table, bot) for bot in bots], 5, 0, ignore)


# --- auctions -------------------------------------------------------------------------------


def bid(table: Rennfieber, state: State, seed: int = 0) -> int:
    amount: int = chosen(table, "punter", state, Random(seed)).amount
    return amount


def test_the_punter_does_not_overpay() -> None:
    """It wants the best horse of the sale at the minimum, but not at 30,000."""
    table = game()
    everything = [horse for horse in range(12) if horse != LINDENPRINZ]
    short = (2, 2, 2, 2)
    assert bid(table, on_sale(LINDENPRINZ, everything, short)) >= 8_500
    assert bid(table, on_sale(LINDENPRINZ, everything, short, standing=30_000)) == 0


def test_the_punter_waits_for_better_horses() -> None:
    """Two are needed and four are left: nobody bids for Abendrot, the worst bargain."""
    table, better = game(), [FEUERTANZ, KOMET, LINDENPRINZ]
    assert all(bid(table, on_sale(ABENDROT, better, (1, 1, 0, 0)), n) == 0 for n in range(20))
    assert bid(table, on_sale(FEUERTANZ, [ABENDROT, KOMET, LINDENPRINZ], (1, 1, 0, 0))) >= 5_500


@pytest.mark.parametrize(("seats", "needed"), [(4, 8), (5, 10), (6, 12)])
def test_as_many_horses_are_wanted_as_must_be_sold(seats: int, needed: int) -> None:
    """RF2.2: if not all horses are needed, nobody wants the worst bargains even at the minimum.

    Passing one up as the first of the sale costs nothing, since better ones are still to come.
    """
    table = game(seats)
    market = Market(table.rules, Form(STANDARD))
    limits = [market.limit(horse, 1.0, range(12), needed) for horse in range(12)]
    wanted = [horse for horse in range(12) if limits[horse] >= STANDARD.horses[horse].price - CLOSE]
    assert len(wanted) == needed


def test_the_punter_takes_the_last_one_at_its_price() -> None:
    """If all horses left must be bought, the worst one costs hardly more than the minimum."""
    state = on_sale(ABENDROT, [KOMET], (1, 1, 0, 0))
    bids = {bid(game(), state, seed) for seed in range(20)}
    assert max(bids) <= 4_300


@pytest.mark.parametrize("kind", ["once_around", "sealed"])
def test_single_bids_vary(kind: str) -> None:
    """Nobody can predict a punter's bid."""
    state = on_sale(LINDENPRINZ, list(range(11)), (2, 2, 2, 2))
    bids = {bid(game(4, auction=kind), state, seed) for seed in range(20)}
    assert len(bids) > 4
    assert min(bids - {0}) >= 8_500


# --- entries and sales ----------------------------------------------------------------------

OWNED = {0: [ABENDROT, KOMET], 1: [1, 3], 2: [4, 6], 3: [7, 8]}


@pytest.mark.parametrize("name", ["punter", pytest.param("sharp:50", marks=pytest.mark.compiled)])
@pytest.mark.parametrize(("race", "runner"), [(1, ABENDROT), (3, KOMET)])
def test_the_better_horse_waits_for_the_better_prizes(name: str, race: int, runner: int) -> None:
    """Komet is at 5+ and Abendrot at 5-.

    Race 2 pays more than race 1, so Komet waits for it. Nothing comes after race 3, in which any
    horse may run (RF9.4).
    """
    state = entering(OWNED, race=race, levels={KOMET: "5+", ABENDROT: "5-"})
    assert chosen(game(), name, state) == EnterRunners(f"race/{race}/entry", (runner,))


def test_the_punter_sells_what_fetches_most() -> None:
    """Komet at 2+ sells for 10,000 and Abendrot for 6,000, which outweighs Komet's chances."""
    state = selling(OWNED, 1, levels={KOMET: "2+", ABENDROT: "2+"})
    assert chosen(game(), "punter", state) == SellHorses("sale", (KOMET,))


# --- bets -----------------------------------------------------------------------------------


def test_the_punter_does_not_back_what_cannot_win() -> None:
    """A is at 5- in a field of 4+ and 5+; the punter backs others with nearly all it has."""
    table = game(6)
    state = betting(6)
    horses = list(state.horses)
    for colour, horse in enumerate((0, 2, 4, 6, 8, 13)):
        top = len(STANDARD.horses[horse].levels) - 1
        horses[horse] = replace(horses[horse], level=0 if colour == A else top)
    state = replace(state, horses=tuple(horses))
    backed: Counter[int] = Counter()
    for seed in range(100):
        command = chosen(table, "punter", state, Random(seed))
        backed.update(stake.colour for stake in command.stakes)
    assert backed[A] == 0
    assert backed.total() > 150


def test_punters_fancy_different_horses() -> None:
    """In an even field no colour is backed by all."""
    table, backed = game(6), Counter[int]()
    for seed in range(100):
        command = chosen(table, "punter", betting(6, race=2), Random(seed))
        backed.update({stake.colour for stake in command.stakes})
    assert len(backed) >= 4
    assert max(backed.values()) < 90


@pytest.mark.parametrize("most", [0, 100, 450, 2_200])
def test_bets_stay_within_what_may_be_staked(most: int) -> None:
    """RF5.2, RF5.4: on two colours of four, and no more than the limit."""
    for seed in range(30):
        command = chosen(game(), "punter", betting(most=most), Random(seed))
        assert sum(stake.value for stake in command.stakes) <= most
        assert len({stake.colour for stake in command.stakes}) <= 2


@pytest.mark.rule("RF5.4")
@pytest.mark.rule("RF7.4")
@pytest.mark.parametrize("name", ["punter", "plunger"])
def test_bets_are_affordable_where_there_is_no_limit(name: str) -> None:
    """It could lay all its slips, but lays only what it can pay besides the fee of 800."""
    table = game(4, stakes="unlimited")
    for money, most in ((20_000, 2_200), (1_400, 600), (900, 100), (899, 0), (0, 0)):
        staked = []
        for seed in range(30):
            command = chosen(table, name, betting(money=money, most=2_200), Random(seed))
            staked.append(sum(stake.value for stake in command.stakes))
        assert max(staked) <= most
        assert bool(most) == bool(max(staked))


@pytest.mark.rule("RF5.5")
@pytest.mark.parametrize(("fee", "most"), [("per_runner", 1_200), ("per_player", 2_800)])
def test_the_fee_to_come_is_kept_back(fee: str, most: int) -> None:
    """With three runners in race 1, 2,400 or 800 of 3,600 are due; the rest is for slips."""
    table = game(2, stakes="unlimited", entry_fee=fee)
    command = chosen(table, "plunger", betting(2, money=3_600, most=6_600))
    assert sum(stake.value for stake in command.stakes) == most


# --- riding ---------------------------------------------------------------------------------


def ridden(state: State) -> tuple[Play, int]:
    command = chosen(game(), "punter", state)
    return command.play, command.to


def test_the_punter_goes_to_the_inside_where_the_bend_is_shorter() -> None:
    """From lane 4 before the bend, three spaces lead inward."""
    play, to = ridden(racing("back | last bend\n4 . . . . . . . . A | .", dice=(3, 2)))
    assert play == "none"
    assert TRACK.spaces[to].lane < 4


def test_the_punter_does_not_stop_behind_others() -> None:
    """Lane 1 is no longer than lane 2, but there it would be stuck behind B."""
    state = racing("back\n1 . . . . . B . . .\n2 . A . . . . . . .", dice=(3, 2))
    assert ridden(state) == ("none", space(2, 5))


@pytest.mark.parametrize(
    ("track", "lap", "played"),
    [
        pytest.param("back\n1 . A . . . . . . .", 0, "karriere", id="it gains all three spaces"),
        pytest.param("home\n1 . . . . A . . . .", 1, "karriere", id="it leads home now"),
        pytest.param("home\n1 . . . . . . . A .", 1, "none", id="its spaces would be lost"),
    ],
)
def test_a_karriere_is_played_where_it_gains_most(track: str, lap: int, played: str) -> None:
    """With a 2 on the race die."""
    play, to = ridden(racing(track, lap=lap, dice=(2, 2), kept={A: ["karriere"]}))
    assert play == played
    assert (to == HOME) == (lap == 1)


def test_a_durchbruch_leads_out_of_a_crowd() -> None:
    """Blocked by B, C and D, the horse could not move without it."""
    crowd = "back\n1 . A B . . . . . .\n2 . C D . . . . . ."
    state = racing(crowd, dice=(4, 2), kept={A: ["durchbruch"]})
    assert ridden(state)[0] in ("durchbruch", "durchbruch_as_karriere")


def test_a_bid_is_never_above_the_limit() -> None:
    """RF2.6: a punter that would go higher stops at what it may bid."""
    state = on_sale(LINDENPRINZ, [ABENDROT, 1, 2], (2, 2, 0, 0), money=12_700)
    assert isinstance(state.phase, Auction)
    most = auction.most(game().rules, state, state.phase, 0, LINDENPRINZ)
    assert 0 < max(bid(game(), state, seed) for seed in range(30)) <= most
