"""Observations and actions as spaces of Gymnasium, which PettingZoo uses too."""

from typing import Any, TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from paddock.adapters.encoding import Encoding


class Observation(TypedDict):
    """What a seat sees, and a mask of its legal actions: blank unless it must choose."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


def spaces(encoding: Encoding) -> tuple[Space[Any], Space[Any]]:
    """The spaces of observations and of actions."""
    high = encoding.layout.high
    observations = Dict(
        observation=Box(np.zeros_like(high), high, dtype=np.float32),
        action_mask=Box(0, 1, (encoding.size,), np.int8),
    )
    return observations, Discrete(encoding.size)
