"""The field: where the horses are, during betting and during the race, and where they can land."""

from msgspec import Struct

from paddock.games.royal_turf.derived import Derived, derive
from paddock.games.royal_turf.events import Symbol
from paddock.games.royal_turf.offers import Advance, MoveOffer, Offer
from paddock.games.royal_turf.state import Grid, Naming, Over, Waiting
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene, View
from paddock.kernel.text import Text, say
from paddock.terminal.lines import Line
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.standings import ORDINALS


class Field(Struct, frozen=True):
    """Cards and positions of the seven horses, and the state of the race: round 0 while betting."""

    derived: Derived
    grid: Grid
    progress: tuple[int, ...]
    podium: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    pace: int | None = None
    round: int = 0
    rolled: Symbol | None = None
    book: Book | None = None

    @property
    def horses(self) -> range:
        return range(len(self.progress))


def field(programme: Programme, view: View, offer: Offer | None = None) -> Field | None:
    """What is on the track; None before the first race and after the last."""
    derived, scene = derive(programme.rules, view, offer), view.scene
    match scene:
        case RacingScene():
            return Field(
                derived,
                scene.grid,
                scene.progress,
                scene.podium,
                scene.moved,
                scene.pace,
                scene.round,
                scene.rolled,
                scene.book,
            )
        case BettingScene(grid, _, book):
            return Field(derived, grid, grid.starts, book=book)
        case Naming(grid):
            return Field(derived, grid, grid.starts)
        case Waiting() | Over():
            return None


def where(programme: Programme, field: Field, horse: int) -> str:
    """The space that a horse is on, or that it is home."""
    if horse in field.podium:
        return programme.say(say("home"))
    return str(programme.edition.space(field.progress[horse]))


def landing(
    programme: Programme, field: Field, offer: Offer | None, horse: int, *, short: bool
) -> Line:
    """Where a horse would land, in a few words. The engine says where; nothing is computed here."""
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
