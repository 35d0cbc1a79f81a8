"""`paddock simulate`: play many games between bots, and report the results."""

import json
import os
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console

from paddock import bots
from paddock.cli.chosen_game import Choices, EditionFile, GameName, Logs, log_folder, make_game
from paddock.cli.flags import with_flags
from paddock.cli.interruption import end_early, interruptible
from paddock.cli.progress_bar import bar
from paddock.cli.report import show
from paddock.extras import command
from paddock.kernel.text import Text, count, english, say
from paddock.lab import simulate as lab
from paddock.lab.engine import REFERENCE, Engine, NotCompiled, fast_engine
from paddock.lab.metrics import WinsOnly, metrics_of
from paddock.lab.plan import Plan
from paddock.lab.reproduce import Report, policy_args
from paddock.lab.third_party import resolve
from paddock.lab.workers import Executor, Interrupted, RunFailed

EngineName = Literal["reference", "fast", "ray"]


@with_flags
def simulate(  # noqa: PLR0913, PLR0917  # a command line has as many options as it has
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 1000,
    players: Annotated[int, typer.Option(help="Players at the table.")] = 4,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Who plays: {', '.join(bots.names())}; or your own bot, as MODULE:CLASS or its "
            "installed name. Give one for all seats, or one per seat in order of play.",
            show_default="random",
        ),
    ] = None,
    option: Choices = None,
    edition: EditionFile = None,
    seed: Annotated[
        int,
        typer.Option(
            help="The same seed gives the same games, whatever --workers is. Not with plain sharp, "
            "which is limited by time; use sharp:100."
        ),
    ] = 0,
    engine: Annotated[
        EngineName | None,
        typer.Option(
            help="reference: the rules as written, with any bot. fast: compiled, for games and "
            "bots that have been compiled; the games differ from the reference's. ray: either one "
            "on a Ray cluster, with the same results.",
            show_default="fast if possible, otherwise reference",
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option(
            help="With --engine ray: the cluster, as HOST:PORT. Each of its machines needs this "
            "version of Paddock.",
            show_default="a new one on this machine",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1, help="How many processes or threads share the work.", show_default="one per core"
        ),
    ] = None,
    logs: Logs = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the results as JSON and nothing else.")
    ] = False,
) -> None:
    """Play many games between bots and report how horses, starting spaces and seats fared.

    The same seed and engine give the same figures; the result does not depend on --workers. The
    fast engine may have to be compiled first, once on each machine, in about half a minute.
    """
    table = make_game(game, players, option, edition)
    with interruptible():
        try:
            names = policy or ["random"]
            plan = Plan.of(table, names, seed, resolve(names), log_folder(logs))
        except (LookupError, ValueError) as error:
            raise typer.BadParameter(str(error), param_hint="--policy") from error
        spread = _cluster(engine, address, logs)
        played_by = _engine(engine, plan)
        try:
            executor = (spread or played_by.executor)(workers or os.cpu_count() or 1)
        except RunFailed as error:
            raise typer.BadParameter(str(error), param_hint="--address") from error
        try:
            with bar(games) as on_progress:
                report = lab.simulate(plan, games, executor, played_by, on_progress)
        except (RunFailed, Interrupted) as cut:
            if cut.report is not None:
                _tell(cut.report, plan, edition, as_json=as_json)
            end_early(cut, cut.report and _played(cut.report["games"]))
        _tell(report, plan, edition, as_json=as_json)


def _tell(report: dict[str, Any], plan: Plan, edition: Path | None, *, as_json: bool) -> None:
    engine = report["engine"]
    words = [*policy_args(plan.policies), ("games", report["games"]), ("engine", engine)]
    words += [] if plan.logs is None else [("logs", plan.logs)]
    again = Report.of(plan, engine).command("simulate", words, edition)
    if as_json:
        typer.echo(json.dumps({"command": again, **report}, indent=2))
    else:
        table, _ = plan.make()
        metrics = metrics_of(table)
        show(report, metrics.reading, Console(highlight=False))
        if isinstance(metrics, WinsOnly):
            typer.echo(
                english(say("For {game}, only wins are counted.", game=table.name)), err=True
            )
        typer.echo(f"\n{again}")


def _played(games: int) -> Text:
    return count(
        "The report covers the one game played by then.",
        "The report covers the {n} games played by then.",
        games,
    )


def _engine(name: EngineName | None, plan: Plan) -> Engine:
    """The fast engine by default. Where it cannot play, say why and use the reference."""
    if name == "reference":
        return REFERENCE
    try:
        return fast_engine(plan)
    except NotCompiled as error:
        if name == "fast":
            raise typer.BadParameter(str(error), param_hint="--engine") from error
        instead = say("The reference engine plays instead. {reason}", reason=error.reason)
        typer.echo(english(instead), err=True)
        return REFERENCE


def _cluster(
    name: EngineName | None, address: str | None, logs: Path | None
) -> Callable[[int], Executor] | None:
    """Makes an executor with Ray, if that is the engine."""
    if name != "ray":
        if address is not None:
            raise typer.BadParameter(
                "--address only works with --engine ray", param_hint="--address"
            )
        return None
    if logs is not None:
        raise typer.BadParameter("--engine ray cannot write logs", param_hint="--logs")
    if find_spec("ray") is None:
        missing = say(
            "Playing on a cluster needs Ray. To install it: {command}", command=command("cluster")
        )
        raise typer.BadParameter(english(missing), param_hint="--engine")
    from paddock.lab.cluster import cluster  # noqa: PLC0415  # needs Ray, which is slow to load

    return partial(cluster, address)
