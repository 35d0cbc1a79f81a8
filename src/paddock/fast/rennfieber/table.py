"""A meeting of Rennfieber as one record.

Horses, seats, runners, spaces and cards are numbered as everywhere in Paddock. Sets are bit masks.
Of past races only the results are kept, and none of the chronicle.

Where the reference engine offers a sole command (to open the meeting, to throw dice), nobody has a
choice to make here. Nor where it goes straight on: before an auction, a lot and the drawing of
lanes, a table rests until `play.advance`. A choice of many parts is made in small steps
(`actions`): a partial choice is kept where the whole one will be, and is no part of the state until
it is complete.
"""

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
LAID = SLIPS * COLOURS  # counters of a seat's slips: kind of slip x COLOURS + colour
# What is counted for every race, and before the first, by the laboratory's names: how often things
# happened, and how much money was paid.
TALLIED = (
    *("DiceRolled", "RunnerMoved", "GallopDrawn", "TrainingCardDrawn"),
    *("training", "fee", "fine", "stakes", "winnings"),
)
TURNS, MOVES, GALLOPS, LESSONS, TUITION, FEES, FINES, STAKES, WINNINGS = range(len(TALLIED))
COUNTED = len(TALLIED)


class Table:
    """The record. Fields of runners are in the order of colours.

    Single numbers have 64 bits, so functions of them are compiled for one type only.

    generator   see `paddock.fast.chance`; `cue` is the next scripted draw
    seat        the seat to choose or to roll; of several at once, the first
    done        the seats that have made a simultaneous choice
    owner, level   of each horse: its seat, its place on its own scale; `ran_first` is a mask
    kept, kept_by, kept_card   the number of kept cards; the horse that keeps each, and its kind
    lessons, lessons_done   training cards by kind: in the deck, discarded
    sale        the number of the current or last auction and training
    shuffled    the shuffled horses as a mask; `under` has the `unders` below them, in order
    short       how many horses each seat must still buy; `opens` is who opens the bidding
    lot, bidders, bidding   the horse on sale; who is still in, the next one first; their number
    holder, standing, bids   the standing bid and its bidder; sealed bids by seat
    raised      what to add to the least bid, in hundreds; `played` is the card to be played
    waiting     the horses that have yet to train, as a mask
    trainee, space   by seat: the horse on the training track, and its space
    chosen      by seat: the horses to be entered or sold, as a mask
    laid        slips by seat x LAID + kind x COLOURS + colour; `most` is what each seat may stake
    runner      the runner to move
    race_die, die, extra   the dice; the length of a further move, or 0
    taken       the occupied spaces: bit space % 64 of word space // 64
    horses, lanes, riders, levels   of each runner: its card, lane, seat, and level at the start
    at, crossed its space, HOME after the finish; how often it has crossed the finish
    karrieren, durchbrueche   how many of these kept cards it has left
    force, forces   gallop cards in force, GALLOP_CARDS per runner, in the order drawn; their number
    deck, discards  gallop cards by kind
    order, home, homes   the order of turns; the order of finish, and how many have finished
    thrown      how often the race die was thrown
    tally       what the laboratory counts: race x COUNTED + what
    ran, ran_lane, ran_level, came   of past races, race x COLOURS: horses, lanes, levels, home
    sold, sold_back   by horse: what its buyer paid, what the bank paid; NOBODY if not sold
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
