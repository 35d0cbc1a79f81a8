"""The example policy: found by its spec, and shown in the docs."""

import json
from pathlib import Path

import pytest

from tests.command import paddock

ROOT = Path(__file__).parents[2]


def test_the_example_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the command of its docstring, in the project's folder."""
    monkeypatch.chdir(ROOT)
    command = "arena royal-turf --policies examples.policy:Galloper,random --games 4 --players 2"
    result = paddock(*command.split(), "--json", "--workers=1")
    assert result.exit_code == 0
    standings = json.loads(result.stdout)
    names = {who["policy"] for who in standings["entrants"]}
    assert names == {"examples.policy:Galloper", "random"}


def test_the_docs_show_it_whole() -> None:
    """Word for word, in about twenty lines."""
    source = (ROOT / "examples" / "policy.py").read_text(encoding="utf-8")
    assert f"```python\n{source}```" in (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 22
