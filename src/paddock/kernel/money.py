"""Money moves only by transfer. The bank is an account like any other, so the sum is constant."""

from typing import Self

from msgspec import Struct
from msgspec.structs import replace


class Ledger(Struct, frozen=True):
    """What the bank and each seat own. The bank may go below zero: it never runs out."""

    bank: int
    purses: tuple[int, ...]

    @classmethod
    def opened(cls, seats: int) -> Self:
        return cls(0, (0,) * seats)

    def pay_out(self, seat: int, amount: int) -> Self:
        """From the bank to a seat; a negative amount flows back."""
        purses = list(self.purses)
        purses[seat] += amount
        if purses[seat] < 0:
            raise ValueError(f"seat {seat} cannot pay {-amount}")
        return replace(self, bank=self.bank - amount, purses=tuple(purses))

    def pay_in(self, seat: int, amount: int) -> Self:
        """From a seat to the bank."""
        return self.pay_out(seat, -amount)

    @property
    def total(self) -> int:
        return self.bank + sum(self.purses)

    @property
    def richest(self) -> tuple[int, ...]:
        """The seats that own the most."""
        most = max(self.purses)
        return tuple(seat for seat, money in enumerate(self.purses) if money == most)
