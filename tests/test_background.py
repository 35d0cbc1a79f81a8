"""Tests that run in the background, where a shell makes programs ignore Ctrl-C."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.slow
def test_they_receive_ctrl_c() -> None:
    """Otherwise tests that press it would fail there."""
    tests = ["-m", "pytest", "-n", "0", "-q", "tests/terminal/test_keyboard.py"]
    ignoring = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh"]
    subprocess.run([*ignoring, sys.executable, *tests], cwd=ROOT, check=True)
