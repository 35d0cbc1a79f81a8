"""A table's rules and edition as plain numbers for compiled code."""

from typing import Annotated, Any, get_args

import numpy as np

from paddock.fast.layout import Long, Numbers, Reals, Rows, layout
from paddock.fast.rennfieber.punter_shared import distances
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
DERIVED = {"entry_fee"}  # becomes `fees`
DISPLAY_ONLY = {"levels"}
AHEAD, IN, OUT = range(3)  # the directions of steps
DIRECTIONS = 3
NOWHERE = -1  # a step off the track


class Figures:
    """The record. A table has `..._kinds` different cards or slips, numbered as in the edition."""

    seats: Long
    runners: Long
    runners_each: Long
    horses_each: Long
    offer_order: Long  # an option, like the next five fields
    auction: Long
    last_buyer: Long
    stakes: Long
    last_horse: Long
    odds_by: Long
    karriere: Long  # spaces
    best_kept_gallop: Long
    gallop_kinds: Long
    training_kinds: Long
    slip_kinds: Long
    powers: Long  # of two, in hundreds, by which a bid may be raised
    training_spaces: Long
    faces: Annotated[Numbers, "i1", DIE]
    gallop_effects: Annotated[Numbers, "i1", GALLOP_CARDS]
    gallop_counts: Annotated[Numbers, "i1", GALLOP_CARDS]
    gallop_amounts: Annotated[Numbers, "i2", GALLOP_CARDS]
    training_effects: Annotated[Numbers, "i1", TRAINING_CARDS]
    training_counts: Annotated[Numbers, "i1", TRAINING_CARDS]
    training_amounts: Annotated[Numbers, "i2", TRAINING_CARDS]
    training_cards: Annotated[Numbers, "i1", MOST_TRAINING + 1]  # by space: whether one is drawn
    conditions: Annotated[Numbers, "i1", HORSES * len(LEVELS)]  # by horse and its level
    highest: Annotated[Numbers, "i1", HORSES]  # level of each horse
    cheapest: Annotated[Numbers, "i1", HORSES]  # the horses by price, then by number
    prints_zero: Annotated[Numbers, "i1", HORSES]  # whether the horse's card prints a level 0
    stock: Annotated[Numbers, "i1", SLIPS]  # how many slips of each kind a seat has
    starts: Annotated[Numbers, "i2", RACES * COLOURS]  # spaces by race and lane
    slips: Annotated[Numbers, "i4", SLIPS]  # the values, lowest first
    slips_total: Long  # the value of all slips of a seat
    cash: Long
    prices: Annotated[Numbers, "i8", HORSES]
    fees: Annotated[Numbers, "i8", RACES]
    prizes: Annotated[Numbers, "i8", RACES * COLOURS]
    mean_race_die: Annotated[float, "f8"]
    raise_actions: Long  # the first of these actions, as in the next field
    space_actions: Long
    home_action: Long
    spaces: Long
    bands: Long  # entries of Table 1
    bounds: Annotated[Numbers, "i4", MOST_ODDS]
    tenths: Annotated[Numbers, "i4", MOST_ODDS]  # odds
    steps: Annotated[Numbers, "i2", MOST_SPACES * DIRECTIONS]  # spots (`movement`)
    to_go: Annotated[Numbers, "i2", LAPS * MOST_SPACES]  # by crossings and space
    lane: Annotated[Numbers, "i1", MOST_SPACES]  # of each space, from 0
    centre: Annotated[Reals, "f8", MOST_SPACES]  # how far round the lap each space is


FIGURES = layout(Figures)


def figures_of(rules: Ruleset) -> Rows:
    """An array of one record."""
    rows = np.zeros(1, FIGURES)
    row, edition = rows[0], rules.edition
    for name in ("seats", "runners_each", "horses_each", "cash"):
        row[name] = getattr(rules, name)
    row["runners"] = rules.seats * rules.runners_each
    for option in OPTIONS.keys() - DERIVED - DISPLAY_ONLY:
        row[option] = getattr(rules, option).ordinal
    row["karriere"], row["faces"] = edition.karriere, edition.race_die
    row["mean_race_die"] = sum(edition.race_die) / len(edition.race_die)
    row["bands"] = len(edition.odds)
    row["bounds"][: len(edition.bounds)] = edition.bounds
    row["tenths"][: len(edition.odds)] = edition.odds
    _stable(row, rules)
    _decks(row, rules)
    _programme(row, rules)
    _lay(row, edition.track)
    starts = ("powers", "raise_actions", "space_actions", "home_action")
    for name, number in zip(starts, numbers(rules), strict=True):
        row[name] = number
    return rows


def _stable(row: np.void, rules: Ruleset) -> None:
    """Enter the horse cards and the slips."""
    for number, horse in enumerate(rules.edition.horses):
        row["prices"][number], row["prints_zero"][number] = horse.price, "0" in horse.levels
        row["highest"][number] = len(horse.levels) - 1
        for place, level in enumerate(horse.levels):
            row["conditions"][number * len(LEVELS) + place] = condition(level)
    prices = row["prices"].tolist()
    row["cheapest"] = sorted(range(HORSES), key=lambda horse: (prices[horse], horse))
    row["slip_kinds"], row["slips_total"] = len(slip_kinds(rules)), sum(rules.slips)
    for kind, value in enumerate(slip_kinds(rules)):
        row["slips"][kind], row["stock"][kind] = value, rules.slips.count(value)


def _decks(row: np.void, rules: Ruleset) -> None:
    edition = rules.edition
    kept = (card.amount for card in edition.gallop if card.effect == "keep")
    row["best_kept_gallop"] = max(kept, default=0)
    row["training_spaces"] = edition.training_spaces
    row["training_cards"][list(edition.training_cards)] = True
    deck: Any
    for name, deck, effects in (
        ("gallop", edition.gallop, EFFECTS),
        ("training", edition.training, TRAININGS),
    ):
        row[f"{name}_kinds"] = len(deck)
        for kind, card in enumerate(deck):
            row[f"{name}_effects"][kind] = effects.index(card.effect)
            row[f"{name}_amounts"][kind], row[f"{name}_counts"][kind] = card.amount, card.count


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
