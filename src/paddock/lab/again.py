"""What a report says so that it can be had again: what was played by which figures, and how to ask.

`sharp` without Numba is another player than with it, so a report says whether Numba was there.
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
    """An edition by the names that it gives itself, and by the hash that a log has of it."""

    id: str
    name: str
    hash: str

    @classmethod
    def of(cls, figures: Mapping[str, Any]) -> Self:
        about = figures["edition"]
        return cls(about["id"], about["name"], edition_hash(figures))


class Report(Struct, frozen=True):
    """What every report begins with; `players` is how many sit at the table."""

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
        """What is typed to get the same once more, whatever the defaults may be by then.

        `words` are those that this report does not begin with; `edition` is the file that was
        played, if it was not Paddock's own.
        """
        said = [*words, ("players", self.players), ("seed", self.seed)]
        said += [("option", f"{name}={choice}") for name, choice in self.options.items()]
        said += [] if edition is None else [("edition", edition)]
        typed = (f"--{word}={value}" for word, value in said)
        return shlex.join(["paddock", name, self.game, *typed])


def seated(policies: Sequence[str]) -> list[tuple[str, object]]:
    """Who plays, as `paddock simulate` is told: once for all seats, or once for each."""
    alike = len(set(policies)) == 1
    return [("policy", name) for name in (policies[:1] if alike else policies)]
