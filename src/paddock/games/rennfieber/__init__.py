"""Rennfieber, by Dan Glimne. The rules are numbered in `docs/rules/rennfieber.md`."""

from paddock.games.rennfieber.game import Rennfieber

__all__ = ["Rennfieber"]
