"""`paddock play` and `resume`, at real pseudo-terminals."""

import re
import signal
import stat
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.edition import EDITIONS
from paddock.kernel.log import Committed, Entropy, Log, read
from paddock.kernel.verify import verify_dice, verify_rules
from tests.command import paddock, refused
from tests.records import opened
from tests.terminal.player import Player, piped, without

pytestmark = pytest.mark.slow

NUMBERED = ("play", "royal-turf", "--seed", "7", "--pace", "off", "--save", "game.jsonl")
RENNFIEBER = ("play", "rennfieber", "--seed", "11", "--pace", "off", "--save", "game.jsonl")
PROVABLE = ("play", "royal-turf", "--pace", "off", "--save", "game.jsonl")


def log_of(home: Path) -> Log[Any, Any]:
    return read((home / "game.jsonl").read_bytes(), RoyalTurf.types)


def verdicts(home: Path) -> list[str]:
    game, log = opened((home / "game.jsonl").read_bytes())
    return [verify_dice(log).holds, verify_rules(game, log).holds]


def begun(home: Path, *command: str, size: tuple[int, int] = (80, 24), **env: str) -> Player:
    """A game past its first page."""
    player = Player(*(command or NUMBERED), home=home, size=size, env=env)
    player.wait()
    player.type("")
    return player


