"""Many matches of Royal Turf side by side, compiled: one seat learns, the others have a policy.

An action that is not legal ends its match: the learner gets `ILLEGAL_REWARD` and nobody else is
asked. A match that has ended begins anew with the next step, whatever action that step has for it.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from paddock.adapters.encoding.royal_turf import POUNDS, SIZE, RoyalTurfEncoding
from paddock.adapters.encoding.royal_turf_fast import mark, observe
from paddock.adapters.options import one_name
from paddock.adapters.reward import ILLEGAL_REWARD, Reward, reckoning
from paddock.fast.chance import NO_DRAWS, Script
from paddock.fast.compiler import compiled, shown
from paddock.fast.record import Rows
from paddock.fast.royal_turf.figures import Figures
from paddock.fast.royal_turf.form import BOOK, Book
from paddock.fast.royal_turf.play import POLICIES, PUNTER, any_action
from paddock.fast.royal_turf.punter import punt
from paddock.fast.royal_turf.rules import advance, apply, count, legal
from paddock.fast.royal_turf.tables import OVER, SEEDS, Table, Tables
from paddock.games.royal_turf import RoyalTurf

Numbers = NDArray[Any]
Opponents = Literal["random", "punter"]


class Outcome(NamedTuple):
    """What a step led to, a row for each match."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    illegal: NDArray[np.bool_]


class Batch:
    """`seat` learns; `opponents` sit everywhere else."""

    def __init__(
        self, game: RoyalTurf, matches: int, seat: int, opponents: Opponents, reward: Reward
    ) -> None:
        if not 0 <= seat < game.seats:
            raise ValueError(f"there is no seat {seat} among {game.seats}")
        reckoning(reward)  # which is compiled here; a name that there is not is told
        one_name("opponents", opponents, POLICIES)  # the same for all other seats
        if opponents not in POLICIES:
            raise ValueError(f"no opponents {opponents!r}: there are {', '.join(POLICIES)}")
        self.game = game
        self.encoding = RoyalTurfEncoding(game)
        self._seat = seat
        self._money = reward == "money"
        self._punters = POLICIES[opponents] == PUNTER
        self._tables = Tables.new(game, range(matches))
        self._blank = self._tables.rows[:1].copy()
        self._book = np.zeros(1, BOOK)
        with shown(Console(stderr=True)):
            self.begin([0] * matches)
            self.step(np.full(matches, SIZE))

    def begin(self, seeds: list[int], number: int = 0) -> Outcome:
        """All matches anew, each with a seed of its own."""
        rows = self._tables.rows
        rows[:] = self._blank
        rows["seed"] = [seed % SEEDS for seed in seeds]
        rows["number"] = (number - 1) % SEEDS  # a match that ends is followed by the next
        self._ended = np.ones(len(rows), np.bool_)
        return self.step(np.zeros(len(rows), np.int64))

    @property
    def next_number(self) -> int:
        """One that no match of these seeds has had yet."""
        return int(self._tables.rows["number"].max()) + 1

    def step(self, actions: NDArray[np.int64]) -> Outcome:
        """An action for each match; those that had ended begin anew instead."""
        rows = self._tables.rows
        outcome = Outcome(
            np.zeros((len(rows), *self.encoding.shape), np.float32),
            np.zeros((len(rows), SIZE), np.int8),
            np.zeros(len(rows)),
            np.zeros(len(rows), np.bool_),
            np.zeros(len(rows), np.bool_),
        )
        step_all(
            self._tables.figures,
            rows,
            self._blank,
            (actions, self._ended),
            (self._seat, self._punters, self._money),
            self._book,
            NO_DRAWS,
            outcome,
        )
        self._ended = outcome.ended
        return outcome

    @property
    def tables(self) -> Tables:
        return self._tables


@compiled
def step_all(  # noqa: PLR0913, PLR0917  # compiled code keeps nothing: all of it is handed over
    figures: Rows,
    rows: Rows,
    blank: Rows,
    asked: tuple[Numbers, Numbers],
    plan: tuple[int, bool, bool],
    book: Rows,
    script: Script,
    outcome: Outcome,
) -> None:
    actions, ended = asked
    seat, punters, money = plan
    for at in range(len(rows)):
        table = rows[at]
        if ended[at]:
            renew(rows, blank, at)
        elif not 0 <= actions[at] < SIZE or legal(figures[0], table) >> actions[at] & 1 == 0:
            outcome.illegal[at] = outcome.ended[at] = True
            outcome.rewards[at] = ILLEGAL_REWARD
        else:
            apply(figures[0], table, actions[at])
        if not outcome.illegal[at]:
            others_play(figures[0], table, seat, punters, book[0], script)
            if table.phase == OVER:
                outcome.ended[at] = True
                outcome.rewards[at] = worth(figures[0], table, seat, money)
        observe(figures[0], table, seat, outcome.observations[at])
        if not outcome.ended[at]:
            mark(figures[0], table, outcome.masks[at])


@compiled
def renew(rows: Rows, blank: Rows, at: int) -> None:
    """The next match of the same seed."""
    seed, number = rows[at].seed, rows[at].number
    rows[at] = blank[0]
    rows[at].seed, rows[at].number = seed, number + np.uint64(1)


@compiled
def others_play(  # the same
    figures: Figures, table: Table, seat: int, punters: bool, book: Book, script: Script
) -> None:
    """Until the learner has more than one action to choose from, or the match is over."""
    while True:
        advance(figures, table, script)
        if table.phase == OVER:
            return
        mask = legal(figures, table)
        if table.seat == seat and mask & (mask - 1):
            return
        if mask & (mask - 1) and punters:
            apply(figures, table, punt(figures, table, book))
        else:
            apply(figures, table, any_action(figures, table))


@compiled
def worth(figures: Figures, table: Table, seat: int, money: bool) -> float:
    """As in `paddock.adapters.reward`."""
    if money:
        return float(table.money[seat] / POUNDS)
    winners = count(table.winners)
    if winners == figures.seats:
        return 0.0
    return 1 / winners if table.winners >> seat & 1 else -1 / (figures.seats - winners)
