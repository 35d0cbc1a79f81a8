"""RT5 and RT6.3: reveal, pay, collect, and on to the next race or the end."""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from paddock.games.royal_turf.events import (
    Bet,
    Event,
    LossPaid,
    MeetingEnded,
    PacePaid,
    PlacePaid,
    RaceSettled,
    TokensRevealed,
)
from paddock.games.royal_turf.rules import betting, setup
from paddock.games.royal_turf.ruleset import CardUse, FinalRace, PacePays, Ruleset
from paddock.games.royal_turf.state import Settling, State
from paddock.kernel.game import Decision

RACES = 3


class Factors(NamedTuple):
    """How many times winnings and losses count."""

    gain: int
    loss: int


ONCE = Factors(1, 1)
_SEAT = attrgetter("seat")


def settle(rules: Ruleset, decision: Decision[State, Event]) -> None:
    if rules.hidden:
        reveal(rules, decision)
    pay_places(rules, decision)
    pay_pace(rules, decision)
    collect_losses(rules, decision)  # RT5.6: all winnings first, then losses
    decision.emit(RaceSettled(retired(rules, _settling(decision).run.grid.cards)))  # RT5.9
    if decision.state.race < RACES:
        setup.next_race(rules, decision)
    else:
        decision.emit(MeetingEnded(setup.richest(decision.state)))  # RT5.11


def reveal(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT6.3: all tokens are turned over before the payout."""
    bets = _settling(decision).run.bets
    unplayed = tuple(betting.tokens_left(rules, bets, seat) for seat in range(rules.seats))
    decision.emit(TokensRevealed(bets, unplayed))


def bets_counted(bets: Iterable[Bet], horse: int) -> int:
    """RT5.1: a token counts as many bets as its value."""
    return sum(bet.value for bet in bets if bet.horse == horse)


def figure(row: Sequence[int], bets: int) -> int:
    """RT5.2: pounds per bet in a place's row; the last column serves all larger numbers."""
    return row[min(bets, len(row)) - 1] if bets else 0


def payouts(rules: Ruleset, race: int) -> tuple[tuple[int, ...], ...]:
    """RT5.2, RT5.7: pounds per bet by place and column, as they count in this race."""
    gain = factors(rules, race).gain
    return tuple(tuple(gain * figure for figure in row) for row in rules.edition.payout)


def beside_places(rules: Ruleset, race: int) -> tuple[int, int]:
    """RT5.4, RT5.5, RT5.7: pounds per bet for the pace and for the last place in this race."""
    gain, loss = factors(rules, race)
    return rules.edition.pace_figure * gain, rules.edition.last_figure * loss


def each(payment: PlacePaid | PacePaid | LossPaid) -> int:
    """RT5.7: pounds per bet, as they counted."""
    return payment.figure * payment.factor


def pay_places(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT5.2, RT5.3: tokens on the first three."""
    run = _settling(decision).run
    factor = factors(rules, decision.state.race).gain
    for place, horse in enumerate(run.podium, start=1):
        row = rules.edition.payout[place - 1]
        bets = bets_counted(run.bets, horse)
        each = figure(row, bets)
        for bet in counting(run.bets, horse):
            amount = bet.value * each * factor
            column = min(bets, len(row))
            decision.emit(
                PlacePaid(bet.seat, horse, place, bet.value, column, each, factor, amount)
            )


def pay_pace(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT5.4: tokens on the horse with the pace token."""
    run = _settling(decision).run
    assert run.pace is not None  # a horse that is home has passed the pace space
    if not pace_pays(rules, run.podium, run.pace):
        return
    factor = factors(rules, decision.state.race).gain
    each = rules.edition.pace_figure
    for bet in counting(run.bets, run.pace):
        amount = bet.value * each * factor
        decision.emit(PacePaid(bet.seat, run.pace, bet.value, each, factor, amount))


def collect_losses(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RT5.5, RT5.10: tokens on the hindmost cost, as far as the money goes."""
    settling = _settling(decision)
    factor = factors(rules, decision.state.race).loss
    each = rules.edition.last_figure
    for bet in counting(settling.run.bets, settling.last):
        due = bet.value * each * factor
        amount = min(due, decision.state.ledger.purses[bet.seat])
        decision.emit(LossPaid(bet.seat, settling.last, bet.value, each, factor, due, amount))


def counting(bets: Iterable[Bet], horse: int) -> list[Bet]:
    """RT6.4: the tokens on a horse that count, in seat order; a 0 is nothing at all."""
    return sorted((bet for bet in bets if bet.horse == horse and bet.value), key=_SEAT)


def pace_pays(rules: Ruleset, podium: tuple[int, ...], pace: int) -> bool:
    """RT5.4: whether bets on the horse with the pace token are paid."""
    match rules.pace_pays:
        case PacePays.ALWAYS:
            return True
        case PacePays.IF_PLACED:
            return pace in podium


def factors(rules: Ruleset, race: int) -> Factors:
    """RT5.7: in the last race; in the others all counts once."""
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


def _settling(decision: Decision[State, Event]) -> Settling:
    settling = decision.state.phase
    assert isinstance(settling, Settling)
    return settling
