"""The README's Python example runs, and the commands that it shows exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main
from typer.testing import CliRunner

from examples import balance
from paddock.cli import app
from tests.command import paddock

README = (Path(__file__).parents[1] / "README.md").read_text()


@pytest.mark.slow
def test_the_example_runs() -> None:
    """It plays a whole game and names a winner."""
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"\(\d+, \d+, \d+\) won by seat \(\d(, \d)*,?\)\n", done.stdout)


def test_every_command_shown_exists() -> None:
    """`paddock replay show` and all the others."""
    root = typer.main.get_command(app)
    for words in re.findall(r"`paddock ([a-z ]+[a-z])", README):
        command = root
        for word in words.split():
            commands = getattr(command, "commands", {})
            if not commands:
                break
            assert word in commands, f"paddock {words}"
            command = commands[word]


def test_it_says_that_authors_and_publishers_are_not_involved() -> None:
    """Explicitly, and without the word that would suggest otherwise."""
    assert "authors and publishers are not involved" in README
    assert "official" not in README.lower()


@pytest.mark.compiled
def test_the_examples_play_the_edition_that_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anyone who follows the table from top to bottom gets no error."""
    monkeypatch.chdir(tmp_path)
    (written,) = re.findall(r"\| `paddock (edition new [^`]+)`", README)
    (played,) = re.findall(r"\| `python examples/balance.py ([^`]+)`", README)
    assert paddock(*written.split()).exit_code == 0
    example = typer.Typer(add_completion=False)
    example.command()(balance.main)
    done = CliRunner().invoke(example, [*played.split(), "--games", "1"])
    assert done.exit_code == 0, done.output
