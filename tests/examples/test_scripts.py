"""The examples as users start them."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "option"), [("odds", "--cards"), ("train", "--seconds"), ("balance", "--edition")]
)
def test_a_script_has_help(name: str, option: str) -> None:
    """`--help` names the options that its docstring shows."""
    script = EXAMPLES / f"{name}.py"
    assert option in script.read_text(encoding="utf-8").split('"""')[1]
    result = subprocess.run(
        [sys.executable, script, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(path for path in sys.path if path), "TERM": "dumb"},
    )
    assert option in result.stdout
