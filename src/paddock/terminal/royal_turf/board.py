"""The board: track, horses, seats and what just happened, fitted to the size of the screen.

The table of horses and the sentence that says what to do are always there. The track is drawn if
it fits. The race call gets the space that is left: beside the track on a wide screen, below it
otherwise.
"""

from paddock.games.royal_turf.offers import BetOffer, MoveOffer
from paddock.games.royal_turf.view import View
from paddock.terminal.call import asked, called
from paddock.terminal.lines import Line, beside, headed, line
from paddock.terminal.royal_turf.cards import Sight, cards
from paddock.terminal.royal_turf.field import Field, field
from paddock.terminal.royal_turf.oval import LOWEST, NARROWEST, Oval, oval
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.royal_turf.tote import payout_table
from paddock.terminal.royal_turf.track import die_face, order, race_and_round, track
from paddock.terminal.screen import Frame, Shown, Size
from paddock.terminal.standings import row, strip

_PANEL = 30  # the minimum width for text beside the track
_GAP = 2
MONEY = 8  # columns of an amount
# Lines that the track must leave free: the head, the input line, two of the task, one of the call.
_KEPT = 5
_CALLED = 5  # lines that the race call gets before the oval becomes taller than necessary


def board(programme: Programme, shown: Shown, size: Size) -> Frame:
    """A page that leaves the last line of the screen free for input."""
    width, run = size.width, field(programme, shown.view, shown.offer)
    # The task already says what was rolled.
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
    above = [_head(programme, shown.view, None if loop else run, width), *top, *horses, *seats]
    if not (loop and panel):
        room = size.height - 1 - len(above) - len(task)
        above += called(programme.words, heard, width, room)
    return Frame(above, task, at_foot=not panel)


def _loop(programme: Programme, size: Size, taken: int, *, panel: bool) -> Oval | None:
    """The oval that fits. If the race call goes below it, the oval stays low to leave room."""
    spaces, room = programme.edition.spaces, size.height - taken
    if panel:
        return oval(spaces, NARROWEST, room)
    low = min(room, max(LOWEST, room - _CALLED))
    return oval(spaces, size.width, low) or oval(spaces, size.width, room)


def _seats(programme: Programme, view: View, *, panel: bool) -> list[Line]:
    """A line for each seat; on a wide screen, with the payout table beside them."""
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


def _head(programme: Programme, view: View, run: Field | None, width: int) -> Line:
    """The name of the game, what the infield would say if no track is drawn, then the remarks."""
    pieces = [programme.say(remark) for remark in programme.remarks()]
    if run is not None:
        die = [die_face(programme, run.rolled)] if run.rolled else []
        pieces = [*race_and_round(programme, run, view.race), *die, *pieces]
    return headed(line((programme.say(programme.title), "strong")), pieces, width)
