"""Royal Turf, by Reiner Knizia. The rules are numbered in `docs/rules/royal-turf.md`."""

from paddock.games.royal_turf.game import RoyalTurf

__all__ = ["RoyalTurf"]
