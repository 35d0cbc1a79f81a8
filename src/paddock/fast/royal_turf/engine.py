"""What the laboratory uses of compiled Royal Turf."""

from paddock.fast.royal_turf.counts import counts_of
from paddock.fast.royal_turf.play import POLICIES, play
from paddock.fast.royal_turf.tables import Tables

__all__ = ["POLICIES", "Tables", "counts_of", "play"]
