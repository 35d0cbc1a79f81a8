"""A settled race: the podium, and for each seat, line by line, why its money changed (RT5)."""

from rich.cells import cell_len

from paddock.games.royal_turf.derived import derive
from paddock.games.royal_turf.events import LossPaid, PacePaid, Payment, PlacePaid
from paddock.games.royal_turf.rules import payout
from paddock.games.royal_turf.state import PastRace
from paddock.games.royal_turf.view import View
from paddock.kernel.text import Text, count, say
from paddock.terminal.lines import Line, fit, line
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.royal_turf.tote import FOR_PLACE
from paddock.terminal.standings import ORDINALS, accounts


def settlement(programme: Programme, view: View) -> list[Line]:
    """The race that was settled most recently."""
    tell, race, past = programme.say, len(view.past), view.past[-1]
    settled = derive(programme.rules, view, None).settled[-1]
    lines = [line((tell(say("Race {race} is over.", race=race)), "act")), Line()]
    lines += _podium(programme, past)
    if programme.rules.hidden:
        lines += [Line(), *_revealed(programme, past)]
    paid = [
        (payment.seat, _why(programme, payment), total)
        for payment, total in zip(past.payments, settled.totals, strict=True)
    ]
    nothing = say("no bet won or lost anything")
    return [*lines, *accounts(programme, settled.before, paid, nothing)]


def _podium(programme: Programme, past: PastRace) -> list[Line]:
    """The places, how many bets were on each horse and what each bet is worth."""
    rows: list[tuple[Text, int, type[Payment]]] = [
        (ORDINALS[place], horse, PlacePaid) for place, horse in enumerate(past.podium)
    ]
    if past.pace is not None:
        rows.append((say("pace"), past.pace, PacePaid))
    rows.append((ORDINALS[-1], past.last, LossPaid))
    titles = max(cell_len(programme.say(title)) for title, _, _ in rows) + 1
    width = max(cell_len(programme.horse(horse)) for _, horse, _ in rows)
    return [
        line(
            fit(programme.say(title), titles),
            (fit(programme.horse(horse), width), "strong"),
            f"  {programme.say(_worth(past, horse, kind))}",
        )
        for title, horse, kind in rows
    ]


def _worth(past: PastRace, horse: int, kind: type[Payment]) -> Text:
    bets = sum(bet.value for bet in past.bets if bet.horse == horse)
    if not bets:
        return say("no bets")
    paid = (pay for pay in past.payments if pay.horse == horse and isinstance(pay, kind))
    payment = next(paid, None)
    if payment is None:
        return say("pays nothing")
    each = payout.each(payment)
    if kind is LossPaid:
        return count("{n} bet costs £{each}", "{n} bets cost £{each} each", bets, each=each)
    return count("{n} bet earns £{each}", "{n} bets earn £{each} each", bets, each=each)


def _revealed(programme: Programme, past: PastRace) -> list[Line]:
    """All tokens turned over, including those never placed (RT6.3)."""
    tell = programme.say
    lines = [line((tell(say("The tokens are turned over.")), "strong"))]
    for seat in range(len(programme.names)):
        placed = [
            tell(say("{value} on {horse}", value=bet.value, horse=programme.tags[bet.horse]))
            for bet in past.bets
            if bet.seat == seat
        ]
        kept = [tell(say("{value} kept back", value=value)) for value in past.unplayed[seat]]
        lines.append(Line(f"{programme.who(seat)}: {', '.join((*placed, *kept))}"))
    return lines


def _why(programme: Programme, payment: Payment) -> Text:
    """For example: 2 bets × £350 for first place = £700."""
    horse = programme.tags[payment.horse]
    if isinstance(payment, LossPaid):
        return _why_lost(horse, payment)
    reason = FOR_PLACE[payment.place - 1] if isinstance(payment, PlacePaid) else say("for the pace")
    if payment.factor == 1:
        return count(
            "+ {horse}: {n} bet × £{figure} {reason} = £{amount}",
            "+ {horse}: {n} bets × £{figure} {reason} = £{amount}",
            payment.value,
            horse=horse,
            figure=payment.figure,
            reason=reason,
            amount=payment.amount,
        )
    return count(
        "+ {horse}: {n} bet × £{figure} {reason}, times {factor} = £{amount}",
        "+ {horse}: {n} bets × £{figure} {reason}, times {factor} = £{amount}",
        payment.value,
        horse=horse,
        figure=payment.figure,
        reason=reason,
        factor=payment.factor,
        amount=payment.amount,
    )


def _why_lost(horse: str, payment: LossPaid) -> Text:
    if payment.amount < payment.due:
        return say(
            "- {horse}: £{due} for last place, but only £{amount} is left; the rest is waived",
            horse=horse,
            due=payment.due,
            amount=payment.amount,
        )
    return count(
        "- {horse}: {n} bet × £{each} for last place = £{amount}",
        "- {horse}: {n} bets × £{each} for last place = £{amount}",
        payment.value,
        horse=horse,
        each=payout.each(payment),
        amount=payment.amount,
    )
