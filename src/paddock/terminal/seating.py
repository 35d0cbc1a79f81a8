"""Who sits where: `--seats you,guest,punter` as names, and a letter to mark each one's tokens."""

from collections.abc import Collection, Sequence
from itertools import cycle
from string import ascii_uppercase

from paddock.kernel.log import Seat
from paddock.kernel.text import say
from paddock.terminal.refusal import Refused

LONGEST = 20
# What bots are called: hats and cloths of the grandstand, each with a letter of its own.
REGULARS = (
    "Ascot", "Bowler", "Cravat", "Derby", "Epsom", "Fedora", "Gaiter", "Homburg", "Inverness",
    "Jodhpur", "Kersey",
)  # fmt: skip


def seated(
    spec: str, policies: Collection[str], you: str = "You", elsewhere: Collection[str] = ()
) -> tuple[Seat, ...]:
    """A policy's name seats a bot, `you` the one person called so, anything else a person.

    Bots of other games, `elsewhere`, are nobody's name: who asks for one means a bot.
    """
    parts = [part.strip() for part in spec.split(",")]
    for part in parts:
        if part.casefold() in elsewhere:
            raise Refused(
                say(
                    "The {bot} does not play this game. Its bots: {bots}.",
                    bot=part.casefold(),
                    bots=", ".join(policies),
                )
            )
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
        raise Refused(say("A seat has no name: write them like you,guest,punter."))
    if not name.isprintable():
        raise Refused(say("A name cannot have control characters in it."))
    if len(name) > LONGEST:
        raise Refused(
            say(
                "{name} is too long: a name has at most {most} characters.", name=name, most=LONGEST
            )
        )
    return you if name.casefold() == "you" else name


def _distinct(names: Sequence[str]) -> list[str]:
    """The second guest is guest 2."""
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
    """A capital for each: their initial, or for whoever comes second another of their letters."""
    found: dict[str, str] = {}
    for name in names:
        if _capitals(name)[:1] and _capitals(name)[0] not in found.values():
            found[name] = _capitals(name)[0]
    for name in names:
        if name not in found:
            free = (*_capitals(name), *ascii_uppercase)
            found[name] = next(letter for letter in free if letter not in found.values())
    return tuple(found[name] for name in names)


def _capitals(name: str) -> str:
    return "".join(letter for letter in name.upper() if letter in ascii_uppercase)
