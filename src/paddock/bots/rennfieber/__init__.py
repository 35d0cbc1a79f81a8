"""The bots of Rennfieber: a punter, a plunger, and a sharp."""

from paddock.bots.rennfieber.plunger import Plunger
from paddock.bots.rennfieber.punter import Punter
from paddock.bots.rennfieber.sharp import Sharp

__all__ = ["ADVISER", "POLICIES", "SEARCHING", "SUBSTITUTE", "Plunger", "Punter", "Sharp"]

POLICIES = {"punter": Punter, "plunger": Plunger, "sharp": Sharp}
SEARCHING = {"sharp": Sharp.weaker}
SUBSTITUTE, ADVISER = "punter", "sharp"
