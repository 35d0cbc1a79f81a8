"""Games for one learner, as environments of Gymnasium: one match, or many in parallel.

Importing this module registers both kinds, under one name, for every game that is compiled for it:
`gymnasium.make("paddock/RoyalTurf-v0")` and `gymnasium.make_vec("paddock/RoyalTurf-v0",
num_envs=256)`. The classes are `RoyalTurfEnv` and `RoyalTurfVectorEnv`, and likewise for other
games. The other seats follow a policy of the fast engine.
"""

from functools import cache
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.options import with_options
from paddock.adapters.piece import find
from paddock.adapters.reward import Reward
from paddock.extras import command
from paddock.games import GAMES, AnyGame

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from paddock.adapters.batch import Batch, Opponents, Outcome
    from paddock.adapters.spaces import Observation, spaces
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed. To install it: {command('adapters')}", name=missing.name
    ) from missing

PLAYERS = 4
MODES = ["ansi"]


class LearnerEnv(gymnasium.Env[Observation, np.int64]):
    """One match. An illegal action ends it with a reward of -1."""

    kind: ClassVar[type[AnyGame]]

    metadata = {"render_modes": MODES, "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        players: int = PLAYERS,
        seat: int = 0,
        opponents: Opponents = "random",
        reward: Reward = "win",
        render_mode: Literal["ansi"] | None = None,
        **options: str,
    ) -> None:
        self.render_mode = render_mode
        self._batch = _batch(self.kind, 1, players, options, seat, opponents, reward)
        self.observation_space, self.action_space = spaces(self._batch.encoding)
        self._number = 0
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._number = 0 if seed is not None else self._number + 1
        self._over = False
        return _row(self._batch.begin([self.np_random_seed], self._number)), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise ValueError("the match is over or has not begun: call reset()")
        outcome = self._batch.step(np.array([action], np.int64))
        self._over = bool(outcome.ended[0])
        told = {"illegal": bool(outcome.illegal[0])}
        return _row(outcome), float(outcome.rewards[0]), self._over, False, told

    def render(self) -> str | None:
        return self._batch.pictures()[0] if self.render_mode == "ansi" else None


class LearnerVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many matches. One that has ended starts again at the next step (`NEXT_STEP`).

    Match i is the one that the single environment plays with seed + i.
    """

    kind: ClassVar[type[AnyGame]]

    metadata = {  # noqa: RUF012  # as Gymnasium has it
        "render_modes": MODES,
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        players: int = PLAYERS,
        seat: int = 0,
        opponents: Opponents = "random",
        reward: Reward = "win",
        render_mode: Literal["ansi"] | None = None,
        **options: str,
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self._batch = _batch(self.kind, num_envs, players, options, seat, opponents, reward)
        single = spaces(self._batch.encoding)
        self.single_observation_space, self.single_action_space = single
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        number = 0 if seed is not None else self._batch.next_number
        first = self.np_random_seed
        assert first is not None  # Gymnasium chooses one if none is given
        seeds = [first + match for match in range(self.num_envs)]
        return _seen(self._batch.begin(seeds, number)), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        outcome = self._batch.step(np.asarray(actions, np.int64))
        cut_short = np.zeros(self.num_envs, np.bool_)
        told = {"illegal": outcome.illegal}
        return _seen(outcome), outcome.rewards, outcome.ended, cut_short, told

    def render(self) -> tuple[str, ...] | None:
        return self._batch.pictures() if self.render_mode == "ansi" else None


def _batch(
    kind: type[AnyGame], matches: int, players: int, options: dict[str, str], *rest: Any
) -> Batch:
    return Batch(kind.make(players, options, kind.standard()), matches, *rest)


def _seen(outcome: Outcome) -> Observation:
    return {"observation": outcome.observations, "action_mask": outcome.masks}


def _row(outcome: Outcome) -> Observation:
    return {"observation": outcome.observations[0], "action_mask": outcome.masks[0]}


def __getattr__(name: str) -> Any:
    """`RoyalTurfEnv`, `RoyalTurfVectorEnv`, and likewise for every game."""
    plain = name.removesuffix("Env")
    for game in GAMES:
        if plain != name and plain.removesuffix("Vector") == titled(game):
            return _made(game, name, LearnerEnv if plain == titled(game) else LearnerVectorEnv)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def titled(game: str) -> str:
    """A game's name as the first part of a class name."""
    return game.title().replace("-", "")


@cache
def _made(game: str, name: str, base: Any) -> Any:
    """The class of this name, cached so that pickled environments find it again."""
    kind = GAMES[game]
    own = {"kind": kind, "__init__": with_options(kind)(base.__init__), "__module__": __name__}
    return type(name, (base,), own)


def register() -> None:
    """Register every game that has a compiled environment."""
    for game in GAMES:
        if find(game, "batch") is not None:
            gymnasium.register(
                f"paddock/{titled(game)}-v0",
                entry_point=__getattr__(f"{titled(game)}Env"),
                vector_entry_point=__getattr__(f"{titled(game)}VectorEnv"),
                disable_env_checker=True,
            )


register()
