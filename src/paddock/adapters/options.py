"""A game's options as real parameters of the functions that make environments."""

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar

from paddock.games import AnyGame

Params = ParamSpec("Params")
Made = TypeVar("Made")
Choice = TypeVar("Choice")


def with_options(kind: type[AnyGame]) -> Callable[[Callable[Params, Made]], Callable[Params, Made]]:
    """Give a function that takes `**options` the game's options as keyword parameters."""

    def decorate(function: Callable[Params, Made]) -> Callable[Params, Made]:
        plain = signature(function)
        *named, _options = plain.parameters.values()
        options = [
            Parameter(
                name, Parameter.KEYWORD_ONLY, default=option.default().value, annotation="str"
            )
            for name, option in kind.option_types.items()
        ]
        full = plain.replace(parameters=[*named, *options])

        @wraps(function)
        def checked(*args: Params.args, **kwargs: Params.kwargs) -> Made:
            try:
                full.bind(*args, **kwargs)
            except TypeError as error:
                raise TypeError(f"{function.__qualname__}() {error}") from None
            for name in kind.option_types.keys() & kwargs.keys():
                check_is_name(name, kwargs[name], kind.option_types[name].by_name())
            return function(*args, **kwargs)

        vars(checked)["__signature__"] = full  # what `inspect` reads first
        return checked

    return decorate


def by_name(parameter: str, name: str, choices: Mapping[str, Choice]) -> Choice:
    """The choice of this name; the `ValueError` for an unknown name lists all names."""
    check_is_name(parameter, name, choices)
    if name not in choices:
        raise ValueError(f"unknown {parameter} {name!r}; choose from {', '.join(choices)}")
    return choices[name]


def check_is_name(parameter: str, value: object, names: Collection[str]) -> None:
    """Raise `TypeError` for a value that is not a string, such as a list."""
    if not isinstance(value, str):
        raise TypeError(f"{parameter} must be one of {', '.join(map(repr, names))}, not {value!r}")
