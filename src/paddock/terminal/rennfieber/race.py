"""The race: the track with runners and reachable spaces, and the table of runners (RF6)."""

from collections.abc import Sequence
from typing import Any

from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.offers import MoveOffer, Ways
from paddock.games.rennfieber.phrases import spot
from paddock.games.rennfieber.track import HOME
from paddock.kernel.text import Text, say
from paddock.terminal.lines import Line, columned, flowed, line
from paddock.terminal.rennfieber.moves import LETTERS, PLAYS, labels
from paddock.terminal.rennfieber.programme import Programme
from paddock.terminal.rennfieber.runners import Field
from paddock.terminal.rennfieber.strip import drawn, needed, strip
from paddock.terminal.standings import ORDINALS


def track(field: Field, ways: Ways | None, width: int, *, whole: bool = True) -> list[Line]:
    """The widest track that fits or, if none does, the runners and labels in words.

    Unless the `whole` track is wanted, parts of it without runners or labels are left out.
    """
    drawing = strip(field.programme.edition.track, width)
    if drawing is None:
        return [*_listed(field, width), *_marked(field, ways, width)]
    terms = field.programme.edition.programme[field.view.race - 1]
    written = _written(field, ways)
    lines = drawn(field.programme, drawing, terms.section, written)
    return lines if whole else needed(drawing, lines, written)


def choice(offer: Any) -> Ways | None:
    """The ways to draw while somebody chooses a move: those without a card."""
    return offer.plays[0] if isinstance(offer, MoveOffer) else None


def _written(field: Field, ways: Ways | None) -> dict[int, tuple[str, str]]:
    """What to write on each space: runners, and labels where the move may end."""
    written = {}
    ghost = field.programme.signs.ghost
    if ways is not None:
        for label, to in labels(field.programme.edition.track, ways).items():
            if to != HOME:
                written[to] = (f"{ghost}{label}", "lane.ghost")
    for colour, at in enumerate(field.scene.at):
        if at != HOME:
            written[at] = (field.tag(colour), field.silk(colour))
    return written


def _listed(field: Field, width: int) -> list[Line]:
    rows = [
        line((f"{field.tag(colour):>3}", field.silk(colour)), f" {field.programme.say(where)}")
        for colour in field.derived.order
        for where in [whereabouts(field.programme, field.scene.at[colour])]
    ]
    return columned(rows, width)


def _marked(field: Field, ways: Ways | None, width: int) -> list[Line]:
    """The spaces where the move may end, by label, which includes the lane."""
    programme = field.programme
    course = programme.edition.track
    ends = {} if ways is None else labels(course, ways)
    marks = [
        line(
            (f"{programme.signs.ghost}{label}", "lane.ghost"),
            f" {programme.say(spot(course.spaces[to]))}",
        )
        for label, to in ends.items()
        if to != HOME
    ]
    return flowed(marks, width)


def whereabouts(programme: Programme, at: int) -> Text:
    if at == HOME:
        return say("home")
    space = programme.edition.track.spaces[at]
    return say("lane {lane}, {spot}", lane=space.lane, spot=spot(space))


def ways_page(field: Field, offer: MoveOffer, ways: Ways, width: int) -> list[Line]:
    """Where one way of playing leads: on the track, and in words with the resulting place."""
    tell, key = field.programme.say, LETTERS[ways.play]
    title = say(
        "{horse}, {play}: a move of {length}",
        horse=field.horse(offer.runner),
        play=PLAYS[ways.play],
        length=ways.length,
    )
    typed = "" if ways.play == "none" else key
    found = zip(ways.ways, field.derived.places[offer.plays.index(ways)], strict=True)
    places = {way.to: place for way, place in found}
    ends = []
    for label, to in labels(field.programme.edition.track, ways).items():
        end = say(
            "{where}, {place}",
            where=whereabouts(field.programme, to),
            place=ORDINALS[places[to] - 1],
        )
        ends.append(line((f"{typed}{label:<4}", "pick"), tell(end)))
    drawn_on = ways if strip(field.programme.edition.track, width) else None
    lines = track(field, drawn_on, width, whole=False)
    return [line((tell(title), "strong")), *lines, *columned(ends, width)]


def explained(field: Field, play: Play) -> Sequence[Text]:
    """The reasons for the length of the move (RF6.3, RF6.14)."""
    scene, throw = field.scene, field.derived.throw
    length = None if throw is None else throw.length(play)
    if scene.dice is None or throw is None or length is None:
        return ()
    die = scene.dice.race_die
    parts = [say("die {die}", die=die)]
    if length.bonus < 0:
        parts.append(say("-1 for 5-"))
    elif throw.barred:
        parts.append(say("no bonus because of a gallop card"))
    elif length.bonus:
        parts.append(say("+1 for {level}", level=field.level(scene.turn)))
    if length.slow:
        parts.append(say("-{slow} for a gallop card", slow=-length.slow))
    if length.is_raised(die):
        parts.append(say("at least 1"))
    if throw.gallop:
        parts.append(
            say("then a gallop card, because the other die shows {die}", die=scene.dice.die)
        )
    return parts
