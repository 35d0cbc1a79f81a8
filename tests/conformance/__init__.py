"""What every game must keep. A new game is a new `Subject` in `games.py`, and nothing else."""
