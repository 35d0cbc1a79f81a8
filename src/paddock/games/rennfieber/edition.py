"""The figures of a box: horses, cards, dice, slips, tracks, tables, programme."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from itertools import pairwise
from typing import Any, Literal, cast, get_args

from msgspec import Struct

from paddock.games.rennfieber import track
from paddock.games.rennfieber.track import Track
from paddock.kernel.edition import (
    PROVENANCES,
    FaultyEdition,
    Finding,
    Section,
    mistakes,
    parse,
)

HORSES = 18
FIRST_SALE = 12  # RF2.1: horses 1 .. 12 are sold first, 13 .. 18 before race 3
COLOURS = 6
RACES = 3
SCHEMA = 1
TRAINING_CARDS = 45
GALLOP_CARDS = 25
RACE_DIE = (2, 5)  # RF1.2: its lowest and highest face
SLIPS = 5
SLIPS_SUM = 2_200

Level = Literal["5-", "0", "2+", "3+", "4+", "5+"]
LEVELS: tuple[Level, ...] = get_args(Level)

TrainingEffect = Literal["condition", "pay", "receive", "karriere", "durchbruch"]
GallopEffect = Literal[
    "move", "again", "keep", "inward", "outward", "nothing", "slow", "miss", "no_bonus", "fine"
]
KEPT: tuple[TrainingEffect, ...] = ("karriere", "durchbruch")
# The amounts that each effect may have; an effect without an amount has 0.
_NONE, _SPACES, _MONEY = (0, 0), (1, 9), (1, 2_000)
TRAINING_AMOUNTS: Mapping[TrainingEffect, tuple[int, int]] = {
    "condition": (-5, 5),
    "pay": _MONEY,
    "receive": _MONEY,
    "karriere": _NONE,
    "durchbruch": _NONE,
}
GALLOP_AMOUNTS: Mapping[GallopEffect, tuple[int, int]] = {
    "nothing": _NONE,
    "move": _SPACES,
    "again": _NONE,
    "keep": _SPACES,
    "inward": _NONE,
    "outward": _NONE,
    "slow": _SPACES,
    "miss": _NONE,
    "no_bonus": _NONE,
    "fine": _MONEY,
}
# Effects that outlast the turn in which the card was drawn.
STAYING: tuple[GallopEffect, ...] = ("keep", "slow", "miss", "no_bonus")


class HorseCard(Struct, frozen=True):
    name: str
    price: int
    levels: tuple[Level, ...]


class TrainingCard(Struct, frozen=True):
    effect: TrainingEffect
    amount: int
    count: int


class GallopCard(Struct, frozen=True):
    effect: GallopEffect
    amount: int
    count: int


class RaceTerms(Struct, frozen=True):
    """A line of the programme (RF10.1); `section` is where the race starts."""

    fee: int
    section: int
    prizes: tuple[int, ...]


class Edition(Struct, frozen=True):
    id: str
    name: str
    horses: tuple[HorseCard, ...]
    race_die: tuple[int, ...]
    training: tuple[TrainingCard, ...]
    gallop: tuple[GallopCard, ...]
    karriere: int
    slips: tuple[int, ...]
    track: Track
    training_spaces: int
    training_cards: frozenset[int]
    bounds: tuple[int, ...]  # hundredths, exclusive
    odds: tuple[int, ...]  # tenths, one more than bounds
    programme: tuple[RaceTerms, ...]
    figures: Mapping[str, Any]

    @property
    def reconstructed(self) -> bool:
        return any(
            isinstance(group, Mapping) and group.get("provenance") == "reconstruction"
            for group in self.figures.values()
        )


def standard() -> Edition:
    return read(parse(source("reconstruction.toml")))


def source(file: str) -> str:
    return (files(__package__) / "editions" / file).read_text(encoding="utf-8")


def read(figures: Mapping[str, Any]) -> Edition:
    """The edition that these figures make; raises `FaultyEdition` with every mistake."""
    edition, findings = inspect(figures)
    if mistakes(findings):
        raise FaultyEdition(mistakes(findings))
    return edition


GROUPS = (
    "edition", "horses", "race_die", "training", "gallop", "slips", "track",
    "training_track", "odds", "programme",
)  # fmt: skip


def inspect(figures: Mapping[str, Any]) -> tuple[Edition, list[Finding]]:
    """The edition as far as it can be read, with all that is wrong or odd about it."""
    findings: list[Finding] = []
    whole = Section(figures, GROUPS, findings)
    about = _group(whole, "edition", "game", "schema", "id", "name")
    about.choice("game", ("rennfieber",))
    about.integer("schema", SCHEMA, SCHEMA)
    training, karriere = _training(whole)
    training_spaces, training_cards = _training_track(whole)
    bounds, odds = _odds(whole)
    edition = Edition(
        id=about.text("id", 60),
        name=about.text("name", 60),
        horses=_horses(whole),
        race_die=_group(whole, "race_die", "faces").integers("faces", 6, *RACE_DIE),
        training=training,
        gallop=_gallop(whole),
        karriere=karriere,
        slips=_slips(whole),
        track=_track(whole),
        training_spaces=training_spaces,
        training_cards=training_cards,
        bounds=bounds,
        odds=odds,
        programme=_programme(whole),
        figures=figures,
    )
    return edition, findings


def _group(whole: Section, name: str, *fields: str) -> Section:
    """A group of figures, which says where it has them from."""
    group = whole.section(name, ("provenance", "source", *fields))
    group.choice("provenance", PROVENANCES)
    group.text("source", 500)
    return group


def _horses(whole: Section) -> tuple[HorseCard, ...]:
    group = _group(whole, "horses", "cards")
    cards: list[HorseCard] = []
    for section in group.sections("cards", HORSES, ("name", "price", "levels")):
        name = section.text("name", 24)
        if any(name == other.name != "-" for other in cards):
            section.note("name", "one that no other horse has")
        cards.append(HorseCard(name, section.integer("price", 100, 100_000, 100), _levels(section)))
    return tuple(cards)


def _levels(section: Section) -> tuple[Level, ...]:
    levels = tuple(cast("Level", level) for level in section.words("levels", 1, 6, LEVELS))
    places = [LEVELS.index(level) for level in levels]
    if any(left >= right for left, right in pairwise(places)):
        section.note("levels", "levels that rise: " + " ".join(LEVELS))
    return levels


def _training(whole: Section) -> tuple[tuple[TrainingCard, ...], int]:
    group = _group(whole, "training", "karriere", "cards")
    cards = [
        TrainingCard(cast("TrainingEffect", effect), amount, count)
        for effect, amount, count in _cards(group, TRAINING_AMOUNTS, TRAINING_CARDS)
    ]
    return tuple(cards), group.integer("karriere", 1, 9)


def _gallop(whole: Section) -> tuple[GallopCard, ...]:
    group = _group(whole, "gallop", "cards")
    return tuple(
        GallopCard(cast("GallopEffect", effect), amount, count)
        for effect, amount, count in _cards(group, GALLOP_AMOUNTS, GALLOP_CARDS)
    )


def _cards(
    group: Section, amounts: Mapping[Any, tuple[int, int]], total: int
) -> list[tuple[str, int, int]]:
    cards = []
    for section in group.any_sections("cards", ("effect", "amount", "count")):
        effect = section.choice("effect", tuple(amounts))
        low, high = amounts[effect]
        cards.append(
            (effect, section.integer("amount", low, high), section.integer("count", 1, total))
        )
    found = sum(count for _, _, count in cards)
    if cards and found != total:
        group.refuse("cards", f"{found} cards in all", f"{total} cards in all")
    return cards


def _slips(whole: Section) -> tuple[int, ...]:
    group = _group(whole, "slips", "values")
    values = group.integers("values", SLIPS, 100, SLIPS_SUM, 100)
    if values and sum(values) != SLIPS_SUM:
        group.refuse("values", f"{sum(values)} in all", f"{SLIPS_SUM} in all")
    return tuple(sorted(values))


def _track(whole: Section) -> Track:
    group = _group(whole, "track", "straight", "bends")
    straight = group.integer("straight", 4, 30)
    bends = group.integers("bends", COLOURS, 4, 40)
    if any(left > right for left, right in pairwise(bends)):
        group.note("bends", "bends that do not get shorter outward")
    return track.build(straight, bends or (4,))


def _training_track(whole: Section) -> tuple[int, frozenset[int]]:
    group = _group(whole, "training_track", "spaces", "cards")
    spaces = group.integer("spaces", 6, 99)
    cards = group.some_integers("cards", 1, spaces)
    if any(left >= right for left, right in pairwise(cards)):
        group.note("cards", "spaces that rise")
    return spaces, frozenset(cards)


def _odds(whole: Section) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """RF11.9: rising bounds without a gap; one figure more than bounds."""
    group = _group(whole, "odds", "bounds", "tenths")
    bounds = group.some_integers("bounds", 101, 100_000)
    tenths = group.some_integers("tenths", 10, 10_000)
    if any(left >= right for left, right in pairwise(bounds)):
        group.note("bounds", "bounds that rise")
    if any(left > right for left, right in pairwise(tenths)):
        group.note("tenths", "odds that do not fall")
    if bounds and tenths and len(tenths) != len(bounds) + 1:
        group.refuse("tenths", f"{len(tenths)} odds", f"one more than bounds: {len(bounds) + 1}")
    return bounds, tenths


def _programme(whole: Section) -> tuple[RaceTerms, ...]:
    group = _group(whole, "programme", "races")
    return tuple(
        RaceTerms(
            section.integer("fee", 0, 100_000, 100),
            {"short": 0, "long": track.BACK_STRAIGHT}[section.choice("length", ("short", "long"))],
            section.some_integers("prizes", 0, 1_000_000),
        )
        for section in group.sections("races", RACES, ("fee", "length", "prizes"))
    )
