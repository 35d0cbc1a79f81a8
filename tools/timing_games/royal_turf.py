"""Royal Turf: a face-down token."""

from typing import Any

OPTIONS = {"hidden_bets": "on"}
OFFER = "bet"


def choice(offer: dict[str, Any], /, *, which: bool) -> dict[str, Any]:
    """The lowest token or the highest, on the same horse."""
    value = (min if which else max)(offer["values"])
    return {"type": "place_bet", "offer": offer["id"], "value": value, "horse": offer["horses"][0]}
