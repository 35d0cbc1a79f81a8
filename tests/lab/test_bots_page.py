"""The page about the bots shows the arena's results and how to reproduce them."""

import json
import re
import shlex
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from paddock.games import GAMES
from paddock.kernel.edition import parse
from paddock.lab.plots import milliseconds
from paddock.lab.reproduce import EditionName

BALANCE = Path(__file__).parents[2] / "docs" / "balance"
PAGE = (BALANCE / "bots.md").read_text(encoding="utf-8")
RUNS = sorted((BALANCE / "bots").glob("*.json"))


def row(file: Path, run: dict[str, Any]) -> str:
    """The row of one policy against three of another: wins, and decision latency."""
    ((one, other, *_),) = run["lineups"]
    (who,) = [entrant for entrant in run["entrants"] if entrant["policy"] == one]
    wins, options = who["wins"], run["options"]
    bets = {"on": "hidden", "off": "open"}.get(options.get("hidden_bets", ""))
    cells = [
        one if run["numba"] else f"{one}, without Numba",
        other,
        *([] if bets is None else [bets]),
        f"{run['games']:,}",
        f"{wins['share']:.1%} ({wins['low']:.1%} to {wins['high']:.1%})",
        f"{milliseconds(who['median_ms'])} ms, {milliseconds(who['slow_ms'])} ms",
        f"[{file.stem}](bots/{file.name})",
    ]
    return f"| {' | '.join(cells)} |"


def released(game: str) -> set[str]:
    """The hashes of the shipped editions."""
    folder = files(GAMES[game].__module__.rpartition(".")[0]) / "editions"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir()]
    return {EditionName.of(parse(text)).hash for text in texts}


@pytest.mark.parametrize("file", RUNS, ids=lambda file: file.stem)
def test_every_run_has_its_row(file: Path) -> None:
    """The row has the numbers of the run, which names its command and a released edition."""
    run = json.loads(file.read_text(encoding="utf-8"))
    assert row(file, run) in PAGE.splitlines()
    assert shlex.split(run["command"])[:3] == ["paddock", "arena", run["game"]]
    assert run["edition"]["hash"] in released(run["game"])
    assert (run["players"], run["seed"]) == (4, 2026)
    assert f"Paddock {run['version']}" in PAGE
    assert f"`{run['edition']['id']}`" in PAGE


def test_no_row_is_without_a_run() -> None:
    """Every row of the page names an existing file."""
    named = re.findall(r"^\| .*\(bots/([\w.-]+)\) \|$", PAGE, re.MULTILINE)
    assert sorted(named) == [file.name for file in RUNS]
    assert RUNS
