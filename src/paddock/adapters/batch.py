"""Many matches in parallel, compiled: one seat learns, the others follow a policy.

An illegal action ends its match with `ILLEGAL_REWARD` for the learner. A match that has ended
starts again at the next step, which ignores the action given for it.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.encoding import encoding
from paddock.adapters.game_modules import game_module
from paddock.adapters.options import by_name
from paddock.adapters.rendering import render
from paddock.adapters.reward import REWARDS, Reward
from paddock.fast.chance import NO_DRAWS, SEEDS
from paddock.fast.progress import compilation_shown
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
class BatchModule(Protocol):
    """A game's module `batch`: the opponents' policies by name, tables, and a step of them all."""

    POLICIES: dict[str, int]
    # Takes the tables' two arrays, the row of a new match, (actions, which matches have ended),
    # (seat, policy, whether the reward is money), a script of draws, the layout's offsets, and the
    # `Outcome` to fill in.
    step: Callable[..., None]

    def tables(self, game: Any, matches: int, /) -> Any: ...


class Batch:
    """Matches in which `seat` learns and `opponents` have all other seats."""

    def __init__(
        self, game: AnyGame, matches: int, seat: int, opponents: Opponents, reward: Reward
    ) -> None:
        module: BatchModule = game_module(game.name, "batch")
        if not 0 <= seat < game.seats:
            raise ValueError(f"there is no seat {seat} among {game.seats}")
        by_name("reward", reward, REWARDS)  # only a check: compiled code computes the rewards
        policy = by_name("opponents", opponents, module.POLICIES)
        self.game = game
        self.encoding = encoding(game)
        self._setting = (seat, policy, reward == "money")
        self._tables = module.tables(game, matches)
        self._blank = self._tables.rows[:1].copy()
        with compilation_shown():
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
        tables, offsets = (*self._tables, self._blank), layout.offset_record
        module: BatchModule = game_module(self.game.name, "batch")
        module.step(*tables, (actions, self._ended), self._setting, NO_DRAWS, offsets, outcome)
        self._ended = outcome.ended
        return outcome

    def render(self) -> tuple[str, ...]:
        """Each match as a spectator sees it."""
        states = (self._tables.state(match) for match in range(len(self._tables.rows)))
        return tuple(render(self.game, self.game.view(state, None)) for state in states)
