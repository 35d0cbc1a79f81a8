"""RF3: horses run from the stable to the turf, and cards change their condition."""

from paddock.games.rennfieber import events
from paddock.games.rennfieber.edition import KEPT
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.rules import entry
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import State, Training
from paddock.kernel.game import Decision

DIE = 6


def open_training(rules: Ruleset, decision: Decision[State, Event], number: int) -> None:
    """RF9.3: every horse of every player trains."""
    state = decision.state
    decision.emit(
        events.TrainingOpened(number, tuple(state.owned(seat) for seat in range(rules.seats)))
    )


def choose_trainee(rules: Ruleset, decision: Decision[State, Event], seat: int, horse: int) -> None:
    """RF3.1: when all have chosen their first, the highest die starts."""
    decision.emit(events.TraineeChosen(seat, horse))
    now = decision.phase(Training)
    if not now.started and None not in now.trainee:
        start(rules, decision)


def start(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF3.1: the highest die starts; tied players roll again."""
    stream = f"training/{decision.phase(Training).number}/start"
    tied = list(range(rules.seats))
    throws: list[tuple[tuple[int, int], ...]] = []
    index = 0
    while len(tied) > 1:
        throw = []
        for seat in tied:
            throw.append((seat, decision.draw(stream, index, DIE) + 1))
            index += 1
        throws.append(tuple(throw))
        highest = max(die for _, die in throw)
        tied = [seat for seat, die in throw if die == highest]
    decision.emit(events.TrainingStarted(tied[0], tuple(throws)))


def roll(rules: Ruleset, decision: Decision[State, Event], seat: int) -> None:
    """RF3.2 to RF3.4: advance, draw a card on a card space, finish on the turf."""
    now = decision.phase(Training)
    horse = now.trainee[seat]
    assert horse is not None
    die = decision.draw(f"training/{now.number}/die", now.rolls, DIE) + 1
    to = now.space[seat] + die
    decision.emit(
        events.TrainingRolled(seat, horse, die, min(to, rules.edition.training_spaces + 1))
    )
    if to > rules.edition.training_spaces:
        decision.emit(events.HorseTrained(seat, horse))
    elif to in rules.edition.training_cards:
        draw_card(rules, decision, seat, horse)
    pass_turn(rules, decision, seat)


def pass_turn(rules: Ruleset, decision: Decision[State, Event], seat: int) -> None:
    """RF3.1: clockwise; a player with no horse left to train is skipped."""
    now = decision.phase(Training)
    for turn in range(1, rules.seats + 1):
        following = (seat + turn) % rules.seats
        if now.trainee[following] is not None or now.waiting[following]:
            decision.emit(events.TrainingTurn(following))
            return
    decision.emit(events.TrainingTurn(None))
    entry.open_entry(decision)


def draw_card(rules: Ruleset, decision: Decision[State, Event], seat: int, horse: int) -> None:
    """RF3.3, RF3.6, RF3.7: draw a card for the horse and carry it out."""
    if not decision.state.training.size:
        decision.emit(events.TrainingDeckReformed())
    deck = decision.state.training
    if not deck.size:
        return  # horses keep all cards
    now = decision.phase(Training)
    stream = f"training/{now.number}/card"
    kind = deck.kind_at(decision.draw(stream, now.cards, deck.size))
    card = rules.edition.training[kind]
    decision.emit(events.TrainingCardDrawn(seat, horse, kind, card.effect in KEPT))
    match card.effect:
        case "condition":
            change_condition(rules, decision, horse, card.amount)
        case "pay":
            pay(decision, seat, card.amount, "training")
        case "receive":
            decision.emit(events.MoneyReceived(seat, card.amount, "training"))
        case "karriere" | "durchbruch":
            pass


def change_condition(rules: Ruleset, decision: Decision[State, Event], horse: int, by: int) -> None:
    """RF3.5: up or down by `by` levels of those printed on the card."""
    highest = len(rules.edition.horses[horse].levels) - 1
    level = decision.state.horses[horse].level
    changed = min(max(level + by, 0), highest)
    if changed != level:
        decision.emit(events.ConditionChanged(horse, changed))


def pay(decision: Decision[State, Event], seat: int, due: int, why: events.Why) -> None:
    """RF1.9: a seat pays what it has, the rest is waived."""
    amount = min(due, decision.state.ledger.purses[seat])
    decision.emit(events.MoneyPaid(seat, due, amount, why))
