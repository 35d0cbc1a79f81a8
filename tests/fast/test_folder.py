"""Compiled code is kept also for a user without a home, and only where nobody else can write."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import caching

from paddock.fast.compiler import compiled
from paddock.fast.folder import folder


@pytest.fixture(autouse=True)
def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A user who can write neither beside the sources nor in a home."""
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
    """Numba's function, made anew."""

    def double(number: int) -> int:
        return number + number

    return compiled(double)


def test_it_is_kept_in_a_folder_of_our_own(tmp_path: Path) -> None:
    """The next process, here the next function of the same source, finds it there."""
    first, second = doubled(), doubled()
    assert first(2) == second(2) == 4
    assert sum(first.stats.cache_hits.values()) == 0
    assert sum(second.stats.cache_hits.values()) == 1
    (place,) = tmp_path.iterdir()
    assert place.name == f"paddock-{os.getuid()}" and place.stat().st_mode & 0o777 == 0o700


def refused(caplog: pytest.LogCaptureFixture) -> None:
    """It works all the same, nothing is kept, and that is said once."""
    for function in (doubled(), doubled()):
        assert function(3) == 6
        assert not function.stats.cache_hits
    assert [record.message.partition(",")[0] for record in caplog.records] == [
        "Compiled code cannot be kept"
    ]
    assert "NUMBA_CACHE_DIR" in caplog.text


def test_a_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever can write there could have us run anything."""
    place = tmp_path / f"paddock-{os.getuid()}"
    place.mkdir()
    place.chmod(0o777)
    refused(caplog)
    assert not list(place.iterdir())


def test_a_folder_of_somebody_else_is_not_used(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Even if only that other one can write there."""
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
    """There anybody could put another folder in the place of ours."""
    tmp_path.chmod(0o777)
    refused(caplog)


def test_where_nothing_can_be_written_that_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A temporary folder that is not there cannot be written to either, not even by root."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    refused(caplog)
