"""Who plays Royal Turf: the punter reckons, the bluffer pretends, the sharp tries everything."""

from paddock.bots.royal_turf.bluffer import Bluffer
from paddock.bots.royal_turf.punter import Punter
from paddock.bots.royal_turf.sharp import Sharp, weaker

__all__ = ["Bluffer", "Punter", "Sharp", "weaker"]
