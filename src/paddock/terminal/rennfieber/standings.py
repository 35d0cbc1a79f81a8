"""The seats: everyone's money during the meeting, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from paddock.games.rennfieber.view import View
from paddock.kernel.text import say
from paddock.terminal.lines import Line, fit, flowed, line
from paddock.terminal.ordinals import ORDINALS
from paddock.terminal.rennfieber.programme import Programme


def strip(programme: Programme, view: View, width: int) -> list[Line]:
    """Letter, name and money of each seat; those who are to act have a sign before them."""
    return flowed([_piece(programme, view, seat) for seat in range(len(view.money))], width)


def choosing(programme: Programme, view: View, confirmed: Sequence[bool], width: int) -> list[Line]:
    """The same while all choose at once: who has confirmed and who has not."""
    pieces = []
    for seat, done in enumerate(confirmed):
        state = say("confirmed") if done else say("to choose")
        text = programme.say(state)
        pieces.append(_piece(programme, view, seat).append(f" {text}", "quiet" if done else "pick"))
    return flowed(pieces, width)


def _piece(programme: Programme, view: View, seat: int) -> Line:
    acting = seat in view.to_act
    return line(
        (programme.signs.pick if acting else " ", "pick"),
        (f"{programme.marks[seat]} ", "pick" if acting else "quiet"),
        (programme.names[seat], "strong" if acting else "ground"),
        (f" {programme.money(view.money[seat])}", "money"),
    )


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
        (f"{programme.money(view.money[seat]):>9}", "money"),
        f"  {programme.say(ORDINALS[rank])}",
    )
    return row.append(*programme.bot(seat))
