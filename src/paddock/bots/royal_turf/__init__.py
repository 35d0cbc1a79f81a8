"""The bots of Royal Turf: the punter calculates, the bluffer misleads, the sharp simulates."""

from paddock.bots.royal_turf.bluffer import Bluffer
from paddock.bots.royal_turf.punter import Punter
from paddock.bots.royal_turf.sharp import Sharp

__all__ = ["ADVISER", "POLICIES", "SEARCHING", "SUBSTITUTE", "Bluffer", "Punter", "Sharp"]

POLICIES = {"punter": Punter, "bluffer": Bluffer, "sharp": Sharp}
SEARCHING = {"sharp": Sharp.weaker}
SUBSTITUTE, ADVISER = "punter", "sharp"
