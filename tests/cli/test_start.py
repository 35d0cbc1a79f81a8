"""Starting the command."""

import subprocess
import sys
from signal import SIGINT

import pytest

pytestmark = pytest.mark.slow

LOADING = f"""
import os, sys

class Press:
    def find_spec(self, name, path, target=None):
        if name == "paddock.cli.play":
            os.kill(os.getpid(), {SIGINT:d})

sys.meta_path.insert(0, Press())
sys.argv[1:] = ["--version"]
from paddock.__main__ import main
main()
"""


def test_ctrl_c_during_loading_ends_it_quietly() -> None:
    """There is no traceback."""
    done = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-SIGINT, b"", b"")


def test_a_background_job_ignores_ctrl_c() -> None:
    """The shell makes it ignore the signal, and loading does not change that."""
    ignoring = f"import signal; signal.signal({SIGINT:d}, signal.SIG_IGN)\n{LOADING}"
    done = subprocess.run([sys.executable, "-c", ignoring], capture_output=True, check=True)
    assert done.stdout.startswith(b"paddock ")
