"""A meeting of Rennfieber as one record.

Horses, seats, runners, spaces and cards are numbered as everywhere in Paddock. Sets are bit masks.
The past is not kept but for its results, nor are the lines of the chronicle.

Where the reference engine asks for what leaves nothing to choose (opening the meeting, throwing
dice), nobody is to choose here. Nor is anybody where it goes on by itself: before an auction, a
lot, and the drawing of lanes, a table rests until it is advanced (`play`). A choice of many parts
is made of small ones (`actions`): what is chosen so far lies where the whole choice will lie, and
is no part of the state before it is whole.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paddock.fast.chance import Words
from paddock.fast.record import Long, Numbers, layout
from paddock.fast.rennfieber.figures import MOST_SEATS, MOST_SPACES
from paddock.games.rennfieber.edition import (
    COLOURS,
    GALLOP_CARDS,
    HORSES,
    RACES,
    SLIPS,
    TRAINING_CARDS,
)

WAITING, OFFERING, BIDDING, CHOOSING, TRAINING, ENTERING, DRAWING = range(7)
BETTING, ROLLING, MOVING, SELLING, OVER = range(7, 12)
NOBODY = -1
WORD = 64
LAID = SLIPS * COLOURS  # what a seat has laid: kind of slip x COLOURS + colour
# What is counted of every race, and before it, as the laboratory calls it: how often, and how much
# money.
TALLIED = (
    *("DiceRolled", "RunnerMoved", "GallopDrawn", "TrainingCardDrawn"),
    *("training", "fee", "fine", "stakes", "winnings"),
)
TURNS, MOVES, GALLOPS, LESSONS, TUITION, FEES, FINES, STAKES, WINNINGS = range(len(TALLIED))
COUNTED = len(TALLIED)


class Table:
    """The record. What belongs to a runner comes in the order of colours.

    Single numbers have 64 bits: whatever is compiled for them is compiled once.

    generator   see `paddock.fast.chance`; `cue` is the next scripted draw
    seat        who is to choose, or to roll; of several at once, the first
    done        of those who choose at once: who has
    owner, level   of each horse: whose it is, its place on its own scale; `ran_first` is a mask
    kept, kept_by, kept_card   how many cards horses keep; by which each lies, and its kind
    lessons, lessons_done   training cards by kind: to be drawn, discarded
    sale        which auction and training it is, or was
    shuffled    the horses that lie shuffled, as a mask; `under` the `unders` below them, in order
    short       what each seat must still buy; `opens` who opens the bidding
    lot, bidders, bidding   the horse on sale; who is still in, the next one first, and how many
    holder, standing, bids   the standing offer; sealed offers by seat
    raised      what is to be added to the least offer, in hundreds; `played` the card to be played
    waiting     the horses that are yet to train, as a mask
    trainee, space   by seat: the horse on the training track, and how far it is
    chosen      by seat: the horses to be entered or sold, as a mask
    laid        slips by seat x LAID + kind x COLOURS + colour; `most` is what each seat may stake
    runner      whose turn it is
    race_die, die, extra   what was thrown; the length of a further move; 0 for nothing
    taken       the spaces with a runner on them: bit space % 64 of word space // 64
    horses, lanes, riders, levels   of each runner: its card, lane, owner, level as it started
    at, crossed its space, HOME once it is in; its passages of the finish
    karrieren, durchbrueche   the kept cards that it has left
    force, forces   gallop cards in force, GALLOP_CARDS to a runner, in the order drawn; how many
    deck, discards  gallop cards by kind
    order, home, homes   the order of turns; the order of coming in, and how many have
    thrown      how often the race die was
    tally       by race x COUNTED: what the laboratory counts
    ran, ran_lane, ran_level, came   of the races settled, race x COLOURS: as horses, ..., home
    sold, sold_back   by horse: the price it was bought for, and what the bank paid; NOBODY if not
    """

    seed: Annotated[np.uint64, "u8"]
    number: Annotated[np.uint64, "u8"]
    drawn: Long
    cue: Long
    words: Annotated[Words, "u4", 4]
    taken: Annotated[Numbers, "i8", MOST_SPACES // WORD]
    money: Annotated[Numbers, "i8", MOST_SEATS]
    most: Annotated[Numbers, "i8", MOST_SEATS]
    bids: Annotated[Numbers, "i8", MOST_SEATS]
    standing: Long
    raised: Long
    tally: Annotated[Numbers, "i4", (RACES + 1) * COUNTED]
    sold: Annotated[Numbers, "i4", HORSES]
    sold_back: Annotated[Numbers, "i4", HORSES]
    chosen: Annotated[Numbers, "i4", MOST_SEATS]
    ran_first: Long
    shuffled: Long
    waiting: Long
    thrown: Long
    rolls: Long
    lots: Long
    at: Annotated[Numbers, "i2", COLOURS]
    phase: Long
    race: Long
    seat: Long
    done: Long
    sale: Long
    opens: Long
    unsold: Long
    lot: Long
    bidding: Long
    holder: Long
    unders: Long
    started: Long
    played: Long
    runner: Long
    race_die: Long
    die: Long
    extra: Long
    homes: Long
    kept: Long
    winners: Long
    owner: Annotated[Numbers, "i1", HORSES]
    level: Annotated[Numbers, "i1", HORSES]
    under: Annotated[Numbers, "i1", HORSES]
    short: Annotated[Numbers, "i1", MOST_SEATS]
    bidders: Annotated[Numbers, "i1", MOST_SEATS]
    trainee: Annotated[Numbers, "i1", MOST_SEATS]
    space: Annotated[Numbers, "i1", MOST_SEATS]
    crossed: Annotated[Numbers, "i1", COLOURS]
    horses: Annotated[Numbers, "i1", COLOURS]
    lanes: Annotated[Numbers, "i1", COLOURS]
    riders: Annotated[Numbers, "i1", COLOURS]
    levels: Annotated[Numbers, "i1", COLOURS]
    karrieren: Annotated[Numbers, "i1", COLOURS]
    durchbrueche: Annotated[Numbers, "i1", COLOURS]
    order: Annotated[Numbers, "i1", COLOURS]
    home: Annotated[Numbers, "i1", COLOURS]
    forces: Annotated[Numbers, "i1", COLOURS]
    force: Annotated[Numbers, "i1", COLOURS * GALLOP_CARDS]
    deck: Annotated[Numbers, "i1", GALLOP_CARDS]
    discards: Annotated[Numbers, "i1", GALLOP_CARDS]
    laid: Annotated[Numbers, "i1", MOST_SEATS * LAID]
    lessons: Annotated[Numbers, "i1", TRAINING_CARDS]
    lessons_done: Annotated[Numbers, "i1", TRAINING_CARDS]
    kept_by: Annotated[Numbers, "i1", TRAINING_CARDS]
    kept_card: Annotated[Numbers, "i1", TRAINING_CARDS]
    ran: Annotated[Numbers, "i1", RACES * COLOURS]
    ran_lane: Annotated[Numbers, "i1", RACES * COLOURS]
    ran_level: Annotated[Numbers, "i1", RACES * COLOURS]
    came: Annotated[Numbers, "i1", RACES * COLOURS]


TABLE = layout(Table)
