"""`paddock edition new` and `check`, as the owner of a box uses them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from paddock.cli import app
from paddock.games import GAMES


def paddock(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "160", "NO_COLOR": "1"})


@pytest.mark.parametrize("game", GAMES)
def test_new_writes_a_template_that_checks_out(tmp_path: Path, game: str) -> None:
    """The file is commented, and in order as it stands."""
    file = tmp_path / "box.toml"
    result = paddock("edition", "new", str(file), "--game", game)
    assert result.exit_code == 0
    assert file.read_text() == GAMES[game].template()
    assert "# " in file.read_text()
    checked = paddock("edition", "check", str(file))
    assert checked.exit_code == 0
    assert f"paddock play {game} --edition" in checked.output


def test_new_is_royal_turf_s_unless_said_otherwise(tmp_path: Path) -> None:
    """And a game that is not there is told so, without a file."""
    file = tmp_path / "box.toml"
    assert paddock("edition", "new", str(file)).exit_code == 0
    assert file.read_text() == GAMES["royal-turf"].template()
    other = tmp_path / "other.toml"
    result = paddock("edition", "new", str(other), "--game", "chess")
    assert result.exit_code == 2
    assert "royal-turf, rennfieber" in result.output
    assert not other.exists()


def test_new_never_overwrites(tmp_path: Path) -> None:
    """An owner's figures are not lost to a slip."""
    file = tmp_path / "box.toml"
    file.write_text("precious")
    result = paddock("edition", "new", str(file))
    assert result.exit_code == 2
    assert "exists already" in result.output
    assert file.read_text() == "precious"


def test_check_names_every_mistake_at_once(tmp_path: Path) -> None:
    """Each with its key, what stands there and what was expected; then it ends with 1."""
    file = tmp_path / "box.toml"
    text = GAMES["royal-turf"].template()
    text = text.replace("pace = 18", "pace = 180").replace("[1, 15, 8, 4]", "[1, 15, 8]")
    file.write_text(text.replace('coat = "black"', 'coat = "ebony"'))
    result = paddock("edition", "check", str(file))
    assert result.exit_code == 1
    for words in ("track.pace", "180", "from 1 to 33", "horses[1].cards[1]", "a list of 3"):
        assert words in result.output
    assert "horses[7].coat" in result.output and "'ebony'" in result.output
    assert "3 mistakes" in result.output


def test_check_tells_what_is_odd_without_refusing(tmp_path: Path) -> None:
    """A card of another mean move is asked about, and playable."""
    file = tmp_path / "box.toml"
    file.write_text(GAMES["royal-turf"].template().replace("[1, 15, 8, 4]", "[2, 15, 8, 4]"))
    result = paddock("edition", "check", str(file))
    assert result.exit_code == 0
    assert "odd" in result.output and "slip of the pen" in result.output


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "horses"),
        (b"edition = 3", "a table with"),
        (b'[edition]\ngame = ["royal-turf"]', "a list of 1"),
        (b"x = " + b"[" * 5000, "valid TOML"),
        (b"x = " + b"9" * 5000, "valid TOML"),
        (b"[track]\nspaces = 0x" + b"f" * 5000, "a very large number"),
        (b'"[/b]\\u001b[31m" = "[/i]"', "[/b]?[31m"),
        (b'[edition]\ngame = "chess"', "'chess'"),
        (b"[edition\n", "valid TOML"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_what_is_no_edition_is_told_so(tmp_path: Path, content: bytes, words: str) -> None:
    """Empty, of another game, broken, not even text: a sentence, never a traceback."""
    file = tmp_path / "box.toml"
    file.write_bytes(content)
    result = paddock("edition", "check", str(file))
    assert result.exit_code == 1
    assert words in result.output


def test_a_wrong_game_hides_no_other_mistake(tmp_path: Path) -> None:
    """The name of the game may be misspelt: the figures are looked at all the same."""
    file = tmp_path / "box.toml"
    text = GAMES["royal-turf"].template().replace('"royal-turf"', '"royal turf"')
    file.write_text(text.replace("spaces = 33", "spaces = 3"))
    result = paddock("edition", "check", str(file))
    assert "edition.game" in result.output and "track.spaces" in result.output
    assert "2 mistakes" in result.output


def test_a_rennfieber_file_is_judged_by_rennfieber(tmp_path: Path) -> None:
    """However many mistakes it has, and also where it names another game."""
    file = tmp_path / "box.toml"
    text = GAMES["rennfieber"].template().replace("price = ", "price = -")
    file.write_text(text.replace("count = ", "number = "))
    result = paddock("edition", "check", str(file))
    assert result.exit_code == 1
    for words in ("horses.cards[18].price", "-4000", "gallop.cards[13].count", "64 mistakes"):
        assert words in result.output
    file.write_text(GAMES["rennfieber"].template().replace('"rennfieber"', '"royal-turf"'))
    result = paddock("edition", "check", str(file))
    assert "edition.game" in result.output and "1 mistake:" in result.output


def test_the_name_decides_between_games_that_share_a_group(tmp_path: Path) -> None:
    """A file that has only begun is looked at as what it says that it is."""
    file = tmp_path / "box.toml"
    for game, group in (("royal-turf", "tokens"), ("rennfieber", "race_die")):
        file.write_text(f'[edition]\ngame = "{game}"\n')
        assert group in paddock("edition", "check", str(file)).output


def test_rennfieber_s_odd_figures_are_asked_about(tmp_path: Path) -> None:
    """A race that starts elsewhere than in the rulebook is playable."""
    file = tmp_path / "box.toml"
    text = GAMES["rennfieber"].template()
    file.write_text(text.replace('long = "back_straight"', 'long = "first_bend"'))
    result = paddock("edition", "check", str(file))
    assert result.exit_code == 0
    assert "odd" in result.output and "RF6.9" in result.output
    file.write_text(text.replace('long = "back_straight"', 'long = "home_straight"'))
    result = paddock("edition", "check", str(file))
    assert result.exit_code == 1
    assert "track.long" in result.output and "5 in the short race" in result.output


def test_a_missing_file_is_told_so(tmp_path: Path) -> None:
    """The name and the reason."""
    result = paddock("edition", "check", str(tmp_path / "none.toml"))
    assert result.exit_code == 2
    assert "cannot be read" in result.output


@pytest.mark.parametrize("broken", [False, True])
def test_an_edition_of_another_game_is_named_as_such_first(tmp_path: Path, broken: bool) -> None:
    """Before anything is said of its figures, which are another game's, whatever is wrong in it."""
    file = tmp_path / "box.toml"
    text = GAMES["rennfieber"].template()
    file.write_text(text.replace("name =", "nom =") if broken else text)
    result = paddock("simulate", "royal-turf", "--games", "1", "--edition", str(file))
    assert result.exit_code == 2
    assert "is an edition of rennfieber, not of royal-turf" in result.output.replace("\n", " ")
    assert "expected" not in result.output


def test_an_empty_file_is_no_edition_of_another_game(tmp_path: Path) -> None:
    """Then what is missing is named."""
    file = tmp_path / "box.toml"
    file.write_text("")
    result = paddock("simulate", "rennfieber", "--games", "1", "--edition", str(file))
    assert result.exit_code == 2
    assert "not playable" in result.output and "edition of" not in result.output
