"""Tables: a game of Royal Turf is one record, a batch of games an array.

Horses, cards, seats and progress are numbered as everywhere in Paddock. Sets are bit masks. Of past
races only the results are kept, of the rides of a race only their number.

Between two races a table waits, unlike the reference engine, which goes straight on: nobody has a
choice to make, and chance alone decides what comes next. The same goes for a die to be rolled.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple, Self

import numpy as np

from paddock.fast.chance import SEEDS, UNSCRIPTED, Words
from paddock.fast.compiler import compiled, inlined
from paddock.fast.record import Byte, Long, Numbers, Rows, layout
from paddock.fast.royal_turf.figures import MOST_BETS, MOST_SEATS, Figures, figures_of
from paddock.fast.sets import mask_of, members_of
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import kinds_of
from paddock.games.royal_turf.edition import HORSES, PLACES, SYMBOLS
from paddock.games.royal_turf.events import Bet
from paddock.games.royal_turf.rules.payout import RACES
from paddock.games.royal_turf.rules.race import PODIUM
from paddock.games.royal_turf.state import (
    Betting,
    Grid,
    Naming,
    Over,
    PastRace,
    Phase,
    Pile,
    Racing,
    Ride,
    State,
    Waiting,
)
from paddock.kernel.money import Ledger

WAITING, NAMING, BETTING, ROLLING, MOVING, OVER = range(6)
NOBODY = -1
MOST_UNDER = 2 * (HORSES - 1)  # of each placed horse two cards may lie under the pile


class Table:
    """The record.

    generator   see `paddock.fast.chance`; `cue` is the next scripted draw
    seat        the seat to choose or to roll
    pile        the shuffled cards as a mask; `under` has the `unders` cards below them, in order
    gone        the cards that have left the game, a mask for each race
    due         the move on each horse's card: symbol x HORSES + horse
    taken       the occupied spaces: bit space % 64 of word space // 64, spaces from 1
    moved, home the horses marked as moved, and those that have finished
    backed, staked, placed   the horse and the kind of each token in the order placed; their number
    podiums, paces, lasts, grids, gains   the results of past races, in order
    moves, blocked, stood    the number of moves, of those shortened, and of those shortened to 0
    """

    seed: Annotated[np.uint64, "u8"]
    number: Annotated[np.uint64, "u8"]
    drawn: Long
    cue: Long
    taken: Annotated[Numbers, "i8", 2]
    money: Annotated[Numbers, "i8", MOST_SEATS]
    words: Annotated[Words, "u4", 4]
    pile: Annotated[int, "i4"]
    gone: Annotated[Numbers, "i4", RACES]
    rides: Annotated[int, "i4"]
    round: Annotated[int, "i4"]
    moves: Annotated[int, "i4"]
    blocked: Annotated[int, "i4"]
    stood: Annotated[int, "i4"]
    phase: Byte
    race: Byte
    seat: Byte
    first: Byte
    rolled: Byte
    moved: Byte
    home: Byte
    pace: Byte
    last: Byte
    placed: Byte
    unders: Byte
    among: Byte
    winners: Byte
    podium: Annotated[Numbers, "i1", PODIUM]
    progress: Annotated[Numbers, "i1", HORSES]
    starts: Annotated[Numbers, "i1", HORSES]
    cards: Annotated[Numbers, "i1", HORSES]
    due: Annotated[Numbers, "i1", len(SYMBOLS) * HORSES]
    backed: Annotated[Numbers, "i1", MOST_BETS]
    staked: Annotated[Numbers, "i1", MOST_BETS]
    under: Annotated[Numbers, "i1", MOST_UNDER]
    podiums: Annotated[Numbers, "i1", RACES * len(PLACES)]
    paces: Annotated[Numbers, "i1", RACES]
    lasts: Annotated[Numbers, "i1", RACES]
    grids: Annotated[Numbers, "i1", RACES * HORSES]
    gains: Annotated[Numbers, "i4", RACES * MOST_SEATS]


TABLE = layout(Table)


class Tables(NamedTuple):
    """Games with the same rules: one record of `figures`, and one in `rows` for each game."""

    figures: Rows
    rows: Rows

    @classmethod
    def new(cls, game: RoyalTurf, numbers: range, seed: int = 0) -> Self:
        """Games that are about to begin, each with the generator of its number.

        Any integer is a seed, taken modulo 2**64.
        """
        rows = np.zeros(len(numbers), TABLE)
        rows["seed"], rows["number"] = seed % SEEDS, np.asarray(numbers, np.uint64)
        rows["cue"] = UNSCRIPTED
        rows["first"] = rows["rolled"] = rows["pace"] = rows["last"] = NOBODY
        rows["podium"] = NOBODY
        return cls(figures_of(game.rules), rows)

    @classmethod
    def of(cls, game: RoyalTurf, states: Sequence[State]) -> Self:
        """Games in these states, of any phase, numbered in order."""
        tables = cls.new(game, range(len(states)))
        for row, state in zip(tables.rows, states, strict=True):
            _load(row, state, kinds_of(game.rules))
        seats, moves = game.seats, game.rules.edition.moves
        for row in tables.rows:
            if row["phase"] in {BETTING, ROLLING, MOVING}:
                turns = row["placed"] if row["phase"] == BETTING else row["rides"]
                row["seat"] = (row["first"] + turns) % seats
            if row["phase"] in {NAMING, BETTING, ROLLING, MOVING}:
                row["due"] = [moves[symbol][card] for symbol in SYMBOLS for card in row["cards"]]
                take_spaces(tables.figures[0], row)
        return tables

    def repeated(self, times: int, seed: int = 0) -> Self:
        """Each game `times` over, every copy with its own generator: for rollouts."""
        rows = np.repeat(self.rows, times)
        rows["seed"], rows["number"], rows["drawn"] = seed % SEEDS, np.arange(len(rows)), 0
        return self._replace(rows=rows)

    def state(
        self, at: int, past: tuple[PastRace, ...] = (), rides: tuple[Ride, ...] = ()
    ) -> State:
        """A game's state in the reference engine, given the history that a table does not keep.

        Moved horses are listed in board order, and a game between two races is waiting.
        """
        row, figures = self.rows[at], self.figures[0]
        money = tuple(row["money"][: figures["seats"]].tolist())
        return State(
            int(row["race"]),
            Ledger(-sum(money), money),
            Pile(members_of(row["pile"]), tuple(row["under"][: row["unders"]].tolist())),
            tuple(card for cards in row["gone"] for card in members_of(cards)),
            past,
            _phase(row, figures, rides),
        )


@inlined
def space(figures: Figures, progress: int) -> int:
    """RT4.6, RT4.7: the number of the space at this progress, from 1 to the length of the lap."""
    return progress if progress > 0 else progress + figures.spaces


@compiled
def take_spaces(figures: Figures, table: Table) -> None:
    """RT4.7: mark the occupied spaces."""
    table.taken[0] = table.taken[1] = 0
    for horse in range(HORSES):
        progress = table.progress[horse]
        if progress <= figures.spaces:
            at = space(figures, progress)
            table.taken[at >> 6] |= 1 << (at & 63)


def _load(row: np.void, state: State, kinds: tuple[int, ...]) -> None:
    row["race"] = state.race
    row["money"][: len(state.ledger.purses)] = state.ledger.purses
    row["pile"] = mask_of(state.pile.shuffled)
    row["unders"] = len(state.pile.under)
    row["under"][: row["unders"]] = state.pile.under
    for race in range(len(state.gone) // HORSES):
        row["gone"][race] = mask_of(state.gone[HORSES * race : HORSES * (race + 1)])
    match state.phase:
        case Waiting():
            row["phase"] = WAITING
        case Naming(grid, among):
            row["phase"], row["among"] = NAMING, mask_of(among)
            _load_grid(row, grid)
        case Betting(grid, first, bets):
            row["phase"], row["first"] = BETTING, first
            _load_grid(row, grid)
            _load_bets(row, bets, kinds)
        case Racing() as run:
            _load_grid(row, run.grid)
            _load_bets(row, run.bets, kinds)
            _load_race(row, run)
        case Over(winners):
            row["phase"], row["winners"] = OVER, mask_of(winners)
        case _:
            raise ValueError("no command ends in this phase")


def _load_grid(row: np.void, grid: Grid) -> None:
    row["cards"], row["starts"], row["progress"] = grid.cards, grid.starts, grid.starts
    row["round"] = 1


def _load_bets(row: np.void, bets: tuple[Bet, ...], kinds: tuple[int, ...]) -> None:
    row["placed"] = len(bets)
    row["backed"][: len(bets)] = [bet.horse for bet in bets]
    row["staked"][: len(bets)] = [kinds.index(bet.value) for bet in bets]


def _load_race(row: np.void, run: Racing) -> None:
    row["phase"] = ROLLING if run.rolled is None else MOVING
    row["first"], row["progress"] = run.first, run.progress
    row["moved"], row["home"] = mask_of(run.moved), mask_of(run.podium)
    row["podium"][: len(run.podium)] = run.podium
    row["pace"] = NOBODY if run.pace is None else run.pace
    row["round"], row["rides"] = run.round, len(run.rides)
    row["rolled"] = NOBODY if run.rolled is None else SYMBOLS.index(run.rolled)


def _phase(row: np.void, figures: np.void, rides: tuple[Ride, ...]) -> Phase:
    phase, first = row["phase"], int(row["first"])
    grid = Grid(tuple(row["cards"].tolist()), tuple(row["starts"].tolist()))
    if phase == WAITING:
        return Waiting()
    if phase == OVER:
        return Over(members_of(row["winners"]))
    if phase == NAMING:
        return Naming(grid, members_of(row["among"]))
    bets = _bets(row, figures)
    if phase == BETTING:
        return Betting(grid, first, bets)
    return Racing(
        grid,
        first,
        bets,
        tuple(row["progress"].tolist()),
        members_of(row["moved"]),
        tuple(row["podium"][row["podium"] != NOBODY].tolist()),
        None if row["pace"] == NOBODY else int(row["pace"]),
        int(row["round"]),
        rides,
        None if row["rolled"] == NOBODY else SYMBOLS[row["rolled"]],
    )


def _bets(row: np.void, figures: np.void) -> tuple[Bet, ...]:
    first, seats = int(row["first"]), int(figures["seats"])
    return tuple(
        Bet((first + at) % seats, int(row["backed"][at]), int(figures["kinds"][row["staked"][at]]))
        for at in range(row["placed"])
    )
