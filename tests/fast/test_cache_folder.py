"""Compiled code is cached for users without a home too, but only where nobody else can write."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import caching

from paddock.fast.cache_folder import folder
from paddock.fast.compiler import compiled


@pytest.fixture(autouse=True)
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A user who can write neither beside the sources nor in a home directory."""
    for name in ("InTreeCacheLocator", "UserWideCacheLocator"):
        found = classmethod(lambda cls, function, file: None)
        monkeypatch.setattr(getattr(caching, name), "from_function", found)
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    tmp_path.chmod(0o700)
    folder.cache_clear()
    yield
    folder.cache_clear()


def doubled() -> Any:
    """A new Numba function."""

    def double(number: int) -> int:
        return number + number

    return compiled(double)


def test_code_is_cached_in_a_folder_of_our_own(tmp_path: Path) -> None:
    """The next process, here the next function of the same source, finds it there."""
    first, second = doubled(), doubled()
    assert first(2) == second(2) == 4
    assert sum(first.stats.cache_hits.values()) == 0
    assert sum(second.stats.cache_hits.values()) == 1
    (place,) = tmp_path.iterdir()
    assert place.name == f"paddock-{os.getuid()}" and place.stat().st_mode & 0o777 == 0o700


def refused(caplog: pytest.LogCaptureFixture) -> None:
    """The code still runs, nothing is cached, and there is one warning."""
    for function in (doubled(), doubled()):
        assert function(3) == 6
        assert not function.stats.cache_hits
    assert [record.message.partition(",")[0] for record in caplog.records] == [
        "Compiled code cannot be cached"
    ]
    assert "NUMBA_CACHE_DIR" in caplog.text


def test_a_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """They could make us run any code."""
    place = tmp_path / f"paddock-{os.getuid()}"
    place.mkdir()
    place.chmod(0o777)
    refused(caplog)
    assert not list(place.iterdir())


def test_a_folder_of_somebody_else_is_not_used(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Even if only its owner can write there."""
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    refused(caplog)


def test_a_link_is_not_followed(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It may lead anywhere."""
    (tmp_path / "mine").mkdir(mode=0o700)
    (tmp_path / f"paddock-{os.getuid()}").symlink_to(tmp_path / "mine")
    refused(caplog)
    assert not list((tmp_path / "mine").iterdir())


def test_a_temporary_folder_without_the_sticky_bit_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Anyone could replace our folder there."""
    tmp_path.chmod(0o777)
    refused(caplog)


def test_a_missing_temporary_folder_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even root can write to it."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    refused(caplog)
