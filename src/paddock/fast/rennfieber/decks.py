"""Decks of cards, compiled: how many cards of each kind they have."""

from paddock.fast.chance import Script, chance
from paddock.fast.compiler import compiled
from paddock.fast.layout import Numbers
from paddock.fast.rennfieber.table import Table


@compiled
def take_card(table: Table, deck: Numbers, kinds: int, script: Script) -> int:
    """Take a random card out of a deck; returns its kind, or -1 if there is no card."""
    cards, kind = 0, 0
    for each in range(kinds):
        cards += deck[each]
    if cards == 0:
        return -1
    place = chance(table, script, cards)
    while place >= deck[kind]:
        place -= deck[kind]
        kind += 1
    deck[kind] -= 1
    return kind
