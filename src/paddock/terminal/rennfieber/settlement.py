"""A settled race: the places, how the odds were worked out, and why everyone's money changed."""

from collections.abc import Sequence

from rich.cells import cell_len

from paddock.games.rennfieber.derived import derive
from paddock.games.rennfieber.events import (
    ConditionChanged,
    Event,
    HorseSoldBack,
    MoneyPaid,
    OddsSet,
    Payment,
    PrizePaid,
    WinningsPaid,
)
from paddock.games.rennfieber.phrases import odds
from paddock.games.rennfieber.rules.settlement import condition_price
from paddock.games.rennfieber.ruleset import EntryFee, Levels, OddsBy
from paddock.games.rennfieber.state import PastRace
from paddock.games.rennfieber.view import View
from paddock.kernel.text import Text, count, say
from paddock.terminal.lines import Line, fit, line
from paddock.terminal.rennfieber.programme import SILKS, Programme
from paddock.terminal.standings import ORDINALS, accounts


def settlement(programme: Programme, view: View, events: Sequence[Event]) -> list[Line]:
    """`view` is the public view after all payments, `events` are those that led there."""
    race, past = len(view.past), view.past[-1]
    tell = programme.say
    lines = [line((tell(say("Race {race} is over.", race=race)), "act")), Line()]
    lines += _order(programme, past, events, race)
    settled = derive(programme.rules, view, None).settled[-1]
    lines.append(Line())
    if past.odds is not None:
        winner = programme.horse(past.runners[past.odds.winner].horse)
        lines.append(Line(tell(_odds(programme, past.odds, settled.ratio, winner))))
    lines += [Line(), *_slips(programme, past)]
    assert settled.before is not None
    assert settled.totals is not None
    paid = [
        (payment.seat, _why(programme, past, payment), total)
        for payment, total in zip(past.payments, settled.totals, strict=True)
    ]
    lines += accounts(programme, settled.before, paid, say("nothing won and nothing staked"))
    return [*lines, Line(), Line(tell(_fees(programme, race)), "quiet")]


def _fees(programme: Programme, race: int) -> Text:
    fee = programme.money(programme.edition.programme[race - 1].fee)
    match programme.rules.entry_fee:
        case EntryFee.PER_RUNNER:
            return say(
                "The entry fees, {fee} for each runner, were paid before the start.", fee=fee
            )
        case EntryFee.PER_PLAYER:
            return say(
                "The entry fees, {fee} for each player, were paid before the start.", fee=fee
            )


def _order(programme: Programme, past: PastRace, events: Sequence[Event], race: int) -> list[Line]:
    """The places, their prizes, and how the race changed conditions (RF7.1, RF7.2)."""
    prizes = programme.edition.programme[race - 1].prizes
    changed = {e.horse: e.level for e in events if isinstance(e, ConditionChanged)}
    width = max(cell_len(programme.horse(runner.horse)) for runner in past.runners)
    rows = []
    for place, colour in enumerate(past.home):
        runner = past.runners[colour]
        row = line(
            f"{programme.say(ORDINALS[place])} ",
            (f"{programme.tags[runner.horse]:>3}", f"silk.{SILKS[colour]}"),
            (f" {fit(programme.horse(runner.horse), width)}", "strong"),
            f"  {fit(programme.who(runner.seat), max(map(cell_len, programme.names)) + 2)}",
            (f" {programme.money(prizes[place]) if place < len(prizes) else '-':>8}", "money"),
        )
        if runner.horse in changed:
            level = programme.edition.horses[runner.horse].levels[changed[runner.horse]]
            up = say("condition up to {level}", level=level)
            down = say("condition down to {level}", level=level)
            row.append(f"  {programme.say(down if place else up)}", "quiet")
        rows.append(row)
    return rows


