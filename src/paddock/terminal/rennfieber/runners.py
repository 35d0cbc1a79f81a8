"""The runners of a race: one place for where each is, what it has in hand and what lies on it."""

from collections.abc import Callable, Sequence
from typing import Self

from msgspec import Struct

from paddock.games.rennfieber.derived import Derived, derive
from paddock.games.rennfieber.edition import Level
from paddock.games.rennfieber.offers import Offer
from paddock.games.rennfieber.phrases import odds
from paddock.games.rennfieber.rules.movement import LAPS, ON_LAP
from paddock.games.rennfieber.view import RacingScene, View
from paddock.kernel.text import say
from paddock.terminal.lines import Line, beside
from paddock.terminal.rennfieber.programme import SILKS, Programme
from paddock.terminal.rennfieber.stable import kept, scale
from paddock.terminal.standings import ORDINALS
from paddock.terminal.table import Column, joined

_GAP = 2


class Field(Struct, frozen=True):
    """A race as the tables and the track read it."""

    programme: Programme
    view: View
    scene: RacingScene
    derived: Derived

    @classmethod
    def of(cls, programme: Programme, view: View, offer: Offer | None = None) -> Self:
        assert isinstance(view.scene, RacingScene)
        return cls(programme, view, view.scene, derive(programme.rules, view, offer))

    def tag(self, colour: int) -> str:
        return self.programme.tags[self.scene.runners[colour].horse]

    def horse(self, colour: int) -> str:
        return self.programme.horse(self.scene.runners[colour].horse)

    def level(self, horse: int) -> Level:
        """RF4.4: the cards of runners lie face up."""
        level = self.programme.level(self.view, horse)
        assert level is not None
        return level

    def silk(self, colour: int) -> str:
        """The style of a runner's tag: its colour is decoration."""
        return f"silk.{SILKS[colour]}"

    def staked(self, colour: int) -> int:
        """What the viewer has on it."""
        return sum(stake.value for stake in self.scene.own or () if stake.colour == colour)

    def pays(self, colour: int) -> str:
        """The odds if it wins, where the slips on the table settle them (RF7.3)."""
        if not self.derived.odds:
            return "?"
        tenths = self.derived.odds[colour]
        return "-" if tenths is None else self.programme.written(odds(tenths))

    def force(self, colour: int) -> str:
        """The gallop cards that it still has before it, as short as can be."""
        signs = {"keep": "+{}", "slow": "-{}", "miss": "x", "no_bonus": "="}
        cards = [self.programme.edition.gallop[card] for card in self.scene.force[colour]]
        return " ".join(signs[card.effect].format(card.amount) for card in cards)


Builder = Callable[[Field, Sequence[int]], list[Column]]


