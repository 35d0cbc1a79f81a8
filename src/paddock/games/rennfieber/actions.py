"""Choices as numbers: for compiled code and for other libraries.

A command with several parts (a bid, a card and a space, slips, horses to enter or to sell) is
composed of several actions in ascending order, so that there is only one way to compose it:

    0                confirm the bid or the slips as they are
    1                no bid
    2 + horse        the horse that trains, runs or is sold
    20 + play        the card to play, if there is one
    25 + ...         place a slip: kind x COLOURS + colour
    raises + i       raise the bid by a power of two, in hundreds, the largest first
    towards + space  move there; `homeward`: past the finish
"""

from typing import NamedTuple, get_args

from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.edition import COLOURS, HORSES, LEVELS, RACES
from paddock.games.rennfieber.rules import settlement
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.ruleset import Ruleset

PLAYS: tuple[Play, ...] = get_args(Play)
CONFIRM, PASS, HORSE = range(3)
PLAY = HORSE + HORSES
SLIP = PLAY + len(PLAYS)


class Numbers(NamedTuple):
    """What depends on the table: the number of powers of two, and where these actions begin."""

    powers: int
    raises: int
    towards: int
    homeward: int


def numbers(rules: Ruleset) -> Numbers:
    powers = (most_money(rules) // RAISE).bit_length()
    raises = SLIP + COLOURS * len(slip_kinds(rules))
    towards = raises + powers
    return Numbers(powers, raises, towards, towards + len(rules.edition.track.spaces))


def slip_kinds(rules: Ruleset) -> tuple[int, ...]:
    """The distinct values of slips, lowest first."""
    return tuple(sorted(set(rules.edition.slips)))


def most_money(rules: Ruleset) -> int:
    """An upper bound of what a seat can own: all prizes, all stakes at the best odds, all cards."""
    edition = rules.edition
    prizes = sum(sum(race.prizes) for race in edition.programme)
    winnings = RACES * sum(rules.slips) * max(edition.odds) // 10
    best = max((card.amount for card in edition.training if card.effect == "receive"), default=0)
    landings = 2 * rules.horses_each * len(edition.training_cards)
    points = max(int(level[0]) for level in LEVELS) * settlement.PER_POINT
    sales = rules.runners_each * (max(card.price for card in edition.horses) + points)
    return rules.cash + prizes + winnings + best * landings + sales
