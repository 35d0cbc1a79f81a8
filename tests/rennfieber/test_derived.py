"""What the rules work out for screens: order, odds, lengths, prices, accounts."""

from typing import Any

import pytest
from msgspec.structs import replace

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.derived import Derived, constants, derive
from paddock.games.rennfieber.events import MoneyPaid, OddsSet, PrizePaid, Runner, WinningsPaid
from paddock.games.rennfieber.rules.movement import Length
from paddock.games.rennfieber.state import Entering, Over, PastRace, State
from paddock.games.rennfieber.track import HOME
from tests.rennfieber.table import A, B, C, D, betting, entering, game, racing, selling, space

CAPRICE, KOMET = 2, 10


def told(state: State, viewer: int | None = None, rules: Rennfieber | None = None) -> Derived:
    rules = rules or game()
    offer = None if viewer is None else rules.offer(state, viewer)
    return derive(rules.rules, rules.view(state, viewer), offer)


@pytest.mark.rule("RF6.8")
def test_the_order_begins_with_horses_that_are_home() -> None:
    """The others follow by how far they have come."""
    state = racing("back\n2  . . B\n1  . A .", home=[D])
    order = told(state).order
    assert order[0] == D
    assert order.index(B) < order.index(A)


@pytest.mark.rule("RF6.15")
def test_the_order_counts_laps_before_spaces() -> None:
    """B, a lap ahead, is before A, though A is on a later space."""
    state = racing("home | first bend\n1  . B . | . A", laps={B: 1, A: 0, C: 0, D: 0})
    assert told(state).order[0] == B


@pytest.mark.rule("RF11.7")
def test_the_last_space_of_an_even_lane_is_before_the_line_not_behind_it() -> None:
    """Though its middle lies on the line."""
    track = game().rules.edition.track
    last, first = space(2, 9), space(1, 1, "first bend")
    assert track.far(last, 0) > track.far(space(2, 8), 0)
    assert track.far(first, 1) > track.far(last, 0)


@pytest.mark.rule("RF6.3")
@pytest.mark.parametrize(
    ("level", "die", "length"),
    [
        ("5-", 3, Length(-1, 0, 0, 2)),
        ("0", 3, Length(0, 0, 0, 3)),
        ("3+", 3, Length(1, 0, 0, 4)),
        ("3+", 4, Length(0, 0, 0, 4)),
        ("5+", 5, Length(1, 0, 0, 6)),
    ],
)
def test_how_the_length_is_made_up(level: str, die: int, length: Length) -> None:
    """Of the die and the condition."""
    state = racing("back\n1  A . . .", turn=B, dice=(die, 2), levels={B: level})
    throw = told(state).throw
    assert throw is not None
    assert throw.length("none") == length
    assert length.is_raised(die) is False


@pytest.mark.rule("RF6.6")
@pytest.mark.rule("RF6.14")
def test_cards_add_up_and_a_move_is_never_shorter_than_one() -> None:
    """One slows the horse, one takes its bonus, and one can be played."""
    force = {B: ["slow 1", "no bonus", "keep"]}
    throw = told(racing("back\n1  A .", turn=B, dice=(3, 2), levels={B: "3+"}, force=force)).throw
    assert throw is not None
    assert throw.barred
    assert throw.length("none") == Length(0, -1, 0, 2)
    assert throw.length("karriere") == Length(0, -1, 3, 5)
    assert throw.length("durchbruch_as_karriere") == Length(0, -1, 3, 5)
    assert throw.length("kept_gallop") == Length(0, -1, 2, 4)
    slow = {B: ["slow 2"]}
    throw = told(racing("back\n1  A .", turn=B, dice=(2, 2), levels={B: "5-"}, force=slow)).throw
    assert throw is not None
    assert throw.length("none") == Length(-1, -2, 0, 1)
    assert Length(-1, -2, 0, 1).is_raised(2)
    assert throw.length("kept_gallop") is None


@pytest.mark.rule("RF6.2")
@pytest.mark.parametrize(("die", "gallop"), [(1, True), (6, True), (2, False), (5, False)])
def test_whether_the_throw_brings_a_gallop_card(die: int, gallop: bool) -> None:
    """An extra move has no such lengths."""
    throw = told(racing("back\n1  A .", dice=(3, die))).throw
    further = told(racing("back\n1  A .", dice=(3, die), extra=2)).throw
    assert throw is not None
    assert further is not None
    assert (throw.gallop, further.gallop) == (gallop, gallop)
    assert further.length("none") is None
    assert told(racing("back\n1  A .")).throw is None


