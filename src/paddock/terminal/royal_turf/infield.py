"""Inside the oval: race and round, the die as it lies, who is home, who has the pace."""

from collections.abc import Mapping

from rich.cells import cell_len

from paddock.games.royal_turf.caller import SYMBOLS
from paddock.games.royal_turf.events import Symbol
from paddock.games.royal_turf.rules.payout import RACES
from paddock.kernel.text import say
from paddock.terminal.canvas import Canvas
from paddock.terminal.lines import fit
from paddock.terminal.palette import ASCII
from paddock.terminal.royal_turf.field import Field
from paddock.terminal.royal_turf.oval import Oval
from paddock.terminal.royal_turf.programme import Programme

_DRAWN: Mapping[str, str] = {"head": "♞", "cap": "◠", "saddle": "⌣", "shoe": "Ω"}
_SPELT: Mapping[str, str] = {"head": "^>", "cap": "n_", "saddle": "\\_/", "shoe": "U"}
_DIE = 12
_ROOM_FOR_EACH = 5  # lines, for each place of the podium to have its own


def die_face(programme: Programme, symbol: Symbol | None) -> str:
    """The die as it lies: the word and the sign; not yet thrown, a blank one."""
    if symbol is None:
        return programme.say(say("die"))
    sign = (_SPELT if programme.signs is ASCII else _DRAWN)[symbol]
    return f"{programme.say(SYMBOLS[symbol])} {sign}"


def draw_infield(canvas: Canvas, programme: Programme, field: Field, race: int, oval: Oval) -> None:
    """Three columns between the sides of the oval."""
    left, width, height = oval.infield
    third = width // 3
    top = oval.top + (height - 3) // 2
    styles = ("turf.strong", "turf")
    for row, text in enumerate(race_and_round(programme, field, race)):
        canvas.put(left + 1, top + row, fit(text, third - 1), styles[row])
    _draw_die(canvas, programme, field.rolled, left + third + (third - _DIE) // 2, top)
    podium = _podium(programme, field, height)
    start = oval.top + (height - len(podium)) // 2
    for row, text in enumerate(podium):
        canvas.put(left + 2 * third, start + row, fit(text, width - 2 * third), "turf")


def race_and_round(programme: Programme, field: Field, race: int) -> tuple[str, str]:
    title = say("Race {race} of {races}", race=race, races=RACES)
    stage = say("round {round}", round=field.round) if field.round else say("the bets")
    return programme.say(title), programme.say(stage)


def _draw_die(canvas: Canvas, programme: Programme, symbol: Symbol | None, x: int, y: int) -> None:
    signs = programme.signs
    first, second, third, fourth = signs.corners
    edge = signs.across * (_DIE - 2)
    style = "turf" if symbol is None else "die"
    face = die_face(programme, symbol)
    before = max(0, (_DIE - 2 - cell_len(face)) // 2)
    canvas.put(x, y, first + edge + second, style)
    canvas.put(x, y + 1, signs.down + fit(" " * before + face, _DIE - 2) + signs.down, style)
    canvas.put(x, y + 2, third + edge + fourth, style)


def _podium(programme: Programme, field: Field, height: int) -> list[str]:
    """Places 1, 2, 3 and the last, which only the end of the race fills, and the pace."""
    tags = [programme.tags[horse] for horse in field.podium]
    first, second, third = [*tags, "---", "---", "---"][:3]
    pace = "---" if field.pace is None else programme.tags[field.pace]
    places = [
        programme.say(say("1st {horse}", horse=first)),
        programme.say(say("2nd {horse}", horse=second)),
        programme.say(say("3rd {horse}", horse=third)),
        programme.say(say("7th {horse}", horse="---")),
        programme.say(say("pace {horse}", horse=pace)),
    ]
    if height >= _ROOM_FOR_EACH:
        return places
    return [f"{places[0]}  {places[1]}", f"{places[2]}  {places[3]}", places[4]]
