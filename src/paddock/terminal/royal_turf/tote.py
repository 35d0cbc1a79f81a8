"""The tote: the tokens on a horse and what they would pay, and the table of payouts."""

from rich.cells import cell_len

from paddock.games.royal_turf.rules import payout
from paddock.games.royal_turf.view import Span
from paddock.kernel.text import Text, say
from paddock.terminal.lines import Line, fit, line
from paddock.terminal.royal_turf.field import Field
from paddock.terminal.royal_turf.programme import Programme

FOR_PLACE: tuple[Text, ...] = (
    say("for first place"),
    say("for second place"),
    say("for third place"),
)


def pays(field: Field, place: int) -> list[Line]:
    """Pounds for one bet, by horse; a range if tokens are face down."""
    if field.book is None:
        return [Line("-", "quiet") for _ in field.progress]
    return [
        Line(_figures(pays.places[place]), "money" if pays.places[place] else "quiet")
        for pays in field.book.pays
    ]


def _figures(figures: Span) -> str:
    if isinstance(figures, int):
        return str(figures) if figures else "-"
    least, most = figures
    return f"{least}-{most}"


def tokens(programme: Programme, field: Field, horse: int, viewer: int | None, *, gap: str) -> Line:
    """Each token as its owner's letter and its value, or ? if it is face down."""
    pieces = [
        Line(
            f"{programme.marks[bet.seat]}{'?' if bet.value is None else bet.value}",
            "strong" if bet.seat == viewer else "ground",
        )
        for bet in (field.book.bets if field.book else ())
        if bet.horse == horse
    ]
    if gap and field.book and field.pace == horse:
        amount = field.book.pace_pays
        pieces.append(Line(programme.say(say("pace £{amount}", amount=amount)), "money"))
    return Line(gap).join(pieces)


def payout_table(programme: Programme, race: int) -> list[Line]:
    """The board's payout table, with the figures for this race (RT5.2, RT5.7)."""
    tell = programme.say
    rows = [(say("bets on the horse"), ["1", "2", "3", "4", "5+"])]
    for place, figures in zip(FOR_PLACE, payout.payouts(programme.rules, race), strict=True):
        rows.append((place, [str(figure) for figure in figures]))
    width = max(cell_len(tell(title)) for title, _ in rows)
    return [
        line((tell(say("What each bet pays in race {race}", race=race)), "strong")),
        *(
            line(fit(tell(title), width), *((f"{figure:>5}", "money") for figure in figures))
            for title, figures in rows
        ),
    ]


def payouts(programme: Programme, race: int) -> list[Line]:
    """The payout table and what it means."""
    tell = programme.say
    pace, last = payout.beside_places(programme.rules, race)
    return [
        *payout_table(programme, race),
        Line(),
        Line(tell(say("A 2 counts as two bets and earns twice; a 0 counts for nothing."))),
        Line(tell(say("The more bets on a horse, the less each pays."))),
        Line(tell(say("For the pace: £{amount} for each bet.", amount=pace))),
        Line(tell(say("For last place: each bet pays £{amount} to the bank.", amount=last))),
        Line(tell(say("Nobody pays more than they have."))),
    ]
