"""Royal Turf, by Reiner Knizia. `docs/rules/royal-turf.md` has the numbered rules."""

from paddock.games.royal_turf.game import RoyalTurf

__all__ = ["RoyalTurf"]
