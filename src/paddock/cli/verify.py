"""`paddock replay verify`: the verdicts on a finished game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from paddock.games import game_of
from paddock.kernel.edition import FaultyEdition
from paddock.kernel.game import Unplayable
from paddock.kernel.log import UnreadableLog, read, read_header
from paddock.kernel.text import english
from paddock.kernel.verify import Played, Verdict, verify_dice, verify_origin, verify_rules

UNREADABLE = 2
WORDS = {"yes": "yes", "no": "NO", "unknown": "not yet"}


def verify(
    file: Annotated[Path, typer.Argument(help="The log of a match.")],
    origin: Annotated[
        Path | None,
        typer.Option(help="The log of the match that FILE plays on from, to compare with."),
    ] = None,
) -> None:
    """Check a game: were the dice those of the committed seed, and were the rules kept?

    Ends with 0 if nothing is wrong, with 1 if a verdict is NO, with 2 if a file cannot be read.
    """
    console = Console(highlight=False, markup=False, soft_wrap=True)
    played = _read(file, console)[0]
    verdicts = {}
    if origin is not None:
        verdicts["The origin"] = verify_origin(played, *_read(origin, console))
    verdicts["The dice"] = verify_dice(played.log)
    verdicts["The rules"] = verify_rules(played.game, played.log)
    for name, verdict in verdicts.items():
        console.print(_line(name, verdict))
    if any(verdict.holds == "no" for verdict in verdicts.values()):
        raise typer.Exit(1)


def _read(file: Path, console: Console) -> tuple[Played, bytes]:
    try:
        data = file.read_bytes()
        game = game_of(read_header(data))
        return Played(game, read(data, game.types)), data
    except OSError as error:
        reason = f"{file} cannot be read: {error.strerror}"
    except UnreadableLog as error:
        reason = f"{file}, {error}"
    except (FaultyEdition, Unplayable) as error:
        reason = f"{file}, line 1: this game cannot be played: {error}"
    console.print(reason)
    raise typer.Exit(UNREADABLE)


def _line(name: str, verdict: Verdict) -> str:
    where = f" (step {verdict.step})" if verdict.step else ""
    return f"{name + ':':<11} {WORDS[verdict.holds]}. {english(verdict.reason)}{where}."
