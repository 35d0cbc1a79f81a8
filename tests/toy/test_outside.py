"""A game from another package is played, simulated and verified, with its own folder alone."""

import json
from gettext import NullTranslations
from pathlib import Path

import pytest
from msgspec.structs import replace

from paddock.bots import policy
from paddock.games import GAMES, PARTS, declare
from paddock.kernel.log import Seat, Step
from paddock.kernel.refusal import Refusal
from paddock.lab.engine import NotCompiled, fast_engine
from paddock.lab.plan import Plan
from paddock.lab.simulate import simulate
from paddock.lab.workers import processes
from paddock.server.lobby import NewTable, _setup
from paddock.terminal.face import face_of
from paddock.terminal.keyboard import Keyboard
from paddock.terminal.language import Words
from paddock.terminal.opening import begin
from paddock.terminal.screen import Paper, Screen, Shown, Size
from paddock.terminal.session import Session
from tests.command import paddock, refused
from tests.terminal.refused import refused as not_done
from tests.terminal.scene import plain
from tests.toy import DiceRace
from tests.toy.game import Roll

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("toy")


def game(seats: int = 2) -> DiceRace:
    return DiceRace.make(seats, {}, DiceRace.standard())


# --- where it is not -------------------------------------------------------------------------


def test_the_package_does_not_know_it() -> None:
    """No source, catalogue or rule page names the game; the wheel contains nothing else."""
    for folder in ("src", "web/src", "docs/rules"):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                assert b"dice-race" not in file.read_bytes().lower(), file


def test_there_is_one_game_of_a_name() -> None:
    """Declaring a game twice changes nothing; another game of the same name is an error."""
    declare(DiceRace, PARTS[DiceRace.name])

    class Other(DiceRace):
        """Another class of the same name."""

    with pytest.raises(ValueError, match="two games called dice-race"):
        declare(Other, "elsewhere.{layer}")
    assert GAMES[DiceRace.name] is DiceRace


# --- in the terminal -------------------------------------------------------------------------


class Typist(Keyboard):
    """Types these lines, one for each prompt."""

    def __init__(self, *lines: str) -> None:
        self.live = True
        self._lines = [*lines]

    def line(self) -> str:
        return self._lines.pop(0)

    def pause(self, seconds: float) -> None:
        pass

    def forget(self) -> None:
        pass


