"""`paddock explain`: a choice in a stored game, as a bot would have judged it from that seat."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import Result

from paddock import fast
from paddock.bots import policy
from paddock.games import GAMES, AnyGame
from paddock.games.royal_turf.view import RacingScene
from paddock.kernel.log import Seat, Step
from paddock.terminal.journal import load
from paddock.terminal.opening import begin
from paddock.terminal.refused_error import RefusedError
from paddock.terminal.replay import decision
from tests.command import paddock, refused
from tests.rennfieber.table import game as rennfieber
from tests.royal_turf.table import game as royal_turf
from tests.terminal.played import WHOLE, play_on

SEATS = (Seat("Anna"), Seat("Boris"), Seat("Cravat", "punter"))


def written(path: Path, game: AnyGame, steps: int = WHOLE) -> Path:
    """The log of a game in which punters played this many steps."""
    table, rng, punter = begin(game, SEATS, path, 11), Random(1), policy(game, "punter")

    def choose(seat: int, offer: Any) -> Any:
        return offer.sole() or punter.choose(game.view(table.match.state, seat), offer, rng)

    play_on(table, steps, choose).journal.close()
    return path


@pytest.fixture(scope="module")
def turf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game with hidden bets."""
    return written(tmp_path_factory.mktemp("turf") / "g.jsonl", royal_turf(3, hidden_bets="on"))


@pytest.fixture(scope="module")
def fever(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole meeting of Rennfieber."""
    return written(tmp_path_factory.mktemp("fever") / "g.jsonl", rennfieber(3))


def explain(path: Path, *arguments: str) -> Result:
    return paddock("explain", str(path), *arguments, COLUMNS="100")


def first_of(path: Path, kind: str) -> int:
    """The step of the first command of this kind."""
    log = load(path).log
    for step in log.records:
        assert isinstance(step, Step)
        if type(step.command).__name__ == kind:
            return step.seq
    raise AssertionError(kind)


def test_the_last_choice_is_explained_by_default(turf: Path) -> None:
    """A punter played what a punter ranks first, with the longest bar."""
    page = explain(turf, "--bot", "punter").stdout
    marked = [row for row in page.splitlines() if row.startswith("▸")]
    rows = [row for row in page.splitlines() if "█" in row]
    assert "What the bot punter thinks" in page
    assert marked == rows[:1]
    assert "£" in marked[0] and "█" * 12 in marked[0]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("Bid", "no bid"),
        ("ChooseTrainee", "no difference"),
        ("EnterRunners", "Values are the money"),
        ("PlaceSlips", "no bets"),
        ("MoveRunner", "How many spaces each choice gains"),
        ("SellHorses", "Values are the money"),
    ],
)
def test_every_phase_of_rennfieber_is_explained(fever: Path, kind: str, told: str) -> None:
    """Exactly one choice is marked as the one that was played."""
    at = first_of(fever, kind)
    done = explain(fever, "--bot", "punter", "--at", str(at))
    assert f"Step {at} of " in done.stdout and told in done.stdout
    assert done.stdout.count("▸") == 1


@pytest.mark.compiled
def test_a_search_shows_errors_and_tries(turf: Path) -> None:
    """It gives the same result every time."""
    at = str(first_of(turf, "PlaceBet"))
    page = explain(turf, "--bot", "sharp:60", "--at", at).stdout
    assert "win %" in page and "±" in page and "tries" in page
    assert explain(turf, "--bot", "sharp:60", "--at", at).stdout == page


def test_json_has_everything(turf: Path) -> None:
    """It lists all options, the best first, even those that a page would leave out."""
    at = first_of(turf, "PlaceBet")
    told = json.loads(explain(turf, "--bot", "punter", "--at", str(at), "--json").stdout)
    assert (told["game"], told["step"], told["policy"]) == ("royal-turf", at, "punter")
    assert told["name"] == SEATS[told["seat"] - 1].name
    values = [option["value"] for option in told["options"]]
    assert values == sorted(values, reverse=True) and len(values) > 12
    (played,) = [option for option in told["options"] if option["played"]]
    assert played["command"] == told["played"]


def test_a_page_shows_the_best_options_and_all_on_request(turf: Path) -> None:
    """Three tokens and seven horses make 21 options; a page shows twelve."""
    at = str(first_of(turf, "PlaceBet"))
    short = explain(turf, "--bot", "punter", "--at", at).stdout
    everything = explain(turf, "--bot", "punter", "--at", at, "--all").stdout
    assert short.count(" on ") == 12 and "and 9 more choices" in short
    assert everything.count(" on ") == 21 and "more choices" not in everything


def test_a_choice_that_the_bot_did_not_consider_is_marked_too(turf: Path) -> None:
    """The random bot considers only one option."""
    at = str(first_of(turf, "PlaceBet"))
    page = explain(turf, "--bot", "random", "--at", at).stdout
    (marked,) = [row for row in page.splitlines() if row.startswith("▸")]
    assert "not considered" in marked


def test_the_bot_only_gets_what_the_seat_saw(turf: Path) -> None:
    """In this view, other seats' tokens that are face down have no values."""
    log = load(turf).log
    game = GAMES[log.header.game].make(3, log.header.options, log.header.edition)
    chosen = decision(game, log, first_of(turf, "MoveHorse"), None)
    assert isinstance(chosen.view.scene, RacingScene)
    assert chosen.view.viewer == chosen.step.seat
    bets = chosen.view.scene.book.bets
    assert {bet.value is None for bet in bets if bet.seat == chosen.step.seat} == {False}
    assert {bet.value for bet in bets if bet.seat != chosen.step.seat} == {None}


def test_an_unfinished_game_keeps_its_secrets(tmp_path: Path) -> None:
    """You must say which seat you are, and then only its choices are explained."""
    path = written(tmp_path / "g.jsonl", royal_turf(3, hidden_bets="on"), 25)
    asked = ("explain", str(path), "--bot", "punter")
    assert "--seat" in refused(*asked, code=1)
    own = explain(path, "--bot", "punter", "--seat", "Boris")
    assert "knowing what Boris knew" in own.stdout
    assert "another seat" in refused(*asked, "--seat", "Boris", "--at", "2", code=1)


def test_a_game_without_secrets_needs_no_seat(tmp_path: Path) -> None:
    """With bets face up, anyone may look."""
    path = written(tmp_path / "g.jsonl", royal_turf(3), 25)
    assert explain(path, "--bot", "punter").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["--at", "1"], 1, "nothing to choose. The nearest choice is at step "),
        (["--at", "0"], 2, "from 1 to"),
        (["--at", "9999"], 2, "from 1 to"),
        (["--seat", "nobody"], 2, "there is no seat"),
        (["--bot", "nobody"], 2, "nobody"),
        (["--bot", "punter:5"], 2, "rollouts"),
    ],
)
def test_what_cannot_be_explained_is_refused(
    turf: Path, arguments: list[str], code: int, told: str
) -> None:
    """The error gives the reason."""
    assert told in refused("explain", str(turf), *arguments, code=code)


