"""Games as AEC environments of PettingZoo: two functions for each game, named after it.

`royal_turf_env` and `rennfieber_env` wrap the environment as PettingZoo wraps its own classic games
(an illegal action ends the match). `royal_turf_raw_env` and `rennfieber_raw_env` do not, and are
faster.
"""

from copy import deepcopy
from functools import cache
from gettext import NullTranslations
from secrets import randbits
from typing import Any, Literal, Protocol

from paddock.adapters.options import chosen, with_options
from paddock.adapters.picture import picture
from paddock.adapters.play import Play, Playing
from paddock.adapters.reward import ILLEGAL_REWARD, REWARDS, Reward
from paddock.extras import command
from paddock.fast import available
from paddock.fast import missing as numba_missing
from paddock.games import GAMES, AnyGame
from paddock.kernel.text import put

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from paddock.adapters.spaces import Observation, spaces
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"{missing.name} is not installed. To install it: {command('adapters')}", name=missing.name
    ) from missing

PLAYERS = 4

RenderMode = Literal["human", "ansi"]
Engine = Literal["fast", "reference"]


class TableEnv(AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]  # PettingZoo ships no types
    """A table of any game; `player_0` is seat 0. Matches always end and are never truncated."""

    def __init__(
        self, play: Playing, reward: Reward = "win", render_mode: RenderMode | None = None
    ) -> None:
        super().__init__()
        self._play = play
        self._reward = chosen("reward", reward, REWARDS)
        self._seed = (randbits(64), 0)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{play.game.name.replace('-', '_')}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        seen, taken = spaces(play.encoding)
        self.possible_agents = [f"player_{seat}" for seat in range(play.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: deepcopy(taken) for agent in self.possible_agents}
        self.observation_spaces = {agent: deepcopy(seen) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. After a seed, matches without a seed continue its sequence."""
        del options  # the game's options are given when the environment is made
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
        """What a spectator sees, as text; in mode `human` it is printed."""
        game = self._play.game
        drawn = picture(game, game.view(self._play.state, None))
        if self.render_mode == "human":
            print(drawn)
            return None
        return drawn

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _select(self) -> None:
        seat = self._play.seat
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]

    def _end(self) -> None:
        """Give all rewards: there are none before the end."""
        worth = self._reward(self._play.game, self._play.state)
        self.rewards = dict(zip(self.possible_agents, worth, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


class Maker(Protocol):
    """Makes an environment; a game's options are keywords, as in `hidden_bets="on"`."""

    def __call__(
        self,
        players: int = PLAYERS,
        reward: Reward = "win",
        render_mode: RenderMode | None = None,
        engine: Engine = "fast",
        **options: str,
    ) -> AECEnv[str, Observation, int | None]: ...


def __getattr__(name: str) -> Maker:
    """`royal_turf_env`, `royal_turf_raw_env`, and likewise for every game."""
    plain = name.removesuffix("_env")
    game = plain.removesuffix("_raw")
    kind = GAMES.get(game.replace("_", "-"))
    if kind is None or plain == name:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _maker(kind, name, wrapped=plain == game)


@cache
def _maker(kind: type[AnyGame], name: str, *, wrapped: bool) -> Maker:
    def make(
        players: int = PLAYERS,
        reward: Reward = "win",
        render_mode: RenderMode | None = None,
        engine: Engine = "fast",
        **options: str,
    ) -> AECEnv[str, Observation, int | None]:
        game = kind.make(players, options, kind.standard())
        env = TableEnv(_play(game, engine), reward, render_mode)
        if not wrapped:
            return env
        terminating = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))

    make.__name__ = make.__qualname__ = name
    return with_options(kind)(make)


def _play(game: AnyGame, engine: Engine) -> Playing:
    if engine == "reference":
        return Play(game)
    if engine != "fast":
        raise ValueError(f"no engine {engine!r}; available: reference, fast")
    if not available():
        raise ModuleNotFoundError(put(numba_missing(), NullTranslations()), name="numba")
    from paddock.adapters.fast_play import FastPlay  # noqa: PLC0415  # needs Numba

    return FastPlay(game)