def test_it_is_played_with_the_plain_face(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The plain screens show question, numbered commands, view, events and winners."""
    screen = Screen(Words(NullTranslations()), Typist("4", "?", "", "t", "", "2"))
    rules, seats = game(), (Seat("Anna"), Seat("Ascot", "random"))
    opened = begin(rules, seats, tmp_path / "g", 5)
    face = face_of(rules, opened.header, screen.words, screen.signs)
    bots = {1: policy(rules, "random")}
    session = Session(opened, bots, face, screen)
    session.play(pause=0)
    shown = capsys.readouterr().out
    for line in (
        "dice-race",
        "backed: -",
        "places: 0, 0, 0",
        "3  Back runner 3",
        "Which runner do you back?",
        "Type a number from 1 to 3.",
        "What you can type",
        "No bot gives advice in this game.",
        "Anna: a bet on runner 2.",
        "The race is over.",
    ):
        assert line in shown, line
    final = plain(face.final(rules.view(session.match.state, None), (0, 1)))
    assert final[0] == "The win is shared: Anna, Ascot."
    first = session.match.records[0]
    assert isinstance(first, Step) and first.command.runner == 1


def test_a_long_view_leaves_the_question_on_the_screen(tmp_path: Path) -> None:
    """Even on a tiny screen, the question is shown at the bottom."""
    rules = game()
    opened = begin(rules, (Seat("Anna"), Seat("Boris")), tmp_path / "g", 5)
    paper = Paper(Words(NullTranslations()))
    face = face_of(rules, opened.header, paper.words, paper.signs)
    offer = rules.offer(rules.initial(), 0)
    view = rules.view(rules.initial(), 0)
    frame = face.frame(Shown(view, "Which?", [], offer), Size(20, 5))
    assert plain(frame.below)[-1] == "Which?" and len(frame.below) == 4


def test_a_game_whose_offers_are_no_menus_needs_a_face_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plain screens can only show menus; other offers lead to a refusal."""
    opened = begin(game(), (Seat("Anna"), Seat("Boris")), tmp_path / "g", 5)
    paper = Paper(Words(NullTranslations()))
    monkeypatch.setattr(DiceRace, "types", replace(DiceRace.types, offer=Roll))
    with not_done("dice-race cannot be played in the terminal."):
        face_of(game(), opened.header, paper.words, paper.signs)


# --- in the laboratory -----------------------------------------------------------------------


@pytest.mark.slow
def test_it_is_simulated_and_every_game_verified(tmp_path: Path) -> None:
    """Without metrics of its own only wins are counted, and a message says so."""
    logs = tmp_path / "logs"
    done = paddock("simulate", "dice-race", "--games", "3", "--workers", "1", "--logs", str(logs))
    assert done.exit_code == 0, done.output
    assert "For dice-race, only wins are counted." in done.stderr
    assert "There is no compiled engine" not in done.stderr  # logs are the reason already
    assert "win share" in done.stdout
    files = sorted(logs.iterdir())
    assert len(files) == 3
    for file in files:
        verified = paddock("replay", "verify", str(file))
        assert verified.exit_code == 0, verified.output
        assert verified.stdout.count("yes") == 2


def test_wins_add_up() -> None:
    """The win shares of all seats add up to one per game."""
    report = simulate(Plan.of(game(), ["random"], 1), 40)
    assert sum(seat["win_share"] for seat in report["by_seat"]) == pytest.approx(1)
    assert {*report["by_seat"][0]} == {"seat", "policy", "win_share"}


@pytest.mark.slow
def test_workers_hear_of_the_game() -> None:
    """A worker process receives the game's declaration along with its work."""
    plan = Plan.of(game(), ["random"], 1)
    alone, shared = simulate(plan, 40), simulate(plan, 40, processes(2))
    assert alone["by_seat"] == shared["by_seat"]


def test_the_arena_rates_its_policies() -> None:
    """All games have one policy, `random`; the arena needs a second one and refuses."""
    assert "name at least two policies" in refused("arena", "dice-race")
    told = refused("arena", "dice-race", "--policies", "random,sharp", "--games", "4")
    assert "no policy 'sharp' plays dice-race; these do: random" in told


# --- what it lacks ---------------------------------------------------------------------------


@pytest.mark.slow
def test_there_is_no_compiled_engine() -> None:
    """A request for the compiled engine is refused; by default the reference engine plays."""
    with pytest.raises(NotCompiled, match="There is no compiled engine for dice-race"):
        fast_engine(Plan.of(game(), ["random"], 1))
    told = refused("simulate", "dice-race", "--games", "1", "--engine", "fast")
    assert "There is no compiled engine for dice-race." in told
    other = paddock("simulate", "dice-race", "--games", "1", "--workers", "1")
    assert other.exit_code == 0
    assert "The reference engine plays instead. There is no compiled" in other.stderr


def test_there_are_no_options() -> None:
    """The list of options is empty, and a requested option is refused."""
    assert paddock("options", "dice-race").stdout == "dice-race has no options.\n"
    told = refused("simulate", "dice-race", "--option", "hidden_bets=on")
    assert "There is no option hidden_bets." in told
    assert "hidden_bets belongs to royal-turf." in told


@pytest.mark.slow
def test_there_is_no_such_bot(tmp_path: Path) -> None:
    """Bots of other games are refused, and no bot gives advice unless one is named."""
    seats = ("--seats", "you,punter", "--save", str(tmp_path / "g"))
    told = refused("play", "dice-race", *seats, code=1)
    assert told == "The bot punter does not play this game. These do: random."
    paddock(
        "simulate", "dice-race", "--games", "1", "--workers", "1", "--logs", str(tmp_path / "l")
    )
    (log,) = (tmp_path / "l").iterdir()
    assert refused("explain", str(log), code=1) == "No bot gives advice in this game."
    by = paddock("explain", str(log), "--bot", "random", "--json")
    assert json.loads(by.stdout)["by"] == "random"
    assert json.loads(by.stdout)["options"][0]["words"].startswith("Back runner ")


def test_it_has_rules_in_english_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules come from the game's folder, in English; a game without rules is refused."""
    shown = paddock("rules", "dice-race", "DR3.2", "--lang", "de")
    assert "DR3.2 The first runner that has gone the whole course wins" in shown.stdout
    monkeypatch.setitem(PARTS, DiceRace.name, "tests.conformance.{layer}")
    assert "There is no rule page for dice-race." in refused("rules", "dice-race")


def test_it_has_an_edition(tmp_path: Path) -> None:
    """An edition of the game can be written and checked like any other."""
    file = tmp_path / "mine.toml"
    assert paddock("edition", "new", str(file), "--game", "dice-race").exit_code == 0
    assert "No mistakes." in paddock("edition", "check", str(file)).stdout
    file.write_text(file.read_text("utf-8").replace("length = 5", "length = 99"), "utf-8")
    wrong = paddock("edition", "check", str(file))
    assert wrong.exit_code == 1 and "course.length" in wrong.stdout


def test_no_clock_runs_where_no_bot_can_take_over() -> None:
    """A table with a clock is refused."""
    wanted = NewTable(DiceRace.name, (None, "random"), clock=60)
    refused = _setup(wanted)
    assert isinstance(refused, Refusal) and refused.code == "no_stand_in"
