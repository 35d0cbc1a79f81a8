"""`paddock play` and `paddock resume`: a game at this keyboard."""

import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal, NoReturn
from warnings import catch_warnings

import typer

from paddock.bots import names, policies, policy, searching, weakness
from paddock.cli.chosen_game import Choices, EditionFile, GameName, make_game
from paddock.cli.flags import with_flags
from paddock.games import GAMES
from paddock.kernel.log import LARGEST_NUMBER
from paddock.kernel.text import Text, english, say
from paddock.terminal import shelf
from paddock.terminal.keyboard import Keyboard
from paddock.terminal.language import Words, languages, spoken
from paddock.terminal.opening import Opened, begin, take_up
from paddock.terminal.refused_error import RefusedError
from paddock.terminal.screen import Screen
from paddock.terminal.seating import seated
from paddock.terminal.session import AnyPolicy
from paddock.terminal.sitting import PACES, sit

Pace = Annotated[
    Literal["slow", "normal", "fast", "off"],
    typer.Option(help="Speed of the other players' moves."),
]


def _known(code: str | None) -> str | None:
    """Refuse an unknown language that was asked for; if the system's is unknown, we use English."""
    if sys.stdout is None:  # the parent process has closed it
        raise typer.BadParameter("it is closed", param_hint="standard output")
    if code is not None and code not in languages():
        raise typer.BadParameter(f"No translation for {code}. Available: {', '.join(languages())}")
    return code


Lang = Annotated[
    str | None,
    typer.Option("--lang", callback=_known, help="Language: " + ", ".join(languages()) + "."),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="Use plain ASCII characters only.")]


def _weak() -> list[Text]:
    """Notices about bots that play below their strength on this machine."""
    return [weak for game in GAMES for name in searching(game) if (weak := weakness(game, name))]


@with_flags
def play(  # noqa: PLR0913, PLR0917  # a command line has as many options as it has
    game: GameName,
    seats: Annotated[
        str,
        typer.Option(
            help="Who plays, in order, separated by commas: you, other people's names, and bots ("
            + ", ".join(names())
            + ")."
            + "".join(f" {english(weak)}." for weak in _weak())
        ),
    ] = "you,punter,punter,punter",
    option: Choices = None,
    edition: EditionFile = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=LARGEST_NUMBER,
            help="Same dice every time; they cannot be proved fair.",
        ),
    ] = None,
    luck: Annotated[
        bool,
        typer.Option(
            "--luck",
            help="Let a player type words that are mixed into the dice.",
        ),
    ] = False,
    save: Annotated[Path | None, typer.Option(help="Save the game in this new file.")] = None,
    pace: Pace = "normal",
    lang: Lang = None,
    ascii_only: Ascii = False,
) -> None:
    """Play at this keyboard, alone against bots or with other people in turn."""
    _need_keyboard()
    table = make_game(game, len(seats.split(",")), option, edition)
    words = spoken(lang, ascii_only=ascii_only)
    try:
        file = save or shelf.new_file(shelf.folder(os.environ), game, datetime.now().astimezone())
        known = policies(game)
        people = seated(seats, known, words(say("You")), {*names()} - {*known})
        _sit(begin(table, people, file, seed, luck=luck), words, pace)
    except RefusedError as refused:
        refuse(refused, words)


def resume(
    file: Annotated[
        Path | None, typer.Argument(help="The saved game; by default, your latest unfinished game.")
    ] = None,
    pace: Pace = "normal",
    lang: Lang = None,
    ascii_only: Ascii = False,
) -> None:
    """Continue a saved game."""
    _need_keyboard()
    words = spoken(lang, ascii_only=ascii_only)
    try:
        _sit(take_up(file or shelf.latest_unfinished(shelf.folder(os.environ))), words, pace)
    except RefusedError as refused:
        refuse(refused, words)


def _need_keyboard() -> None:
    if sys.stdin is None:  # the parent process has closed it
        raise typer.BadParameter("there is no keyboard to play with: standard input is closed")


def _sit(opened: Opened, words: Words, pace: Pace) -> None:
    policies: dict[int, AnyPolicy] = {}
    for number, seat in enumerate(opened.header.seats):
        if seat.policy is not None:
            try:
                with catch_warnings(action="ignore", category=RuntimeWarning):  # the page says it
                    policies[number] = policy(opened.match.game, seat.policy)
            except LookupError as error:
                unknown = say("There is no bot called {policy} here.", policy=seat.policy)
                raise RefusedError(unknown) from error
    sit(opened, policies, Screen(words, Keyboard()), PACES[pace])


def refuse(refused: RefusedError, words: Words) -> NoReturn:
    typer.echo(words(refused.text), err=True)
    raise typer.Exit(1)
