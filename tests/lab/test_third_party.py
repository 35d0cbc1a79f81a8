"""Third-party policies are found by spec or entry point, and only by commands."""

import json
import sys
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from paddock.bots import policy
from paddock.lab.third_party import Unresolved, make, resolve
from tests.command import paddock, refused
from tests.lab.reports import third_party
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
    with third_party(tmp_path, FILES, monkeypatch):
        yield tmp_path


def test_kinds_of_names() -> None:
    """Ours come first, by name or with a number; then a module and a class. Nothing is imported."""
    ours = ["random", "sharp", "sharp:100", "random:Random", "plunger:Bot", "sharp:best"]
    assert resolve(ours) == {}
    assert resolve(["nobody", "mine_policy:100", "mine policy:Mine", "a:b:c", ":A", "a:"]) == {}
    specs = ["mine_policy:Mine", "a.b:C.D"]
    assert resolve([*ours, *specs]) == {spec: spec for spec in specs}
    assert "mine_policy" not in sys.modules


def test_the_current_folder_comes_first(here: Path) -> None:
    """It is added once, and only for third-party policies."""
    before = list(sys.path)
    resolve(["random"])
    assert sys.path == before
    for _ in range(2):
        resolve(["mine_policy:Mine"])
    assert sys.path == [str(here), *before]


def test_an_entry_point(here: Path) -> None:
    """By its name, which must not be ours, and which only one package may define."""
    sys.path.insert(0, str(here))
    assert entry_points(group="paddock.policies", name="sharp")
    assert resolve(["mine", "sharp"]) == {"mine": "mine_policy:Mine"}
    with pytest.raises(Unresolved, match="mine_policy:Mine or mine_policy:Mute") as caught:
        resolve(["twice"])
    assert caught.value.reason.code == "policy_ambiguous"
    message = refused("simulate", "royal-turf", "--policy=broken", "--games=1", "--workers=1")
    assert "The module broken_policy cannot be imported: ModuleNotFoundError" in message


@pytest.mark.parametrize(
    ("spec", "code", "message"),
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
def test_what_is_wrong_with_it(spec: str, code: str, message: str) -> None:
    """Each error has its code, and the commands show it as a usage error."""
    resolve([spec])
    with pytest.raises(Unresolved) as caught:
        make(game(2), spec)
    assert caught.value.reason.code == code
    assert message in str(caught.value)
    for args in (("simulate", "royal-turf", f"--policy={spec}"),
                 ("arena", "royal-turf", f"--policies={spec},random")):  # fmt: skip
        assert message in refused(*args, "--players=2", "--games=2", "--workers=1")


def test_workers_find_the_same_policy() -> None:
    """Two processes play the same games as one; a nested class works too."""
    args = ("simulate", "royal-turf", "--players=2", "--games=3", "--json")
    reports = [
        json.loads(paddock(*args, f"--policy=mine_policy:{name}", f"--workers={workers}").stdout)
        for name, workers in (("Mine", 2), ("Mine.Inner", 1))
    ]
    assert [report["policies"][0] for report in reports] == [
        "mine_policy:Mine",
        "mine_policy:Mine.Inner",
    ]
    assert "--policy=mine_policy:Mine" in reports[0]["command"]
    assert reports[0]["moves_per_race"] == reports[1]["moves_per_race"]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_illegal_command(workers: int) -> None:
    """The traceback is shown, and the exit code is 1."""
    args = ("simulate", "royal-turf", "--players=2", "--games=2", "--policy=mine_policy:Cheat")
    result = paddock(*args, f"--workers={workers}")
    assert result.exit_code == 1
    assert "Traceback" in result.stderr
    assert "A game failed: " in result.stderr


@pytest.mark.parametrize("name", ["os:system", "mine_policy:Mine", "mine"])
def test_tables_and_logs_import_nothing(here: Path, name: str) -> None:
    """They find policies with `policy`, which has only Paddock's own."""
    sys.path.insert(0, str(here))
    with pytest.raises(LookupError, match="no policy"):
        policy(game(2), name)
    assert "mine_policy" not in sys.modules


def test_a_log_that_names_one(here: Path) -> None:
    """It can be verified and shown, but not resumed; nothing is imported."""
    args = ("simulate", "royal-turf", "--players=2", "--games=1", "--policy=mine_policy:Mine")
    assert paddock(*args, "--logs=logs", "--workers=1").exit_code == 0
    del sys.modules["mine_policy"]
    (log,) = (here / "logs").iterdir()
    assert paddock("replay", "verify", str(log)).exit_code == 0
    shown = paddock("replay", "show", str(log), "--lang=en")
    assert "mine_policy:Mine 1" in shown.stdout
    data = log.read_bytes().splitlines(keepends=True)
    (here / "half.jsonl").write_bytes(b"".join(data[:20]))
    message = refused("resume", "half.jsonl", "--lang=en", code=1)
    assert "There is no bot called mine_policy:Mine here." in message
    assert "mine_policy" not in sys.modules
