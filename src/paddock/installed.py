"""Games of installed packages: entry points of the group `paddock.games`.

    [project.entry-points."paddock.games"]
    trotting = "trotting:Trotting"

The class is the game; its parts are modules of the package that is named: `trotting.bots`.

Loading them runs somebody's code. Only the command line does it, once at its start: neither logs
nor what is asked of a server can name a package.
"""

import sys
from importlib.metadata import entry_points

from paddock.games import declare

GROUP = "paddock.games"


def declare_installed() -> None:
    """Declare them all; one that cannot be loaded is told of, and the others are there."""
    for entry in entry_points(group=GROUP):
        try:
            declare(entry.load(), f"{entry.module}.{{layer}}")
        except Exception as error:  # noqa: BLE001  # whatever it is, it is the package's
            told = f"{type(error).__name__}: {error}"
            print(f"The game {entry.name} cannot be loaded: {told}", file=sys.stderr)
