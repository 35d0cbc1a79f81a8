"""The seats: everyone's money during the meeting, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from paddock.games.royal_turf.view import View
from paddock.kernel.text import say
from paddock.terminal.lines import Line, fit, flowed, line
from paddock.terminal.ordinals import ORDINALS
from paddock.terminal.royal_turf.programme import Programme


def strip(programme: Programme, view: View, width: int) -> list[Line]:
    """Letter, name and money of each seat; the one whose turn it is has a sign before it."""
    pieces = []
    for seat, money in enumerate(view.money):
        acting = seat in view.to_act
        sign = programme.signs.pick if acting else " "
        pieces.append(
            line(
                (f"{sign}{programme.marks[seat]} ", "pick" if acting else "quiet"),
                (programme.names[seat], "strong" if acting else "ground"),
                (f" {programme.money(money)}", "money"),
            )
        )
    return flowed(pieces, width)


def listed(programme: Programme, view: View) -> list[Line]:
    """The same with a line for each, where there is room for it."""
    return [
        line(
            (programme.signs.pick if seat in view.to_act else " ", "pick"),
            _row(programme, view, seat),
        )
        for seat in range(len(view.money))
    ]


def final(programme: Programme, view: View, winners: Sequence[int]) -> list[Line]:
    """Who has won, and everyone from richest to poorest."""
    by_money = sorted(range(len(view.money)), key=view.money.__getitem__, reverse=True)
    return [
        Line(programme.say(say("The meeting is over: three races have been run."))),
        programme.won(winners),
        Line(),
        *(_row(programme, view, seat) for seat in by_money),
    ]


def _row(programme: Programme, view: View, seat: int) -> Line:
    """Equal money is equal rank."""
    width = max(map(cell_len, programme.names))
    rank = sum(other > view.money[seat] for other in view.money)
    row = line(
        (f"{programme.marks[seat]} ", "quiet"),
        (fit(programme.names[seat], width), "strong"),
        (f"{programme.money(view.money[seat]):>8}", "money"),
    )
    if len(set(view.money)) > 1:
        row.append(f"  {programme.say(ORDINALS[rank])}")
    return row.append(*programme.bot(seat))
