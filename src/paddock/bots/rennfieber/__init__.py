"""Who plays Rennfieber: the punter, who reckons from the form book."""

from paddock.bots.rennfieber.punter import Punter

__all__ = ["Punter"]
