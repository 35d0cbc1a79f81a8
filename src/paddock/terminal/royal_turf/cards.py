"""The seven horses: the same table for betting and racing.

A row shows a horse's current card, its position, the tokens on it, what they would pay, and where
it would land. Whatever does not fit on the screen is shortened or left out, names first.
"""

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from paddock.games.royal_turf.caller import SYMBOLS
from paddock.games.royal_turf.edition import SYMBOLS as IN_ORDER
from paddock.games.royal_turf.events import Symbol
from paddock.games.royal_turf.offers import BetOffer, MoveOffer
from paddock.kernel.text import Text, say
from paddock.terminal.columns import Column, fitting, joined
from paddock.terminal.lines import Line, line
from paddock.terminal.royal_turf.field import Field, landing, where
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.royal_turf.tote import pays, tokens
from paddock.terminal.standings import ORDINALS

SHORT: dict[Symbol, Text] = {
    "head": say("hd"),
    "cap": say("cp"),
    "saddle": say("sd"),
    "shoe": say("sh"),
}


class Sight(Struct, frozen=True):
    """What the table is built from."""

    programme: Programme
    field: Field
    offer: BetOffer | MoveOffer | None
    viewer: int | None

    @property
    def open(self) -> tuple[int, ...]:
        """The horses that may be chosen now."""
        match self.offer:
            case BetOffer(horses=horses):
                return horses
            case MoveOffer(moves=moves):
                return tuple(move.horse for move in moves)
            case None:
                return ()

    def tone(self, horse: int) -> str:
        spent = horse in self.field.moved or horse in self.field.podium
        return "quiet" if spent else "ground"


def cards(sight: Sight, width: int) -> list[Line]:
    """A heading and seven rows."""
    return fitting(
        (
            joined([column for build in builders for column in build(sight)], gap)
            for gap, builders in _LAYOUTS
        ),
        width,
    )


def _tag(sight: Sight) -> list[Column]:
    cells = [
        line(
            (sight.programme.signs.pick if horse in sight.open else " ", "pick"),
            (tag, sight.programme.coat(horse)),
        )
        for horse, tag in enumerate(sight.programme.tags)
    ]
    return [Column("", cells)]


def _name(sight: Sight) -> list[Column]:
    shown = sight.programme.words.shown
    cells = [
        Line(shown(horse.name), sight.tone(number))
        for number, horse in enumerate(sight.programme.edition.horses)
    ]
    return [Column(sight.programme.say(say("horse")), cells)]


def _moves(sight: Sight, headings: dict[Symbol, Text], *, close: bool) -> list[Column]:
    return [_move(sight, symbol, headings[symbol], close=close) for symbol in IN_ORDER]


def _move(sight: Sight, symbol: Symbol, heading: Text, *, close: bool) -> Column:
    """The figures for a symbol, in brackets if it was rolled: colour alone must not say so."""
    rolled = symbol == sight.field.rolled
    title = sight.programme.say(heading)
    cells = []
    for horse, card in enumerate(sight.field.grid.cards):
        figure = str(getattr(sight.programme.edition.cards[card], symbol))
        if rolled and sight.tone(horse) == "ground":
            cells.append(Line(f"[{figure}]", "rolled"))
        else:
            cells.append(Line(f"{figure} ", sight.tone(horse)))
    return Column(f"[{title}]" if rolled else f"{title} ", cells, right=True, close=close)


def _at(sight: Sight) -> list[Column]:
    programme, field = sight.programme, sight.field
    cells = []
    for horse in sight.field.horses:
        place = programme.say(ORDINALS[field.derived.order.index(horse)])
        cells.append(Line(f"{where(programme, field, horse)} {place}", sight.tone(horse)))
    return [Column(programme.say(say("space")), cells, right=True)]


def _pays(sight: Sight, places: int = 3) -> list[Column]:
    return [
        Column(sight.programme.say(ORDINALS[place]), pays(sight.field, place), right=True)
        for place in range(places)
    ]


def _bets(sight: Sight, gap: str = " ") -> list[Column]:
    cells = [
        tokens(sight.programme, sight.field, horse, sight.viewer, gap=gap)
        for horse in sight.field.horses
    ]
    return [Column(sight.programme.say(say("bets")), cells)]


def _landing(sight: Sight, *, short: bool = False) -> list[Column]:
    cells = [
        landing(sight.programme, sight.field, sight.offer, horse, short=short)
        for horse in sight.field.horses
    ]
    return [Column(sight.programme.say(say("move")), cells)]


_WORDS = partial(_moves, headings=SYMBOLS, close=False)
_LETTERS = partial(_moves, headings=SHORT, close=True)
_FIRST = partial(_pays, places=1)
_CLOSE = partial(_bets, gap="")
_WHERE = partial(_landing, short=True)
_LAYOUTS: tuple[tuple[int, tuple[Callable[[Sight], list[Column]], ...]], ...] = (
    (2, (_tag, _name, _WORDS, _at, _pays, _bets, _landing)),
    (1, (_tag, _name, _LETTERS, _at, _pays, _bets, _landing)),
    (1, (_tag, _name, _LETTERS, _at, _pays, _CLOSE, _landing)),
    (1, (_tag, _name, _LETTERS, _at, _pays, _CLOSE, _WHERE)),
    (1, (_tag, _LETTERS, _at, _pays, _CLOSE, _WHERE)),
    (1, (_tag, _LETTERS, _WHERE, _FIRST, _CLOSE)),
    (1, (_tag, _LETTERS, _WHERE, _CLOSE)),
)
