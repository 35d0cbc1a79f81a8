"""The ground the project stands on: locks, Makefile, README, NOTICE and what the wheel holds."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "locks").glob("*.txt"))


def locked_names(lock: str) -> set[str]:
    text = (ROOT / "locks" / lock).read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_host_and_hashes_every_package(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert not re.search(r"https?://|file:|--(extra-)?index|--find-links", text)
    hashed = r"^[a-z0-9-]+==.*\n(?: +--hash=sha256:[0-9a-f]{64}.*\n)+"
    packages = re.findall(r"^[^ #\n]", text, re.MULTILINE)
    assert len(re.findall(hashed, text, re.MULTILINE)) == len(packages) > 0


def test_the_package_metadata_names_no_host() -> None:
    assert "://" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_playing_and_developing_use_the_same_versions() -> None:
    assert locked_names("play.txt") < locked_names("dev.txt")


def test_the_notice_names_every_package_that_is_fetched_to_play() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    named = set(re.findall(r"^ {4}([a-z0-9-]+) {2,}\S", notice, re.MULTILINE))
    assert named == locked_names("play.txt") | locked_names("uv.txt")


def test_make_alone_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)
    # Under `make test` the outer make would hand its own flags on.
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    shown = subprocess.run(
        ["make"], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    ).stdout
    assert re.findall(r"^make ([a-z-]+) +\S", shown, re.MULTILINE) == targets
    assert len(targets) > 1


def test_the_readme_asks_for_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert "".join(blocks).splitlines() == ["make play", "make test"]


def test_the_wheel_holds_all_of_the_source_and_the_rule_pages(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    (wheel,) = tmp_path.iterdir()
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("paddock/")}
    source = ROOT / "src"
    assert held == {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } | {f"paddock/pages/{path.name}" for path in (ROOT / "docs/rules").iterdir()}
