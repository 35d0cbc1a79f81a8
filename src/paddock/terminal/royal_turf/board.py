"""The board: track, horses, seats and what just happened, fitted to the size of the screen.

The rows of the horses and the sentence that says what to do are always there. The track is drawn
where it fits, and the race caller has the room that is left: beside the track on a wide screen,
below it on others.
"""

from collections.abc import Sequence

from rich.cells import cell_len

from paddock.games.royal_turf.offers import BetOffer, MoveOffer
from paddock.games.royal_turf.view import View
from paddock.terminal.call import asked, called
from paddock.terminal.lines import Line, beside, line
from paddock.terminal.royal_turf.cards import Sight, cards
from paddock.terminal.royal_turf.field import Field, field
from paddock.terminal.royal_turf.infield import die_face, race_and_round
from paddock.terminal.royal_turf.oval import LOWEST, NARROWEST, Oval, oval
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.royal_turf.tote import payout_table
from paddock.terminal.royal_turf.track import order, track
from paddock.terminal.screen import Frame, Shown, Size
from paddock.terminal.standings import row, strip

_PANEL = 30  # the least width at which sentences read well beside the track
_GAP = 2
MONEY = 8  # columns of an amount
_BETWEEN = "  "
# Lines kept free of the track: the head, the line typed in, two of the task, one of the caller.
_KEPT = 5
_CALLED = 5  # lines that the caller has before the oval grows taller than it must


def board(programme: Programme, shown: Shown, remarks: Sequence[str], size: Size) -> Frame:
    """A page that leaves the last line of the screen to type in."""
    width, run = size.width, field(programme, shown.view, shown.offer)
    # Who is to move is told of their roll by the task.
    heard = shown.without_latest() if isinstance(shown.offer, MoveOffer) else shown
    task = asked(shown, width)
    seats = strip(programme, shown.view, width)
    horses: list[Line] = []
    top: list[Line] = []
    loop, panel = None, False
    if run is not None:
        choice = shown.offer if isinstance(shown.offer, BetOffer | MoveOffer) else None
        horses = cards(Sight(programme, run, choice, shown.view.viewer), width)
        panel = width >= NARROWEST + _PANEL
        loop = _loop(programme, size, _KEPT + len(horses) + len(seats), panel=panel)
        moves = shown.offer if isinstance(shown.offer, MoveOffer) else None
        top = (
            track(programme, run, shown.view.race, moves, loop)
            if loop
            else order(programme, run, width)
        )
    spare = size.height - _KEPT - len(top) - len(horses) - len(shown.view.money)
    rows = _seats(programme, shown.view, panel=panel)
    if spare >= _CALLED and all(row.cell_len <= width for row in rows):
        seats = [Line(), *rows, Line()]
    if loop and panel:
        said = called(programme.words, heard, width - loop.width - _GAP, len(top))
        top = beside(top, said, loop.width, _GAP)
    head = _head(programme, shown.view, None if loop else run, remarks, width)
    above = [*head, *top, *horses, *seats]
    if not (loop and panel):
        room = size.height - 1 - len(above) - len(task)
        above += called(programme.words, heard, width, room)
    return Frame(above, task, at_foot=not panel)


def _loop(programme: Programme, size: Size, taken: int, *, panel: bool) -> Oval | None:
    """The oval that fits; with the caller below it, a low one unless there is room for both."""
    spaces, room = programme.edition.spaces, size.height - taken
    if panel:
        return oval(spaces, NARROWEST, room)
    low = min(room, max(LOWEST, room - _CALLED))
    return oval(spaces, size.width, low) or oval(spaces, size.width, room)


def _seats(programme: Programme, view: View, *, panel: bool) -> list[Line]:
    """A line for each seat; on a wide screen with what bets pay beside them."""
    ranks = len(set(view.money)) > 1
    seats = [
        line(
            (programme.signs.pick if seat in view.to_act else " ", "pick"),
            row(programme, view, seat, MONEY, ranks=ranks),
        )
        for seat in range(len(view.money))
    ]
    if not panel:
        return seats
    width = max(seat.cell_len for seat in seats)
    return beside(seats, payout_table(programme, view.race), width, _PANEL // 2)


def _head(
    programme: Programme, view: View, run: Field | None, remarks: Sequence[str], width: int
) -> list[Line]:
    """The name of the game; without a track also what its infield would tell; then what fits."""
    head = line((programme.say(programme.title), "strong"))
    pieces = list(remarks)
    if run is not None:
        die = [die_face(programme, run.rolled)] if run.rolled else []
        pieces = [*race_and_round(programme, run, view.race), *die, *remarks]
    for piece in pieces:
        if head.cell_len + len(_BETWEEN) + cell_len(piece) <= width:
            head.append(_BETWEEN).append(piece, "quiet")
    return [head]
