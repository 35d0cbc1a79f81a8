"""`paddock explain`: how a bot would have judged a choice in a saved game."""

from random import Random
from typing import Annotated, Any
from warnings import catch_warnings

import msgspec
import typer
from rich.console import Console

from paddock.bots import adviser, names, prepared
from paddock.bots.explain import Explained
from paddock.cli.play import Ascii, Lang, refuse
from paddock.cli.replay import LogFile, checked, find_viewer
from paddock.games import AnyGame
from paddock.kernel.log import Log, Step
from paddock.kernel.match import fold
from paddock.kernel.text import say
from paddock.terminal.advice import MOST, NO_ADVISER, Advice, reasons, table
from paddock.terminal.face import Face, face_of
from paddock.terminal.journal import load
from paddock.terminal.language import Words, spoken
from paddock.terminal.lines import Line
from paddock.terminal.opening import game_of
from paddock.terminal.refused_error import RefusedError
from paddock.terminal.replay import StoredChoice, decision
from paddock.terminal.screen import Paper


def explain(  # noqa: PLR0913, PLR0917  # a command line has as many options as it has
    file: LogFile,
    at: Annotated[
        int | None,
        typer.Option(
            help="The step, numbered as in paddock replay show.",
            show_default="the last choice",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            help="Your seat: its number from 1, its name or its letter. Only its choices are "
            "explained. Required while a game with secrets is unfinished."
        ),
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option(
            help=f"Who explains: {', '.join(names())}. sharp searches for 200 ms; sharp:5000 makes "
            "5000 rollouts, which is more accurate and gives the same result every time.",
            show_default="the strongest bot",
        ),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Show every choice that the bot considered.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the explanation as JSON and nothing else.")
    ] = False,
    lang: Lang = None,
    ascii_only: Ascii = False,
) -> None:
    """Explain a choice in a saved game: how a bot values each option, best first.

    The bot sees only what the seat saw. The choice that was played is marked. If they come from
    rollouts (sharp), values are chances to win, with standard errors. Otherwise they are estimates
    in money, spaces or spaces per turn.
    """
    words = spoken(lang, ascii_only=ascii_only)
    paper = Paper(words)
    try:
        log = load(file).log
        game = game_of(log, file)
        face = face_of(game, log.header, words, paper.signs)
        viewer = None if seat is None else find_viewer(seat, face)
        _keep_secrets(game, log, face, viewer)
        step = None if at is None else checked(at, 1, len(log.records))
        chosen = decision(game, log, step, viewer)
        bot = bot or _adviser(game)
        advice = _explained(game, bot, chosen, words)
    except RefusedError as refused:
        refuse(refused, words)
    if as_json:
        typer.echo(_json(log, face, bot, chosen.step, advice))
        return
    title = say(
        "Step {at} of {last}. What the bot {policy} thinks, knowing what {name} knew:",
        at=chosen.step.seq,
        last=len(log.records),
        policy=bot if bot.partition(":")[0] == advice.explanation.by else advice.explanation.by,
        name=log.header.seats[chosen.step.seat].name,
    )
    rows = table(advice, face, words, paper.signs, None if everything else MOST)
    why = reasons(game.name, bot, advice.explanation.by, words)
    paper.print([Line(words(title), "strong"), Line(), *rows, *why])


def _adviser(game: AnyGame) -> str:
    found = adviser(game.name)
    if found is None:
        raise RefusedError(NO_ADVISER)
    return found


def _keep_secrets(game: AnyGame, log: Log[Any, Any], face: Face, viewer: int | None) -> None:
    """While a game is unfinished, show a seat's secrets only to those who ask as that seat."""
    if face.secret and viewer is None and not game.winners(fold(game, log.steps)):
        raise RefusedError(
            say(
                "This game is not over and has secrets. Say which seat is yours, for example with "
                "--seat 1."
            )
        )


def _explained(game: AnyGame, bot: str, chosen: StoredChoice, words: Words) -> Advice:
    """The bot's explanation. Each step has its own seed, so rollouts always give equal values."""
    try:
        with catch_warnings(action="ignore", category=RuntimeWarning):  # the page says it
            made = prepared(game, bot)
    except LookupError as error:
        raise typer.BadParameter(str(error), param_hint="--bot") from error
    if not isinstance(made, Explained):
        raise RefusedError(say("The bot {policy} cannot explain its choices.", policy=bot))
    thinking = words(say("The bot {policy} is thinking.", policy=bot))
    with Console(stderr=True).status(thinking):
        explanation = made.explain(chosen.view, chosen.offer, Random(str(chosen.step.seq)))
    return Advice(chosen.view, chosen.offer, explanation, chosen.step.command)


def _json(log: Log[Any, Any], face: Face, bot: str, step: Step[Any, Any], advice: Advice) -> str:
    options = [
        {
            "command": option.command,
            "words": face.described(option.command, advice.view, advice.offer),
            "value": option.value,
            "error": option.error,
            "worlds": option.worlds,
            "played": option.command == step.command,
        }
        for option in advice.explanation.ranked()
    ]
    document = {
        "game": log.header.game,
        "step": step.seq,
        "seat": step.seat + 1,
        "name": log.header.seats[step.seat].name,
        "policy": bot,
        "by": advice.explanation.by,
        "unit": advice.explanation.unit.name,
        "played": step.command,
        "options": options,
    }
    return msgspec.json.format(msgspec.json.encode(document)).decode()
