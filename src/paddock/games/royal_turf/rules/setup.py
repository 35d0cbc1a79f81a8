"""RT2 and RT3.1, RT3.2: cards, grid, and who bets first."""

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
from paddock.games.royal_turf.ruleset import CardUse, Duplicates, FirstPlayer, Ruleset
from paddock.games.royal_turf.state import SettingUp, State
from paddock.kernel.game import Decision


def start_meeting(rules: Ruleset, decision: Decision[State, Event]) -> None:
    decision.emit(RaceOpened(1))
    shuffle_all(rules, decision)
    place_horses(rules, decision)
    everyone = tuple(range(rules.seats))
    find_first(rules, decision, everyone)


def next_race(rules: Ruleset, decision: Decision[State, Event]) -> None:
    decision.emit(RaceOpened(decision.state.race + 1))
    renew_pile(rules, decision)
    place_horses(rules, decision)
    find_richest(rules, decision)


def place_horses(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT2.3: turn cards until each horse has one; the first horse turned stands foremost."""
    placed: list[int] = []
    while len(placed) < len(rules.edition.horses):
        card = turn_card(decision)
        horse = rules.edition.cards[card].horse
        if horse in placed:
            put_duplicate(rules, decision, card)
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


def put_duplicate(rules: Ruleset, decision: Decision[State, Event], card: int) -> None:
    """RT2.4."""
    match rules.duplicates:
        case Duplicates.ASIDE:
            decision.emit(CardSetAside(card))
        case Duplicates.UNDER:
            decision.emit(CardSlidUnder(card))


def shuffle_all(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT2.1."""
    decision.emit(CardsShuffled(tuple(range(len(rules.edition.cards)))))


def renew_pile(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT2.5: what is left of the pile serves the next race as it lies, or all are shuffled."""
    match rules.cards:
        case CardUse.USED_UP:
            pass
        case CardUse.RESHUFFLE_ALL:
            shuffle_all(rules, decision)


def find_richest(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT3.2, RT3.7: the richest after the payout bets first."""
    tied = richest(decision.state)
    if len(tied) == 1:
        decision.emit(FirstBettorFound(tied[0], "richest"))
    else:
        find_first(rules, decision, tied)


def richest(state: State) -> tuple[int, ...]:
    most = max(state.ledger.purses)
    return tuple(seat for seat, money in enumerate(state.ledger.purses) if money == most)


def find_first(rules: Ruleset, decision: Decision[State, Event], among: tuple[int, ...]) -> None:
    """RT3.1: one of these seats is drawn, or the host of the table is to name one."""
    match rules.first_player:
        case FirstPlayer.RANDOM:
            value = decision.draw(f"race/{decision.state.race}/first", 0, len(among))
            decision.emit(FirstBettorFound(among[value], "drawn"))
        case FirstPlayer.CHOSEN:
            decision.emit(NamingAsked(among))


def name_first(decision: Decision[State, Event], seat: int) -> None:
    decision.emit(FirstBettorFound(seat, "named"))
