"""Short matches: whole ones, of three races, played with editions of their own.

For tests of messages, not of the games: tracks are as short, and moves as long, as an edition
allows.
"""

from typing import Any

from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf


def _royal_turf() -> dict[str, Any]:
    figures = dict(RoyalTurf.standard())
    figures["track"] = {**figures["track"], "spaces": 20, "pace": 10}
    figures["horses"] = [
        {**horse, "cards": [[16, 17, 18, 19], [15, 16, 17, 18], [17, 18, 19, 15]]}
        for horse in figures["horses"]
    ]
    return figures


def _rennfieber() -> dict[str, Any]:
    figures = dict(Rennfieber.standard())
    sections = ("home_straight", "first_bend", "back_straight", "last_bend")
    figures["track"] = {**figures["track"], **{name: [4] * 6 for name in sections}}
    figures["track"]["long"] = "last_bend"  # not much longer than the short one
    figures["training_track"] = {**figures["training_track"], "spaces": 6, "cards": [2, 4]}
    figures["race_die"] = {**figures["race_die"], "faces": [2, 5, 5, 5, 5, 5]}
    cards = [{**card, "levels": ["2+", "5+"]} for card in figures["horses"]["cards"]]
    figures["horses"] = {**figures["horses"], "cards": cards}
    return figures


BRIEF = {"royal-turf": _royal_turf(), "rennfieber": _rennfieber()}
# The options under which seats hide most from each other.
SECRETIVE = {
    "royal-turf": {"hidden_bets": "on", "hidden_rounds": "three"},
    "rennfieber": {"auction": "sealed"},
}
