"""A game's options as real parameters of the functions that make environments."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar

from paddock.games import AnyGame

Params = ParamSpec("Params")
Made = TypeVar("Made")
Chosen = TypeVar("Chosen")


def with_options(kind: type[AnyGame]) -> Callable[[Callable[Params, Made]], Callable[Params, Made]]:
    """Give a function that takes `**options` the game's options as keyword parameters."""

    def decorate(function: Callable[Params, Made]) -> Callable[Params, Made]:
        plain = signature(function)
        *named, _options = plain.parameters.values()
        options = [
            Parameter(
                name, Parameter.KEYWORD_ONLY, default=option.default().value, annotation="str"
            )
            for name, option in kind.choices.items()
        ]
        shown = plain.replace(parameters=[*named, *options])

        @wraps(function)
        def checked(*args: Params.args, **kwargs: Params.kwargs) -> Made:
            try:
                shown.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{function.__qualname__}() {error}") from None
            for name in kind.choices.keys() & kwargs.keys():
                one_name(name, kwargs[name], kind.choices[name].by_name())
            return function(*args, **kwargs)

        vars(checked)["__signature__"] = shown  # what `inspect` reads first
        return checked

    return decorate


def chosen(what: str, given: str, among: Mapping[str, Chosen]) -> Chosen:
    """The value of this name; the `ValueError` for an unknown name lists them all."""
    one_name(what, given, among)
    if given not in among:
        raise ValueError(f"no {what} {given!r}; available: {', '.join(among)}")
    return among[given]


def one_name(what: str, given: object, names: Collection[str]) -> None:
    """Raise `TypeError` for a value that is no name at all, such as a list."""
    if not isinstance(given, str):
        raise TypeError(f"{what} must be one of {', '.join(map(repr, names))}, not {given!r}")