def _odds(programme: Programme, found: OddsSet, hundredths: int | None, winner: str) -> Text:
    """How the odds were worked out (RF7.3)."""
    if found.tenths is None or hundredths is None:
        return say("Nobody had a slip on {horse}: the bank keeps all stakes.", horse=winner)
    ratio = programme.ratio(hundredths)
    if programme.rules.odds_by is OddsBy.SLIPS:
        return count(
            "Odds: one slip in all, {on} on {horse}. The ratio is {ratio}; the table gives odds of "
            "{odds}.",
            "Odds: {n} slips in all, {on} of them on {horse}. The ratio is {n} / {on} = {ratio}; "
            "the table gives odds of {odds}.",
            found.on_all,
            horse=winner,
            on=found.on_winner,
            ratio=ratio,
            odds=odds(found.tenths),
        )
    return say(
        "Odds: {all} staked in all, {on} of it on {horse}. The ratio is {ratio}; the table gives "
        "odds of {odds}.",
        all=programme.money(found.on_all),
        horse=winner,
        on=programme.money(found.on_winner),
        ratio=ratio,
        odds=odds(found.tenths),
    )


def _slips(programme: Programme, past: PastRace) -> list[Line]:
    """All slips, turned over (RF7.4)."""
    tell = programme.say
    lines = [line((tell(say("The slips are turned over.")), "strong"))]
    for seat, stakes in enumerate(past.stakes):
        placed: dict[int, list[str]] = {}
        for stake in stakes:
            placed.setdefault(stake.colour, []).append(programme.money(stake.value))
        slips = ", ".join(
            f"{programme.tags[past.runners[colour].horse]} {' + '.join(values)}"
            for colour, values in placed.items()
        ) or tell(say("no slips"))
        lines.append(Line(tell(say("{who}: {slips}", who=programme.who(seat), slips=slips))))
    return lines


def _why(programme: Programme, past: PastRace, payment: Payment) -> Text:
    money = programme.money
    match payment:
        case PrizePaid(_, runner, place, amount):
            return say(
                "+ {amount} prize: {horse} came in {place}",
                amount=money(amount),
                horse=programme.horse(past.runners[runner].horse),
                place=ORDINALS[place - 1],
            )
        case MoneyPaid(_, due, amount) if amount < due:
            return say(
                "- {due} for the slips, but only {amount} is left; the rest is waived",
                due=money(due),
                amount=money(amount),
            )
        case MoneyPaid(_, _, amount):
            return say("- {amount} for the slips placed", amount=money(amount))
        case WinningsPaid(_, stake, tenths, amount):
            return say(
                "+ {amount} won: {stake} on the winner × {odds}",
                amount=money(amount),
                stake=money(stake),
                odds=odds(tenths),
            )


def sale(programme: Programme, view: View, events: Sequence[Event]) -> list[Line]:
    """What the bank has bought, and how the prices were worked out (RF9.1)."""
    tell = programme.say
    lines = [line((tell(say("The bank has bought these horses.")), "act")), Line()]
    for event in events:
        if isinstance(event, HorseSoldBack):
            reason = _bought(programme, view, event)
            heading = (f"{programme.who(event.seat)}  ", "strong")
            lines.append(line(heading, tell(reason)))
    return lines


def _bought(programme: Programme, view: View, event: HorseSoldBack) -> Text:
    """With cards face down, the condition of a horse that is gone is not shown (RF4.4)."""
    horse, total = programme.horse(event.horse), programme.money(event.price)
    is_told = programme.rules.levels is Levels.OPEN
    level = programme.level(view, event.horse) if is_told else None
    if level is None:
        return say("{horse}: {total} for its card and its condition", horse=horse, total=total)
    more = condition_price(programme.rules, event.horse, view.horses[event.horse].level)
    return say(
        "{horse}: {price} for the card and {more} for its condition {level}: {total}",
        horse=horse,
        price=programme.money(programme.edition.horses[event.horse].price),
        more=programme.money(more),
        level=level,
        total=total,
    )
