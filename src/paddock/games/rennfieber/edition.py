"""The printed figures of the game: horses, cards, dice, slips, tracks, tables, programme."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal, cast, get_args

from msgspec import Struct

from paddock.games.rennfieber import track
from paddock.games.rennfieber.track import SECTIONS, Track
from paddock.kernel.edition import BaseEdition, Editions, Finding, Section
from paddock.kernel.text import Text, count, say

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
# RF2.2, RF1.3: horses to buy before race 1, and cash, by number of players.
HORSES_EACH = {2: 6, 3: 4, 4: 2, 5: 2, 6: 2}
CASH = {2: 65_000, 3: 50_000, 4: 35_000, 5: 35_000, 6: 35_000}
LOW_PRICE = 2_000
# The longest move is 15, so with this many spaces in each section no move is a whole lap.
LEAST_SPACES, MOST_SPACES = 4, 40
LENGTHS = {"short": 5, "long": 7}  # RF6.9: the number of sections to run

Level = Literal["5-", "0", "2+", "3+", "4+", "5+"]
LEVELS: tuple[Level, ...] = get_args(Level)

TrainingEffect = Literal["condition", "pay", "receive", "karriere", "durchbruch"]
GallopEffect = Literal[
    "move", "again", "keep", "inward", "outward", "nothing", "slow", "miss", "no_bonus", "fine"
]
KEPT: tuple[TrainingEffect, ...] = ("karriere", "durchbruch")
# The range of amounts for each effect; an effect without an amount has 0.
_NONE, _SPACES, _MONEY, _ANY = (0, 0), (1, 9), (1, 2_000), (-5, 2_000)
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
# Effects that outlast the turn in which the card is drawn.
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
    """A line of the programme (RF10.1); the race starts where `section` of the track begins."""

    fee: int
    section: int
    prizes: tuple[int, ...]


class Edition(BaseEdition, frozen=True):
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


GROUPS = (
    "edition", "horses", "race_die", "training", "gallop", "slips", "track",
    "training_track", "odds", "programme",
)  # fmt: skip


def inspect(figures: Mapping[str, Any]) -> tuple[Edition, list[Finding]]:
    """The edition as far as it can be read, and everything that is wrong or odd about it."""
    findings: list[Finding] = []
    whole = Section(figures, GROUPS, findings)
    about = whole.group("edition", "game", "schema", "id", "name")
    about.choice("game", ("rennfieber",))
    about.integer("schema", SCHEMA, SCHEMA)
    name = about.text("id", 60)
    if " " in name:
        about.note("id", say("a short name without spaces"))
    course, starts = _track(whole)
    training, karriere = _training(whole)
    training_spaces, training_cards = _training_track(whole)
    bounds, odds = _odds(whole)
    edition = Edition(
        id=name,
        name=about.text("name", 60),
        horses=_horses(whole),
        race_die=_race_die(whole),
        training=training,
        gallop=_gallop(whole),
        karriere=karriere,
        slips=_slips(whole),
        track=course,
        training_spaces=training_spaces,
        training_cards=training_cards,
        bounds=bounds,
        odds=odds,
        programme=_programme(whole, starts),
        figures=figures,
    )
    return edition, findings


def _horses(whole: Section) -> tuple[HorseCard, ...]:
    group = whole.group("horses", "cards")
    cards: list[HorseCard] = []
    for section in group.sections("cards", HORSES, ("name", "price", "levels")):
        name = section.text("name", 24)
        taken = {card.name.strip().casefold() for card in cards} - {"-", ""}
        if name.strip().casefold() in taken:
            section.note("name", say("something unique: another horse has this already"))
        price = section.integer("price", 100, 100_000, 100)
        if price < LOW_PRICE:
            wanted = say("{least} or more (is a zero missing?)", least=LOW_PRICE)
            section.advise("price", str(price), wanted)
        cards.append(HorseCard(name, price, _levels(section)))
    if group.sound:
        _advise_prices(group, [card.price for card in cards[:FIRST_SALE]])
    return tuple(cards)


def _advise_prices(group: Section, prices: list[int]) -> None:
    """Point out prices that RF2.6 puts out of reach, since it reserves money for other horses."""
    rising = sorted(prices)
    least = {seats: sum(rising[: each - 1]) for seats, each in HORSES_EACH.items()}
    for seats, each in HORSES_EACH.items():
        cheapest = sum(rising[:each])
        if cheapest > CASH[seats]:
            group.advise(
                "cards",
                say(
                    "the {number} cheapest of horses 1 to {last} cost {money} together",
                    number=each,
                    last=FIRST_SALE,
                    money=cheapest,
                ),
                say(
                    "{money} or less, the money that each of {seats} players has; otherwise RF2.8 "
                    "decides the whole auction",
                    money=CASH[seats],
                    seats=seats,
                ),
            )
    most = max(CASH[seats] - least[seats] for seats in HORSES_EACH)
    for number, price in enumerate(prices, start=1):
        if price > most:
            payable = say("{most} or less, so that somebody can afford it", most=most)
            group.advise(f"cards[{number}].price", str(price), payable)


def _levels(section: Section) -> tuple[Level, ...]:
    levels = tuple(cast("Level", level) for level in section.words("levels", 1, 6, LEVELS))
    places = [LEVELS.index(level) for level in levels]
    if any(left >= right for left, right in pairwise(places)):
        section.note("levels", say("levels in ascending order: {levels}", levels=" ".join(LEVELS)))
    return levels


def _race_die(whole: Section) -> tuple[int, ...]:
    group = whole.group("race_die", "faces")
    low, high = RACE_DIE
    faces = group.integers("faces", 6, low, high)
    absent = [str(face) for face in range(low, high + 1) if faces and face not in faces]
    if absent:
        found = say("missing: {faces}", faces=", ".join(absent))
        group.advise("faces", found, say("every number from {low} to {high}", low=low, high=high))
    return faces


def _training(whole: Section) -> tuple[tuple[TrainingCard, ...], int]:
    group = whole.group("training", "karriere", "cards")
    cards = [
        TrainingCard(cast("TrainingEffect", effect), amount, count)
        for effect, amount, count in _cards(group, TRAINING_AMOUNTS, TRAINING_CARDS)
    ]
    for kept in KEPT:
        if cards and all(card.effect != kept for card in cards):
            found = say("no {effect} card", effect=kept)
            group.advise("cards", found, say("at least one, as in the rulebook (RF3.6)"))
    return tuple(cards), group.integer("karriere", 1, 9)


def _gallop(whole: Section) -> tuple[GallopCard, ...]:
    group = whole.group("gallop", "cards")
    return tuple(
        GallopCard(cast("GallopEffect", effect), amount, count)
        for effect, amount, count in _cards(group, GALLOP_AMOUNTS, GALLOP_CARDS)
    )


def _cards(
    group: Section, amounts: Mapping[Any, tuple[int, int]], total: int
) -> list[tuple[str, int, int]]:
    cards: list[tuple[str, int, int]] = []
    sections = group.sections("cards", None, ("effect", "amount", "count"))
    for section in sections:
        effect = section.choice("effect", tuple(amounts))
        low, high = amounts[effect] if section.sound else _ANY
        amount = section.integer("amount", low, high)
        if section.sound and amount == 0 and low < 0:
            section.note("amount", say("any number except 0"))
        if section.sound and (effect, amount) in [card[:2] for card in cards]:
            again = say("{effect} {amount} listed twice", effect=effect, amount=amount)
            section.advise("effect", again, say("one line for all cards of the same kind"))
        cards.append((effect, amount, section.integer("count", 1, total)))
    found = sum(number for _, _, number in cards)
    if cards and found != total and all(section.sound for section in sections):
        group.refuse("cards", _cards_in_all(found), _cards_in_all(total))
    return cards


def _cards_in_all(number: int) -> Text:
    return count("one card in total", "{n} cards in total", number)


def _slips(whole: Section) -> tuple[int, ...]:
    group = whole.group("slips", "values")
    values = group.integers("values", SLIPS, 100, SLIPS_SUM, 100)
    if values and sum(values) != SLIPS_SUM:
        found, wanted = (say("{sum} in total", sum=total) for total in (sum(values), SLIPS_SUM))
        group.refuse("values", found, wanted)
    return tuple(sorted(values))


def _track(whole: Section) -> tuple[Track, Mapping[str, int]]:
    """RF11.6: the track, and in which section a race of each length starts."""
    group = whole.group("track", *SECTIONS, "finish", *LENGTHS)
    sizes = tuple(_section(group, name) for name in SECTIONS)
    finish = SECTIONS.index(group.choice("finish", SECTIONS))
    if any(len(lanes) != COLOURS for lanes in sizes):
        sizes = ((LEAST_SPACES,) * COLOURS,) * len(SECTIONS)
    course = track.build(sizes, finish)
    starts = {length: SECTIONS.index(group.choice(length, SECTIONS)) for length in LENGTHS}
    if group.sound:
        _compare_lengths(group, {length: course.quarters(at) for length, at in starts.items()})
    return course, starts


def _compare_lengths(group: Section, runs: Mapping[str, int]) -> None:
    """RF6.9: the sections to run up to the second passage of the finish."""
    if runs["short"] >= runs["long"]:
        group.refuse(
            "long",
            say(
                "a race over {sections} sections, with {short} in the short race",
                sections=runs["long"],
                short=runs["short"],
            ),
            say("more sections than in the short race, up to the second crossing of the finish"),
        )
    for length, sections in LENGTHS.items():
        if runs[length] != sections:
            found = say("a race over {sections} sections", sections=runs[length])
            wanted = say("{sections}, as in the rulebook (RF6.9)", sections=sections)
            group.advise(length, found, wanted)


def _section(group: Section, name: str) -> tuple[int, ...]:
    """The spaces of each lane, from the inside."""
    lanes = group.integers(name, COLOURS, LEAST_SPACES, MOST_SPACES)
    if any(left > right for left, right in pairwise(lanes)):
        group.note(name, say("lanes from the inside out, none shorter than the one before"))
    elif name.endswith("straight") and len(set(lanes)) > 1:
        group.advise(name, str(list(lanes)), say("lanes of equal length in a straight"))
    return lanes


def _training_track(whole: Section) -> tuple[int, frozenset[int]]:
    group = whole.group("training_track", "spaces", "cards")
    spaces = group.integer("spaces", 6, 99)
    cards = group.integers("cards", None, 1, spaces)
    if any(left >= right for left, right in pairwise(cards)):
        group.note("cards", say("spaces in ascending order"))
    return spaces, frozenset(cards)


def _odds(whole: Section) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """RF11.9: bounds that rise, and one figure more than there are bounds."""
    group = whole.group("odds", "bounds", "tenths")
    bounds = group.integers("bounds", None, 101, 100_000)
    tenths = group.integers("tenths", None, 10, 10_000)
    if any(left >= right for left, right in pairwise(bounds)):
        group.note("bounds", say("bounds in ascending order"))
    if any(left >= right for left, right in pairwise(tenths)):
        group.note("tenths", say("odds in ascending order"))
    if bounds and tenths and len(tenths) != len(bounds) + 1:
        found = say("a list of {size}", size=len(tenths))
        group.refuse(
            "tenths", found, say("a list of {size}, one more than in bounds", size=len(bounds) + 1)
        )
    return bounds, tenths


def _programme(whole: Section, starts: Mapping[str, int]) -> tuple[RaceTerms, ...]:
    group = whole.group("programme", "races")
    races = []
    for section in group.sections("races", RACES, ("fee", "length", "prizes")):
        fee = section.integer("fee", 0, 100_000, 100)
        start = starts[section.choice("length", tuple(starts))]
        prizes = _prizes(section)
        if section.sound and fee > prizes[0]:
            wanted = say("no more than the first prize of {prize}", prize=prizes[0])
            section.advise("fee", str(fee), wanted)
        races.append(RaceTerms(fee, start, prizes))
    return tuple(races)


def _prizes(section: Section) -> tuple[int, ...]:
    prizes = section.integers("prizes", None, 0, 1_000_000)
    if any(better < worse for better, worse in pairwise(prizes)):
        section.note("prizes", say("prizes that never increase from one place to the next"))
    if len(prizes) > COLOURS:
        section.note(
            "prizes",
            say("at most {most} prizes, because no more than {most} horses run", most=COLOURS),
        )
    return prizes


EDITIONS = Editions(__package__, "reconstruction.toml", inspect)
