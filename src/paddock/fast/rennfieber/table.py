"""A meeting of Rennfieber as one record.

Horses, seats, runners, spaces and cards are numbered as everywhere in Paddock. Sets are bit masks.
Of past races only the results are kept, and none of the chronicle.

Where the reference engine offers a sole command (to open the meeting, to roll dice), or goes
straight on (`phases`), nobody has a choice here, and `play.advance` does what is due. A compound
choice is made in small steps (`actions`): an incomplete one is kept in the fields of the complete
one, and is not part of the state yet.
"""

from typing import Annotated

import numpy as np

from paddock.fast.chance import Words
from paddock.fast.layout import Long, Numbers, layout
from paddock.fast.rennfieber.figures import MOST_SEATS, MOST_SPACES
from paddock.games.rennfieber.edition import (
    COLOURS,
    GALLOP_CARDS,
    HORSES,
    RACES,
    SLIPS,
    TRAINING_CARDS,
)

NOBODY = -1
WORD = 64
LAID = SLIPS * COLOURS  # a seat's slips are counted by kind x COLOURS + colour
# The laboratory's names of what is counted for every race, and before the first: how often things
# happened, and how much money was paid.
TALLIED = (
    *("DiceRolled", "RunnerMoved", "GallopDrawn", "TrainingCardDrawn"),
    *("training", "fee", "fine", "stakes", "winnings"),
)
COUNTED = len(TALLIED)
TURNS, MOVES, GALLOP_DRAWS, TRAINING_DRAWS, TRAINING_COSTS = range(5)
FEES, FINES, STAKES, WINNINGS = range(5, COUNTED)


class Table:
    """The record. Fields of runners are in the order of colours; `n_x` says how many x there are.

    Single numbers have 64 bits, so functions of them are compiled for one type only.
    """

    seed: Annotated[np.uint64, "u8"]  # see `paddock.fast.chance`
    number: Annotated[np.uint64, "u8"]
    words_used: Long
    script_row: Long
    words: Annotated[Words, "u4", 4]
    taken: Annotated[Numbers, "i8", MOST_SPACES // WORD]  # see `paddock.fast.spaces`
    money: Annotated[Numbers, "i8", MOST_SEATS]
    stake_limit: Annotated[Numbers, "i8", MOST_SEATS]  # by seat
    bids: Annotated[Numbers, "i8", MOST_SEATS]  # sealed, by seat; NOBODY if there is none yet
    standing: Long  # the standing bid
    raised: Long  # what the draft adds to the least bid, in hundreds
    tally: Annotated[Numbers, "i4", (RACES + 1) * COUNTED]  # by race and what is counted
    sold: Annotated[Numbers, "i4", HORSES]  # what the buyer paid; NOBODY if not sold
    sold_back: Annotated[Numbers, "i4", HORSES]  # what the bank paid; NOBODY if not sold
    chosen: Annotated[Numbers, "i4", MOST_SEATS]  # by seat: a mask of the horses to enter or sell
    ran_first: Long  # a mask of the horses that ran in race 1
    shuffled: Long  # a mask of the shuffled horses that may come up
    waiting: Long  # a mask of the horses that have yet to train
    race_die_throws: Long
    training_rolls: Long
    n_lots: Long
    runner_space: Annotated[Numbers, "i2", COLOURS]  # HOME after the finish
    phase: Long
    race: Long
    seat: Long  # that must choose or roll; of several at once, the first
    done: Long  # a mask of the seats that have made a simultaneous choice
    sale: Long  # the number of the current or last auction and training
    opener: Long  # the seat that opens the bidding
    unsold: Long
    lot: Long
    n_bidders: Long
    holder: Long  # of the standing bid
    n_under: Long
    started: Long  # whether the die has decided who trains first
    played: Long  # the card of the draft
    runner: Long  # that must move
    race_die: Long
    die: Long
    extra: Long  # the length of a further move, or 0
    n_finished: Long
    n_kept: Long
    winners: Long
    owner: Annotated[Numbers, "i1", HORSES]
    level: Annotated[Numbers, "i1", HORSES]  # on the scale of the horse
    under: Annotated[Numbers, "i1", HORSES]  # the horses below the shuffled ones, in order
    to_buy: Annotated[Numbers, "i1", MOST_SEATS]  # by seat
    bidders: Annotated[Numbers, "i1", MOST_SEATS]  # those still in, the next one first
    trainee: Annotated[Numbers, "i1", MOST_SEATS]  # by seat: the horse on the training track
    training_space: Annotated[Numbers, "i1", MOST_SEATS]  # by seat: where it is
    crossed: Annotated[Numbers, "i1", COLOURS]  # how often it has crossed the finish
    horses: Annotated[Numbers, "i1", COLOURS]
    lanes: Annotated[Numbers, "i1", COLOURS]
    riders: Annotated[Numbers, "i1", COLOURS]
    levels: Annotated[Numbers, "i1", COLOURS]  # at the start
    karrieren: Annotated[Numbers, "i1", COLOURS]  # kept cards that it still has
    durchbrueche: Annotated[Numbers, "i1", COLOURS]
    order: Annotated[Numbers, "i1", COLOURS]  # of turns
    finish: Annotated[Numbers, "i1", COLOURS]  # the order of finish
    n_in_force: Annotated[Numbers, "i1", COLOURS]
    in_force: Annotated[Numbers, "i1", COLOURS * GALLOP_CARDS]  # by runner, in order
    gallop_deck: Annotated[Numbers, "i1", GALLOP_CARDS]  # by kind
    gallop_discards: Annotated[Numbers, "i1", GALLOP_CARDS]
    laid: Annotated[Numbers, "i1", MOST_SEATS * LAID]  # seat x LAID + kind x COLOURS + colour
    training_deck: Annotated[Numbers, "i1", TRAINING_CARDS]
    training_discards: Annotated[Numbers, "i1", TRAINING_CARDS]
    kept_by: Annotated[Numbers, "i1", TRAINING_CARDS]  # the horse that keeps a training card
    kept_card: Annotated[Numbers, "i1", TRAINING_CARDS]  # the kind of that card
    past_horses: Annotated[Numbers, "i1", RACES * COLOURS]  # race x COLOURS + runner
    past_lanes: Annotated[Numbers, "i1", RACES * COLOURS]
    past_levels: Annotated[Numbers, "i1", RACES * COLOURS]
    past_finish: Annotated[Numbers, "i1", RACES * COLOURS]


TABLE = layout(Table)
