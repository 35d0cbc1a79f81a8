"""Everybody's money, during a meeting and at its end, and why it changed; the ordinals."""

from collections.abc import Iterable, Sequence
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
    """Letter, name and money of each seat, with a sign before those who are to act."""
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
    """The winners, then everyone from richest to poorest."""
    by_money = sorted(range(len(view.money)), key=view.money.__getitem__, reverse=True)
    return [
        Line(company.say(say("The match is over: all three races have been run."))),
        company.won(winners),
        Line(),
        *(row(company, view, seat, width, ranks=ranks) for seat in by_money),
    ]


def row(company: Company, view: Any, seat: int, width: int, *, ranks: bool) -> Line:
    """A seat with its money, `width` columns wide, and its rank; equal money has equal rank."""
    names = max(map(cell_len, company.names))
    rank = sum(other > view.money[seat] for other in view.money)
    return line(
        (f"{company.marks[seat]} ", "quiet"),
        (fit(company.names[seat], names), "strong"),
        (f"{company.money(view.money[seat]):>{width}}", "money"),
        f"  {company.say(ORDINALS[rank])}" if ranks else "",
        company.bot(seat),
    )


def accounts(
    company: Company, before: Sequence[int], paid: Iterable[tuple[int, Text, int]], nothing: Text
) -> list[Line]:
    """For each seat: what it had, then its payments (seat, reason, total), each with the total."""
    payments, lines = list(paid), list[Line]()
    for seat, had in enumerate(map(company.money, before)):
        heading = (company.who(seat), "strong")
        own = [
            line(
                f"  {company.say(why)}  ",
                (f"{company.signs.arrow} {company.money(total)}", "money"),
            )
            for payee, why, total in payments
            if payee == seat
        ]
        if own:
            lines += [Line(), line(heading, f"  {had}"), *own]
        else:
            lines += [Line(), line(heading, "  ", (had, "money"), f"  {company.say(nothing)}")]
    return lines
