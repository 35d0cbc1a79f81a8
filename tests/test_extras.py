"""The command that installs an extra's packages, and that nothing else is ever advised."""

import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from paddock import extras

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_command_names_the_packages_and_this_interpreter(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Exactly those of pyproject.toml, in whatever folder it is typed."""
    monkeypatch.chdir(tmp_path)
    assert shlex.split(extras.command("lab")) == [
        *(sys.executable, "-m", "pip", "install"),
        *PROJECT["optional-dependencies"]["lab"],
    ]
    monkeypatch.chdir(Path(sys.executable).parent)
    assert extras.command("cluster").startswith(f"{Path(sys.executable).name} -m pip install 'ray")


def test_an_extra_that_builds_on_another_is_spelled_out() -> None:
    """No message asks anybody to install Paddock's own name."""
    told = extras.command("adapters")
    assert {"numba", "numpy", "gymnasium", "pettingzoo"} <= set(re.findall(r"[a-z_-]+", told))
    assert "paddock-turf[" not in told and "'paddock" not in told


@pytest.mark.slow
def test_the_command_can_be_carried_out() -> None:
    """The packages are installed here, so pip has nothing to fetch."""
    typed = [*shlex.split(extras.command("adapters")), "--no-index", "--dry-run", "--quiet"]
    assert subprocess.run(typed, check=False, capture_output=True).returncode == 0


def test_without_pip_uv_installs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Environments made by uv have no pip."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(extras, "find_spec", lambda _name: None)
    assert extras.command("cluster").startswith(f"uv pip install --python {sys.executable} 'ray")


def test_a_source_tree_that_is_not_installed_installs_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has no metadata to read."""

    def nothing(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.requires", nothing)
    assert shlex.split(extras.command("lab"))[-1] == f"{ROOT}[lab]"


@pytest.mark.slow
def test_the_distribution_has_a_name_of_its_own() -> None:
    """On the public index `paddock` is somebody else's package, which must never be installed."""
    assert PROJECT["name"] == extras.DISTRIBUTION != "paddock"
    listed = subprocess.run(
        ["git", "ls-files", "*.py", "*.md", "*.po", "*.ts", "*.svelte", "*.toml", "Makefile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for file in listed.stdout.split():
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not re.search(r"pip install[^\n]*['\" ]paddock['\"\[\s]", text), file
