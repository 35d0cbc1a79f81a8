"""What every game must keep. A new game is a module with its `Subject`, listed in `games.py`."""
