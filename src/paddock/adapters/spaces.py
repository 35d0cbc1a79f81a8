"""What a seat sees and may do, as spaces of Gymnasium, which PettingZoo uses too."""

from typing import Any, TypedDict

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from numpy.typing import NDArray

from paddock.adapters.encoding import Encoding


class Observation(TypedDict):
    """What a seat sees, and its legal actions: none unless it is its turn."""

    observation: NDArray[np.float32]
    action_mask: NDArray[np.int8]


def spaces(encoding: Encoding) -> tuple[Space[Any], Space[Any]]:
    """The spaces of observations and of actions."""
    high = encoding.layout.high
    seen = Dict(
        observation=Box(np.zeros_like(high), high, dtype=np.float32),
        action_mask=Box(0, 1, (encoding.size,), np.int8),
    )
    return seen, Discrete(encoding.size)
