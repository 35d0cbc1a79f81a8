"""The parameters of environments, and the errors for values that they do not accept."""

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
from paddock.kernel.game import Unplayable

NO_REWARD = "unknown reward 'monney'; choose from win, money"
NO_OPPONENTS = "unknown opponents 'Punter'; choose from random, punter"
NO_NAME = r"reward must be one of 'win', 'money', not \['win'\]"
NO_LIST = r"opponents must be one of 'random', 'punter', not \['random'\]"
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
    """With its default; the game's options are among them, and there is no `**options`."""
    parameters = signature(make).parameters
    assert all(parameter.kind is not Parameter.VAR_KEYWORD for parameter in parameters.values())
    assert {"players", "reward", "render_mode"} <= parameters.keys()
    shown = {name: parameters[name].default for name in kind.option_types}
    assert shown == {name: option.default().value for name, option in kind.option_types.items()}


@each_maker
def test_an_unknown_parameter_is_refused_by_name(make: Maker, kind: Any) -> None:
    """As Python refuses it."""
    del kind
    with pytest.raises(TypeError, match=r"\(\) got an unexpected keyword argument 'lap'"):
        make(lap="two")


def test_through_gymnasium() -> None:
    """`gymnasium.make` takes the same parameters."""
    name = "paddock/RoyalTurf-v0"
    env = gymnasium.make(name, players=3, hidden_bets="on")
    assert env.unwrapped.observation_space.seed(1)
    with pytest.raises(TypeError, match="'lap'"):
        gymnasium.make(name, lap="two")


@pytest.mark.parametrize(
    ("make", "given", "error", "words"),
    [
        (royal_turf_env, {"reward": "monney"}, ValueError, NO_REWARD),
        (rennfieber_raw_env, {"reward": "monney"}, ValueError, NO_REWARD),
        (RoyalTurfEnv, {"reward": "monney"}, ValueError, NO_REWARD),
        (RoyalTurfEnv, {"opponents": "Punter"}, ValueError, NO_OPPONENTS),
        (RoyalTurfVectorEnv, {"opponents": "Punter"}, ValueError, NO_OPPONENTS),
        (royal_turf_env, {"engine": "Reference"}, ValueError, "choose from fast, reference"),
        (RoyalTurfEnv, {"players": 4, "seat": 4}, ValueError, "no seat 4"),
        (royal_turf_raw_env, {"reward": ["win"]}, TypeError, NO_NAME),
        (RoyalTurfEnv, {"reward": ["win"]}, TypeError, NO_NAME),
        (royal_turf_raw_env, {"hidden_bets": True}, TypeError, "one of 'off', 'on', not True"),
        (RoyalTurfEnv, {"hidden_bets": True}, TypeError, "one of 'off', 'on', not True"),
        (RoyalTurfEnv, {"opponents": ["random"]}, TypeError, NO_LIST),
        (RoyalTurfVectorEnv, {"opponents": ["random"]}, TypeError, NO_LIST),
        (royal_turf_env, {"players": 7}, Unplayable, "2 to 6 players, not 7"),
        (RoyalTurfEnv, {"players": 1}, Unplayable, "2 to 6 players, not 1"),
        (rennfieber_env, {"auction": "loud"}, Unplayable, "auction cannot be loud"),
    ],
)
def test_what_cannot_be_made_is_refused(
    make: Maker, given: dict[str, Any], error: type[Exception], words: str
) -> None:
    """With the game's own reason, or with the names to choose from."""
    with pytest.raises(error, match=words):
        make(**given)
