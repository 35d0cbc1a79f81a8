"""RT2 and RT3.1, RT3.2: cards, grid, and who bets first."""

from paddock.games.royal_turf import events
from paddock.games.royal_turf.events import Event
from paddock.games.royal_turf.ruleset import CardUse, Duplicates, FirstPlayer, Ruleset
from paddock.games.royal_turf.state import SettingUp, State
from paddock.kernel.game import Decision


def start_meeting(rules: Ruleset, decision: Decision[State, Event]) -> None:
    decision.emit(events.RaceOpened(1))
    shuffle_all(rules, decision)
    place_horses(rules, decision)
    find_first(rules, decision, among=tuple(range(rules.seats)))


def next_race(rules: Ruleset, decision: Decision[State, Event]) -> None:
    decision.emit(events.RaceOpened(decision.state.race + 1))
    renew_pile(rules, decision)
    place_horses(rules, decision)
    find_richest(rules, decision)


def place_horses(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT2.3: turn cards until each horse has one; the first horse turned starts in front."""
    placed: list[int] = []
    while len(placed) < len(rules.edition.horses):
        card = turn_card(decision)
        horse = rules.edition.cards[card].horse
        if horse in placed:
            put_duplicate(rules, decision, card)
        else:
            decision.emit(events.HorsePlaced(horse, card, -len(placed)))
            placed.append(horse)
    aside = decision.phase(SettingUp).aside
    if aside:
        cards = (*decision.state.pile.shuffled, *aside)
        decision.emit(events.CardsShuffled(tuple(sorted(cards))))


def turn_card(decision: Decision[State, Event]) -> int:
    """The top card: any shuffled one; when these are gone, the known next one (RT2.6)."""
    pile, drawn = decision.state.pile, decision.phase(SettingUp).drawn
    if not pile.shuffled:
        return pile.under[0]
    stream = f"race/{decision.state.race}/card"
    return pile.shuffled[decision.draw(stream, drawn, len(pile.shuffled))]


def put_duplicate(rules: Ruleset, decision: Decision[State, Event], card: int) -> None:
    """RT2.4: another card of a horse that has one."""
    match rules.duplicates:
        case Duplicates.ASIDE:
            decision.emit(events.CardSetAside(card))
        case Duplicates.UNDER:
            decision.emit(events.CardSlidUnder(card))


def shuffle_all(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT2.1: all cards form the pile."""
    decision.emit(events.CardsShuffled(tuple(range(len(rules.edition.cards)))))


def renew_pile(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT2.5: the next race uses the rest of the pile as it is, or all cards are shuffled again."""
    match rules.cards:
        case CardUse.USED_UP:
            pass
        case CardUse.RESHUFFLE_ALL:
            shuffle_all(rules, decision)


def find_richest(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT3.2, RT3.7: the richest player after the payout bets first."""
    tied = decision.state.ledger.richest
    if len(tied) == 1:
        decision.emit(events.FirstBettorFound(tied[0], "richest"))
    else:
        find_first(rules, decision, tied)


def find_first(rules: Ruleset, decision: Decision[State, Event], among: tuple[int, ...]) -> None:
    """RT3.1: one of these seats is drawn, or the host of the table names one."""
    match rules.first_player:
        case FirstPlayer.RANDOM:
            value = decision.draw(f"race/{decision.state.race}/first", 0, len(among))
            decision.emit(events.FirstBettorFound(among[value], "drawn"))
        case FirstPlayer.CHOSEN:
            decision.emit(events.NamingAsked(among))


def name_first(decision: Decision[State, Event], seat: int) -> None:
    decision.emit(events.FirstBettorFound(seat, "named"))
