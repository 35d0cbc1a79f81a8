"""A table's rules as plain numbers: a `Ruleset` and its edition for compiled code."""

from typing import Annotated, get_args

import numpy as np

from paddock.fast.record import Long, Numbers, Reals, Rows, layout
from paddock.fast.rennfieber.judgement import distances
from paddock.games.rennfieber.actions import PLAYS, SLIP, numbers, slip_kinds
from paddock.games.rennfieber.edition import (
    COLOURS,
    GALLOP_CARDS,
    HORSES,
    LEVELS,
    RACES,
    SLIPS,
    TRAINING_CARDS,
    GallopEffect,
    Level,
    TrainingEffect,
)
from paddock.games.rennfieber.edition import MOST_SPACES as MOST_IN_SECTION
from paddock.games.rennfieber.rules import entry
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.rules.race import DIE
from paddock.games.rennfieber.ruleset import (
    OPTIONS,
    SEATS,
    AuctionKind,
    LastBuyer,
    LastHorse,
    OddsBy,
    OfferOrder,
    Ruleset,
    StakeLimit,
)
from paddock.games.rennfieber.track import SECTIONS, Track

MOST_SEATS = SEATS[-1]
MOST_SPACES = COLOURS * len(SECTIONS) * MOST_IN_SECTION
MOST_TRAINING = 99  # spaces of the training track
MOST_ODDS = 9_991  # RF11.9: they rise from 10 tenths to 10,000 at most
MALUS = -1  # the condition 5-; every other condition is the number it begins with

NONE, KARRIERE, DURCHBRUCH, AS_KARRIERE, KEPT_GALLOP = range(len(PLAYS))
MOST_POWERS = 32
MOST_ACTIONS = SLIP + SLIPS * COLOURS + MOST_POWERS + MOST_SPACES + 1

# Effects by number. A new effect fails here until the compiled rules support it.
EFFECTS: tuple[GallopEffect, ...] = get_args(GallopEffect)
MOVE, AGAIN, KEEP, INWARD, OUTWARD, NOTHING, SLOW, MISS, NO_BONUS, FINE = range(len(EFFECTS))
TRAININGS: tuple[TrainingEffect, ...] = get_args(TrainingEffect)
CONDITION, PAY, RECEIVE, KEPT_KARRIERE, KEPT_DURCHBRUCH = range(len(TRAININGS))
# The same for the choices of each option.
SHUFFLED, BY_NUMBER = range(len(OfferOrder))
ASCENDING, ONCE_AROUND, SEALED = range(len(AuctionKind))
MAY_PASS, TAKES = range(len(LastBuyer))
COVERED, UNLIMITED = range(len(StakeLimit))
RUNS_HOME, CALLED_IN = range(len(LastHorse))
BY_SLIPS, BY_AMOUNTS = range(len(OddsBy))
WORKED_OUT = {"entry_fee"}  # becomes `fees`
SHOWN = {"levels"}  # only matters on screens
AHEAD, IN, OUT = range(3)  # the directions of steps
DIRECTIONS = 3
NOWHERE = -1


class Figures:
    """The record.

    runners, each   the number of runners in a race, and of each seat
    bought       the number of horses that each seat buys before race 1
    offer_order, auction, last_buyer, stakes, last_horse, odds_by   the options
    effects, amounts, cards   for each kind of gallop card; `keep` is the most a kept card is worth
    lessons, sums, lesson_cards   the same for each of the `lesson_kinds` kinds of training card
    landings     for each space of the training track, whether a card is drawn there
    conditions   by horse and level of its own scale; `highest` is the last of these levels
    cheapest     the horses by price, those of equal price by number
    zeros        for each horse, whether its card prints a level 0
    slips, stock the different values of slips, and how many of each a seat has: `hand` in all
    starts       the starting space by race and lane
    bounds, tenths   Table 1, with `bands` entries in `tenths`
    steps        by space and direction: twice the space reached, plus one if that crosses the
                 finish; NOWHERE at the edge of the track
    to_go        the fewest steps home, at finish crossings so far x MOST_SPACES + space
    lane, centre the position of each space: its lane from 0, and how far round the lap
    usual        the race die's mean
    powers       how many powers of two, in hundreds, a bid may be raised by
    raises, towards, homeward   the numbers of actions: the greatest raise, to space 0, home
    """

    seats: Long
    runners: Long
    each: Long
    bought: Long
    offer_order: Long
    auction: Long
    last_buyer: Long
    stakes: Long
    last_horse: Long
    odds_by: Long
    karriere: Long
    keep: Long
    kinds: Long
    lesson_kinds: Long
    slip_kinds: Long
    powers: Long
    training_spaces: Long
    faces: Annotated[Numbers, "i1", DIE]
    effects: Annotated[Numbers, "i1", GALLOP_CARDS]
    cards: Annotated[Numbers, "i1", GALLOP_CARDS]
    amounts: Annotated[Numbers, "i2", GALLOP_CARDS]
    lessons: Annotated[Numbers, "i1", TRAINING_CARDS]
    lesson_cards: Annotated[Numbers, "i1", TRAINING_CARDS]
    sums: Annotated[Numbers, "i2", TRAINING_CARDS]
    landings: Annotated[Numbers, "i1", MOST_TRAINING + 1]
    conditions: Annotated[Numbers, "i1", HORSES * len(LEVELS)]
    highest: Annotated[Numbers, "i1", HORSES]
    cheapest: Annotated[Numbers, "i1", HORSES]
    zeros: Annotated[Numbers, "i1", HORSES]
    stock: Annotated[Numbers, "i1", SLIPS]
    starts: Annotated[Numbers, "i2", RACES * COLOURS]
    slips: Annotated[Numbers, "i4", SLIPS]
    hand: Long
    cash: Long
    prices: Annotated[Numbers, "i8", HORSES]
    fees: Annotated[Numbers, "i8", RACES]
    prizes: Annotated[Numbers, "i8", RACES * COLOURS]
    usual: Annotated[float, "f8"]
    raises: Long
    towards: Long
    homeward: Long
    spaces: Long
    bands: Long
    bounds: Annotated[Numbers, "i4", MOST_ODDS]
    tenths: Annotated[Numbers, "i4", MOST_ODDS]
    steps: Annotated[Numbers, "i2", MOST_SPACES * DIRECTIONS]
    to_go: Annotated[Numbers, "i2", LAPS * MOST_SPACES]
    lane: Annotated[Numbers, "i1", MOST_SPACES]
    centre: Annotated[Reals, "f8", MOST_SPACES]


