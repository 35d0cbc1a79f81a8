"""Tables: a game of Royal Turf is one record, a batch of games an array.

Horses, cards, seats and progress are numbered as everywhere in Paddock. Sets are bit masks. Of past
races only the results are kept, of the rides of a race only their number.

Before a race, and before a die is rolled, a table waits for `rules.advance`: nobody has a choice to
make. The reference engine goes straight on to the next race, and offers the roll as a command.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple, Self

import numpy as np

from paddock.fast.chance import SEEDS, UNSCRIPTED, Words
from paddock.fast.compiler import compiled, inlined
from paddock.fast.layout import Byte, Long, Numbers, Rows, layout
from paddock.fast.royal_turf.figures import MOST_BETS, MOST_SEATS, Figures, figures_of
from paddock.fast.sets import mask_of, members_of
from paddock.fast.spaces import occupy
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf import state as reference
from paddock.games.royal_turf.actions import kinds_of
from paddock.games.royal_turf.edition import HORSES, PLACES, SYMBOLS
from paddock.games.royal_turf.events import Bet
from paddock.games.royal_turf.rules.payout import RACES
from paddock.games.royal_turf.rules.race import PODIUM
from paddock.kernel.money import Ledger

WAITING, NAMING, BETTING, ROLLING, MOVING, OVER = range(6)
NOBODY = -1
MOST_UNDER = 2 * (HORSES - 1)  # of each placed horse two cards may lie under the pile


class Table:
    """The record; `n_x` says how many x there are."""

    seed: Annotated[np.uint64, "u8"]  # see `paddock.fast.chance`
    number: Annotated[np.uint64, "u8"]
    words_used: Long
    script_row: Long
    taken: Annotated[Numbers, "i8", 2]  # see `paddock.fast.spaces`
    money: Annotated[Numbers, "i8", MOST_SEATS]
    words: Annotated[Words, "u4", 4]
    pile: Annotated[int, "i4"]  # a mask of the shuffled cards
    gone: Annotated[Numbers, "i4", RACES]  # masks of the cards out of the game
    n_rides: Annotated[int, "i4"]
    round: Annotated[int, "i4"]
    moves: Annotated[int, "i4"]  # of all races, as the next two fields
    blocked: Annotated[int, "i4"]  # how many moves were shortened
    stood: Annotated[int, "i4"]  # how many were shortened to 0
    phase: Byte
    race: Byte
    seat: Byte  # that must choose or roll
    first: Byte
    rolled: Byte
    moved: Byte  # a mask of the horses marked as moved
    home: Byte  # a mask of the horses that have finished
    pace: Byte
    last: Byte
    n_bets: Byte
    n_under: Byte
    among: Byte
    winners: Byte
    podium: Annotated[Numbers, "i1", PODIUM]
    progress: Annotated[Numbers, "i1", HORSES]
    starts: Annotated[Numbers, "i1", HORSES]
    cards: Annotated[Numbers, "i1", HORSES]
    card_moves: Annotated[Numbers, "i1", len(SYMBOLS) * HORSES]  # symbol x HORSES + horse
    bet_horses: Annotated[Numbers, "i1", MOST_BETS]  # of each token in the order placed
    bet_kinds: Annotated[Numbers, "i1", MOST_BETS]  # likewise
    under: Annotated[Numbers, "i1", MOST_UNDER]  # below the pile, in order
    podiums: Annotated[Numbers, "i1", RACES * len(PLACES)]  # of past races, as the next four fields
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
        rows["script_row"] = UNSCRIPTED
        rows["first"] = rows["rolled"] = rows["pace"] = rows["last"] = NOBODY
        rows["podium"] = NOBODY
        return cls(figures_of(game.rules), rows)

    @classmethod
    def of(cls, game: RoyalTurf, states: Sequence[reference.State]) -> Self:
        """Games in these states, of any phase, numbered in order."""
        tables = cls.new(game, range(len(states)))
        for row, state in zip(tables.rows, states, strict=True):
            _load(row, state, kinds_of(game.rules))
        seats, moves = game.seats, game.rules.edition.moves
        for row in tables.rows:
            if row["phase"] in {BETTING, ROLLING, MOVING}:
                turns = row["n_bets"] if row["phase"] == BETTING else row["n_rides"]
                row["seat"] = (row["first"] + turns) % seats
            if row["phase"] in {NAMING, BETTING, ROLLING, MOVING}:
                row["card_moves"] = [
                    moves[symbol][card] for symbol in SYMBOLS for card in row["cards"]
                ]
                take_spaces(tables.figures[0], row)
        return tables

    def repeated(self, times: int, seed: int = 0) -> Self:
        """Each game `times` over, every copy with its own generator: for rollouts."""
        rows = np.repeat(self.rows, times)
        rows["seed"], rows["number"], rows["words_used"] = seed % SEEDS, np.arange(len(rows)), 0
        return self._replace(rows=rows)

    def state(
        self,
        at: int,
        past: tuple[reference.PastRace, ...] = (),
        rides: tuple[reference.Ride, ...] = (),
    ) -> reference.State:
        """A game's state in the reference engine, given the history that a table does not keep.

        Moved horses are listed in board order, and a game between two races is waiting.
        """
        row, figures = self.rows[at], self.figures[0]
        money = tuple(row["money"][: figures["seats"]].tolist())
        return reference.State(
            int(row["race"]),
            Ledger(-sum(money), money),
            reference.Pile(members_of(row["pile"]), tuple(row["under"][: row["n_under"]].tolist())),
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
            occupy(table, space(figures, progress))


def _load(row: np.void, state: reference.State, kinds: tuple[int, ...]) -> None:
    row["race"] = state.race
    row["money"][: len(state.ledger.purses)] = state.ledger.purses
    row["pile"] = mask_of(state.pile.shuffled)
    row["n_under"] = len(state.pile.under)
    row["under"][: row["n_under"]] = state.pile.under
    for race in range(len(state.gone) // HORSES):
        row["gone"][race] = mask_of(state.gone[HORSES * race : HORSES * (race + 1)])
    match state.phase:
        case reference.Waiting():
            row["phase"] = WAITING
        case reference.Naming(grid, among):
            row["phase"], row["among"] = NAMING, mask_of(among)
            _load_grid(row, grid)
        case reference.Betting(grid, first, bets):
            row["phase"], row["first"] = BETTING, first
            _load_grid(row, grid)
            _load_bets(row, bets, kinds)
        case reference.Racing() as run:
            _load_grid(row, run.grid)
            _load_bets(row, run.bets, kinds)
            _load_race(row, run)
        case reference.Over(winners):
            row["phase"], row["winners"] = OVER, mask_of(winners)
        case _:
            raise ValueError("no command ends in this phase")


def _load_grid(row: np.void, grid: reference.Grid) -> None:
    row["cards"], row["starts"], row["progress"] = grid.cards, grid.starts, grid.starts
    row["round"] = 1


def _load_bets(row: np.void, bets: tuple[Bet, ...], kinds: tuple[int, ...]) -> None:
    row["n_bets"] = len(bets)
    row["bet_horses"][: len(bets)] = [bet.horse for bet in bets]
    row["bet_kinds"][: len(bets)] = [kinds.index(bet.value) for bet in bets]


def _load_race(row: np.void, run: reference.Racing) -> None:
    row["phase"] = ROLLING if run.rolled is None else MOVING
    row["first"], row["progress"] = run.first, run.progress
    row["moved"], row["home"] = mask_of(run.moved), mask_of(run.podium)
    row["podium"][: len(run.podium)] = run.podium
    row["pace"] = NOBODY if run.pace is None else run.pace
    row["round"], row["n_rides"] = run.round, len(run.rides)
    row["rolled"] = NOBODY if run.rolled is None else SYMBOLS.index(run.rolled)


def _phase(row: np.void, figures: np.void, rides: tuple[reference.Ride, ...]) -> reference.Phase:
    phase, first = row["phase"], int(row["first"])
    grid = reference.Grid(tuple(row["cards"].tolist()), tuple(row["starts"].tolist()))
    if phase == WAITING:
        return reference.Waiting()
    if phase == OVER:
        return reference.Over(members_of(row["winners"]))
    if phase == NAMING:
        return reference.Naming(grid, members_of(row["among"]))
    bets = _bets(row, figures)
    if phase == BETTING:
        return reference.Betting(grid, first, bets)
    return reference.Racing(
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
        Bet(
            (first + at) % seats,
            int(row["bet_horses"][at]),
            int(figures["token_values"][row["bet_kinds"][at]]),
        )
        for at in range(row["n_bets"])
    )
