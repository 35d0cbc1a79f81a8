"""Third-party policies, which the command line names in one of two ways.

    MODULE:CLASS   a class, or a function that makes a policy: `mybots.cautious:Cautious`
    NAME           an entry point of the group `paddock.policies` of an installed package

Paddock's own names come first: `sharp` is never a module, and a number follows its colon. A number
is no Python identifier, so it cannot be mistaken for a class.

Importing runs third-party code, so only a command that somebody typed here does it. Tables and
logs find their policies through `paddock.bots`, which knows only Paddock's own.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Self

from paddock.bots import names
from paddock.games import AnyGame
from paddock.kernel.game import Policy
from paddock.kernel.rejection import Rejected, reject
from paddock.kernel.text import english

GROUP = "paddock.policies"


class Unresolved(LookupError):
    """A third-party policy is not available; `reason` says why."""

    def __init__(self, reason: Rejected) -> None:
        super().__init__(english(reason.text))
        self.reason = reason

    def __reduce__(self) -> tuple[type[Self], tuple[Rejected]]:
        """Pickle the reason: by default the copy would be made from the message."""
        return type(self), (self.reason,)


def found(names: Sequence[str]) -> dict[str, str]:
    """The third-party policies among these names, each with its place, MODULE:CLASS.

    As with `python -m`, modules are looked for in the current folder first.
    """
    places = {name: place for name in names if (place := _place(name)) is not None}
    here = str(Path.cwd())
    if places and here not in sys.path and not sys.flags.safe_path:
        sys.path.insert(0, here)  # spawned workers are given the same list
    return places


def _place(name: str) -> str | None:
    plain, colon, rest = name.partition(":")
    if plain in names():
        return None
    if colon:
        return name if _dotted(plain) and _dotted(rest) else None
    places = {f"{entry.module}:{entry.attr}" for entry in entry_points(group=GROUP, name=name)}
    if len(places) > 1:
        raise Unresolved(
            reject(
                "policy_ambiguous",
                "Several packages have a policy called {name}. Write {places}.",
                name=name,
                places=" or ".join(sorted(places)),
            )
        )
    return next(iter(places), None)


def _dotted(words: str) -> bool:
    return all(word.isidentifier() for word in words.split("."))


def make(game: AnyGame, place: str) -> Policy[Any, Any]:
    """Make the policy of this place for this table; `Unresolved` says what is wrong with it."""
    maker = _load(place)
    try:
        made: Policy[Any, Any] = maker(game)
    except Exception as error:
        raise Unresolved(
            reject(
                "policy_failed",
                "{place} cannot play at this table: {reason}",
                place=place,
                reason=_told(error),
            )
        ) from error
    if isinstance(made, type) or not callable(getattr(made, "choose", None)):
        raise Unresolved(_not_a_policy(place))
    return made


def _load(place: str) -> Any:
    module, _, names = place.partition(":")
    thing = _imported(module)
    for name in names.split("."):
        if not hasattr(thing, name):
            raise Unresolved(
                reject(
                    "policy_class_missing",
                    "The module {module} has no {name}.",
                    module=module,
                    name=names,
                )
            )
        thing = getattr(thing, name)
    if not callable(thing):
        raise Unresolved(_not_a_policy(place))
    return thing


def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            missing = reject(
                "policy_module_missing",
                "There is no module {module}, neither in this folder nor installed.",
                module=module,
            )
            raise Unresolved(missing) from error
        failed = reject(
            "policy_import_failed",
            "The module {module} cannot be imported: {reason}",
            module=module,
            reason=_told(error),
        )
        raise Unresolved(failed) from error


def _not_a_policy(place: str) -> Rejected:
    return reject(
        "not_a_policy",
        "{place} is not a policy. A policy is a class whose constructor takes the game and "
        "which has a method choose(view, offer, rng).",
        place=place,
    )


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
