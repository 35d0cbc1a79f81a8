"""The laboratory: games by the thousand, and what they tell. `METRICS` is its list of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from paddock.lab.metrics import Metrics
from paddock.lab.rennfieber import MeetingMetrics
from paddock.lab.royal_turf import RaceMetrics

METRICS: dict[str, Callable[[Any], Metrics]] = {
    RoyalTurf.name: RaceMetrics,
    Rennfieber.name: MeetingMetrics,
}
