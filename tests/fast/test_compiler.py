"""Compilation is reported to a callback and on a terminal, and cached by source."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import cast

import numba
import pytest
from rich.console import Console

import paddock
from paddock.fast.compiler import compilation_reported, digest, signed
from paddock.fast.progress import compilation_shown


def fresh() -> Callable[[int], int]:
    """A function that has not been compiled and is not cached."""

    def double(number: int) -> int:
        return number + number

    return cast("Callable[[int], int]", numba.njit(double))


def test_each_compilation_is_reported_once() -> None:
    """When it starts; a compiled function is not reported again."""
    reported: list[str] = []
    function = fresh()
    with compilation_reported(reported.append):
        assert function(2) == 4
        assert function(3) == 6
    assert reported == ["double"]
    with compilation_reported(reported.append):
        function(1)
    assert reported == ["double"]


def test_listening_ends_with_the_context() -> None:
    """Even after an error."""
    reported: list[str] = []
    with pytest.raises(ZeroDivisionError), compilation_reported(reported.append):
        raise ZeroDivisionError
    fresh()(1)
    assert reported == []


@pytest.mark.parametrize("terminal", [True, False])
def test_a_line_is_shown_on_a_terminal_only(terminal: bool) -> None:
    """It names the function that is compiled; a file or a pipe stays clean."""
    out = StringIO()
    with compilation_shown(Console(file=out, force_terminal=terminal, width=100)):
        fresh()(1)
    assert ("Compiling double" in out.getvalue()) == terminal
    assert terminal or not out.getvalue()


def test_cached_code_depends_on_every_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Including the files of functions that a function calls, which Numba does not check."""
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
    """Unsigned numbers can be converted for arithmetic."""
    assert signed(2**63 - 1) == 2**63 - 1
