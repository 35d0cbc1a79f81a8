"""The runners of a race: where each one is, which cards it holds and what has been bet on it."""

from collections.abc import Callable, Sequence
from typing import Self

from msgspec import Struct

from paddock.games.rennfieber.derived import Derived, derive
from paddock.games.rennfieber.edition import Level
from paddock.games.rennfieber.events import Runner
from paddock.games.rennfieber.offers import Offer
from paddock.games.rennfieber.phrases import odds
from paddock.games.rennfieber.rules.movement import LAPS, ON_LAP
from paddock.games.rennfieber.view import RacingScene, View
from paddock.kernel.text import Text, say
from paddock.terminal.columns import Column, fitting, joined
from paddock.terminal.lines import Line, beside
from paddock.terminal.rennfieber.programme import SILKS, Programme
from paddock.terminal.rennfieber.stable import kept, scale
from paddock.terminal.standings import ORDINALS


class Field(Struct, frozen=True):
    """A race, as the table of runners and the track read it."""

    programme: Programme
    view: View
    scene: RacingScene
    derived: Derived

    @classmethod
    def of(cls, programme: Programme, view: View, offer: Offer | None = None) -> Self:
        assert isinstance(view.scene, RacingScene)
        return cls(programme, view, view.scene, derive(programme.rules, view, offer))

    def runner(self, colour: int) -> Runner:
        return self.scene.runners[colour]

    def tag(self, colour: int) -> str:
        return self.programme.tags[self.runner(colour).horse]

    def horse(self, colour: int) -> str:
        return self.programme.horse(self.runner(colour).horse)

    def level(self, colour: int) -> Level:
        """RF4.4: the cards of runners lie face up."""
        level = self.programme.level(self.view, self.runner(colour).horse)
        assert level is not None
        return level

    def silk(self, colour: int) -> str:
        """The style of a runner's tag, in its colour."""
        return f"silk.{SILKS[colour]}"


class Part(Struct, frozen=True):
    """A column of the table: the cell of each runner, and the heading, if it has one."""

    cell: Callable[[Field, int], Line]
    heading: Text | None = None
    right: bool = False
    close: bool = False

    def column(self, field: Field, colours: Sequence[int]) -> Column:
        heading = "" if self.heading is None else field.programme.say(self.heading)
        cells = [self.cell(field, colour) for colour in colours]
        return Column(heading, cells, self.right, self.close)


def table(field: Field, width: int, *, full: bool) -> list[Line]:
    """The table of runners, in two halves side by side unless there is room for the full height.

    Whatever does not fit in the width is shortened or left out.
    """
    runners = field.scene.runners
    colours = sorted(range(len(runners)), key=lambda colour: runners[colour].lane)
    half = len(colours) if full else -(-len(colours) // 2)
    halves = [part for part in (colours[:half], colours[half:]) if part]
    layouts = _FULL if full else _SHORT
    return fitting((_laid_out(field, layout, halves) for layout in layouts), width)


def _laid_out(field: Field, layout: Sequence[Part], halves: Sequence[Sequence[int]]) -> list[Line]:
    parts = [part for part in layout if part is not _YOURS or field.scene.own]
    rows, *others = (
        joined([part.column(field, colours) for part in parts], 1) for colours in halves
    )
    for other in others:
        rows = beside(rows, other, rows[0].cell_len)
    return rows


def _cards(field: Field, colour: int) -> Line:
    """Kept cards, and gallop cards still in force, as short as possible."""
    signs = {"keep": "+{}", "slow": "-{}", "miss": "x", "no_bonus": "="}
    held = kept(field.programme, field.view, field.runner(colour).horse)
    gallop = (field.programme.edition.gallop[card] for card in field.scene.force[colour])
    force = [signs[card.effect].format(card.amount) for card in gallop]
    return Line(" ".join(filter(None, (held, *force))), "pick")


def _lap(field: Field, colour: int) -> Line:
    if colour in field.scene.home:
        return Line(field.programme.say(say("home")))
    return Line(f"{ON_LAP[field.scene.crossed[colour]]}/{LAPS}")


def _slips(field: Field, colour: int) -> Line:
    """How many slips each seat has on the runner (RF5.3)."""
    on = zip(field.programme.marks, field.scene.slips, strict=True)
    slips = "".join(f"{mark}{own[colour]}" for mark, own in on if own[colour])
    return Line(slips or "-")


def _yours(field: Field, colour: int) -> Line:
    """What the viewer has staked on the runner."""
    value = sum(stake.value for stake in field.scene.own or () if stake.colour == colour)
    return Line(field.programme.money(value) if value else "-", "money")


def _pays(field: Field, colour: int) -> Line:
    """The odds if it wins, where the slips on the table settle them (RF7.3)."""
    if not field.derived.odds:
        return Line("?", "money")
    tenths = field.derived.odds[colour]
    return Line("-" if tenths is None else field.programme.written(odds(tenths)), "money")


_TURN = Part(
    lambda field, colour: Line(
        field.programme.signs.pick if colour == field.scene.turn else " ", "pick"
    )
)
_TAG = Part(lambda field, colour: Line(f"{field.tag(colour):>3}", field.silk(colour)), close=True)
_NAME = Part(
    lambda field, colour: Line(field.programme.titles[field.runner(colour).horse], "strong"),
    say("horse"),
)
_OWNER = Part(
    lambda field, colour: Line(field.programme.who(field.runner(colour).seat)), say("owner")
)
_MARK = Part(lambda field, colour: Line(field.programme.marks[field.runner(colour).seat]))
_SCALE = Part(
    lambda field, colour: scale(field.programme, field.view, field.runner(colour).horse),
    say("condition"),
)
_LEVEL = Part(lambda field, colour: Line(field.level(colour)))
_CARDS = Part(_cards)
_PLACE = Part(
    lambda field, colour: Line(field.programme.say(ORDINALS[field.derived.order.index(colour)]))
)
_LAP = Part(_lap, say("lap"))
_SLIPS = Part(_slips, say("slips"))
_SLIPS_IN_ALL = Part(
    lambda field, colour: Line(str(field.derived.slips[colour])), say("slips"), right=True
)
_YOURS = Part(_yours, say("yours"), right=True)  # only if the viewer has staked anything
_PAYS = Part(_pays, say("pays"), right=True)

_RACE = (_CARDS, _PLACE, _LAP)
_FULL: tuple[tuple[Part, ...], ...] = (
    (_TURN, _TAG, _NAME, _OWNER, _SCALE, *_RACE, _SLIPS, _YOURS, _PAYS),
    (_TURN, _TAG, _NAME, _MARK, _LEVEL, *_RACE, _SLIPS, _YOURS, _PAYS),
    (_TURN, _TAG, _MARK, _LEVEL, *_RACE, _SLIPS_IN_ALL, _PAYS),
    (_TURN, _TAG, _MARK, _LEVEL, *_RACE),
)
_SHORT: tuple[tuple[Part, ...], ...] = (
    (_TURN, _TAG, _NAME, _MARK, _LEVEL, *_RACE, _SLIPS, _YOURS, _PAYS),
    (_TURN, _TAG, _MARK, _LEVEL, *_RACE, _SLIPS, _YOURS, _PAYS),
    (_TURN, _TAG, _MARK, _LEVEL, *_RACE, _SLIPS_IN_ALL, _YOURS, _PAYS),
    (_TURN, _TAG, _MARK, _LEVEL, *_RACE),
    (_TURN, _TAG, _MARK, _CARDS),
)
