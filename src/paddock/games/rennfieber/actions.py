"""Choices as numbers: for compiled code and for other libraries.

A command of many parts (a bid, a card and a space, slips, horses to enter or to sell) is made of
several actions, one after the other, which rise, so that there is one way only to make each:

    0                confirm the bid, or the slips, as they are
    1                no bid
    2 + horse        the horse that trains, runs, is sold
    20 + play        the card to be played, where there is one
    25 + ...         lay a slip: kind x COLOURS + colour
    raises + i       raise the bid by a power of two, in hundreds, the greatest first
    towards + space  move there; `homeward`: past the finish
"""

from __future__ import annotations

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
    """What depends on the table: how many powers of two there are, and where what begins."""

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
    """The different values of slips, least first."""
    return tuple(sorted(set(rules.edition.slips)))


def most_money(rules: Ruleset) -> int:
    """More than a seat can ever own: all prizes, every stake at the best odds, every card."""
    edition = rules.edition
    prizes = sum(sum(race.prizes) for race in edition.programme)
    winnings = RACES * sum(rules.slips) * max(edition.odds) // 10
    best = max((card.amount for card in edition.training if card.effect == "receive"), default=0)
    landings = 2 * rules.horses_each * len(edition.training_cards)
    points = max(int(level[0]) for level in LEVELS) * settlement.PER_POINT
    sales = rules.runners_each * (max(card.price for card in edition.horses) + points)
    return rules.cash + prizes + winnings + best * landings + sales
