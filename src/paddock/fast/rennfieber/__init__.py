"""Rennfieber's races, compiled: `figures` and `tables` hold them, `rules` and `play` run them."""
