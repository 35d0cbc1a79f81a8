"""Rennfieber, by Dan Glimne. `docs/rules/rennfieber.md` has the numbered rules."""

from paddock.games.rennfieber.game import Rennfieber

__all__ = ["Rennfieber"]
