"""Royal Turf in the terminal: track, cards, tote, standings, settlement, questions."""

from paddock.terminal.royal_turf.face import RoyalTurfFace

__all__ = ["FACE", "RoyalTurfFace"]

FACE = RoyalTurfFace
