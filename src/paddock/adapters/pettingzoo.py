"""Games as AEC environments of PettingZoo: two functions for each game, named after it.

`royal_turf_env` and `rennfieber_env` wrap the environment as PettingZoo wraps its own classic games
(an illegal action ends the match). `royal_turf_raw_env` and `rennfieber_raw_env` do not, and are
faster.
"""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from secrets import randbits
from typing import Any, Literal

from paddock.adapters import needed
from paddock.adapters.match import Match, ReferenceMatch
from paddock.adapters.options import by_name, with_options
from paddock.adapters.rendering import render
from paddock.adapters.reward import ILLEGAL_REWARD, REWARDS, Reward
from paddock.fast import available
from paddock.fast import missing as numba_missing
from paddock.games import GAMES, AnyGame
from paddock.kernel.text import english

with needed():
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from paddock.adapters.spaces import Observation, spaces

PLAYERS = 4

RenderMode = Literal["human", "ansi"]
Engine = Literal["fast", "reference"]
# The keywords of a maker include the game's options, as in `hidden_bets="on"`.
Maker = Callable[..., AECEnv[str, Observation, "int | None"]]


class TableEnv(AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]  # PettingZoo ships no types
    """A table of any game; `player_0` is seat 0. Matches always end and are never truncated."""

    def __init__(
        self, match: Match, reward: Reward = "win", render_mode: RenderMode | None = None
    ) -> None:
        super().__init__()
        self._match = match
        self._reward = by_name("reward", reward, REWARDS)
        self._seed = (randbits(64), 0)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{match.game.name.replace('-', '_')}_v0",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        observations, actions = spaces(match.encoding)
        self.possible_agents = [f"player_{seat}" for seat in range(match.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: deepcopy(actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: deepcopy(observations) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. After a seed, matches without a seed continue its sequence."""
        del options  # the game's options are given when the environment is made
        first, number = self._seed
        self._seed = (first, number + 1) if seed is None else (seed, 0)
        self._match.begin(*self._seed)
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
            raise ValueError(f"{agent} must choose an action")
        self._match.act(int(action))
        if self._match.seat is None:
            self._end()
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        observation, mask = self._match.observe(self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        """What a spectator sees, as text; in mode `human` it is printed."""
        game = self._match.game
        text = render(game, game.view(self._match.state, None))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _select(self) -> None:
        seat = self._match.seat
        assert seat is not None
        self.agent_selection = self.possible_agents[seat]

    def _end(self) -> None:
        """Give all rewards: there are none before the end."""
        rewards = self._reward(self._match.game, self._match.state)
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


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
        env = TableEnv(_match(game, engine), reward, render_mode)
        if not wrapped:
            return env
        terminating = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))

    make.__name__ = make.__qualname__ = name
    return with_options(kind)(make)


def _match(game: AnyGame, engine: Engine) -> Match:
    if engine == "reference":
        return ReferenceMatch(game)
    if engine != "fast":
        raise ValueError(f"unknown engine {engine!r}; choose from fast, reference")
    if not available():
        raise ModuleNotFoundError(english(numba_missing()), name="numba")
    from paddock.adapters.fast_match import FastMatch  # noqa: PLC0415  # needs Numba

    return FastMatch(game)
