"""The training track: a strip for each horse in training, showing the spaces with cards (RF3)."""

from rich.cells import cell_len

from paddock.games.rennfieber.state import Training
from paddock.games.rennfieber.view import View
from paddock.kernel.text import say
from paddock.terminal.lines import Line, fit, line
from paddock.terminal.rennfieber.programme import Programme
from paddock.terminal.rennfieber.stable import everybody
from paddock.terminal.standings import strip

_CARD = "+"
_BESIDE = 34  # columns of a row besides its strip
_CLOSE, _WIDE = 1, 2


def ground(programme: Programme, view: View, scene: Training, width: int) -> list[Line]:
    legend = say(
        "From the stable to the turf; there is a card on each {sign}. Cards left: {deck}.",
        sign=_CARD,
        deck=view.deck,
    )
    names = max(map(cell_len, programme.titles))
    return [
        Line(programme.say(legend), "quiet"),
        *(_row(programme, view, scene, seat, names, width) for seat in range(len(view.money))),
        Line(),
        *strip(programme, view, width),
        Line(),
        *everybody(programme, view, width),
    ]


def _row(
    programme: Programme, view: View, scene: Training, seat: int, names: int, width: int
) -> Line:
    horse, waiting = scene.trainee[seat], scene.waiting[seat]
    acting = seat in view.to_act
    row = line(
        (programme.signs.pick if acting else " ", "pick"),
        (f"{programme.marks[seat]} ", "strong"),
    )
    if horse is None:
        rest = say("choosing a horse") if waiting else say("all trained")
        return row.append(programme.say(rest), "pick" if waiting else "quiet")
    row.append(f"{horse + 1:>2} {fit(programme.titles[horse], names)} ", "strong")
    room = (width - _BESIDE) // programme.edition.training_spaces
    if room >= _CLOSE:
        row.append(_strip(programme, scene.space[seat], seat, min(room, _WIDE)))
    spaces = programme.edition.training_spaces
    row.append(f" {programme.say(say('{at} of {last}', at=scene.space[seat], last=spaces))}")
    if waiting:
        tags = " ".join(programme.tags[other] for other in waiting)
        row.append(f"  {programme.say(say('then {tags}', tags=tags))}", "quiet")
    row.truncate(width)
    return row


def _strip(programme: Programme, at: int, seat: int, cell: int) -> Line:
    """A line behind the horse; ahead of it, dots and the spaces with cards."""
    signs = programme.signs
    cells = line((programme.marks[seat], "rolled") if not at else (signs.down, "quiet"))
    for space in range(1, programme.edition.training_spaces + 1):
        card = space in programme.edition.training_cards
        sign = _CARD if card else signs.across if space < at else signs.dot
        if space == at:
            cells.append(programme.marks[seat], "rolled")
        else:
            cells.append(sign, "pick" if card and space > at else "quiet")
        cells.append(" " * (cell - 1))
    return cells.append(signs.down, "quiet")
