"""Third-party policies, which the command line names in one of two ways.

    MODULE:CLASS   a spec: a class, or a function that returns a policy (`mybots.cautious:Cautious`)
    NAME           an entry point of the group `paddock.policies` in an installed package

Paddock's own names come first: `sharp` is never a module. A number follows the colon of such a
name; it is not a Python identifier, so it cannot be mistaken for a class.

Importing runs third-party code, so only a command that somebody typed here does it. Tables and
logs find their policies in `paddock.bots`, which has only Paddock's own.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import entry_points
from operator import attrgetter
from pathlib import Path
from typing import Any, Self

from paddock.bots import names
from paddock.games import AnyGame
from paddock.kernel.game import Policy
from paddock.kernel.refusal import Refusal, refusal
from paddock.kernel.text import english

GROUP = "paddock.policies"


class Unresolved(LookupError):
    """A third-party policy is not available; `reason` says why."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(english(reason.text))
        self.reason = reason

    def __reduce__(self) -> tuple[type[Self], tuple[Refusal]]:
        """Pickle the reason: by default the copy would be made from the message."""
        return type(self), (self.reason,)


def resolve(names: Sequence[str]) -> dict[str, str]:
    """The third-party policies among these names, each with its spec MODULE:CLASS.

    As with `python -m`, modules are looked for in the current folder first.
    """
    specs = {name: spec for name in names if (spec := _spec(name)) is not None}
    here = str(Path.cwd())
    if specs and here not in sys.path and not sys.flags.safe_path:
        sys.path.insert(0, here)  # spawned workers get the same list
    return specs


def _spec(name: str) -> str | None:
    module, colon, attribute = name.partition(":")
    if module in names():
        return None
    if colon:
        return name if _is_dotted_name(module) and _is_dotted_name(attribute) else None
    specs = {f"{entry.module}:{entry.attr}" for entry in entry_points(group=GROUP, name=name)}
    if len(specs) > 1:
        ambiguous = refusal(
            "policy_ambiguous",
            "Several packages have a policy called {name}. Write {places}.",
            name=name,
            places=" or ".join(sorted(specs)),
        )
        raise Unresolved(ambiguous)
    return next(iter(specs), None)


def _is_dotted_name(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def make(game: AnyGame, spec: str) -> Policy[Any, Any]:
    """Make the policy with this spec; `Unresolved` says what is wrong with it."""
    factory = _load(spec)
    try:
        made: Policy[Any, Any] = factory(game)
    except Exception as error:
        failed = refusal(
            "policy_failed",
            "{place} cannot play at this table: {reason}",
            place=spec,
            reason=_described(error),
        )
        raise Unresolved(failed) from error
    if isinstance(made, type) or not callable(getattr(made, "choose", None)):
        raise Unresolved(_not_a_policy(spec))
    return made


def _load(spec: str) -> Any:
    module, _, path = spec.partition(":")
    imported = _imported(module)
    try:
        found = attrgetter(path)(imported)
    except AttributeError as error:
        missing = refusal(
            "policy_class_missing", "The module {module} has no {name}.", module=module, name=path
        )
        raise Unresolved(missing) from error
    if not callable(found):
        raise Unresolved(_not_a_policy(spec))
    return found


def _imported(module: str) -> Any:
    try:
        return import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            missing = refusal(
                "policy_module_missing",
                "There is no module {module}, neither in this folder nor installed.",
                module=module,
            )
            raise Unresolved(missing) from error
        failed = refusal(
            "policy_import_failed",
            "The module {module} cannot be imported: {reason}",
            module=module,
            reason=_described(error),
        )
        raise Unresolved(failed) from error


def _not_a_policy(spec: str) -> Refusal:
    return refusal(
        "not_a_policy",
        "{place} is not a policy. A policy is a class whose constructor takes the game and "
        "which has a method choose(view, offer, rng).",
        place=spec,
    )


def _described(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
