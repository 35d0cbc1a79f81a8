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

from paddock.adapters import needed
from paddock.adapters.game_modules import find_module
from paddock.adapters.options import with_options
from paddock.adapters.reward import Reward
from paddock.games import GAMES, AnyGame

with needed():
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from paddock.adapters.batch import Batch, Opponents, Outcome
    from paddock.adapters.spaces import Observation, spaces

PLAYERS = 4
METADATA = {"render_modes": ["ansi"], "render_fps": 1}


class Learner:
    """What both environments share: a batch of matches, which is a single one in `LearnerEnv`."""

    kind: ClassVar[type[AnyGame]]
    render_mode: str | None

    def _start(
        self,
        matches: int,
        players: int,
        options: dict[str, str],
        render_mode: str | None,
        *learner: Any,
    ) -> tuple[Any, Any]:
        """Make the batch; returns the spaces of a single match."""
        self.render_mode = render_mode
        game = self.kind.make(players, options, self.kind.standard())
        self._batch = Batch(game, matches, *learner)
        return spaces(self._batch.encoding)


class LearnerEnv(Learner, gymnasium.Env[Observation, np.int64]):
    """One match. An illegal action ends it with a reward of -1."""

    metadata = METADATA

    def __init__(
        self,
        players: int = PLAYERS,
        seat: int = 0,
        opponents: Opponents = "random",
        reward: Reward = "win",
        render_mode: Literal["ansi"] | None = None,
        **options: str,
    ) -> None:
        single = self._start(1, players, options, render_mode, seat, opponents, reward)
        self.observation_space, self.action_space = single
        self._number = 0
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._number = 0 if seed is not None else self._number + 1
        self._over = False
        return _single(self._batch.begin([self.np_random_seed], self._number)), {}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._over:
            raise ValueError("the match is over or has not begun: call reset()")
        outcome = self._batch.step(np.array([action], np.int64))
        self._over = bool(outcome.ended[0])
        info = {"illegal": bool(outcome.illegal[0])}
        return _single(outcome), float(outcome.rewards[0]), self._over, False, info

    def render(self) -> str | None:
        return self._batch.render()[0] if self.render_mode == "ansi" else None


class LearnerVectorEnv(Learner, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many matches. One that has ended starts again at the next step (`NEXT_STEP`).

    Match i is the one that the single environment plays with seed + i.
    """

    metadata = METADATA | {"autoreset_mode": AutoresetMode.NEXT_STEP}

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
        single = self._start(num_envs, players, options, render_mode, seat, opponents, reward)
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = single
        self.observation_space, self.action_space = (batch_space(s, num_envs) for s in single)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        number = 0 if seed is not None else self._batch.next_number
        first = self.np_random_seed
        assert first is not None  # Gymnasium chooses one if none is given
        seeds = [first + match for match in range(self.num_envs)]
        return _all(self._batch.begin(seeds, number)), {}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        outcome = self._batch.step(np.asarray(actions, np.int64))
        truncated = np.zeros(self.num_envs, np.bool_)
        info = {"illegal": outcome.illegal}
        return _all(outcome), outcome.rewards, outcome.ended, truncated, info

    def render(self) -> tuple[str, ...] | None:
        return self._batch.render() if self.render_mode == "ansi" else None


def _all(outcome: Outcome) -> Observation:
    return {"observation": outcome.observations, "action_mask": outcome.masks}


def _single(outcome: Outcome) -> Observation:
    return {"observation": outcome.observations[0], "action_mask": outcome.masks[0]}


def __getattr__(name: str) -> Any:
    """`RoyalTurfEnv`, `RoyalTurfVectorEnv`, and likewise for every game."""
    plain = name.removesuffix("Env")
    for game in GAMES:
        if plain != name and plain.removesuffix("Vector") == titled(game):
            return _class(game, name, LearnerEnv if plain == titled(game) else LearnerVectorEnv)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def titled(game: str) -> str:
    """A game's name as class names begin with it."""
    return game.title().replace("-", "")


@cache
def _class(game: str, name: str, base: Any) -> Any:
    """The class of this name, cached so that pickled environments find it again."""
    kind = GAMES[game]
    own = {"kind": kind, "__init__": with_options(kind)(base.__init__), "__module__": __name__}
    return type(name, (base,), own)


def register() -> None:
    """Register every game that has a compiled environment."""
    for game in GAMES:
        if find_module(game, "batch") is not None:
            gymnasium.register(
                f"paddock/{titled(game)}-v0",
                entry_point=__getattr__(f"{titled(game)}Env"),
                vector_entry_point=__getattr__(f"{titled(game)}VectorEnv"),
                disable_env_checker=True,
            )


register()
