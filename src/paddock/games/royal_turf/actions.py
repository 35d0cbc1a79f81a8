"""Choices as numbers, the same for every table: for compiled code and for other libraries.

 0 .. 27   a bet: kind of token x 7 + horse; kinds are the token values, lowest first
28 .. 34   a move: 28 + horse
35 .. 40   naming the first bettor: 35 + seat
"""

from paddock.games.royal_turf.commands import Command, MoveHorse, NameFirst, PlaceBet
from paddock.games.royal_turf.edition import HORSES
from paddock.games.royal_turf.ruleset import SEATS, Ruleset

MOST_TOKENS = 4  # RT6.2: nobody has more tokens in a race, so there are no more kinds
BET = 0
MOVE = BET + MOST_TOKENS * HORSES
NAME = MOVE + HORSES
ACTIONS = NAME + SEATS[-1]


def kinds_of(rules: Ruleset) -> tuple[int, ...]:
    """The distinct values of the table's tokens, lowest first."""
    return tuple(sorted(set(rules.tokens)))


def action_of(kinds: tuple[int, ...], command: Command) -> int:
    match command:
        case PlaceBet(value=value, horse=horse):
            return BET + kinds.index(value) * HORSES + horse
        case MoveHorse(horse=horse):
            return MOVE + horse
        case NameFirst(seat=seat):
            return NAME + seat
        case _:
            raise ValueError(f"{type(command).__name__} is not a choice")


def command_of(kinds: tuple[int, ...], offer: str, action: int) -> Command:
    """The command for an action, as an answer to the offer with this id."""
    if action >= NAME:
        return NameFirst(offer, action - NAME)
    if action >= MOVE:
        return MoveHorse(offer, action - MOVE)
    kind, horse = divmod(action - BET, HORSES)
    return PlaceBet(offer, kinds[kind], horse)
