"""RT5 and RT6.3: reveal, pay, collect, and on to the next race or the end."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from paddock.games.royal_turf import events
from paddock.games.royal_turf.events import Event
from paddock.games.royal_turf.rules import betting, setup
from paddock.games.royal_turf.ruleset import CardUse, FinalRace, PacePays, Ruleset
from paddock.games.royal_turf.state import Settling, State
from paddock.kernel.game import Decision

RACES = 3


class Factors(NamedTuple):
    """By how much winnings and losses are multiplied."""

    gain: int
    loss: int


ONCE = Factors(1, 1)


def settle(rules: Ruleset, decision: Decision[State, Event]) -> None:
    if rules.hidden:
        reveal(rules, decision)
    pay_places(rules, decision)
    pay_pace(rules, decision)
    collect_losses(rules, decision)  # RT5.6: all winnings first, then losses
    decision.emit(
        events.RaceSettled(retired(rules, decision.phase(Settling).run.grid.cards))
    )  # RT5.9
    if decision.state.race < RACES:
        setup.next_race(rules, decision)
    else:
        decision.emit(events.MeetingEnded(decision.state.ledger.richest))  # RT5.11


def reveal(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT6.3: all tokens are turned over before the payout."""
    bets = decision.phase(Settling).run.bets
    unplayed = tuple(betting.tokens_left(rules, bets, seat) for seat in range(rules.seats))
    decision.emit(events.TokensRevealed(bets, unplayed))


def bets_counted(bets: Iterable[events.Bet], horse: int) -> int:
    """RT5.1: a token counts as many bets as its value."""
    return sum(bet.value for bet in bets if bet.horse == horse)


def figure(row: Sequence[int], bets: int) -> int:
    """RT5.2: pounds per bet in a place's row; the last column is for all larger numbers."""
    return row[min(bets, len(row)) - 1] if bets else 0


def payouts(rules: Ruleset, race: int) -> tuple[tuple[int, ...], ...]:
    """RT5.2, RT5.7: pounds per bet by place and column, multiplied for this race."""
    gain = factors(rules, race).gain
    return tuple(tuple(gain * figure for figure in row) for row in rules.edition.payout)


def beside_places(rules: Ruleset, race: int) -> tuple[int, int]:
    """RT5.4, RT5.5, RT5.7: pounds per bet for the pace and for the last place in this race."""
    gain, loss = factors(rules, race)
    return rules.edition.pace_figure * gain, rules.edition.last_figure * loss


def each(payment: events.Payment) -> int:
    """RT5.7: pounds per bet, multiplied for its race."""
    return payment.figure * payment.factor


def pay_places(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT5.2, RT5.3: tokens on the first three."""
    run = decision.phase(Settling).run
    factor = factors(rules, decision.state.race).gain
    for place, horse in enumerate(run.podium, start=1):
        row = rules.edition.payout[place - 1]
        bets = bets_counted(run.bets, horse)
        each = figure(row, bets)
        for bet in counting(run.bets, horse):
            amount = bet.value * each * factor
            column = min(bets, len(row))
            decision.emit(
                events.PlacePaid(bet.seat, horse, place, bet.value, column, each, factor, amount)
            )


def pay_pace(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT5.4: tokens on the horse with the pace token."""
    run = decision.phase(Settling).run
    assert run.pace is not None  # any horse that is home has passed the pace space
    if not pace_pays(rules, run.podium, run.pace):
        return
    factor = factors(rules, decision.state.race).gain
    each = rules.edition.pace_figure
    for bet in counting(run.bets, run.pace):
        amount = bet.value * each * factor
        decision.emit(events.PacePaid(bet.seat, run.pace, bet.value, each, factor, amount))


def collect_losses(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT5.5, RT5.10: tokens on the last horse cost money, as far as there is any."""
    settling = decision.phase(Settling)
    factor = factors(rules, decision.state.race).loss
    each = rules.edition.last_figure
    for bet in counting(settling.run.bets, settling.last):
        due = bet.value * each * factor
        amount = min(due, decision.state.ledger.purses[bet.seat])
        decision.emit(
            events.LossPaid(bet.seat, settling.last, bet.value, each, factor, due, amount)
        )


def counting(bets: Iterable[events.Bet], horse: int) -> list[events.Bet]:
    """RT6.4: the tokens on a horse that count, in seat order; a 0 does not count."""
    on_horse = (bet for bet in bets if bet.horse == horse and bet.value)
    return sorted(on_horse, key=attrgetter("seat"))


def pace_pays(rules: Ruleset, podium: tuple[int, ...], pace: int) -> bool:
    """RT5.4: whether bets on the horse with the pace token are paid."""
    match rules.pace_pays:
        case PacePays.ALWAYS:
            return True
        case PacePays.IF_PLACED:
            return pace in podium


def factors(rules: Ruleset, race: int) -> Factors:
    """RT5.7: for the last race; in the other races everything counts once."""
    if race != RACES:
        return ONCE
    match rules.final_race:
        case FinalRace.DOUBLE:
            return Factors(2, 2)
        case FinalRace.GAINS_ONLY:
            return Factors(2, 1)
        case FinalRace.SINGLE:
            return ONCE


def retired(rules: Ruleset, cards: tuple[int, ...]) -> tuple[int, ...]:
    """RT2.5: which of the cards that ran leave the game."""
    match rules.cards:
        case CardUse.USED_UP:
            return tuple(sorted(cards))
        case CardUse.RESHUFFLE_ALL:
            return ()
