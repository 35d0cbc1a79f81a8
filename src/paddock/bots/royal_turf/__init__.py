"""Who plays Royal Turf: the punter, who reckons from the form book."""

from paddock.bots.royal_turf.punter import Punter

__all__ = ["Punter"]
