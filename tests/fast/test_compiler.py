"""Compilation is told to whoever waits, and to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import cast

import numba
import pytest
from rich.console import Console

import paddock
from paddock.fast.compiler import digest, listening, signed
from paddock.fast.progress import shown


def fresh() -> Callable[[int], int]:
    """A function that nobody has compiled yet, and that is not kept."""

    def double(number: int) -> int:
        return number + number

    return cast("Callable[[int], int]", numba.njit(double))


def test_each_compilation_is_heard_once() -> None:
    """When it begins; a function that is ready is not told again."""
    heard: list[str] = []
    function = fresh()
    with listening(heard.append):
        assert function(2) == 4
        assert function(3) == 6
    assert heard == ["double"]
    with listening(heard.append):
        function(1)
    assert heard == ["double"]


def test_nobody_listens_any_longer_afterwards() -> None:
    """Not even after a failure in between."""
    heard: list[str] = []
    with pytest.raises(ZeroDivisionError), listening(heard.append):
        raise ZeroDivisionError
    fresh()(1)
    assert heard == []


@pytest.mark.parametrize("terminal", [True, False])
def test_a_line_is_shown_on_a_terminal_only(terminal: bool) -> None:
    """With the name of what is compiled; a file or a pipe stays clean."""
    out = StringIO()
    with shown(Console(file=out, force_terminal=terminal, width=100)):
        fresh()(1)
    assert ("Compiling double" in out.getvalue()) == terminal
    assert terminal or not out.getvalue()


def test_what_is_kept_depends_on_every_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on files that a function only calls into, which Numba by itself does not look at."""
    monkeypatch.setattr(paddock, "__file__", str(tmp_path / "__init__.py"))
    for name in ("fast/deep/rules.py", "games/figures.py", "server/app.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("one")
    before = digest("fast", "games")
    (tmp_path / "server/app.py").write_text("two")
    assert digest("fast", "games") == before
    (tmp_path / "fast/deep/rules.py").write_text("two")
    changed = digest("fast", "games")
    assert changed != before
    (tmp_path / "games/figures.py").write_text("two")
    assert digest("fast", "games") not in {before, changed}


def test_signed_is_a_number_of_64_bits() -> None:
    """So that what was unsigned can be reckoned with."""
    assert signed(2**63 - 1) == 2**63 - 1