def test_before_the_first_choice_there_is_nothing_to_explain(tmp_path: Path) -> None:
    """A log without steps is refused."""
    path = written(tmp_path / "g.jsonl", royal_turf(3), 0)
    assert "Nobody has made a choice" in explain(path, "--bot", "punter").stderr


def test_without_numba_the_sharp_says_that_it_is_weaker(
    turf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so once, below the table, and not as a Python warning."""
    monkeypatch.setattr(fast, "available", lambda: False)
    done = explain(turf)
    assert "What the bot punter thinks" in done.stdout
    assert "Here the bot sharp uses the values of punter." in done.stdout
    assert "Without Numba, the bot sharp is no better than punter" in done.stdout
    assert "Warning" not in done.stderr
    assert json.loads(explain(turf, "--json").stdout)["by"] == "punter"


@pytest.mark.parametrize(
    ("lang", "whose"),
    [
        ("en", "What the bot punter thinks"),
        ("de", "Was der Bot punter davon hält"),
        ("fr", "Ce qu'en pense le bot punter"),
        ("it", "Che cosa ne pensa il bot punter"),
    ],
)
def test_the_heading_names_whose_values_are_shown(
    turf: Path, monkeypatch: pytest.MonkeyPatch, lang: str, whose: str
) -> None:
    """The sharp's name is only used for the sharp's own values."""
    monkeypatch.setattr(fast, "available", lambda: False)
    page = explain(turf, "--lang", lang).stdout
    assert whose in page.splitlines()[0] and "sharp" not in page.splitlines()[0]


def test_each_phase_of_rennfieber_names_whose_values_are_shown(
    fever: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bids always have the sharp's own values; moves only if its code is compiled."""
    monkeypatch.setattr(fast, "available", lambda: False)
    for kind, whose in (("Bid", "sharp"), ("MoveRunner", "punter")):
        page = explain(fever, "--at", str(first_of(fever, kind))).stdout
        assert f"What the bot {whose} thinks" in page.splitlines()[0]


def test_the_nearest_choice_can_be_explained(turf: Path) -> None:
    """The error names the nearest choice or, if a seat is given, the seat's nearest one."""
    said = explain(turf, "--bot", "punter", "--at", "1").stderr
    nearest = re.findall(r"nearest choice is at step (\d+)", said)
    assert f"Step {nearest[0]} of" in explain(turf, "--bot", "punter", "--at", *nearest).stdout
    assert all(
        "nothing to choose" in explain(turf, "--at", str(at)).stderr
        for at in range(1, int(nearest[0]))
    )
    own = explain(turf, "--bot", "punter", "--seat", "Boris", "--at", "1").stderr
    at = re.findall(r"nearest choice is at step (\d+)", own)
    page = explain(turf, "--bot", "punter", "--seat", "Boris", "--at", *at).stdout
    assert "knowing what Boris knew" in page


def test_no_other_choice_is_nearer(turf: Path) -> None:
    """Checked in the middle of a game, far from the first and the last choice."""
    log = load(turf).log
    game = GAMES[log.header.game].make(3, log.header.options, log.header.edition)

    def is_choice(at: int) -> bool:
        try:
            decision(game, log, at, None)
        except RefusedError:
            return False
        return True

    half = len(log.records) // 2
    at = next(at for at in range(half, len(log.records)) if not is_choice(at))
    said = explain(turf, "--bot", "punter", "--at", str(at)).stderr
    (nearest,) = map(int, re.findall(r"nearest choice is at step (\d+)", said))
    distance = abs(nearest - at)
    assert is_choice(nearest)
    assert not any(map(is_choice, range(at - distance + 1, at + distance)))


@pytest.mark.parametrize("lang", ["de", "fr", "it"])
def test_it_is_explained_in_every_language(fever: Path, lang: str) -> None:
    """Numbers follow the language, and --ascii is respected."""
    at = str(first_of(fever, "MoveRunner"))
    page = explain(fever, "--bot", "punter", "--at", at, "--lang", lang, "--ascii").stdout
    assert ": lane " not in page
    assert re.search(r"\d,\d\d  ####", page) and page.isascii()
