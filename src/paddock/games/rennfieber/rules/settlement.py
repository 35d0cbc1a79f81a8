"""RF7 to RF10: prizes, condition, odds, stakes and winnings, and what follows a race."""

from itertools import accumulate

from paddock.games.rennfieber import events
from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import FIRST_SALE, HORSES, RACES
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.rules import auction, entry, training
from paddock.games.rennfieber.ruleset import OddsBy, Ruleset, StakeLimit
from paddock.games.rennfieber.state import Racing, Selling, Settling, State
from paddock.kernel.game import Decision

LAST_SALE = 2  # RF9.1: after race 2
PER_POINT = 1_000


def settle(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF7.7: prizes, condition, odds, stakes, winnings, in this order."""
    run = decision.phase(Settling).run
    pay_prizes(rules, decision, run)
    training.change_condition(rules, decision, run.runners[run.home[0]].horse, 1)
    training.change_condition(rules, decision, run.runners[run.home[-1]].horse, -1)
    odds = set_odds(rules, decision, run)
    decision.emit(events.SlipsTurned(run.stakes))
    paid_for = pay_stakes(rules, decision, run)
    if odds is not None:
        pay_winnings(decision, paid_for, odds)
    decision.emit(events.RaceSettled())
    go_on(rules, decision)


def pay_prizes(rules: Ruleset, decision: Decision[State, Event], run: Racing) -> None:
    """RF7.1, RF10.1: by place, as the programme says."""
    prizes = rules.edition.programme[decision.state.race - 1].prizes
    for place, (runner, prize) in enumerate(zip(run.home, prizes, strict=False), start=1):
        decision.emit(events.PrizePaid(run.runners[runner].seat, runner, place, prize))


def set_odds(rules: Ruleset, decision: Decision[State, Event], run: Racing) -> int | None:
    """RF7.3: from Table 1; None if nobody has backed the winner."""
    winner = run.home[0]
    on_all, on_winner = weigh(rules, run, winner)
    tenths = odds(rules, on_all, on_winner) if on_winner else None
    decision.emit(events.OddsSet(winner, on_all, on_winner, tenths))
    return tenths


def odds(rules: Ruleset, on_all: int, on_winner: int) -> int:
    """RF11.9: by the first bound (in hundredths) above the ratio; in whole numbers."""
    for bound, tenths in zip(rules.edition.bounds, rules.edition.odds, strict=False):
        if on_all * 100 < bound * on_winner:
            return tenths
    return rules.edition.odds[-1]


def weigh(rules: Ruleset, run: Racing, winner: int) -> tuple[int, int]:
    """RF7.3: the bets on all runners and on the winner, in slips or in money."""
    match rules.odds_by:
        case OddsBy.SLIPS:
            return sum(map(sum, run.slips)), sum(slips[winner] for slips in run.slips)
        case OddsBy.AMOUNTS:
            stakes = [stake for placed in run.stakes for stake in placed]
            on_winner = sum(stake.value for stake in stakes if stake.colour == winner)
            return sum(stake.value for stake in stakes), on_winner


def pay_stakes(rules: Ruleset, decision: Decision[State, Event], run: Racing) -> list[int]:
    """RF7.4: all players pay. Returns the value of each seat's winning slips that are paid for."""
    paid_for = []
    for seat, stakes in enumerate(run.stakes):
        paid_for.append(winning(rules, stakes, run.home[0], decision.state.ledger.purses[seat]))
        if stakes:
            training.pay(decision, seat, sum(stake.value for stake in stakes), "stakes")
    return paid_for


def winning(rules: Ruleset, stakes: tuple[Stake, ...], winner: int, cash: int) -> int:
    """RF7.4: the value of the slips on the winner; without a limit, only of those paid in full.

    Players pay for losing slips first, then for winning slips from the lowest up.
    """
    backed = sorted(stake.value for stake in stakes if stake.colour == winner)
    match rules.stakes:
        case StakeLimit.COVERED:
            return sum(backed)
        case StakeLimit.UNLIMITED:
            left = cash - sum(stake.value for stake in stakes if stake.colour != winner)
            return max([due for due in accumulate(backed) if due <= left], default=0)


def pay_winnings(decision: Decision[State, Event], paid_for: list[int], tenths: int) -> None:
    """RF7.5, RF11.10: stake times odds, including the stake."""
    for seat, stake in enumerate(paid_for):
        if stake:
            decision.emit(events.WinningsPaid(seat, stake, tenths, winnings(stake, tenths)))


def winnings(stake: int, tenths: int) -> int:
    """RF11.10: Table 2; all stakes are multiples of 10, so nothing is rounded."""
    return stake * tenths // 10


def go_on(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF8.1, RF9, RF10.2: to the next race, the sale before race 3, or the end."""
    state = decision.state
    if state.race == LAST_SALE:
        decision.emit(events.SaleOpened(rules.runners_each))
    elif state.race < RACES:
        entry.open_entry(decision)
    else:
        decision.emit(events.MeetingEnded(state.ledger.richest))


def sell(
    rules: Ruleset, decision: Decision[State, Event], seat: int, horses: tuple[int, ...]
) -> None:
    """RF9.1: all at the same time and in secret; when all have chosen, the bank buys."""
    decision.emit(events.SaleMade(seat, tuple(sorted(horses))))
    choices = decision.phase(Selling).chosen
    if None in choices:
        return
    for seller, chosen in enumerate(choices):
        for horse in chosen or ():
            price = sale_price(rules, horse, decision.state.horses[horse].level)
            decision.emit(events.HorseSoldBack(seller, horse, price))
    late = tuple(range(FIRST_SALE, HORSES))
    auction.open_auction(rules, decision, 2, late, rules.runners_each)  # RF9.2


def sale_price(rules: Ruleset, horse: int, level: int) -> int:
    """RF9.1: the price on the card plus the price of the condition."""
    return rules.edition.horses[horse].price + condition_price(rules, horse, level)


def condition_price(rules: Ruleset, horse: int, level: int) -> int:
    """RF9.1: 1,000 per point of an n+ condition."""
    condition = rules.edition.horses[horse].levels[level]
    return PER_POINT * int(condition[0]) if condition.endswith("+") else 0
