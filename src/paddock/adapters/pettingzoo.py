"""Both games as PettingZoo's AEC environments.

`royal_turf_env` and `rennfieber_env` are wrapped as PettingZoo wraps its own classic games (an
illegal action ends the match); `..._raw_env` are bare, and faster.
"""

from __future__ import annotations

from gettext import NullTranslations
from secrets import randbits
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.options import with_options
from paddock.adapters.picture import picture
from paddock.adapters.play import Play, Playing
from paddock.adapters.reward import ILLEGAL_REWARD, Reward, reckoning
from paddock.extras import command
from paddock.fast import available
from paddock.fast import missing as numba_missing
from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.text import put

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed: {command('adapters')}", name=missing.name
    ) from missing

PLAYERS = 4

RenderMode = Literal["human", "ansi"]
Engine = Literal["fast", "reference"]


class Observation(TypedDict):
    """What a seat sees, and which actions it may take: none unless it is its turn."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


class TableEnv(AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]  # PettingZoo ships no types
    """A table of either game: `player_0` is seat 0. Each match ends; none is cut short."""

    def __init__(
        self, play: Playing, reward: Reward = "win", render_mode: RenderMode | None = None
    ) -> None:
        super().__init__()
        self._play = play
        self._reward = reckoning(reward)
        self._seed = (randbits(64), 0)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{play.game.name.replace('-', '_')}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        encoding = play.encoding
        self.possible_agents = [f"player_{seat}" for seat in range(play.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: Discrete(encoding.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                observation=Box(np.zeros_like(encoding.high), encoding.high, dtype=np.float32),
                action_mask=Box(0, 1, (encoding.size,), np.int8),
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. After a seed, each match without one is the next of a known row."""
        del options  # the table's are given when it is made
        first, number = self._seed
        self._seed = (first, number + 1) if seed is None else (seed, 0)
        self._play.begin(*self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to choose an action")
        self._play.act(int(action))
        if self._play.seat is None:
            self._end()
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        observation, mask = self._play.look(self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        """What a spectator sees: as text, or printed."""
        game = self._play.game
        drawn = picture(game, game.view(self._play.state, None))
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """There is nothing to be released."""

    def _select(self) -> None:
        seat = self._play.seat
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]

    def _end(self) -> None:
        """Rewards come all at the end; until then there is nothing to add up."""
        worth = self._reward(self._play.game, self._play.state)
        self.rewards = dict(zip(self.possible_agents, worth, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


@with_options(RoyalTurf)
def royal_turf_raw_env(
    players: int = PLAYERS,
    reward: Reward = "win",
    render_mode: RenderMode | None = None,
    engine: Engine = "fast",
    **options: str,
) -> TableEnv:
    game = RoyalTurf.make(players, options, RoyalTurf.standard())
    return TableEnv(_play(game, engine), reward, render_mode)


def _play(game: RoyalTurf | Rennfieber, engine: Engine) -> Playing:
    if engine == "reference":
        return Play(game)
    if engine != "fast":
        raise ValueError(f"no engine {engine!r}: there are reference and fast")
    if not available():
        raise ModuleNotFoundError(put(numba_missing(), NullTranslations()), name="numba")
    from paddock.adapters.fast_play import FastPlay  # noqa: PLC0415  # needs Numba

    return FastPlay(game)


@with_options(Rennfieber)
def rennfieber_raw_env(
    players: int = PLAYERS,
    reward: Reward = "win",
    render_mode: RenderMode | None = None,
    engine: Engine = "fast",
    **options: str,
) -> TableEnv:
    game = Rennfieber.make(players, options, Rennfieber.standard())
    return TableEnv(_play(game, engine), reward, render_mode)


@with_options(RoyalTurf)
def royal_turf_env(
    players: int = PLAYERS,
    reward: Reward = "win",
    render_mode: RenderMode | None = None,
    engine: Engine = "fast",
    **options: str,
) -> AECEnv[str, Observation, int | None]:
    """Royal Turf for 2 to 6 players; options by name, as in `hidden_bets="on"`."""
    return _wrapped(royal_turf_raw_env(players, reward, render_mode, engine, **options))


@with_options(Rennfieber)
def rennfieber_env(
    players: int = PLAYERS,
    reward: Reward = "win",
    render_mode: RenderMode | None = None,
    engine: Engine = "fast",
    **options: str,
) -> AECEnv[str, Observation, int | None]:
    """Rennfieber for 2 to 6 players; options by name, as in `auction="sealed"`."""
    return _wrapped(rennfieber_raw_env(players, reward, render_mode, engine, **options))


def _wrapped(env: TableEnv) -> AECEnv[str, Observation, int | None]:
    terminating = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))
