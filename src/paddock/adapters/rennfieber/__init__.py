"""Rennfieber for other libraries: a module for each `Piece`."""
