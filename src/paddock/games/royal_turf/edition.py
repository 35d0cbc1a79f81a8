"""The printed figures of the game: track, horses and their cards, die, tokens, payout table."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, cast, get_args

from msgspec import Struct

from paddock.games.royal_turf.events import Symbol
from paddock.kernel.edition import PROVENANCES, BaseEdition, Editions, Finding, Section
from paddock.kernel.text import say

HORSES = 7
CARDS_EACH = 3
FACES = 6
COLUMNS = 5
KNOWN_SUM = 30  # RT7.1: all known cards have the same average move
LEAST_TRACK = 20
MOST_SPACES = LEAST_TRACK - 1  # less than a lap, so that a horse never reaches its own space
PLACES = ("first", "second", "third")
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
COATS = ("grey", "white", "beige", "caramel", "russet", "brown", "black")
SCHEMA = 1


class Card(Struct, frozen=True):
    """How far a horse moves for each symbol (RT1.4)."""

    horse: int
    head: int
    cap: int
    saddle: int
    shoe: int


class Horse(Struct, frozen=True):
    """A horse's name, the two letters that stand for it, its coat, and its cards' provenance."""

    name: str
    letters: str
    coat: str
    provenance: str


class Edition(BaseEdition, frozen=True):
    spaces: int
    pace: int
    faces: tuple[Symbol, ...]
    open_tokens: tuple[int, ...]
    hidden_tokens: tuple[int, ...]
    payout: tuple[tuple[int, ...], ...]
    pace_figure: int
    last_figure: int
    horses: tuple[Horse, ...]
    cards: tuple[Card, ...]
    # The cards' figures again, by symbol and card, because every move reads them.
    moves: Mapping[Symbol, tuple[int, ...]]

    def space(self, progress: int) -> int:
        """RT4.6: the number printed on the space at this progress."""
        return (progress - 1) % self.spaces + 1


def inspect(figures: Mapping[str, Any]) -> tuple[Edition, list[Finding]]:
    """The edition as far as it can be read, and everything that is wrong or odd about it."""
    findings: list[Finding] = []
    whole = Section(figures, ("edition", "track", "die", "tokens", "payout", "horses"), findings)
    about = whole.group("edition", "game", "schema", "id", "name")
    track = whole.group("track", "spaces", "pace")
    die = whole.group("die", "faces")
    tokens = whole.group("tokens", "open", "hidden")
    payout = whole.group("payout", *PLACES, "pace", "last")
    about.choice("game", ("royal-turf",))
    about.integer("schema", SCHEMA, SCHEMA)
    name = about.text("id", 60)
    if " " in name:
        about.note("id", say("a short name without spaces"))
    spaces = track.integer("spaces", LEAST_TRACK, 99)
    horses, cards = _horses(whole)
    edition = Edition(
        id=name,
        name=about.text("name", 60),
        spaces=spaces,
        pace=track.integer("pace", 1, spaces),
        faces=tuple(cast("Symbol", face) for face in die.choices("faces", FACES, SYMBOLS)),
        open_tokens=tuple(sorted(tokens.integers("open", 3, 0, 9))),
        hidden_tokens=tuple(sorted(tokens.integers("hidden", 4, 0, 9))),
        payout=tuple(_row(payout, place) for place in PLACES),
        pace_figure=payout.integer("pace", 0, 10_000, 50),
        last_figure=payout.integer("last", 0, 10_000, 50),
        horses=horses,
        cards=cards,
        moves={symbol: tuple(getattr(card, symbol) for card in cards) for symbol in SYMBOLS},
        figures=figures,
    )
    return edition, findings


def _row(payout: Section, place: str) -> tuple[int, ...]:
    row = payout.integers(place, COLUMNS, 50, 10_000, 50)
    if any(fewer < more for fewer, more in pairwise(row)):
        payout.advise(place, str(list(row)), say("payouts that do not rise as bets are added"))
    return row


def _horses(whole: Section) -> tuple[tuple[Horse, ...], tuple[Card, ...]]:
    horses: list[Horse] = []
    cards: list[Card] = []
    fields = ("name", "letters", "coat", "provenance", "source", "cards")
    for number, section in enumerate(whole.sections("horses", HORSES, fields)):
        section.text("source", 500)
        horse = Horse(
            name=section.text("name", 24),
            letters=section.text("letters", 2, 2),
            coat=section.choice("coat", COATS),
            provenance=section.choice("provenance", PROVENANCES),
        )
        for field, value in (("name", horse.name), ("letters", horse.letters)):
            taken = {getattr(other, field).casefold() for other in horses} - {"-"}
            if value.casefold() in taken:
                section.note(field, say("something unique: another horse has this already"))
        horses.append(horse)
        cards.extend(_cards(section, number))
    return tuple(horses), tuple(cards)


def _cards(section: Section, horse: int) -> list[Card]:
    cards = []
    rows = section.rows("cards", CARDS_EACH, len(SYMBOLS), 1, MOST_SPACES)
    for number, moves in enumerate(rows, start=1):
        if len(moves) != len(SYMBOLS):
            continue
        card = Card(horse, *moves)
        faces = 3 * card.head + card.cap + card.saddle + card.shoe
        if faces != KNOWN_SUM:
            section.advise(
                f"cards[{number}]",
                say("3 x head + cap + saddle + shoe = {sum}", sum=faces),
                say("{sum}, as on every known card (a typo?)", sum=KNOWN_SUM),
            )
        cards.append(card)
    return cards


EDITIONS = Editions(__package__, "reconstruction.toml", inspect)
