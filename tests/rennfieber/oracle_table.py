"""The table of the second Rennfieber: money, stables, training cards and dice (RF1, RF3.5..RF3.7).

Like the other `oracle` modules it is written from the numbered rules alone, as simply as possible.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

WORST_TO_BEST = ("5-", "0", "2+", "3+", "4+", "5+")  # RF1.6
RUNNERS = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}  # RF1.1
CASH = {2: 65_000, 3: 50_000, 4: 35_000, 5: 35_000, 6: 35_000}  # RF1.3
STABLE = {2: 6, 3: 4, 4: 2, 5: 2, 6: 2}  # RF2.2
SOLD_BACK = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}  # RF9.1

Draw = Callable[[str, int], int]
Fact = tuple[Any, ...]


class Illegal(Exception):
    """The act is not allowed now; nothing has changed."""


def sorted_cards(kinds: Sequence[Mapping[str, Any]]) -> list[int]:
    """A whole deck, every card by the number of its kind."""
    return [kind for kind, card in enumerate(kinds) for _ in range(card["count"])]


class Table:
    """What is always on the table. `draw(what, n)` is chance, `facts` is what has happened."""

    def __init__(self, seats: int, figures: Mapping[str, Any], draw: Draw) -> None:
        self.seats = seats
        self.figures = figures
        self.draw = draw
        self.facts: list[Fact] = []
        horses = range(len(figures["horses"]["cards"]))
        self.cash = [CASH[seats]] * seats
        self.stables: list[list[int]] = [[] for _ in range(seats)]
        self.level = dict.fromkeys(horses, 0)  # RF1.5
        self.kept: dict[int, list[int]] = {horse: [] for horse in horses}  # RF3.6
        self.deck = sorted_cards(figures["training"]["cards"])
        self.discards: list[int] = []

    def price(self, horse: int) -> int:
        return int(self.figures["horses"]["cards"][horse]["price"])

    def levels(self, horse: int) -> Sequence[str]:
        levels: Sequence[str] = self.figures["horses"]["cards"][horse]["levels"]
        return levels

    def condition(self, horse: int) -> str:
        return self.levels(horse)[self.level[horse]]

    def training_effect(self, kind: int) -> str:
        return str(self.figures["training"]["cards"][kind]["effect"])

    def change_condition(self, horse: int, steps: int) -> None:
        """RF3.5: along the levels on the card, and never beyond them."""
        self.level[horse] += steps
        self.level[horse] = max(0, min(self.level[horse], len(self.levels(horse)) - 1))

    def pay(self, seat: int, due: int, why: str) -> None:
        """RF1.9: a player who has less pays all there is."""
        amount = min(due, self.cash[seat])
        self.cash[seat] -= amount
        self.facts.append(("paid", seat, due, amount, why))

    def die(self) -> int:
        return self.draw("die", 6) + 1

    def clockwise(self, first: int) -> list[int]:
        """All seats, beginning with `first`."""
        return [(first + step) % self.seats for step in range(self.seats)]

    def draw_card(self, what: str, deck: list[int], discards: list[int]) -> int | None:
        """RF3.7, RF6.10: the discards become the deck when it is empty; None if both are."""
        if not deck:
            self.facts.append((f"{what} reformed",))
            deck.extend(discards)
            discards.clear()
        if not deck:
            return None
        deck.sort()
        return deck.pop(self.draw(what, len(deck)))
