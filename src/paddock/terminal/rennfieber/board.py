"""The board: the current phase of the meeting, fitted to the size of the screen.

The sentence that says what to do is always there. Above it is the picture of the phase, and the
race call gets the space that is left between them.
"""

from typing import assert_never

from rich.cells import cell_len

from paddock.games.rennfieber.edition import RACES
from paddock.games.rennfieber.offers import MoveOffer
from paddock.games.rennfieber.state import Over, Training, Waiting
from paddock.games.rennfieber.view import (
    AuctionScene,
    BettingScene,
    EnteringScene,
    RacingScene,
    SellingScene,
    View,
)
from paddock.kernel.text import Text, say
from paddock.terminal.call import asked, called
from paddock.terminal.lines import Line, headed, line
from paddock.terminal.rennfieber.auction import room
from paddock.terminal.rennfieber.choosing import entering, placing, selling
from paddock.terminal.rennfieber.pages import terms
from paddock.terminal.rennfieber.programme import Programme
from paddock.terminal.rennfieber.race import choice, track
from paddock.terminal.rennfieber.runners import Field, table
from paddock.terminal.rennfieber.training import ground
from paddock.terminal.screen import Frame, Shown, Size
from paddock.terminal.standings import strip

_GAP = 2
_TALL = 30  # the height from which each runner has a line of its own
_CALLED = 3  # lines that the race call should have before blank lines and details


def board(programme: Programme, shown: Shown, size: Size) -> Frame:
    """A page that leaves the last line of the screen free for input."""
    width = size.width
    shown = _heard(shown)
    task = asked(shown, width)
    space = size.height - 2 - len(task)
    body = _body(programme, shown, Size(width, space))
    if len(body) + _CALLED > space:
        body = [row for row in body if row.cell_len]
    above = [_head(programme, shown.view, width), *body[: max(space, 0)]]
    above += called(programme.words, shown, width, size.height - 1 - len(above) - len(task))
    for row in above:
        row.truncate(width)
    return Frame(above, task)


def _heard(shown: Shown) -> Shown:
    """Without the latest paragraph if the task already says what was rolled."""
    scene = shown.view.scene
    if not isinstance(shown.offer, MoveOffer) or scene.extra is not None:
        return shown
    return shown.without_latest()


def _body(programme: Programme, shown: Shown, size: Size) -> list[Line]:
    view: View = shown.view
    scene, width = view.scene, size.width
    match scene:
        case AuctionScene():
            space = Size(width, size.height - _CALLED)
            return [*room(programme, view, scene, space), Line()]
        case Training():
            return [*ground(programme, view, scene, width), Line()]
        case EnteringScene():
            return [*entering(programme, view, scene, shown.offer, width), Line()]
        case BettingScene():
            return [*placing(programme, view, scene, width), Line()]
        case SellingScene():
            return [*selling(programme, view, scene, shown.offer, width), Line()]
        case RacingScene():
            return _race(programme, shown, size)
        case Waiting() | Over():
            return strip(programme, view, width)
        case _:
            assert_never(scene)


def _race(programme: Programme, shown: Shown, size: Size) -> list[Line]:
    field = Field.of(programme, shown.view, shown.offer)
    tall = size.height >= _TALL
    top = track(field, choice(shown.offer), size.width, whole=tall)
    runners = table(field, size.width, full=tall)
    seats = [Line(), *strip(programme, shown.view, size.width), Line()] if tall else []
    return [*top, *runners, *seats]


def _head(programme: Programme, view: View, width: int) -> Line:
    """The name of the game, the phase, then as many remarks as fit."""
    tell = programme.say
    head = line((tell(programme.title), "strong"))
    phases = [tell(phase) for phase in _phases(programme, view)]
    phase = next((text for text in phases if head.cell_len + _GAP + cell_len(text) <= width), "")
    head.append(" " * _GAP).append(phase)
    return headed(head, map(tell, programme.remarks()), width)


def _phases(programme: Programme, view: View) -> tuple[Text, ...]:
    """The phase of the meeting, possibly followed by a shorter version."""
    match view.scene:
        case AuctionScene(number=1):
            return (say("Auction before race 1"),)
        case AuctionScene():
            return (say("Auction before race 3"),)
        case Training(number=1):
            return (say("Training before race 1"),)
        case Training():
            return (say("Training before race 3"),)
        case SellingScene():
            return (say("Sale to the bank before race 3"),)
        case EnteringScene() | BettingScene() | RacingScene():
            short = say("Race {race} of {races}", race=view.race, races=RACES)
            return terms(programme, view.race), short
        case Waiting() | Over():
            return (say("three races"),)
        case _:
            assert_never(view.scene)
