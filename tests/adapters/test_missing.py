"""Without the library that an adapter needs, the error says what to install."""

import subprocess
import sys

import pytest

from paddock.extras import command


@pytest.mark.parametrize(
    ("package", "module", "name"),
    [
        ("numpy", "encoding", "NumPy"),
        ("pettingzoo", "pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium", "gymnasium"),
        ("numba", "gymnasium", "numba"),
        ("pyspiel", "openspiel", "OpenSpiel"),
    ],
)
def test_the_message(package: str, module: str, name: str) -> None:
    """Tested in a new process, in which the package cannot be imported."""
    code = f"import sys; sys.modules[{package!r}] = None; import paddock.adapters.{module}"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert process.returncode == 1
    message = process.stderr.splitlines()[-1].partition(": ")[2]
    assert message == f"{name} is not installed. To install it: {command('adapters')}"
