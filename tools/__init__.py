"""What the project runs on itself: `python -m tools.NAME` from the root."""
