"""The project's foundations: locks, Makefile, README, NOTICE, and the contents of the wheel."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOCKS = sorted((ROOT / "locks").glob("*.txt"))


def text(*path: str) -> str:
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


def locked_names(lock: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+)==", text("locks", lock), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_names_no_host_and_hashes_every_package(lock: Path) -> None:
    """Packages come from whatever index is configured, and only with the right content."""
    locked = text("locks", lock.name)
    assert not re.search(r"https?://|file:|--(extra-)?index|--find-links", locked)
    hashed = r"^[a-z0-9-]+==.*\n(?: +--hash=sha256:[0-9a-f]{64}.*\n)+"
    packages = re.findall(r"^[^ #\n]", locked, re.MULTILINE)
    assert len(re.findall(hashed, locked, re.MULTILINE)) == len(packages) > 0


def test_the_package_metadata_names_no_host() -> None:
    """The project has no public address."""
    assert "://" not in text("pyproject.toml")


def test_playing_and_developing_use_the_same_versions() -> None:
    """The packages needed to play are among those needed to develop."""
    assert locked_names("play.txt") < locked_names("dev.txt")


def test_the_notice_names_every_package_needed_to_play() -> None:
    """And no other."""
    named = set(re.findall(r"^ {4}([a-z0-9-]+) {2,}\S", text("NOTICE"), re.MULTILINE))
    assert named == locked_names("play.txt") | locked_names("uv.txt")


def make(*words: str) -> str:
    """The output of `make`."""
    # Under `make test` the outer make would pass on its own flags.
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", *words], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.slow
def test_make_alone_lists_every_target() -> None:
    """In the order of the Makefile."""
    targets = re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE)
    shown = make()
    assert re.findall(r"^make ([a-z-]+) +\S", shown, re.MULTILINE) == targets
    assert len(targets) > 1


def test_prose_has_lines_of_120_characters_at_most() -> None:
    """Tables, code and pictures cannot be wrapped."""
    too_long = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in prose()
        for number, line in lines_of_prose(page)
        if len(line) > 120
    ]
    assert not too_long and len(prose()) > 20


def prose() -> list[Path]:
    patterns = ("*.md", "docs/**/*.md", "web/*.md", "tests/**/*.md")
    return sorted(page for pattern in patterns for page in ROOT.glob(pattern))


def lines_of_prose(page: Path) -> Iterator[tuple[int, str]]:
    code = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.lstrip().startswith("```"):
            code = not code
        elif (
            not code and not line.startswith("    ") and not line.lstrip().startswith(("|", "[!["))
        ):
            yield number, line


def test_the_readme_asks_for_two_commands() -> None:
    """One to play and one to test."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", text("README.md"), re.MULTILINE | re.DOTALL)
    assert "".join(blocks).splitlines() == ["make play", "make test"]


def built(kind: str, folder: Path) -> Path:
    """The wheel or the source distribution, as the project builds it."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    (made,) = folder.iterdir()
    return made


@pytest.mark.slow
def test_the_wheel_has_all_of_the_source_and_the_rule_pages(tmp_path: Path) -> None:
    """And nothing else under `paddock/`."""
    wheel = built("wheel", tmp_path)
    held = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("paddock/")}
    source, pages = ROOT / "src", ROOT / "docs/rules"
    assert held == {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    } | {
        f"paddock/pages/{path.relative_to(pages).as_posix()}"
        for path in pages.rglob("*")
        if path.is_file()
    }


@pytest.mark.slow
def test_an_sdist_has_the_built_client(tmp_path: Path) -> None:
    """So that a wheel can be built from it without Node.js and without the network."""
    with tarfile.open(built("sdist", tmp_path)) as sdist:
        sdist.extractall(tmp_path)  # trusted; Python before 3.11.4 has no filter
    (unpacked,) = (path for path in tmp_path.iterdir() if path.is_dir())
    assert not (unpacked / "web" / "node_modules").exists()
    asked = "from tools.web import ROOT, is_built; print(ROOT, is_built())"
    said = subprocess.run(
        [sys.executable, "-c", asked], cwd=unpacked, capture_output=True, text=True, check=True
    ).stdout
    assert said == f"{unpacked} True\n"


def test_the_lock_of_the_client_names_no_registry_and_hashes_every_package() -> None:
    """And package.json names only exact versions."""
    lock = json.loads(text("web", "package-lock.json"))
    fetched = [found for place, found in lock["packages"].items() if place]
    assert all("resolved" not in found and found["integrity"] for found in fetched)
    wanted = json.loads(text("web", "package.json"))
    versions = [*wanted["devDependencies"].values(), *wanted["overrides"].values()]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)


@pytest.mark.slow
def test_the_tests_begin_with_the_checks() -> None:
    """`.ci/run` runs `make test`: set-up, checks, servers and tests, in this order."""
    assert "exec make test\n" in text(".ci", "run")
    planned = make("--dry-run", "test")
    steps = [
        "tools/setup dev",
        "ruff format --check",
        "ruff check",
        "mypy",
        "lint-imports",
        "tools.web check",
        "tools.web build",
        "pytest --collect-only",
        "tools/servers",
        "pytest -n auto",
    ]
    assert [planned.index(step) for step in steps] == sorted(planned.index(step) for step in steps)
    long = make("--dry-run", "test-long")
    assert "tools/servers\n.venv/bin/pytest -n auto --dist loadgroup --long" in long
    assert "tools/setup play" in make("--dry-run", "play")


def folder_of_tools(folder: Path, *names: str) -> str:
    """A PATH with only these programs."""
    folder.mkdir()
    for name in names:
        where = shutil.which(name)
        if where is not None:
            (folder / name).symlink_to(where)
    return str(folder)


@pytest.mark.slow
def test_setup_says_what_is_missing(tmp_path: Path) -> None:
    """Without any Python it says what is needed and how to get it, and changes nothing."""
    for name in ("tools", "locks"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    tools = folder_of_tools(tmp_path / "bin", "sh", "cat", "cksum", "dirname", "rm", "id", "flock")
    done = subprocess.run(
        ["sh", "tools/setup", "play"],
        cwd=tmp_path,
        env={"PATH": tools, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "apt-get install python3" in done.stderr
    assert not (tmp_path / ".venv").exists()


@pytest.mark.slow
def test_servers_says_what_is_missing(tmp_path: Path) -> None:
    """It names the packages if it cannot install them itself; otherwise it says nothing."""
    command = ["sh", "tools/servers"]
    bare = {"PATH": folder_of_tools(tmp_path / "bin", "sh", "id")}
    done = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.search(
        r"sudo apt-get install .*redis-server strace chromium-headless-shell$",
        done.stderr,
        re.MULTILINE,
    )
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")
