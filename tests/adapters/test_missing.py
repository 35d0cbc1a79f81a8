"""Without the library that an adapter is for, a plain sentence says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

from paddock.extras import command


@pytest.mark.parametrize(
    ("package", "module"),
    [
        ("numpy", "paddock.adapters.encoding"),
        ("pettingzoo", "paddock.adapters.pettingzoo"),
        ("gymnasium", "paddock.adapters.gymnasium"),
        ("numba", "paddock.adapters.gymnasium"),
    ],
)
def test_the_sentence(package: str, module: str) -> None:
    """Asked of a Python of its own, in which the package cannot be imported."""
    code = f"import sys; sys.modules[{package!r}] = None; import {module}"
    asked = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    told = asked.stderr.splitlines()[-1].partition(": ")[2]
    said = f"{package} is not installed: {command('adapters')}"
    assert told.casefold() == said.casefold()
