"""What identifies a report: what was played, and the command that reproduces it.

`sharp` plays differently without Numba, so a report says whether Numba was installed.
"""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from msgspec import Struct

from paddock import __version__, fast
from paddock.kernel.log import edition_hash
from paddock.lab.plan import Plan


class EditionName(Struct, frozen=True):
    """An edition's own id and name, and the hash that logs store."""

    id: str
    name: str
    hash: str

    @classmethod
    def of(cls, figures: Mapping[str, Any]) -> Self:
        head = figures["edition"]
        return cls(head["id"], head["name"], edition_hash(figures))


class Report(Struct, frozen=True):
    """The first fields of every report; `players` is the number of seats."""

    version: str
    numba: bool
    engine: str
    game: str
    edition: EditionName
    options: Mapping[str, str]
    players: int
    seed: int

    @classmethod
    def of(cls, plan: Plan, engine: str) -> Self:
        return cls(
            __version__,
            fast.available(),
            engine,
            plan.game,
            EditionName.of(plan.figures),
            dict(plan.options),
            len(plan.policies),
            plan.seed,
        )

    def command(
        self, name: str, args: Iterable[tuple[str, object]], edition: Path | None = None
    ) -> str:
        """The command that reproduces the report, even if the defaults change.

        `args` are the options that only this command has; `edition` is the file that was
        played, unless it was Paddock's own.
        """
        every = [*args, ("players", self.players), ("seed", self.seed)]
        every += [("option", f"{name}={choice}") for name, choice in self.options.items()]
        every += [] if edition is None else [("edition", edition)]
        options = (f"--{option}={value}" for option, value in every)
        return shlex.join(["paddock", name, self.game, *options])


def policy_args(policies: Sequence[str]) -> list[tuple[str, object]]:
    """The policies as options of `paddock simulate`: one for all seats, or one for each."""
    alike = len(set(policies)) == 1
    return [("policy", name) for name in (policies[:1] if alike else policies)]
