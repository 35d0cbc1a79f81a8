"""RT2: cards, grid, duplicates."""

import pytest

from paddock.games.royal_turf.events import (
    CardSetAside,
    CardSlidUnder,
    CardsShuffled,
    Event,
    FirstBettorFound,
    HorsePlaced,
    RaceOpened,
    RaceSettled,
)
from paddock.games.royal_turf.evolve import evolve
from paddock.games.royal_turf.rules import setup
from paddock.games.royal_turf.state import Betting, SettingUp, State
from paddock.kernel.chance import ScriptedChance
from paddock.kernel.game import Decision
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import NEXT, Table, card, game, racing, setting_up, turning, two_home

BOARD_ORDER = [card(horse) for horse in range(7)]


def placed(events: tuple[Event, ...]) -> list[tuple[int, int]]:
    return [(event.horse, event.start) for event in events if isinstance(event, HorsePlaced)]


def set_up(state: State, script: dict[str, list[int]], **options: str) -> Decision[State, Event]:
    decision = Decision(state, ScriptedChance(script), evolve)
    setup.place_horses(game(3, **options).rules, decision)
    return decision


@pytest.mark.rule("RT2.1")
def test_all_cards_are_shuffled_before_race_1() -> None:
    """The pile of race 1 has all 21 cards in unknown order: the first draw is one of 21."""
    table = Table(game(), chance={"race/1/card": turning(BOARD_ORDER), "race/1/first": [0]})
    table.go_on()
    assert table.events[:2] == (RaceOpened(1), CardsShuffled(tuple(range(21))))
    assert [(draw.stream, draw.index, draw.n) for draw in table.draws[:2]] == [
        ("race/1/card", 0, 21),
        ("race/1/card", 1, 20),
    ]


@pytest.mark.rule("RT2.2")
@pytest.mark.rule("RT4.8")
def test_the_pace_token_waits_on_18() -> None:
    """A horse on 17 does not have the pace, a horse on 18 does."""
    for to, taken in ((17, None), (18, OT)):
        table = Table(game(), racing({OT: to - 7}, rolled="head"))
        table.move(OT)
        assert table.run.progress[OT] == to
        assert table.run.pace == taken


@pytest.mark.rule("RT2.3")
def test_the_first_horse_drawn_is_on_33_and_the_seventh_on_27() -> None:
    """Horses line up from the line backwards in the order of their cards."""
    order = [OT, EG, RF, AL, NO, SW, CA]
    decision = set_up(setting_up(), {"race/1/card": turning([card(horse, "B") for horse in order])})
    assert placed(tuple(decision.events)) == [(horse, -place) for place, horse in enumerate(order)]
    spaces = [game().rules.edition.space(-place) for place in range(7)]
    assert spaces == [33, 32, 31, 30, 29, 28, 27]


@pytest.mark.rule("RT2.3")
def test_drawing_stops_with_the_seventh_horse() -> None:
    """The other fourteen cards stay in the pile."""
    decision = set_up(setting_up(), {"race/1/card": turning(BOARD_ORDER)})
    assert len(decision.draws) == 7
    assert decision.state.pile.shuffled == tuple(n for n in range(21) if n not in BOARD_ORDER)


@pytest.mark.rule("RT2.4")
def test_a_duplicate_waits_aside_and_is_shuffled_back() -> None:
    """With `aside` it cannot be drawn again in this set-up, and returns to the pile after it."""
    order = [card(OT), card(OT, "B"), card(OT, "C"), *BOARD_ORDER[:6]]
    decision = set_up(setting_up(), {"race/1/card": turning(order)})
    assert decision.events[1:3] == [CardSetAside(card(OT, "B")), CardSetAside(card(OT, "C"))]
    assert decision.draws[3].n == 18
    left = tuple(n for n in range(21) if n not in (card(OT), *BOARD_ORDER[:6]))
    assert decision.events[-1] == CardsShuffled(left)
    assert decision.state.pile.shuffled == left
    assert isinstance(decision.state.phase, SettingUp)
    assert decision.state.phase.aside == ()


