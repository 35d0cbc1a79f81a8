"""RT2 and RT3.1, RT3.2: cards, grid, and who bets first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paddock.games.royal_turf.events import (
    CardSetAside,
    CardSlidUnder,
    CardsShuffled,
    Event,
    FirstBettorFound,
    HorsePlaced,
    NamingAsked,
    RaceOpened,
)
from paddock.games.royal_turf.state import SettingUp, State
from paddock.kernel.game import Decision

if TYPE_CHECKING:
    from paddock.games.royal_turf.ruleset import Ruleset


def start_meeting(rules: Ruleset, decision: Decision[State, Event]) -> None:
    decision.emit(RaceOpened(1))
    shuffle_all(rules, decision)
    place_horses(rules, decision)
    everyone = tuple(range(rules.seats))
    rules.find_first(decision, everyone)


def next_race(rules: Ruleset, decision: Decision[State, Event]) -> None:
    decision.emit(RaceOpened(decision.state.race + 1))
    rules.renew_pile(rules, decision)
    place_horses(rules, decision)
    find_richest(rules, decision)


def place_horses(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT2.3: turn cards until each horse has one; the first horse turned stands foremost."""
    placed: list[int] = []
    while len(placed) < len(rules.edition.horses):
        card = turn_card(decision)
        horse = rules.edition.cards[card].horse
        if horse in placed:
            rules.put_duplicate(decision, card)
        else:
            decision.emit(HorsePlaced(horse, card, -len(placed)))
            placed.append(horse)
    setting = decision.state.phase
    assert isinstance(setting, SettingUp)
    if setting.aside:
        cards = (*decision.state.pile.shuffled, *setting.aside)
        decision.emit(CardsShuffled(tuple(sorted(cards))))


def turn_card(decision: Decision[State, Event]) -> int:
    """The top card: any of the shuffled ones; once these are gone, the known next one (RT2.6)."""
    state = decision.state
    setting, pile = state.phase, state.pile
    assert isinstance(setting, SettingUp)
    if not pile.shuffled:
        return pile.under[0]
    stream = f"race/{state.race}/card"
    return pile.shuffled[decision.draw(stream, setting.drawn, len(pile.shuffled))]


def put_aside(decision: Decision[State, Event], card: int) -> None:
    """RT2.4 `duplicates=aside`."""
    decision.emit(CardSetAside(card))


def put_under(decision: Decision[State, Event], card: int) -> None:
    """RT2.4 `duplicates=under`."""
    decision.emit(CardSlidUnder(card))


def shuffle_all(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT2.1; before the later races too under RT2.5 `cards=reshuffle_all`."""
    decision.emit(CardsShuffled(tuple(range(len(rules.edition.cards)))))


def keep_pile(_rules: Ruleset, _decision: Decision[State, Event]) -> None:
    """RT2.5 `cards=used_up`: what is left of the pile serves the next race as it lies."""


def find_richest(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT3.2, RT3.7: the richest after the payout bets first."""
    tied = richest(decision.state)
    if len(tied) == 1:
        decision.emit(FirstBettorFound(tied[0], "richest"))
    else:
        rules.find_first(decision, tied)


def richest(state: State) -> tuple[int, ...]:
    most = max(state.ledger.purses)
    return tuple(seat for seat, money in enumerate(state.ledger.purses) if money == most)


def draw_first(decision: Decision[State, Event], among: tuple[int, ...]) -> None:
    """RT3.1 `first_player=random`."""
    value = decision.draw(f"race/{decision.state.race}/first", 0, len(among))
    decision.emit(FirstBettorFound(among[value], "drawn"))


def ask_host(decision: Decision[State, Event], among: tuple[int, ...]) -> None:
    """RT3.1 `first_player=chosen`: the host of the table is to name one of these seats."""
    decision.emit(NamingAsked(among))


def name_first(decision: Decision[State, Event], seat: int) -> None:
    decision.emit(FirstBettorFound(seat, "named"))
