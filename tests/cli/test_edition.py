"""`paddock edition new` and `check`."""

from pathlib import Path

import pytest

from paddock.games import GAMES
from tests.command import paddock, refused


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """The edition file of a box."""
    return tmp_path / "box.toml"


def checked(box: Path, figures: str | bytes, code: int = 1) -> str:
    """The output of `check` for these figures, which must end with this exit code."""
    box.write_bytes(figures if isinstance(figures, bytes) else figures.encode())
    result = paddock("edition", "check", str(box))
    assert result.exit_code == code
    return result.output


@pytest.mark.parametrize("game", GAMES)
def test_new_writes_a_template_that_checks_out(box: Path, game: str) -> None:
    """The file has comments and is valid without changes."""
    assert paddock("edition", "new", str(box), "--game", game).exit_code == 0
    assert box.read_text() == GAMES[game].template()
    assert "# " in box.read_text()
    assert f"paddock play {game} --edition" in checked(box, box.read_bytes(), 0)


def test_new_is_for_royal_turf_by_default(box: Path) -> None:
    """For an unknown game the error lists the games, and no file is written."""
    assert "royal-turf, rennfieber" in refused("edition", "new", str(box), "--game", "chess")
    assert not box.exists()
    assert paddock("edition", "new", str(box)).exit_code == 0
    assert box.read_text() == GAMES["royal-turf"].template()


def test_new_never_overwrites(box: Path) -> None:
    """Figures are never lost by accident."""
    box.write_text("precious")
    assert "already exists" in refused("edition", "new", str(box))
    assert box.read_text() == "precious"


def test_check_names_every_mistake_at_once(box: Path) -> None:
    """Each has its key, what was found and what was expected; the exit code is 1."""
    text = GAMES["royal-turf"].template()
    text = text.replace("pace = 18", "pace = 180").replace("[1, 15, 8, 4]", "[1, 15, 8]")
    told = checked(box, text.replace('coat = "black"', 'coat = "ebony"'))
    for words in ("track.pace", "180", "from 1 to 33", "horses[1].cards[1]", "a list of 3"):
        assert words in told
    assert "horses[7].coat" in told and "'ebony'" in told
    assert "3 mistakes" in told


def test_check_reports_odd_figures_without_refusing_them(box: Path) -> None:
    """A card with a different mean move is reported, but playable."""
    odd = GAMES["royal-turf"].template().replace("[1, 15, 8, 4]", "[2, 15, 8, 4]")
    told = checked(box, odd, 0)
    assert "odd" in told and "a typo?" in told


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "horses"),
        (b"edition = 3", "a TOML table with"),
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
def test_what_is_no_edition_is_refused(box: Path, content: bytes, words: str) -> None:
    """Whatever is in the file, the output is a sentence, never a traceback."""
    assert words in checked(box, content)


def test_a_wrong_game_hides_no_other_mistake(box: Path) -> None:
    """Even if the name of the game is misspelt, the figures are checked."""
    text = GAMES["royal-turf"].template().replace('"royal-turf"', '"royal turf"')
    told = checked(box, text.replace("spaces = 33", "spaces = 3"))
    assert "edition.game" in told and "track.spaces" in told
    assert "2 mistakes" in told


def test_a_rennfieber_file_is_checked_as_one(box: Path) -> None:
    """This is so however many mistakes it has, and even if it names another game."""
    text = GAMES["rennfieber"].template()
    told = checked(box, text.replace("price = ", "price = -").replace("count = ", "number = "))
    for words in ("horses.cards[18].price", "-4000", "gallop.cards[13].count", "64 mistakes"):
        assert words in told
    told = checked(box, text.replace('"rennfieber"', '"royal-turf"'))
    assert "edition.game" in told and "1 mistake:" in told


def test_the_name_decides_between_games_that_share_a_group(box: Path) -> None:
    """A file that is barely started is checked for the game that it names."""
    for game, group in (("royal-turf", "tokens"), ("rennfieber", "race_die")):
        assert group in checked(box, f'[edition]\ngame = "{game}"\n')


def test_rennfieber_s_odd_figures_are_reported(box: Path) -> None:
    """A race that starts elsewhere than in the rulebook is playable."""
    text = GAMES["rennfieber"].template()
    told = checked(box, text.replace('long = "back_straight"', 'long = "first_bend"'), 0)
    assert "odd" in told and "RF6.9" in told
    told = checked(box, text.replace('long = "back_straight"', 'long = "home_straight"'))
    assert "track.long" in told and "5 in the short race" in told


def test_a_missing_file_is_refused(box: Path) -> None:
    """The error names the file and the reason."""
    assert "cannot be read" in refused("edition", "check", str(box))


@pytest.mark.parametrize("broken", [False, True])
def test_an_edition_of_another_game_is_recognized_first(box: Path, broken: bool) -> None:
    """The error names the other game and does not list its figures as mistakes."""
    text = GAMES["rennfieber"].template()
    box.write_text(text.replace("name =", "nom =") if broken else text)
    told = refused("simulate", "royal-turf", "--games", "1", "--edition", str(box))
    assert "is an edition of rennfieber, not of royal-turf" in told
    assert "expected" not in told


def test_an_empty_file_is_no_edition_of_another_game(box: Path) -> None:
    """The error lists what is missing instead."""
    box.write_text("")
    told = refused("simulate", "rennfieber", "--games", "1", "--edition", str(box))
    assert "cannot be played" in told and "edition of" not in told