@pytest.mark.rule("RT2.4")
def test_nothing_is_shuffled_back_when_nothing_was_set_aside() -> None:
    """Without a duplicate the pile stays as it is."""
    decision = set_up(setting_up(), {"race/1/card": turning(BOARD_ORDER)})
    assert CardsShuffled not in map(type, decision.events)


@pytest.mark.rule("RT2.4")
@pytest.mark.rule("RT2.6")
def test_a_duplicate_slides_under_in_known_order() -> None:
    """With `under` it goes to the bottom of the pile, where the order of cards is known."""
    order = [card(OT), card(OT, "C"), card(OT, "B"), *BOARD_ORDER[:6]]
    decision = set_up(setting_up(), {"race/1/card": turning(order)}, duplicates="under")
    assert decision.events[1:3] == [CardSlidUnder(card(OT, "C")), CardSlidUnder(card(OT, "B"))]
    assert decision.state.pile.under == (card(OT, "C"), card(OT, "B"))
    assert card(OT, "C") not in decision.state.pile.shuffled


@pytest.mark.rule("RT2.6")
def test_cards_at_the_known_bottom_come_up_without_a_draw() -> None:
    """When the shuffled part is used up, the cards slid under come up in their order."""
    under = [card(AL, "B"), card(OT), card(EG), card(CA)]
    state = setting_up([card(AL), card(SW), card(RF), card(NO)], under)
    shuffled = [card(NO), card(AL), card(RF), card(SW)]
    decision = set_up(
        state, {"race/1/card": turning(shuffled, state.pile.shuffled)}, duplicates="under"
    )
    assert [horse for horse, _ in placed(tuple(decision.events))] == [NO, AL, RF, SW, OT, EG, CA]
    assert len(decision.draws) == 4
    assert decision.state.pile.under == (card(AL, "B"),)
    assert decision.events[4] == CardSlidUnder(card(AL, "B"))


@pytest.mark.rule("RT2.5")
def test_used_up_cards_leave_the_game() -> None:
    """After a race its seven cards are gone. The next race is drawn from the others."""
    table = last_move()
    table.move(OT)
    assert RaceSettled(tuple(BOARD_ORDER)) in table.events
    assert table.state.gone == tuple(BOARD_ORDER)
    assert isinstance(table.state.phase, Betting)
    assert set(table.state.phase.grid.cards).isdisjoint(BOARD_ORDER)


@pytest.mark.rule("RT2.5")
def test_reshuffle_all_returns_every_card() -> None:
    """With `reshuffle_all` no card leaves the game, and race 2 is drawn from all 21."""
    table = last_move(cards="reshuffle_all")
    table.move(OT)
    assert RaceSettled(()) in table.events
    assert table.state.gone == ()
    after = table.events[table.events.index(RaceOpened(2)) :]
    assert after[1] == CardsShuffled(tuple(range(21)))


@pytest.mark.rule("RT2.5")
def test_used_up_does_not_shuffle_for_the_next_race() -> None:
    """With `used_up` race 2 is drawn from the pile as it is, and the known bottom stays."""
    table = last_move()
    table.move(OT)
    after = table.events[table.events.index(RaceOpened(2)) :]
    assert isinstance(after[1], HorsePlaced)


@pytest.mark.rule("RT2.6")
def test_everyone_sees_what_is_left_and_what_is_gone() -> None:
    """Every view has the cards of the pile, its known bottom and the cards that are gone."""
    placed = evolve(setting_up([1, 2, 5], [7, 4]), HorsePlaced(0, 1, 0))
    seen = game().view(evolve(placed, FirstBettorFound(0, "drawn")), None)
    assert (seen.pile.shuffled, seen.pile.under, seen.gone) == ((2, 5), (7, 4), ())


def last_move(**options: str) -> Table:
    """Othello is about to come in third; seat 0 is alone with a bet on it."""
    all_again = options.get("cards") == "reshuffle_all"
    rest = turning([card(horse, "B") for horse in range(7)]) if all_again else NEXT
    return Table(game(3, **options), two_home(bets=[(0, 1, OT)]), {"race/2/card": rest})
