"""Two board games of the turf, Royal Turf and Rennfieber, played completely and fairly."""

__version__ = "0.1.0"