@pytest.mark.rule("RF7.3")
@pytest.mark.rule("RF5.3")
def test_what_a_runner_pays_follows_from_the_slips() -> None:
    """Two of four slips are on A: R is 2, and so are the odds. D has no slips."""
    stakes = [[(A, 100), (A, 200)], [(B, 100)], [(C, 100)], []]
    derived = told(racing("back\n1  A .", stakes=stakes))
    assert derived.slips == (2, 1, 1, 0)
    assert derived.odds == (20, 40, 40, None)
    by_amounts = told(racing("back\n1  A .", stakes=stakes), rules=game(odds_by="amounts"))
    assert by_amounts.odds == ()


@pytest.mark.rule("RF6.5")
def test_the_places_of_a_move_and_whether_it_is_as_long_as_it_should_be() -> None:
    """Past B the runner is ahead of B."""
    rules = game()
    state = racing("back\n2  . . .\n1  A B . . .", dice=(3, 2))
    offer: Any = rules.offer(state, 0)
    derived = told(state, 0)
    places = dict(zip([way.to for way in offer.plays[0].ways], derived.places[0], strict=True))
    before = [place for to, place in places.items() if to != HOME]
    assert len(derived.places) == len(offer.plays)
    order = told(state).order
    assert min(before) <= order.index(B) + 1
    assert derived.short == ()
    assert told(state).places == ()


@pytest.mark.rule("RF4.1")
def test_horses_that_ran_in_race_1_are_barred_only_from_race_2() -> None:
    """They may run in race 3 again."""
    owned = {0: [0, 2], 1: [4, 6]}
    for race, barred in ((2, (2, 4)), (3, ())):
        assert told(entering(owned, race=race, ran_first=[2, 4])).barred == barred


@pytest.mark.rule("RF5.4")
def test_nobody_can_stake_more_than_their_slips() -> None:
    """The limit is what the offer allows, or 2,200, the value of all slips."""
    assert told(betting(most=1_000), 0).most == 1_000
    assert told(betting(most=20_000), 0).most == 2_200
    assert told(betting(most=20_000), 0, rules=game(4)).most == 2_200
    assert told(betting()).most is None


@pytest.mark.rule("RF9.1")
def test_what_the_bank_pays_for_every_horse_that_somebody_has() -> None:
    """Komet at 4+ brings 8,000 + 4,000. Caprice at 5- brings only its price."""
    state = selling({0: [KOMET], 1: [CAPRICE], 2: [4], 3: [6]}, 1, levels={KOMET: "4+"})
    prices = told(state).prices
    assert prices is not None
    assert set(prices) == {KOMET, CAPRICE, 4, 6}
    assert (prices[KOMET], prices[CAPRICE]) == (12_000, 4_500)


@pytest.mark.rule("RF11.10")
def test_the_tables_of_a_match() -> None:
    """Table 2 by line and slip, the laps, and the step between bids."""
    found = constants(game().rules)
    assert found["winnings"][0] == [110, 220, 440, 550, 1_100]
    assert found["winnings"][-1] == [2_000, 4_000, 8_000, 10_000, 20_000]
    assert (found["laps"], found["raise"]) == ([1, 2], 100)


PAST = PastRace(
    (Runner(0, 0, 1), Runner(5, 1, 2)),
    ((), ()),
    (1, 0),
    OddsSet(1, 9, 4, 20),
    20,
    (
        PrizePaid(1, 1, 1, 3_000),
        PrizePaid(0, 0, 2, 2_000),
        MoneyPaid(0, 500, 500, "stakes"),
        WinningsPaid(0, 500, 11, 550),
    ),
)


@pytest.mark.rule("RF7.3")
@pytest.mark.rule("RF7.7")
def test_an_account_goes_payment_by_payment_while_nothing_was_paid_since() -> None:
    """Before race 2 nothing was paid since race 1. Before race 3 there was another auction."""
    state = entering({0: [0], 1: [2]}, race=2, money=[12_050, 8_000])
    (account,) = told(replace(state, past=(PAST,))).settled
    assert (account.gains, account.ratio) == ((2_050, 3_000), 225)
    assert account.before == (10_000, 5_000)
    assert account.totals == (8_000, 12_000, 11_500, 12_050)
    third = replace(state, race=3, past=(PAST, PAST))
    assert [account.totals for account in told(third).settled] == [None, None]
    over = replace(third, phase=Over((0,)))
    assert [account.totals is None for account in told(over).settled] == [True, False]
    assert isinstance(third.phase, Entering)


def test_a_view_as_sent_has_all_of_the_view() -> None:
    """And what the rules derive from it."""
    rules, state = game(), racing("back\n1  A .", dice=(3, 6))
    seen = rules.view(state, 0)
    shown = rules.shown(seen, rules.offer(state, 0))
    assert all(getattr(shown, name) is getattr(seen, name) for name in seen.__struct_fields__)
    assert shown.derived == told(state, 0)
