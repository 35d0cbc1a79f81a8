"""Games from other installed packages, found through the entry points `paddock.games`.

    [project.entry-points."paddock.games"]
    trotting = "trotting:Trotting"

The class is the game; its parts are modules of the named package: `trotting.bots`.

Loading an entry point runs the package's code. Only the command line does so, once when it starts:
no log and no request to a server can name a package to load.
"""

import sys
from importlib.metadata import entry_points

from paddock.games import declare

GROUP = "paddock.games"


def declare_installed() -> None:
    """Declare all of them; report those that cannot be loaded and go on."""
    for entry in entry_points(group=GROUP):
        try:
            declare(entry.load(), f"{entry.module}.{{layer}}")
        except Exception as error:  # noqa: BLE001  # the package may fail in any way
            reason = f"{type(error).__name__}: {error}"
            print(f"The game {entry.name} cannot be loaded: {reason}", file=sys.stderr)
