"""What to ask, in one sentence, how to read the answer, and each choice in a few words."""

from typing import assert_never

from paddock.games.royal_turf.caller import SYMBOLS
from paddock.games.royal_turf.commands import Command, MoveHorse, NameFirst, PlaceBet
from paddock.games.royal_turf.offers import (
    BetOffer,
    MoveOffer,
    NameOffer,
    Offer,
    RollOffer,
    StartOffer,
)
from paddock.games.royal_turf.view import View
from paddock.kernel.text import Text, count, say
from paddock.terminal.royal_turf.field import field, landing
from paddock.terminal.royal_turf.programme import Programme

_MOST_DIGITS = 3
# Offers that a person is asked about; the others allow only one command, which is given for them.
Choice = BetOffer | MoveOffer | NameOffer


def sentence(programme: Programme, seat: int, offer: Choice, hand: tuple[int, ...]) -> Text:
    """Whose turn it is and what they have to do."""
    name = programme.names[seat]
    match offer:
        case BetOffer(values=values, horses=horses):
            return say(
                "{name}: bet one token on a horse you have not bet on yet. Your tokens: {hand}. "
                "Type token and horse, such as {value} {number} or {value} {letters}.",
                name=name,
                hand=", ".join(map(str, hand)),
                value=values[-1],
                number=horses[0] + 1,
                letters=programme.edition.horses[horses[0]].letters.lower(),
            )
        case MoveOffer(symbol=symbol, moves=moves):
            return count(
                "{name} rolled the {symbol}. Only {horse} is left to move.",
                "{name} rolled the {symbol}. Move one of the {n} horses left: type its number or "
                "letters.",
                len(moves),
                name=name,
                symbol=SYMBOLS[symbol],
                horse=programme.horse(moves[0].horse),
            )
        case NameOffer(among=among):
            return say(
                "{name}: who bets first? Type one of these names: {names}.",
                name=name,
                names=_names(programme, among),
            )
        case _:
            assert_never(offer)


def waiting(programme: Programme, seat: int, offer: Offer) -> Text:
    """Whose turn it is, when nobody at the keyboard is asked."""
    name = programme.names[seat]
    match offer:
        case BetOffer():
            return say("Waiting for {name} to bet.", name=name)
        case MoveOffer(symbol=symbol):
            return say(
                "Waiting for {name} to move a horse. The die shows the {symbol}.",
                name=name,
                symbol=SYMBOLS[symbol],
            )
        case NameOffer():
            return say("Waiting for {name} to choose who bets first.", name=name)
        case RollOffer():
            return say("{name} will roll the die.", name=name)
        case StartOffer():
            return say("{name} will start the match.", name=name)
        case _:
            assert_never(offer)


def understood(programme: Programme, typed: str, offer: Choice) -> Command | Text:
    """The command that was meant, or what could be typed; `decide` says whether it is legal."""
    match offer:
        case MoveOffer(id=id):
            horse = programme.find_horse(typed)
            return _no_horse(programme) if horse is None else MoveHorse(id, horse)
        case BetOffer():
            return _bet(programme, typed.split(), offer)
        case NameOffer(id=id, among=among):
            seat = programme.find_seat(typed)
            if seat is None:
                return say("Type one of these names: {names}.", names=_names(programme, among))
            return NameFirst(id, seat)
        case _:
            assert_never(offer)


def described(programme: Programme, command: Command, view: View, offer: Offer) -> str:
    """A choice in a few words."""
    match command:
        case PlaceBet(value=value, horse=horse):
            return programme.say(
                say("{value} on {horse}", value=value, horse=programme.horse(horse))
            )
        case MoveHorse(horse=horse):
            run = field(programme, view, offer)
            assert run is not None
            where = landing(programme, run, offer, horse, short=False)
            return f"{programme.horse(horse)}, {where.plain}"
        case NameFirst(seat=seat):
            return programme.names[seat]
        case _:
            raise ValueError(f"{command} is not a choice")


def _bet(programme: Programme, words: list[str], offer: BetOffer) -> Command | Text:
    """Token and horse, in either order if letters tell them apart.

    With only one kind of token left, the horse alone is enough.
    """
    only = programme.find_horse(" ".join(words)) if len(offer.values) == 1 else None
    if only is not None:
        return PlaceBet(offer.id, offer.values[0], only)
    match words:
        case [_]:
            return say(
                "Which token? Type the token first, such as {value}, then the horse.",
                value=offer.values[-1],
            )
        case [value, *typed] if _is_number(value):
            horse = programme.find_horse(" ".join(typed))
        case [*typed, value] if _is_number(value):
            horse = programme.find_horse(" ".join(typed))
        case _:
            return say(
                "Type a token and a horse, such as {value} {number}.",
                value=offer.values[-1],
                number=offer.horses[0] + 1,
            )
    return _no_horse(programme) if horse is None else PlaceBet(offer.id, int(value), horse)


def _no_horse(programme: Programme) -> Text:
    return say(
        "Type a horse's number, 1 to {most}, or its two letters: {tags}.",
        most=len(programme.tags),
        tags=", ".join(programme.tags),
    )


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= _MOST_DIGITS


def _names(programme: Programme, seats: tuple[int, ...]) -> str:
    return ", ".join(programme.names[seat] for seat in seats)
