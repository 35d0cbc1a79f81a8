"""Where a horse would land, in a few words: the engine has told, nothing is computed here."""

from paddock.games.royal_turf.offers import Advance, MoveOffer, Offer
from paddock.kernel.text import Text, say
from paddock.terminal.lines import Line
from paddock.terminal.royal_turf.field import Field
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.standings import ORDINALS


def landing(
    programme: Programme,
    field: Field,
    offer: Offer | None,
    horse: int,
    *,
    short: bool,
) -> Line:
    if horse in field.podium:
        return Line(programme.say(say("home")), "quiet")
    if horse in field.moved:
        return Line(programme.say(say("moved")), "quiet")
    if isinstance(offer, MoveOffer):
        move = next(move for move in offer.moves if move.horse == horse)
        return Line(programme.say(_told(programme, field, move, short=short)), "strong")
    return Line()


def _told(programme: Programme, field: Field, move: Advance, *, short: bool) -> Text:
    start = programme.edition.space(field.progress[move.horse])
    end = programme.edition.space(move.to)
    derived = field.derived
    if move.horse in derived.home and derived.place is not None:
        place = ORDINALS[derived.place - 1]
        return say("home {place}", place=place) if short else say("home, {place}", place=place)
    went = next((one.went for one in derived.blocked if one.horse == move.horse), None)
    if went is None and short:
        return say("{start}→{end}", start=start, end=end)
    if went is None:
        return say("{start} → {end}", start=start, end=end)
    if short:
        return say("{went}/{due}→{end}", went=went, due=move.due, end=end)
    if went == 0:
        return say("blocked: stays on {end}", end=end)
    return say("blocked: {went} of {due} → {end}", went=went, due=move.due, end=end)
