"""A race settled: who came where, how the odds came about, and why each one's money changed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from paddock.games.rennfieber.derived import Settled, derive
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
from paddock.games.rennfieber.ruleset import Levels, OddsBy
from paddock.games.rennfieber.state import PastRace
from paddock.games.rennfieber.view import View
from paddock.kernel.text import Text, count, say
from paddock.terminal.lines import Line, fit, line
from paddock.terminal.ordinals import ORDINALS
from paddock.terminal.rennfieber.programme import SILKS, Programme


def settlement(programme: Programme, view: View, events: Sequence[Event]) -> list[Line]:
    """`view` is what is public now that all is paid, `events` what led there."""
    race, past = len(view.past), view.past[-1]
    tell = programme.say
    lines = [line((tell(say("Race {race} is over.", race=race)), "act")), Line()]
    lines += _order(programme, past, events, race)
    settled = derive(programme.rules, view, None).settled[-1]
    lines += [Line(), *_odds(programme, past, settled), Line(), *_slips(programme, past)]
    for seat in range(len(view.money)):
        lines += [Line(), *_account(programme, past, settled, seat)]
    fee = programme.edition.programme[race - 1].fee
    before = say(
        "Entry fees, {fee} a runner, were paid before the start.", fee=programme.money(fee)
    )
    return [*lines, Line(), Line(tell(before), "quiet")]


def _order(programme: Programme, past: PastRace, events: Sequence[Event], race: int) -> list[Line]:
    """Who came where, what that is worth, and how the race changed conditions (RF7.1, RF7.2)."""
    prizes = programme.edition.programme[race - 1].prizes
    changed = {e.horse: e.level for e in events if isinstance(e, ConditionChanged)}
    width = max(cell_len(programme.horse(runner.horse)) for runner in past.runners)
    rows = []
    for place, colour in enumerate(past.home):
        runner = past.runners[colour]
        name = f"{programme.marks[runner.seat]} {programme.names[runner.seat]}"
        row = line(
            f"{programme.say(ORDINALS[place])} ",
            (f"{programme.tags[runner.horse]:>3}", f"silk.{SILKS[colour]}"),
            (f" {fit(programme.horse(runner.horse), width)}", "strong"),
            f"  {fit(name, max(map(cell_len, programme.names)) + 2)}",
            (f" {programme.money(prizes[place]) if place < len(prizes) else '-':>8}", "money"),
        )
        if runner.horse in changed:
            level = programme.edition.horses[runner.horse].levels[changed[runner.horse]]
            up = place == 0
            told = say("condition up to {level}", level=level) if up else None
            told = told or say("condition down to {level}", level=level)
            row.append(f"  {programme.say(told)}", "quiet")
        rows.append(row)
    return rows


def _odds(programme: Programme, past: PastRace, settled: Settled) -> list[Line]:
    """RF7.3: from what lay on all to what is paid."""
    if past.odds is None:
        return []
    winner = programme.horse(past.runners[past.odds.winner].horse)
    return [Line(programme.say(_how(programme, past.odds, settled.ratio, winner)))]


def _how(programme: Programme, found: OddsSet, hundredths: int | None, winner: str) -> Text:
    if found.tenths is None or hundredths is None:
        return say("Nobody had a slip on {horse}: the bank keeps all stakes.", horse=winner)
    ratio = programme.ratio(hundredths)
    if programme.rules.odds_by is OddsBy.SLIPS:
        return count(
            "Odds: one slip in all, {on} on {horse}: {ratio}, in the table {odds}.",
            "Odds: {n} slips in all, {on} on {horse}: {n} / {on} = {ratio}, in the table {odds}.",
            found.on_all,
            horse=winner,
            on=found.on_winner,
            ratio=ratio,
            odds=odds(found.tenths),
        )
    return say(
        "Odds: {all} staked in all, {on} on {horse}: {ratio}, in the table {odds}.",
        all=programme.money(found.on_all),
        horse=winner,
        on=programme.money(found.on_winner),
        ratio=ratio,
        odds=odds(found.tenths),
    )


def _slips(programme: Programme, past: PastRace) -> list[Line]:
    """All slips turned over (RF7.4)."""
    tell = programme.say
    lines = [line((tell(say("The slips are turned over.")), "strong"))]
    for seat, stakes in enumerate(past.stakes):
        by_colour = dict.fromkeys(stake.colour for stake in stakes)
        placed = [
            "{} {}".format(
                programme.tags[past.runners[colour].horse],
                " + ".join(
                    programme.money(stake.value) for stake in stakes if stake.colour == colour
                ),
            )
            for colour in by_colour
        ]
        told = ", ".join(placed) or tell(say("no slips"))
        who = f"{programme.marks[seat]} {programme.names[seat]}"
        lines.append(Line(tell(say("{who}: {slips}", who=who, slips=told))))
    return lines


def _account(programme: Programme, past: PastRace, settled: Settled, seat: int) -> list[Line]:
    """From what the seat had, payment by payment, to what it has."""
    tell, arrow = programme.say, programme.signs.arrow
    assert settled.before is not None
    assert settled.totals is not None
    before = programme.money(settled.before[seat])
    paid = [
        (payment, programme.money(total))
        for payment, total in zip(past.payments, settled.totals, strict=True)
        if payment.seat == seat
    ]
    heading = (f"{programme.marks[seat]} {programme.names[seat]}", "strong")
    if not paid:
        nothing = tell(say("nothing won and nothing staked"))
        return [line(heading, "  ", (before, "money"), f"  {nothing}")]
    lines = [line(heading, f"  {before}")]
    for payment, total in paid:
        why = tell(_why(programme, past, payment))
        lines.append(line(f"  {why}  ", (f"{arrow} {total}", "money")))
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
                "- {due} for the slips; only {amount} is there, the rest is forgiven",
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
    """What the bank has bought, and why it paid what it paid (RF9.1)."""
    tell = programme.say
    lines = [line((tell(say("The bank has bought.")), "act")), Line()]
    for event in events:
        if isinstance(event, HorseSoldBack):
            told = _bought(programme, view, event)
            heading = (f"{programme.marks[event.seat]} {programme.names[event.seat]}  ", "strong")
            lines.append(line(heading, tell(told)))
    return lines


def _bought(programme: Programme, view: View, event: HorseSoldBack) -> Text:
    """Where cards lie face down, the condition of a horse that is gone is not told (RF4.4)."""
    horse, total = programme.horse(event.horse), programme.money(event.price)
    is_told = programme.rules.levels is Levels.OPEN
    level = programme.level(view, event.horse) if is_told else None
    if level is None:
        return say("{horse}: {total} for its card and its condition", horse=horse, total=total)
    price = programme.edition.horses[event.horse].price
    return say(
        "{horse}: {price} for the card and {more} for its condition {level}: {total}",
        horse=horse,
        price=programme.money(price),
        more=programme.money(event.price - price),
        level=level,
        total=total,
    )
