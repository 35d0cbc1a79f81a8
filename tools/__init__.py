"""Programs for work on the project: `python -m tools.NAME` in its root folder."""
