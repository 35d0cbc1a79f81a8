"""Seats: the names in `--seats you,guest,punter`, and a letter to mark each player's tokens."""

from collections.abc import Collection, Sequence
from itertools import cycle
from string import ascii_uppercase

from paddock.kernel.log import Seat
from paddock.kernel.text import say
from paddock.terminal.refused_error import RefusedError

LONGEST = 20
# Names for bots, each with its own initial.
REGULARS = (
    "Ascot", "Bowler", "Cravat", "Derby", "Epsom", "Fedora", "Gaiter", "Homburg", "Inverness",
    "Jodhpur", "Kersey",
)  # fmt: skip


def seated(
    spec: str, policies: Collection[str], you: str = "You", elsewhere: Collection[str] = ()
) -> tuple[Seat, ...]:
    """The seats that `spec` asks for. A policy's name is a bot, any other name a person.

    `you` stands for the player at the keyboard. The names of other games' bots, `elsewhere`, are
    refused: anyone who types one means a bot.
    """
    parts = [part.strip() for part in spec.split(",")]
    for part in parts:
        if part.casefold() in elsewhere:
            text = say(
                "The bot {bot} does not play this game. These do: {bots}.",
                bot=part.casefold(),
                bots=", ".join(policies),
            )
            raise RefusedError(text)
    asked = [part.casefold() if part.casefold() in policies else part for part in parts]
    persons = [_person(name, you) for name in asked if name not in policies]
    letters = {person[0].upper() for person in persons}
    regulars = cycle(sorted(REGULARS, key=lambda name: name[0] in letters))
    people = iter(persons)
    names = [next(regulars) if name in policies else next(people) for name in asked]
    return tuple(
        Seat(name, bot if bot in policies else None)
        for name, bot in zip(_distinct(names), asked, strict=True)
    )


def _person(name: str, you: str) -> str:
    if not name:
        raise RefusedError(
            say("One of the seats has no name. Write the seats like this: you,guest,punter")
        )
    if not name.isprintable():
        raise RefusedError(say("A name cannot contain control characters."))
    if len(name) > LONGEST:
        text = say(
            "{name} is too long: a name can have at most {most} characters.",
            name=name,
            most=LONGEST,
        )
        raise RefusedError(text)
    return you if name.casefold() == "you" else name


def _distinct(names: Sequence[str]) -> list[str]:
    """Number repeated names: the second guest becomes "guest 2"."""
    found: list[str] = []
    for name in names:
        number, distinct = 1, name
        while distinct.casefold() in (other.casefold() for other in found):
            number += 1
            ending = f" {number}"
            distinct = name[: LONGEST - len(ending)] + ending
        found.append(distinct)
    return found


def marks(names: Sequence[str]) -> tuple[str, ...]:
    """A capital letter for each name: its initial if free, or else another of its letters."""
    capitals = {
        name: [letter for letter in name.upper() if letter in ascii_uppercase] for name in names
    }
    found: dict[str, str] = {}
    for name, own in capitals.items():
        if own and own[0] not in found.values():
            found[name] = own[0]
    for name, own in capitals.items():
        if name not in found:
            free = (*own, *ascii_uppercase)
            found[name] = next(letter for letter in free if letter not in found.values())
    return tuple(found[name] for name in names)
