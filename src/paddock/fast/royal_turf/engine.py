"""What the laboratory takes of compiled Royal Turf: tables, who plays them, and what is counted."""

from paddock.fast.royal_turf.counts import counts_of
from paddock.fast.royal_turf.play import POLICIES, play
from paddock.fast.royal_turf.tables import Tables

__all__ = ["POLICIES", "Tables", "counts_of", "play"]
