"""Packages that only some parts of Paddock need, and the command that installs them.

The command names the packages themselves, not Paddock. That works for a checkout and for an
installed wheel, and it never fetches a package of the same name that someone else published.
"""

import re
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import paddock

DISTRIBUTION = "paddock-turf"


def command(extra: str) -> str:
    """The command that installs an extra's packages for the running interpreter."""
    python = _from_here(Path(sys.executable))
    # A virtual environment that uv made has no pip of its own.
    uv = ["uv", "pip", "install", "--python", python]
    pip = [python, "-m", "pip", "install"] if find_spec("pip") else uv
    return shlex.join([*pip, *_wanted(extra)])


def _from_here(python: Path) -> str:
    """The path as short as possible from the current folder."""
    here = Path.cwd()
    return str(python.relative_to(here) if python.is_relative_to(here) else python)


def _wanted(extra: str) -> list[str]:
    """The requirements of an extra, or `path[extra]` of a checkout that is not installed."""
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415  # slow to load

    try:
        needed = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        return [f"{Path(paddock.__file__).parents[2]}[{extra}]"]
    parted = (re.split(r"\s*;\s*", each, maxsplit=1) for each in needed)
    return [name for name, *marker in parted if marker == [f"extra == '{extra}'"]]
