"""Tests that are started in the background, where a shell has Ctrl-C ignored."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_they_hear_ctrl_c_all_the_same() -> None:
    """Else those that press it would fail there, and there alone."""
    tests = ["-m", "pytest", "-n", "0", "-q", "tests/terminal/test_keyboard.py"]
    ignoring = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
    subprocess.run([*ignoring, sys.executable, *tests], cwd=ROOT, check=True)
