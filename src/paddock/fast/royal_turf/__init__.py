"""Royal Turf, compiled: `figures` and `tables` hold it, `rules` and `play` run it."""
