"""Who plays Rennfieber: a punter, a plunger, and a sharp."""

from paddock.bots.rennfieber.plunger import Plunger
from paddock.bots.rennfieber.punter import Punter
from paddock.bots.rennfieber.sharp import Sharp, weaker

__all__ = ["Plunger", "Punter", "Sharp", "weaker"]
