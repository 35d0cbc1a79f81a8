"""Royal Turf for other libraries: a module for each `Piece`."""
