"""What an environment can be given: real parameters, and a plain word on whatever is none."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

import gymnasium
import pytest

from paddock.adapters.gymnasium import RoyalTurfEnv, RoyalTurfVectorEnv
from paddock.adapters.pettingzoo import (
    rennfieber_env,
    rennfieber_raw_env,
    royal_turf_env,
    royal_turf_raw_env,
)
from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf

Maker = Callable[..., Any]
each_maker = pytest.mark.parametrize(
    ("make", "kind"),
    [
        (royal_turf_env, RoyalTurf),
        (royal_turf_raw_env, RoyalTurf),
        (rennfieber_env, Rennfieber),
        (rennfieber_raw_env, Rennfieber),
        (RoyalTurfEnv, RoyalTurf),
        (RoyalTurfVectorEnv, RoyalTurf),
    ],
)


@each_maker
def test_every_parameter_is_shown(make: Maker, kind: Any) -> None:
    """With its default; the game's options are among them, and nothing is hidden."""
    parameters = signature(make).parameters
    assert all(parameter.kind is not Parameter.VAR_KEYWORD for parameter in parameters.values())
    assert {"players", "reward", "render_mode"} <= parameters.keys()
    shown = {name: parameters[name].default for name in kind.choices}
    assert shown == {name: option.default().value for name, option in kind.choices.items()}


@each_maker
def test_another_parameter_is_refused_by_name(make: Maker, kind: Any) -> None:
    """As Python refuses it."""
    del kind
    with pytest.raises(TypeError, match=r"\(\) got an unexpected keyword argument 'lap'"):
        make(lap="two")


@pytest.mark.parametrize("make", [RoyalTurfEnv, RoyalTurfVectorEnv])
def test_opponents_are_one_name(make: Maker) -> None:
    """Not a list of them, and none that there is not."""
    with pytest.raises(TypeError, match=r"opponents is one of 'random', 'punter', not \['random'"):
        make(opponents=["random", "punter", "random"])
    with pytest.raises(ValueError, match="no opponents 'sharp'"):
        make(opponents="sharp")


def test_through_gymnasium() -> None:
    """What it makes by name it makes with the same parameters."""
    name = "paddock/RoyalTurf-v0"
    env = gymnasium.make(name, players=3, hidden_bets="on")
    assert env.unwrapped.observation_space.seed(1)
    with pytest.raises(TypeError, match="'lap'"):
        gymnasium.make(name, lap="two")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"reward": ["win"]}, r"reward is one of 'win', 'money', not \['win'\]"),
        ({"hidden_bets": True}, "hidden_bets is one of 'off', 'on', not True"),
    ],
)
def test_a_value_is_a_name(given: dict[str, Any], told: str) -> None:
    """Whatever else is given is shown, with the names that there are."""
    for make in (royal_turf_raw_env, RoyalTurfEnv):
        with pytest.raises(TypeError, match=told):
            make(**given)