def table(field: Field, width: int, *, full: bool) -> list[Line]:
    """All that is known of each runner; in two halves side by side where there is little room.

    What does not fit is said shorter, or left out.
    """
    runners = field.scene.runners
    colours = sorted(range(len(runners)), key=lambda colour: runners[colour].lane)
    half = len(colours) if full else -(-len(colours) // 2)
    parts = [part for part in (colours[:half], colours[half:]) if part]
    rows: list[Line] = []
    for builders in _FULL if full else _SHORT:
        halves = [
            joined([column for build in builders for column in build(field, part)], 1)
            for part in parts
        ]
        rows = halves[0]
        for other in halves[1:]:
            rows = beside(rows, other, rows[0].cell_len, _GAP)
        if rows[0].cell_len <= width:
            break
    return rows


def _tag(field: Field, colours: Sequence[int]) -> list[Column]:
    sign = field.programme.signs.pick
    turns = [Line(sign if colour == field.scene.turn else " ", "pick") for colour in colours]
    tags = [Line(f"{field.tag(colour):>3}", field.silk(colour)) for colour in colours]
    return [Column("", turns), Column("", tags, close=True)]


def _name(field: Field, colours: Sequence[int]) -> list[Column]:
    titles = [field.programme.titles[field.scene.runners[colour].horse] for colour in colours]
    return [Column(field.programme.say(say("horse")), [Line(title, "strong") for title in titles])]


def _owner(field: Field, colours: Sequence[int]) -> list[Column]:
    programme = field.programme
    seats = [field.scene.runners[colour].seat for colour in colours]
    cells = [Line(programme.who(seat)) for seat in seats]
    return [Column(programme.say(say("owner")), cells)]


def _mark(field: Field, colours: Sequence[int]) -> list[Column]:
    marks = field.programme.marks
    return [Column("", [Line(marks[field.scene.runners[colour].seat]) for colour in colours])]


def _scale(field: Field, colours: Sequence[int]) -> list[Column]:
    horses = [field.scene.runners[colour].horse for colour in colours]
    scales = [scale(field.programme, field.view, horse) for horse in horses]
    return [Column(field.programme.say(say("condition")), scales)]


def _level(field: Field, colours: Sequence[int]) -> list[Column]:
    horses = [field.scene.runners[colour].horse for colour in colours]
    return [Column("", [Line(field.level(horse)) for horse in horses])]


def _cards(field: Field, colours: Sequence[int]) -> list[Column]:
    """Kept cards, and gallop cards in force."""
    cells = []
    for colour in colours:
        held = kept(field.programme, field.view, field.scene.runners[colour].horse)
        cells.append(Line(" ".join(filter(None, (held, field.force(colour)))), "pick"))
    return [Column("", cells)]


def _place(field: Field, colours: Sequence[int]) -> list[Column]:
    """The place in the race, and whether the last lap has begun."""
    tell, order, scene = field.programme.say, field.derived.order, field.scene
    places = [Line(tell(ORDINALS[order.index(colour)])) for colour in colours]
    laps = [
        Line(
            tell(say("home")) if colour in scene.home else f"{ON_LAP[scene.crossed[colour]]}/{LAPS}"
        )
        for colour in colours
    ]
    return [Column("", places), Column(tell(say("lap")), laps)]


def _slips(field: Field, colours: Sequence[int]) -> list[Column]:
    """How many slips of whom (RF5.3)."""
    marks = field.programme.marks
    cells = []
    for colour in colours:
        on = [(marks[seat], own[colour]) for seat, own in enumerate(field.scene.slips)]
        cells.append(Line("".join(f"{mark}{slips}" for mark, slips in on if slips) or "-"))
    return [Column(field.programme.say(say("slips")), cells)]


def _slips_in_all(field: Field, colours: Sequence[int]) -> list[Column]:
    cells = [Line(str(field.derived.slips[colour])) for colour in colours]
    return [Column(field.programme.say(say("slips")), cells, right=True)]


def _yours(field: Field, colours: Sequence[int]) -> list[Column]:
    """What the viewer has staked on each, if on any."""
    if not field.scene.own:
        return []
    own = [field.staked(colour) for colour in colours]
    cells = [Line(field.programme.money(value) if value else "-", "money") for value in own]
    return [Column(field.programme.say(say("yours")), cells, right=True)]


def _pays(field: Field, colours: Sequence[int]) -> list[Column]:
    cells = [Line(field.pays(colour), "money") for colour in colours]
    return [Column(field.programme.say(say("pays")), cells, right=True)]


_FULL: tuple[tuple[Builder, ...], ...] = (
    (_tag, _name, _owner, _scale, _cards, _place, _slips, _yours, _pays),
    (_tag, _name, _mark, _level, _cards, _place, _slips, _yours, _pays),
    (_tag, _mark, _level, _cards, _place, _slips_in_all, _pays),
    (_tag, _mark, _level, _cards, _place),
)
_SHORT: tuple[tuple[Builder, ...], ...] = (
    (_tag, _name, _mark, _level, _cards, _place, _slips, _yours, _pays),
    (_tag, _mark, _level, _cards, _place, _slips, _yours, _pays),
    (_tag, _mark, _level, _cards, _place, _slips_in_all, _yours, _pays),
    (_tag, _mark, _level, _cards, _place),
    (_tag, _mark, _cards),
)
