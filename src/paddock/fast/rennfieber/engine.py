"""What the laboratory takes of compiled Rennfieber: tables, who plays them, and what is counted."""

from paddock.fast.rennfieber.counts import counts_of
from paddock.fast.rennfieber.play import POLICIES, play
from paddock.fast.rennfieber.tables import Tables

__all__ = ["POLICIES", "Tables", "counts_of", "play"]