def resumed(home: Path) -> Player:
    """The saved game, past its first page."""
    return begun(home, "resume", "game.jsonl", "--pace", "off")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The log of the numbered game, played without a break."""
    home = tmp_path_factory.mktemp("whole")
    assert begun(home).play()
    return (home / "game.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("table", "size"),
    [
        *((NUMBERED, size) for size in ((120, 40), (80, 24), (40, 20))),
        ((*RENNFIEBER, "--seats", "you,random,random,random"), (80, 24)),
    ],
    ids=["wide", "usual", "narrow", "Rennfieber"],
)
def test_a_whole_game_at_any_size(
    tmp_path: Path, table: tuple[str, ...], size: tuple[int, int]
) -> None:
    """It is played to the end: no line wraps, the last page names winner and `verify` command."""
    player = begun(tmp_path, *table, size=size)
    assert player.play()
    assert player.status == 0
    assert player.screen.wraps == 0
    assert not player.screen.alternate
    assert re.search("The winner: |The win is shared: ", player.screen.text)
    assert "paddock replay verify game.jsonl" in " ".join(player.screen.text.split())
    assert verdicts(tmp_path) == ["yes", "yes"]


def test_every_screen_says_whose_turn_it_is_and_what_to_do(tmp_path: Path) -> None:
    """At each question, the sentence is right above the input line."""
    player = begun(tmp_path)
    for _ in range(40):
        *above, typed = [line for line in player.screen.lines if line]
        assert typed.startswith((">", "Enter: "))
        if typed.startswith(">"):
            sentence = " ".join(above[-2:])
            assert re.search("You: bet one token.*such as|You rolled the .* horses left", sentence)
        player.play(1)


def test_quitting_and_resuming_changes_nothing(tmp_path: Path, whole: bytes) -> None:
    """Left three times with `q`, Ctrl-C and Ctrl-D, a numbered game has the same log in the end."""
    player = begun(tmp_path)
    for leave in ("q\n", "\x03", "\x04"):
        player.play(12)
        player.press(leave)
        assert "paddock resume game.jsonl" in player.end()
        assert player.status == 0
        player = resumed(tmp_path)
    assert player.play()
    assert (tmp_path / "game.jsonl").read_bytes() == whole


def test_the_scrollback_is_left_alone(tmp_path: Path) -> None:
    """Without a hand-over only the alternate screen is cleared, at the start and at the end."""
    player = begun(tmp_path)
    player.quit()
    raw = "".join(player.raw)
    assert raw.startswith("\x1b[?1049h\x1b[H\x1b[2J") and "\x1b[H\x1b[2J\x1b[?1049l" in raw
    assert "\x1b[3J" not in raw


def test_a_killed_game_can_be_resumed(tmp_path: Path, whole: bytes) -> None:
    """`kill -9` loses nothing that was shown."""
    player = begun(tmp_path)
    player.play(20)
    player.kill(signal.SIGKILL)
    assert whole.startswith((tmp_path / "game.jsonl").read_bytes())
    assert resumed(tmp_path).play()
    assert (tmp_path / "game.jsonl").read_bytes() == whole


def test_a_torn_last_line_is_cut_off(tmp_path: Path, whole: bytes) -> None:
    """A partial line left by a crash is removed, with a notice."""
    lines = whole.splitlines(keepends=True)
    (tmp_path / "game.jsonl").write_bytes(b"".join(lines[:-40]) + lines[-40][:-30])
    player = Player("resume", "game.jsonl", "--pace", "off", home=tmp_path)
    assert "A crash cut off the last line" in player.wait()
    player.type("")
    assert player.play()
    assert (tmp_path / "game.jsonl").read_bytes() == whole


def test_a_damaged_log_is_refused_with_line_and_reason(tmp_path: Path, whole: bytes) -> None:
    """Any damage except a torn end is left unchanged."""
    lines = whole.splitlines(keepends=True)[:40]
    lines[12] = lines[12].replace(b'"seat":', b'"seat": ')
    (tmp_path / "game.jsonl").write_bytes(b"".join(lines))
    player = Player("resume", "game.jsonl", home=tmp_path)
    assert "Line 13: the checksum does not match" in player.end()
    assert player.status == 1
    assert (tmp_path / "game.jsonl").read_bytes() == b"".join(lines)


def test_sigterm_saves_and_restores_the_screen(tmp_path: Path) -> None:
    """It ends the program like `q`."""
    player = begun(tmp_path)
    player.kill(signal.SIGTERM)
    assert "paddock resume game.jsonl" in player.end()
    assert not player.screen.alternate


def test_a_provable_game_keeps_its_key_separate_until_it_is_over(tmp_path: Path) -> None:
    """Only the owner may read FILE.key. At the end, the seed moves into the log, which verifies."""
    player = begun(tmp_path, *PROVABLE)
    key = tmp_path / "game.jsonl.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    seed = key.read_text(encoding="ascii").strip()
    assert seed not in (tmp_path / "game.jsonl").read_text(encoding="utf-8")
    assert player.play()
    assert not key.exists()
    log = log_of(tmp_path)
    assert isinstance(log.header.chance, Committed)
    assert log.revealed is not None and log.revealed.seed == seed
    assert log.entropy == ()
    assert verdicts(tmp_path) == ["yes", "yes"]
    assert "known in advance" not in "".join(player.raw)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)], ids=str)
def test_luck_is_asked_for_after_the_commitment(tmp_path: Path, size: tuple[int, int]) -> None:
    """A hash of the words goes into the log, and the dice depend on both seed and words."""
    player = Player(*PROVABLE, "--luck", home=tmp_path, size=size)
    page = player.wait()
    while "Enter: more" in player.screen.text:
        page += player.type("")
    committed = log_of(tmp_path).header.chance
    assert isinstance(committed, Committed)
    assert committed.commitment in "".join(page.split())
    assert "your own randomness to the dice" in " ".join(player.screen.text.split())
    assert log_of(tmp_path).entropy == ()
    player.type("three magpies")
    digest = sha256(b"three magpies").hexdigest()
    assert log_of(tmp_path).entropy == (Entropy(0, digest),)
    assert player.play()
    assert player.screen.wraps == 0
    assert verdicts(tmp_path) == ["yes", "yes"]


def test_enter_alone_stirs_nothing(tmp_path: Path) -> None:
    """The game starts without stirred dice."""
    player = begun(tmp_path, *PROVABLE, "--luck")
    assert "bet one token" in player.screen.text
    assert log_of(tmp_path).entropy == ()


def test_a_provable_game_without_its_key_is_not_resumed(tmp_path: Path) -> None:
    """The refusal says what is missing and what is still possible."""
    begun(tmp_path, *PROVABLE).quit()
    (tmp_path / "game.jsonl.key").unlink()
    player = Player("resume", "game.jsonl", home=tmp_path)
    last = " ".join(player.end().split())
    assert "game.jsonl.key is missing" in last and "paddock replay show game.jsonl" in last
    assert player.status == 1


def test_a_provable_game_is_resumed_with_its_key(tmp_path: Path) -> None:
    """The dice continue from the same seed, so the whole log verifies."""
    player = begun(tmp_path, *PROVABLE)
    player.play(15)
    player.quit()
    assert resumed(tmp_path).play()
    assert verdicts(tmp_path) == ["yes", "yes"]


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    """The refusal says how to resume it instead."""
    (tmp_path / "game.jsonl").write_bytes(b"precious")
    player = Player(*NUMBERED, home=tmp_path)
    assert "paddock resume game.jsonl" in player.end()
    assert player.status == 1
    assert (tmp_path / "game.jsonl").read_bytes() == b"precious"
    assert not (tmp_path / "game.jsonl.key").exists()


def test_the_default_folder_and_the_latest_unfinished_game(tmp_path: Path, whole: bytes) -> None:
    """Without a file name, a game is saved in the XDG folder, and `resume` finds it there."""
    player = begun(tmp_path, "play", "royal-turf", "--seed", "7", "--pace", "off")
    player.play(3)
    player.quit()
    (kept,) = (tmp_path / "data" / "paddock" / "games").iterdir()
    kept.with_name("over.jsonl").write_bytes(whole)
    kept.with_name("other.jsonl").write_bytes(b"not a log")
    assert begun(tmp_path, "resume", "--pace", "off").play()
    assert kept.read_bytes() == whole
    last = Player("resume", home=tmp_path)
    assert "no unfinished game" in last.end()


def test_a_finished_game_resumed_shows_how_it_ended(tmp_path: Path, whole: bytes) -> None:
    """There is no question and nothing is written."""
    (tmp_path / "game.jsonl").write_bytes(whole)
    player = Player("resume", "game.jsonl", home=tmp_path)
    assert "The match is over" in player.end()
    assert player.status == 0
    assert (tmp_path / "game.jsonl").read_bytes() == whole


UNHEARD_OF = {
    "5": "Which token?",
    "3 5": "You have no 3 left",
    "2 8": "number, 1 to 7",
    "2 zz": "number, 1 to 7",
    "2 5 6": "number, 1 to 7",
    "red fox": "Type a token and a horse",
    "9" * 3000: "Which token?",
    "-1 5": "number, 1 to 7",
    "2 ５５": "number, 1 to 7",
    "'; drop": "Type a token and a horse",
    "2 \x1b[2J": "number, 1 to 7",
}


def test_an_impossible_bet_is_answered_with_what_is_possible(tmp_path: Path) -> None:
    """Each input gets its answer, and the log does not change."""
    player = begun(tmp_path)
    before = (tmp_path / "game.jsonl").read_bytes()
    for typed, told in UNHEARD_OF.items():
        player.send(typed)
        assert told in " ".join(player.wait_blank().split()), typed
    assert (tmp_path / "game.jsonl").read_bytes() == before


def test_a_horse_that_may_not_move_is_refused_by_the_engine(tmp_path: Path) -> None:
    """Its reason is shown, and the question is asked again."""
    player = begun(tmp_path)
    player.play_until("moved")
    moved = re.search(r"^ (\d)\w\w .*moved", player.screen.text, re.MULTILINE)
    assert moved is not None
    told = " ".join(player.type(moved[1]).split())
    assert "That horse has already moved this round" in told and "Choose another one" in told


@pytest.mark.parametrize(
    ("table", "pages", "question", "answer", "told"),
    [
        (
            NUMBERED,
            {
                "r": "The rules in short",
                "L": "Drawn by lot to bet first",
                "p": "bet pays in race 1",
            },
            "bet one token",
            "2 5",
            "You bet a 2 on 5RF Red Fox.",
        ),
        (
            RENNFIEBER,
            {
                "r": "The rules in short",
                "s": "The stables",
                "c": "Gallop cards",
                "m": "The programme",
                "l": "What has happened",
                "o": "The odds",
            },
            "what do you bid",
            "0",
            "You: no bid.",
        ),
    ],
    ids=["Royal Turf", "Rennfieber"],
)
def test_pages_are_read_and_left(
    tmp_path: Path,
    table: tuple[str, ...],
    pages: dict[str, str],
    question: str,
    answer: str,
    told: str,
) -> None:
    """Enter goes back to the question without a record; anything else typed is the answer."""
    player = begun(tmp_path, *table, "--seats", "you,random")
    before = (tmp_path / "game.jsonl").read_bytes()
    for key, title in {"?": "What you can type", **pages}.items():
        assert title in player.type(key)
        while "Enter: " in player.screen.text:
            player.type("")
        assert question in player.screen.text
    assert (tmp_path / "game.jsonl").read_bytes() == before
    assert question not in player.type([*pages][-1])
    assert told in player.type(answer)


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_other_languages_in_plain_letters(tmp_path: Path, language: str) -> None:
    """With --ascii each language is printed in ASCII only."""
    plain = ("--seats", "a,random", "--ascii", "--lang", language)
    told = piped(*RENNFIEBER, *plain, home=tmp_path, keys="\n?\n\n0\n0\nq\n")
    assert told.stdout.isascii() and "paddock resume game.jsonl" in told.stdout
    assert "[5-] - 2+ 3+ 4+  -" in told.stdout


def test_no_color_means_no_colour(tmp_path: Path) -> None:
    """With NO_COLOR, no control code sets a colour, and signs say the same."""
    player = begun(tmp_path, NO_COLOR="1")
    player.play(12)
    assert player.screen.colours <= {"", "0", "1", "2"}
    assert re.search(r"\[\d+\]", player.screen.text)


def test_true_colour_is_used_where_the_terminal_has_it(tmp_path: Path) -> None:
    """The exact green of the turf is sent, not the nearest of sixteen colours."""
    assert "48;2;30;74;55" in "".join(begun(tmp_path).raw)


def test_an_ascii_terminal_is_enough(tmp_path: Path) -> None:
    """With an ASCII encoding, a whole game is written in ASCII only."""
    player = begun(tmp_path, LC_ALL="C", PYTHONIOENCODING="ascii")
    assert player.play()
    assert "".join(player.raw).isascii()


@pytest.mark.parametrize("game", ["royal-turf", "rennfieber"])
def test_a_latin_1_terminal_is_enough(tmp_path: Path, game: str) -> None:
    """Without drawing characters everything is ASCII, and an unknown letter is a wrong answer."""
    words = ("play", game, "--seed=7", "--pace=off", "--save=game.jsonl", "--seats=Zoë,punter")
    player = begun(tmp_path, *words, LC_ALL="C", PYTHONIOENCODING="latin-1")
    player.play(3)
    player.type("\N{EURO SIGN}1")
    assert "Zoe" in player.screen.text and "??" not in "".join(player.raw)
    assert "paddock resume game.jsonl" in player.quit()
    assert player.status == 0
    assert "".join(player.raw).replace("\N{EURO SIGN}", "").isascii()


def test_ascii_can_be_asked_for(tmp_path: Path) -> None:
    """With --ascii, whatever the encoding, drawings are ASCII and accents are dropped."""
    player = begun(tmp_path, *NUMBERED, "--ascii", "--seats", "Zoë,punter")
    player.play(5)
    assert "".join(player.raw).isascii()
    assert "Zoe" in player.screen.text


def test_a_new_size_is_drawn_at_once(tmp_path: Path) -> None:
    """The window shrinks from 120 to 40 columns; no key is needed."""
    player = begun(tmp_path, size=(120, 40))
    assert "LINE" in player.screen.text
    assert "LINE" not in player.resize(40, 20)
    assert "bet one token" in player.screen.text
    assert player.screen.wraps == 0


def test_moves_of_others_are_shown_and_enter_skips_them(tmp_path: Path) -> None:
    """At a slow pace there is a pause after each step; an empty line cuts it short."""
    player = Player(*NUMBERED, "--pace", "slow", home=tmp_path)
    player.wait()
    player.send("")
    player.skip_until("bet one token")
    player.send("2 5")
    player.skip_until("Waiting for Ascot to bet.")
    player.skip_until("Your tokens: 1, 1.")
    assert "£0" in player.screen.text


def test_q_leaves_while_others_move(tmp_path: Path) -> None:
    """Players need not wait for their turn to leave."""
    player = Player(*NUMBERED, "--seats", "punter,punter", "--pace", "slow", home=tmp_path)
    player.wait()
    player.send("")
    player.send("q")
    assert "The game is saved" in player.end()


def test_piped_it_reads_lines_and_prints_plainly(tmp_path: Path) -> None:
    """Without a terminal there are no control codes, every step is told in words, EOF saves."""
    done = piped(*NUMBERED, home=tmp_path, keys="\n2 5\n1 7\n1 3\n")
    assert "\x1b" not in done.stdout
    assert re.search(r"^Ascot bet a [12] on \d\w\w .*\.$", done.stdout, re.MULTILINE)
    assert done.stdout.endswith("paddock resume game.jsonl\n")


def test_bots_alone_play_it_out(tmp_path: Path) -> None:
    """A table without people needs no input."""
    player = Player(*NUMBERED, "--seats", "punter,random", home=tmp_path)
    player.wait()
    player.send("")
    assert "The match is over" in player.end()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--seats", "you"), "2 to 6 players"),
        (("--seats", ",".join(["punter"] * 7)), "2 to 6 players"),
        (("--seats", "you,"), "has no name"),
        (("--seats", "you,a\x07b"), "control characters"),
        (("--seats", "you," + "x" * 21), "at most 20 characters"),
        (("--option", "pace_pays=never"), "pace_pays cannot be never"),
        (("--pace", "brisk"), "brisk"),
        (("--seed", "7", "--luck"), "either --seed or --luck"),
        (("--luck", "--seats", "punter,punter"), "only bots play"),
        (("--save", "x" * 300), "File name too long"),
        (("--save", "/proc/nowhere/game.jsonl"), "cannot be written"),
    ],
)
def test_an_impossible_table_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], told: str
) -> None:
    """The error gives the reason, and no file is written."""
    monkeypatch.chdir(tmp_path)
    done = paddock(*PROVABLE, *arguments)
    assert done.exit_code in (1, 2)
    assert told in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_host_names_the_first_bettor(tmp_path: Path) -> None:
    """With first_player=chosen, the person in the first seat is asked for a name."""
    player = begun(tmp_path, *NUMBERED, "--option", "first_player=chosen")
    assert "who bets first" in player.screen.text
    assert "Type one of these names: You, Ascot, Bowler, Cravat." in player.type("nobody")
    assert "Chosen to bet first: Cravat." in player.type("cravat")


def test_a_game_with_your_own_figures(tmp_path: Path) -> None:
    """A longer track and other letters are drawn correctly."""
    own = EDITIONS.text("reconstruction.toml").replace("spaces = 33", "spaces = 41")
    own = own.replace('letters = "RF"', 'letters = "XY"')
    (tmp_path / "own.toml").write_text(own, encoding="utf-8")
    player = begun(tmp_path, *NUMBERED, "--edition", "own.toml", size=(120, 40))
    assert "5XY" in player.screen.text and " 41 " in player.screen.text
    assert player.play()
    assert player.screen.wraps == 0


@pytest.mark.parametrize(
    ("closed", "told"),
    [("<&-", "no keyboard"), (">&-", "standard output: it is closed")],
    ids=["input", "output"],
)
def test_without_a_keyboard_or_an_output_it_says_so(tmp_path: Path, closed: str, told: str) -> None:
    """If a stream is closed, there is an error message, no traceback and no log."""
    assert told in without(closed, "play royal-turf --save game.jsonl", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_language_is_refused() -> None:
    """The error lists the languages."""
    assert "en, de, fr, it" in refused("play", "royal-turf", "--lang", "xx")
