"""What the laboratory uses of compiled Rennfieber."""

from paddock.fast.rennfieber.counts import counts_of
from paddock.fast.rennfieber.play import POLICIES, play
from paddock.fast.rennfieber.tables import Tables

__all__ = ["POLICIES", "Tables", "counts_of", "play"]
