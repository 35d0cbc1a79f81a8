"""Rennfieber in the terminal: auction room, training track, stables, race, settlement."""

from paddock.terminal.rennfieber.face import RennfieberFace

__all__ = ["FACE", "RennfieberFace"]

FACE = RennfieberFace
