"""Third-party policies are found by place or entry point, and only by commands."""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from paddock.bots import policy
from paddock.lab.outside import Unresolved, found, make
from tests.command import paddock, refused
from tests.royal_turf.table import game

MINE = """
class Mine:
    def __init__(self, game):
        self.game = game

    class Inner(object):
        def __init__(self, game):
            pass

        def choose(self, view, offer, rng):
            return offer.sample(rng)

    choose = Inner.choose

class Mute:
    def __init__(self, game):
        pass

class Picky(Mine):
    def __init__(self, game):
        raise ValueError("not with six")

class Cheat(Mine):
    def choose(self, view, offer, rng):
        return "everything"

NUMBER = 3
"""
FILES = {
    "mine_policy.py": MINE,
    "broken_policy.py": "import no_such_thing_at_all\n",
    "leaving_policy.py": "raise SystemExit(3)\n",
    "mine-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: mine\nVersion: 1\n",
    "mine-1.dist-info/entry_points.txt": (
        "[paddock.policies]\n"
        "mine = mine_policy:Mine\n"
        "broken = broken_policy:Mine\n"
        "twice = mine_policy:Mine\n"
        "sharp = mine_policy:Mine\n"
    ),
    "more-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: more\nVersion: 1\n",
    "more-1.dist-info/entry_points.txt": "[paddock.policies]\ntwice = mine_policy:Mute\n",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current folder with third-party modules and installed packages."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    for name in ("mine_policy", "broken_policy", "leaving_policy"):
        sys.modules.pop(name, None)


def test_names_are_told_apart() -> None:
    """Ours come first, by name or with a number; then a module and a class. Nothing is imported."""
    ours = ["random", "sharp", "sharp:100", "random:Random", "plunger:Bot", "sharp:best"]
    assert found(ours) == {}
    assert found(["nobody", "mine_policy:100", "mine policy:Mine", "a:b:c", ":A", "a:"]) == {}
    places = ["mine_policy:Mine", "a.b:C.D"]
    assert found([*ours, *places]) == {place: place for place in places}
    assert "mine_policy" not in sys.modules


def test_the_current_folder_comes_first(here: Path) -> None:
    """It is added once, and only for third-party policies."""
    before = list(sys.path)
    found(["random"])
    assert sys.path == before
    for _ in range(2):
        found(["mine_policy:Mine"])
    assert sys.path == [str(here), *before]


def test_an_entry_point(here: Path) -> None:
    """By its name, which must not be ours, and which only one package may have."""
    sys.path.insert(0, str(here))
    assert entry_points(group="paddock.policies", name="sharp")
    assert found(["mine", "sharp"]) == {"mine": "mine_policy:Mine"}
    with pytest.raises(Unresolved, match="mine_policy:Mine or mine_policy:Mute") as caught:
        found(["twice"])
    assert caught.value.reason.code == "policy_ambiguous"
    told = refused("simulate", "royal-turf", "--policy=broken", "--games=1", "--workers=1")
    assert "The module broken_policy cannot be imported: ModuleNotFoundError" in told


@pytest.mark.parametrize(
    ("place", "code", "told"),
    [
        ("no_such:Mine", "policy_module_missing", "There is no module no_such,"),
        ("mine_policy.deep:Mine", "policy_module_missing", "There is no module mine_policy.deep,"),
        ("broken_policy:Mine", "policy_import_failed", "No module named 'no_such_thing_at_all'"),
        ("leaving_policy:Mine", "policy_import_failed", "cannot be imported: SystemExit: 3"),
        ("mine_policy:Yours", "policy_class_missing", "The module mine_policy has no Yours."),
        ("mine_policy:Mute", "not_a_policy", "mine_policy:Mute is not a policy"),
        ("mine_policy:NUMBER", "not_a_policy", "mine_policy:NUMBER is not a policy"),
        ("mine_policy:Picky", "policy_failed", "ValueError: not with six"),
    ],
)
def test_what_is_wrong_with_it(place: str, code: str, told: str) -> None:
    """Each error has its code, and the commands show it as a usage error."""
    found([place])
    with pytest.raises(Unresolved) as caught:
        make(game(2), place)
    assert caught.value.reason.code == code
    assert told in str(caught.value)
    for words in (("simulate", "royal-turf", f"--policy={place}"),
                  ("arena", "royal-turf", f"--policies={place},random")):  # fmt: skip
        assert told in refused(*words, "--players=2", "--games=2", "--workers=1")


def test_workers_find_the_same(here: Path) -> None:
    """Two processes play the same games as one; a nested class works too."""
    asked = ("simulate", "royal-turf", "--players=2", "--games=3", "--json")
    reports = [
        json.loads(paddock(*asked, f"--policy=mine_policy:{name}", f"--workers={workers}").stdout)
        for name, workers in (("Mine", 2), ("Mine.Inner", 1))
    ]
    assert [report["policies"][0] for report in reports] == [
        "mine_policy:Mine",
        "mine_policy:Mine.Inner",
    ]
    assert "--policy=mine_policy:Mine" in reports[0]["command"]
    assert reports[0]["moves_per_race"] == reports[1]["moves_per_race"]
    del here


@pytest.mark.parametrize("workers", [1, 2])
def test_one_that_does_what_is_not_allowed(workers: int) -> None:
    """The traceback is shown, and the exit code is 1."""
    asked = ("simulate", "royal-turf", "--players=2", "--games=2", "--policy=mine_policy:Cheat")
    result = paddock(*asked, f"--workers={workers}")
    assert result.exit_code == 1
    assert "Traceback" in result.stderr
    assert "A game failed: " in result.stderr


@pytest.mark.parametrize("name", ["os:system", "mine_policy:Mine", "mine"])
def test_tables_and_logs_import_nothing(here: Path, name: str) -> None:
    """Tables and logs find policies with `policy`, which knows no third-party ones."""
    sys.path.insert(0, str(here))
    with pytest.raises(LookupError, match="no policy"):
        policy(game(2), name)
    assert "mine_policy" not in sys.modules


def test_a_log_that_names_one(here: Path) -> None:
    """It can be verified and shown, but not resumed; nothing is imported."""
    asked = ("simulate", "royal-turf", "--players=2", "--games=1", "--policy=mine_policy:Mine")
    assert paddock(*asked, "--logs=logs", "--workers=1").exit_code == 0
    del sys.modules["mine_policy"]
    (log,) = (here / "logs").iterdir()
    assert paddock("replay", "verify", str(log)).exit_code == 0
    shown = paddock("replay", "show", str(log), "--lang=en")
    assert "mine_policy:Mine 1" in shown.stdout
    data = log.read_bytes().splitlines(keepends=True)
    (here / "half.jsonl").write_bytes(b"".join(data[:20]))
    told = refused("resume", "half.jsonl", "--lang=en", code=1)
    assert "There is no bot called mine_policy:Mine here." in told
    assert "mine_policy" not in sys.modules
