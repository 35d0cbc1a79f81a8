"""Many matches in parallel, compiled: one seat learns, the others follow a policy.

An illegal action ends its match with `ILLEGAL_REWARD` for the learner. A match that has ended
starts again at the next step, which ignores the action given for it.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.encoding import encoding
from paddock.adapters.options import chosen
from paddock.adapters.picture import picture
from paddock.adapters.piece import piece
from paddock.adapters.reward import REWARDS, Reward
from paddock.fast.chance import NO_DRAWS, SEEDS
from paddock.fast.progress import shown
from paddock.games import AnyGame

Opponents = Literal["random", "punter"]


class Outcome(NamedTuple):
    """The result of a step, a row for each match."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    illegal: NDArray[np.bool_]


@runtime_checkable
class Batches(Protocol):
    """A game's module `batch`: the numbers of the opponents, tables, and a step of all tables."""

    POLICIES: dict[str, int]
    # Takes the tables' two arrays, the row of a new match, (actions, which matches have ended),
    # (seat, policy, whether the reward is money), chance, the layout's places, and the `Outcome`
    # to fill in.
    step: Callable[..., None]

    def tables(self, game: Any, matches: int, /) -> Any: ...


class Batch:
    """Matches in which `seat` learns and `opponents` have all other seats."""

    def __init__(
        self, game: AnyGame, matches: int, seat: int, opponents: Opponents, reward: Reward
    ) -> None:
        batches: Batches = piece(game.name, "batch")
        if not 0 <= seat < game.seats:
            raise ValueError(f"there is no seat {seat} among {game.seats}")
        chosen("reward", reward, REWARDS)  # only checked: rewards are compiled here
        policy = chosen("opponents", opponents, batches.POLICIES)
        self.game = game
        self.encoding = encoding(game)
        self._plan = (seat, policy, reward == "money")
        self._tables = batches.tables(game, matches)
        self._blank = self._tables.rows[:1].copy()
        with shown():
            self.begin([0] * matches)
            self.step(np.full(matches, self.encoding.size))

    def begin(self, seeds: list[int], number: int = 0) -> Outcome:
        """Start all matches, each with its own seed."""
        rows = self._tables.rows
        rows[:] = self._blank
        rows["seed"] = [seed % SEEDS for seed in seeds]
        rows["number"] = (number - 1) % SEEDS  # a match that ends is followed by the next
        self._ended = np.ones(len(rows), np.bool_)
        return self.step(np.zeros(len(rows), np.int64))

    @property
    def next_number(self) -> int:
        """A number that no match of these seeds has had yet."""
        return int(self._tables.rows["number"].max()) + 1

    def step(self, actions: NDArray[np.int64]) -> Outcome:
        """Take an action in each match; those that have ended start again instead."""
        layout, matches = self.encoding.layout, len(self._tables.rows)
        outcome = Outcome(
            np.zeros((matches, layout.size), np.float32),
            np.zeros((matches, self.encoding.size), np.int8),
            np.zeros(matches),
            np.zeros(matches, np.bool_),
            np.zeros(matches, np.bool_),
        )
        asked = (actions, self._ended)
        batches: Batches = piece(self.game.name, "batch")
        batches.step(
            *self._tables, self._blank, asked, self._plan, NO_DRAWS, layout.places, outcome
        )
        self._ended = outcome.ended
        return outcome

    def pictures(self) -> tuple[str, ...]:
        """Each match as a spectator sees it."""
        states = (self._tables.state(match) for match in range(len(self._tables.rows)))
        return tuple(picture(self.game, self.game.view(state, None)) for state in states)
