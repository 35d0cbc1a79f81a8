"""`paddock replay verify`: two verdicts on a finished game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from paddock.games import GAMES, AnyGame
from paddock.kernel.edition import FaultyEdition
from paddock.kernel.game import Unplayable
from paddock.kernel.log import Header, UnreadableLog, read, read_header
from paddock.kernel.text import english
from paddock.kernel.verify import Verdict, verify_dice, verify_rules

UNREADABLE = 2
WORDS = {"yes": "yes", "no": "NO", "unknown": "not yet"}


def verify(
    file: Annotated[Path, typer.Argument(help="The log of a match.")],
) -> None:
    """Check a game: were the dice those of the committed seed, and were the rules kept?

    Ends with 0 if nothing is wrong, with 1 if a verdict is NO, with 2 if FILE cannot be read.
    """
    console = Console(highlight=False, markup=False, soft_wrap=True)
    try:
        data = file.read_bytes()
        header = read_header(data)
        game = _game(header)
        log = read(data, game.types)
        rules = verify_rules(game.make(len(header.seats), header.options, header.edition), log)
    except OSError as error:
        console.print(f"{file} cannot be read: {error.strerror}")
        raise typer.Exit(UNREADABLE) from error
    except UnreadableLog as error:
        console.print(f"{file}, {error}")
        raise typer.Exit(UNREADABLE) from error
    except (FaultyEdition, Unplayable) as error:
        console.print(f"{file}, line 1: this game cannot be played: {error}")
        raise typer.Exit(UNREADABLE) from error
    verdicts = {"The dice": verify_dice(log), "The rules": rules}
    for name, verdict in verdicts.items():
        console.print(_line(name, verdict))
    if any(verdict.holds == "no" for verdict in verdicts.values()):
        raise typer.Exit(1)


def _game(header: Header) -> type[AnyGame]:
    if header.game not in GAMES:
        raise UnreadableLog(1, f"this Paddock knows no game {header.game!r}")
    return GAMES[header.game]


def _line(name: str, verdict: Verdict) -> str:
    where = f" (step {verdict.step})" if verdict.step else ""
    return f"{name + ':':<11} {WORDS[verdict.holds]}. {english(verdict.reason)}{where}."