FIGURES = layout(Figures)


def figures_of(rules: Ruleset) -> Rows:
    """An array of one record."""
    rows = np.zeros(1, FIGURES)
    row, edition = rows[0], rules.edition
    row["seats"], row["runners"] = rules.seats, rules.seats * rules.runners_each
    row["each"], row["bought"], row["cash"] = rules.runners_each, rules.horses_each, rules.cash
    for option in OPTIONS.keys() - WORKED_OUT - SHOWN:
        row[option] = getattr(rules, option).ordinal
    row["karriere"], row["faces"] = edition.karriere, edition.race_die
    row["usual"] = sum(edition.race_die) / len(edition.race_die)
    row["bands"] = len(edition.odds)
    row["bounds"][: len(edition.bounds)] = edition.bounds
    row["tenths"][: len(edition.odds)] = edition.odds
    _stable(row, rules)
    _decks(row, rules)
    _programme(row, rules)
    _lay(row, edition.track)
    for name, number in numbers(rules)._asdict().items():
        row[name] = number
    return rows


def _stable(row: np.void, rules: Ruleset) -> None:
    """Enter the horse cards and the slips."""
    for number, horse in enumerate(rules.edition.horses):
        row["prices"][number], row["zeros"][number] = horse.price, "0" in horse.levels
        row["highest"][number] = len(horse.levels) - 1
        for place, level in enumerate(horse.levels):
            row["conditions"][number * len(LEVELS) + place] = condition(level)
    prices = row["prices"].tolist()
    row["cheapest"] = sorted(range(HORSES), key=lambda horse: (prices[horse], horse))
    row["slip_kinds"], row["hand"] = len(slip_kinds(rules)), sum(rules.slips)
    for kind, value in enumerate(slip_kinds(rules)):
        row["slips"][kind], row["stock"][kind] = value, rules.slips.count(value)


def _decks(row: np.void, rules: Ruleset) -> None:
    edition = rules.edition
    row["keep"] = max((card.amount for card in edition.gallop if card.effect == "keep"), default=0)
    row["kinds"], row["lesson_kinds"] = len(edition.gallop), len(edition.training)
    for kind, card in enumerate(edition.gallop):
        row["effects"][kind], row["amounts"][kind] = EFFECTS.index(card.effect), card.amount
        row["cards"][kind] = card.count
    for kind, lesson in enumerate(edition.training):
        row["lessons"][kind], row["sums"][kind] = TRAININGS.index(lesson.effect), lesson.amount
        row["lesson_cards"][kind] = lesson.count
    row["training_spaces"] = edition.training_spaces
    for space in edition.training_cards:
        row["landings"][space] = True


def _programme(row: np.void, rules: Ruleset) -> None:
    track = rules.edition.track
    for number, terms in enumerate(rules.edition.programme):
        first = number * COLOURS
        row["fees"][number] = entry.fees_due(rules, number + 1)
        row["prizes"][first : first + len(terms.prizes)] = terms.prizes
        for lane in range(COLOURS):
            row["starts"][first + lane] = track.start(lane + 1, terms.section)


def condition(level: Level) -> int:
    """RF6.3: a die of at most this number brings a bonus."""
    return MALUS if level == "5-" else int(level[0])


def _lay(row: np.void, track: Track) -> None:
    row["spaces"] = spaces = len(track.spaces)
    row["lane"][:spaces] = [space.lane - 1 for space in track.spaces]
    row["centre"][:spaces] = [float(space.centre) / len(SECTIONS) for space in track.spaces]
    for at in range(spaces):
        steps = track.steps[at][0], track.inward[at], track.outward[at]
        row["steps"][at * DIRECTIONS : (at + 1) * DIRECTIONS] = [
            NOWHERE if step is None else 2 * step.to + step.crosses for step in steps
        ]
    row["to_go"].reshape(LAPS, MOST_SPACES)[:, :spaces] = distances(track)
