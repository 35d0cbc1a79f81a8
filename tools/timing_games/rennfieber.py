"""Rennfieber: a sealed bid."""

from typing import Any

OPTIONS = {"auction": "sealed"}
OFFER = "bid"


def choice(offer: dict[str, Any], /, *, which: bool) -> dict[str, Any]:
    """No bid, or the highest."""
    return {"type": "bid", "offer": offer["id"], "amount": 0 if which else offer["most"]}
