"""Options of a game: enumerations whose members are the choices of a table."""

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any, ClassVar, Self, get_type_hints

from msgspec import Struct

from paddock.kernel.game import Unplayable
from paddock.kernel.refusal import Refusal, refusal
from paddock.kernel.text import Text


class Option(Enum):
    """A rule that each table can settle in its own way; the members are the choices.

    The first member is the default. `rule` is the number of the rule. `about` begins a sentence
    that the `text` of each choice completes. The value of a choice is its name in logs, on the
    wire and on the command line.
    """

    rule: ClassVar[str]
    about: ClassVar[Text]
    _value_: str
    text: Text
    ordinal: int

    def __init_subclass__(cls, *, rule: str, about: Text) -> None:
        cls.rule, cls.about = rule, about

    def __new__(cls, value: str, text: Text) -> Self:
        choice = object.__new__(cls)
        choice._value_, choice.text, choice.ordinal = value, text, len(cls.__members__)
        return choice

    @classmethod
    def default(cls) -> Self:
        return next(iter(cls))

    @classmethod
    def by_name(cls) -> dict[str, Self]:
        return {choice.value: choice for choice in cls}


def options_of(ruleset: type[Struct]) -> Mapping[str, type[Option]]:
    """The options among the fields of a ruleset, in their order."""
    return {
        name: kind
        for name, kind in get_type_hints(ruleset).items()
        if isinstance(kind, type) and issubclass(kind, Option)
    }


def choose(
    game: str,
    options: Mapping[str, type[Option]],
    allowed: range,
    seats: int,
    chosen: Mapping[str, str],
) -> dict[str, Any]:
    """The choice for every option, by the option's name.

    Raises `Unplayable` with every reason: a wrong number of players, every unknown name.
    """
    reasons = list(_unknown(options, chosen))
    if seats not in allowed:
        wrong = refusal(
            "seats",
            "{game} is for {least} to {most} players, not {seats}.",
            game=game,
            least=allowed[0],
            most=allowed[-1],
            seats=seats,
        )
        reasons.insert(0, wrong)
    if reasons:
        raise Unplayable(*reasons)
    return {
        name: option.by_name()[chosen[name]] if name in chosen else option.default()
        for name, option in options.items()
    }


def _unknown(options: Mapping[str, type[Option]], chosen: Mapping[str, str]) -> Iterator[Refusal]:
    for name, choice in chosen.items():
        if name not in options:
            yield refusal(
                "unknown_option",
                "There is no option {name}. The options are: {known}.",
                name=name,
                known=", ".join(options),
            )
        elif choice not in options[name].by_name():
            yield refusal(
                "unknown_choice",
                "{name} cannot be {choice}. It can be: {known}.",
                name=name,
                choice=choice,
                known=", ".join(options[name].by_name()),
            )
