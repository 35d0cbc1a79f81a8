"""The tool that runs the test suite repeatedly: what it reads from a log."""

from pathlib import Path

import pytest

from tools.repeat import Run, busy_cores, report

LOG = """
tests/a.py::test_one FAILED
=========================== short test summary info ============================
FAILED tests/a.py::test_one - assert 1 == 2
ERROR tests/b.py::test_two[x] - ExceptionGroup
======= 1 failed, 3590 passed, 2 warnings, 1 error in 401.25s (0:06:41) ========
"""


def ended(folder: Path, log: str, exit_code: int, *, busy: bool = False) -> Run:
    file = folder / f"run-{exit_code}.log"
    file.write_text(log, encoding="utf-8")
    return Run(1, busy, 402.4, exit_code, file)


def test_a_red_run_names_its_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the whole result is red, however many other runs were green."""
    red = ended(tmp_path, LOG, 2, busy=True)
    green = ended(tmp_path, "== 3591 passed in 400.00s (0:06:40) ==\n", 0)
    assert str(red) == ("run 1: RED, 6 min 42 s, busy: 1 failed, 3590 passed, 2 warnings, 1 error")
    assert str(green) == "run 1: green, 6 min 42 s: 3591 passed"
    assert report([green, red]) == 1
    output = capsys.readouterr().out
    assert "1 of 2 runs are green." in output
    assert "tests/a.py::test_one\n  tests/b.py::test_two[x]" in output


def test_a_run_that_ended_before_its_tests_is_red(tmp_path: Path) -> None:
    """For instance because the type check failed."""
    assert "did not come to their end" in str(ended(tmp_path, "mypy: error", 2))


def test_all_green_is_green(tmp_path: Path) -> None:
    """The exit status is 0 then."""
    assert report([ended(tmp_path, "== 5 passed in 1.00s ==\n", 0)]) == 0


def test_no_busy_process_is_left_running(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tool ends those that it has started."""
    started = []

    class Spinning:
        def __init__(self, command: list[str]) -> None:
            started.append(self)
            self.ended: list[str] = []

        def kill(self) -> None:
            self.ended.append("killed")

        def wait(self) -> None:
            self.ended.append("gone")

    monkeypatch.setattr("tools.repeat.subprocess.Popen", Spinning)
    with busy_cores(True):
        assert started
    assert all(process.ended == ["killed", "gone"] for process in started)
    with busy_cores(False):
        pass
    assert len({id(process) for process in started}) == len(started)
