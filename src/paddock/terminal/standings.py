"""Everybody's money, during a meeting and at its end; places as short as they are written."""

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

from paddock.kernel.text import Text, say
from paddock.terminal.company import Company
from paddock.terminal.lines import Line, fit, flowed, line

ORDINALS: tuple[Text, ...] = (
    say("1st"),
    say("2nd"),
    say("3rd"),
    say("4th"),
    say("5th"),
    say("6th"),
    say("7th"),
)


def strip(company: Company, view: Any, width: int) -> list[Line]:
    """Letter, name and money of each seat; those who are to act have a sign before them."""
    return flowed([piece(company, view, seat) for seat in range(len(view.money))], width)


def piece(company: Company, view: Any, seat: int) -> Line:
    acting = seat in view.to_act
    return line(
        (company.signs.pick if acting else " ", "pick"),
        (f"{company.marks[seat]} ", "pick" if acting else "quiet"),
        (company.names[seat], "strong" if acting else "ground"),
        (f" {company.money(view.money[seat])}", "money"),
    )


def final(
    company: Company, view: Any, winners: Sequence[int], width: int, *, ranks: bool = True
) -> list[Line]:
    """Who has won, and everyone from richest to poorest."""
    by_money = sorted(range(len(view.money)), key=view.money.__getitem__, reverse=True)
    return [
        Line(company.say(say("The meeting is over: three races have been run."))),
        company.won(winners),
        Line(),
        *(row(company, view, seat, width, ranks=ranks) for seat in by_money),
    ]


def row(company: Company, view: Any, seat: int, width: int, *, ranks: bool) -> Line:
    """A seat with its money in so many columns, and its rank: equal where money is equal."""
    names = max(map(cell_len, company.names))
    rank = sum(other > view.money[seat] for other in view.money)
    return line(
        (f"{company.marks[seat]} ", "quiet"),
        (fit(company.names[seat], names), "strong"),
        (f"{company.money(view.money[seat]):>{width}}", "money"),
        f"  {company.say(ORDINALS[rank])}" if ranks else "",
        company.bot(seat),
    )


def account(
    company: Company, seat: int, before: int, paid: Sequence[tuple[Text, int]], nothing: Text
) -> list[Line]:
    """From what a seat had, payment by payment with the total after it, to what it has."""
    heading, had = (company.who(seat), "strong"), company.money(before)
    if not paid:
        return [line(heading, "  ", (had, "money"), f"  {company.say(nothing)}")]
    rows = [
        line(f"  {company.say(why)}  ", (f"{company.signs.arrow} {company.money(total)}", "money"))
        for why, total in paid
    ]
    return [line(heading, f"  {had}"), *rows]
