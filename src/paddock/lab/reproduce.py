"""What a report says so that anyone can reproduce it: what was played, and the command to type.

`sharp` plays differently without Numba, so a report says whether Numba was installed.
"""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from msgspec import Struct

from paddock import __version__, fast
from paddock.kernel.log import edition_hash
from paddock.lab.table import Plan


class EditionName(Struct, frozen=True):
    """An edition's own id and name, and the hash that logs store."""

    id: str
    name: str
    hash: str

    @classmethod
    def of(cls, figures: Mapping[str, Any]) -> Self:
        about = figures["edition"]
        return cls(about["id"], about["name"], edition_hash(figures))


class Report(Struct, frozen=True):
    """The fields that every report begins with; `players` is the number of seats."""

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
        self, name: str, words: Iterable[tuple[str, object]], edition: Path | None = None
    ) -> str:
        """The command that reproduces the report, even if the defaults change.

        `words` are the options that only this command has; `edition` is the file that was
        played, unless it was Paddock's own.
        """
        said = [*words, ("players", self.players), ("seed", self.seed)]
        said += [("option", f"{name}={choice}") for name, choice in self.options.items()]
        said += [] if edition is None else [("edition", edition)]
        typed = (f"--{word}={value}" for word, value in said)
        return shlex.join(["paddock", name, self.game, *typed])


def seated(policies: Sequence[str]) -> list[tuple[str, object]]:
    """The policies as options of `paddock simulate`: one for all seats, or one for each."""
    alike = len(set(policies)) == 1
    return [("policy", name) for name in (policies[:1] if alike else policies)]
