"""The track and its infield: an oval if there is room for it, otherwise a list in race order."""

from collections.abc import Mapping

from rich.cells import cell_len

from paddock.games.royal_turf.caller import SYMBOLS
from paddock.games.royal_turf.events import Symbol
from paddock.games.royal_turf.offers import MoveOffer
from paddock.games.royal_turf.rules.payout import RACES
from paddock.kernel.text import say
from paddock.terminal.canvas import Canvas
from paddock.terminal.lines import Line, fit, flowed, line
from paddock.terminal.palette import ASCII
from paddock.terminal.royal_turf.field import Field, where
from paddock.terminal.royal_turf.oval import Oval
from paddock.terminal.royal_turf.programme import Programme

_DRAWN: Mapping[str, str] = {"head": "♞", "cap": "◠", "saddle": "⌣", "shoe": "Ω"}
_SPELT: Mapping[str, str] = {"head": "^>", "cap": "n_", "saddle": "\\_/", "shoe": "U"}
_DIE = 12
_ROOM_FOR_EACH = 5  # lines needed for each place to have its own


def track(
    programme: Programme, field: Field, race: int, offer: MoveOffer | None, oval: Oval
) -> list[Line]:
    canvas = Canvas(oval.width, oval.height)
    _draw_ground(canvas, programme, oval)
    for space in range(1, oval.spaces + 1):
        spot = oval.spot(space)
        ground = "lane" if space % 2 else "lane.other"
        canvas.paint(spot.x, spot.y, spot.width, ground)
        canvas.paint(spot.number_x, spot.number_y, spot.width, ground)
        canvas.put(spot.number_x, spot.number_y, f"{space:^3}", ground)
    for space, (text, style) in _written(programme, field, offer).items():
        spot = oval.spot(space)
        canvas.put(spot.x, spot.y, fit(text, min(spot.width, len(text))), style)
    for y in range(oval.height - 3, oval.height):
        canvas.put(oval.line(), y, programme.signs.line, "act")
    _draw_infield(canvas, programme, field, race, oval)
    return canvas.lines()


def _draw_ground(canvas: Canvas, programme: Programme, oval: Oval) -> None:
    """The rail with the running direction, the lane, and the turf inside."""
    signs, width, bottom = programme.signs, oval.width, oval.height - 1
    first, second, third, fourth = signs.corners
    rail = signs.across * (width - 8)
    canvas.put(3, 0, first + rail + second, "turf")
    canvas.put(3, bottom, third + rail + fourth, "turf")
    canvas.put(width // 3, 0, signs.left * 2, "turf")
    canvas.put(width // 3, bottom, signs.right * 2, "turf")
    canvas.put(oval.line() + 1, bottom, programme.say(say("LINE")), "turf")
    for y in range(1, bottom):
        canvas.paint(1, y, width - 2, "lane")
        canvas.put(1, y, signs.down, "turf")
        canvas.put(width - 2, y, signs.down, "turf")
    canvas.put(1, 1, first + signs.across + fourth, "turf")
    canvas.put(width - 4, 1, third + signs.across + second, "turf")
    canvas.put(1, bottom - 1, third + signs.across + second, "turf")
    canvas.put(width - 4, bottom - 1, first + signs.across + fourth, "turf")
    left, across, down = oval.infield
    for y in range(oval.top, oval.top + down):
        canvas.paint(left, y, across, "turf")


def _written(
    programme: Programme, field: Field, offer: MoveOffer | None
) -> dict[int, tuple[str, str]]:
    """What to write on each space: horses, the pace mark until it is taken, possible landings."""
    edition = programme.edition
    written = {}
    if field.pace is None:
        written[edition.pace] = (programme.say(say("PACE")), "lane.pace")
    for move in offer.moves if offer else ():
        space = edition.space(move.to)
        if field.progress[move.horse] < move.to <= edition.spaces:
            before, style = written.get(space, ("", ""))
            ghosts = before if style == "lane.ghost" else programme.signs.ghost
            written[space] = (f"{ghosts}{move.horse + 1}", "lane.ghost")
    for horse in field.derived.order[len(field.podium) :]:
        written[edition.space(field.progress[horse])] = (
            programme.tags[horse],
            programme.coat(horse),
        )
    return written


def order(programme: Programme, field: Field, width: int) -> list[Line]:
    """The horses from first to last, each with its space."""
    pieces = [
        line(f"{place}.", (programme.tags[horse], "strong"), f" {where(programme, field, horse)}")
        for place, horse in enumerate(field.derived.order, start=1)
    ]
    return flowed(pieces, width)


def die_face(programme: Programme, symbol: Symbol | None) -> str:
    """The die: the word and the sign of what was rolled; just "die" before the roll."""
    if symbol is None:
        return programme.say(say("die"))
    sign = (_SPELT if programme.signs is ASCII else _DRAWN)[symbol]
    return f"{programme.say(SYMBOLS[symbol])} {sign}"


def _draw_infield(
    canvas: Canvas, programme: Programme, field: Field, race: int, oval: Oval
) -> None:
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
    """The places 1, 2, 3 and 7 and the pace. Place 7 is only known once the race is over."""
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
