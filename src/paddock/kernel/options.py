"""Options of a game: named choices, each saying in a sentence what it does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from paddock.kernel.game import Unplayable
from paddock.kernel.rejection import Rejected, reject
from paddock.kernel.text import Text


class Choice(Struct, frozen=True):
    """One value of an option: what it does, in a sentence, and the ruleset fields it sets."""

    text: Text
    sets: Mapping[str, Any]


class Option(Struct, frozen=True):
    """A point that the table decides; the first choice is the default."""

    rule: str
    text: Text
    choices: Mapping[str, Choice]

    @property
    def default(self) -> str:
        return next(iter(self.choices))


def choose(
    game: str, options: Mapping[str, Option], allowed: range, seats: int, chosen: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, Any]]:
    """Every option with the name of its choice, and the ruleset fields that they set.

    Raises `Unplayable` with every reason: a number of players or a name that there is not.
    """
    reasons = [*_refuse_seats(game, allowed, seats), *_refuse_names(options, chosen)]
    if reasons:
        raise Unplayable(*reasons)
    names = {name: chosen.get(name, option.default) for name, option in options.items()}
    fields: dict[str, Any] = {}
    for name, choice in names.items():
        fields |= options[name].choices[choice].sets
    return names, fields


def _refuse_seats(game: str, allowed: range, seats: int) -> list[Rejected]:
    if seats in allowed:
        return []
    return [
        reject(
            "seats",
            "{game} is for {least} to {most} players, not {seats}.",
            game=game,
            least=allowed[0],
            most=allowed[-1],
            seats=seats,
        )
    ]


def _refuse_names(options: Mapping[str, Option], chosen: Mapping[str, str]) -> list[Rejected]:
    reasons = []
    for name, choice in chosen.items():
        if name not in options:
            reasons.append(
                reject(
                    "unknown_option",
                    "There is no option {name}. The options are: {known}.",
                    name=name,
                    known=", ".join(options),
                )
            )
        elif choice not in options[name].choices:
            reasons.append(
                reject(
                    "unknown_choice",
                    "{name} cannot be {choice}. It can be: {known}.",
                    name=name,
                    choice=choice,
                    known=", ".join(options[name].choices),
                )
            )
    return reasons
