"""The track: an oval where there is room for one, otherwise the horses in the order of the race."""

from paddock.games.royal_turf.offers import MoveOffer
from paddock.kernel.text import say
from paddock.terminal.canvas import Canvas
from paddock.terminal.lines import Line, fit, flowed, line
from paddock.terminal.royal_turf.field import Field
from paddock.terminal.royal_turf.infield import draw_infield
from paddock.terminal.royal_turf.oval import Oval
from paddock.terminal.royal_turf.programme import Programme


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
    draw_infield(canvas, programme, field, race, oval)
    return canvas.lines()


def _draw_ground(canvas: Canvas, programme: Programme, oval: Oval) -> None:
    """The rail with the direction of the race, the lane, the turf inside."""
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
    """By space: horses, the pace mark until it is taken, where horses that may move would land."""
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
    pieces = []
    for place, horse in enumerate(field.derived.order, start=1):
        if horse in field.podium:
            where = programme.say(say("home"))
        else:
            where = str(programme.edition.space(field.progress[horse]))
        pieces.append(line(f"{place}.", (programme.tags[horse], "strong"), f" {where}"))
    return flowed(pieces, width)
