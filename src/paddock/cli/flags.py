"""Flags that a game declares: each is a short form of `--option` with one particular choice."""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, Protocol, cast, runtime_checkable

import typer
from msgspec import Struct

from paddock.games import GAMES, part


class Flag(Struct, frozen=True):
    """The choice that it stands for, name=value, and its help text."""

    choice: str
    help: str


@runtime_checkable
class FlagsModule(Protocol):
    """What a game's command-line module must have."""

    FLAGS: Mapping[str, Flag]


def with_flags(command: Callable[..., None]) -> Callable[..., None]:
    """Add the flags of all games to a command that has the parameter `option`."""
    parts = (cast("FlagsModule | None", part(game, "cli")) for game in GAMES)
    flags = {name: flag for own in parts if own is not None for name, flag in own.FLAGS.items()}
    plain = signature(command, eval_str=True)
    parameters = list(plain.parameters.values())
    at = list(plain.parameters).index("option")
    parameters[at:at] = [
        Parameter(
            name,
            Parameter.POSITIONAL_OR_KEYWORD,
            default=False,
            annotation=Annotated[bool, typer.Option(f"--{name.replace('_', '-')}", help=flag.help)],
        )
        for name, flag in flags.items()
    ]

    @wraps(command)
    def run(**given: Any) -> None:
        chosen = [flag.choice for name, flag in flags.items() if given.pop(name)]
        command(**{**given, "option": [*(given["option"] or ()), *chosen]})

    vars(run)["__signature__"] = plain.replace(parameters=parameters)  # this is what Typer reads
    return run
