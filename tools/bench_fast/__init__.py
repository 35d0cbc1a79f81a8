"""What the fast engine is measured against: the same algorithm in C, compiled on the spot."""
