"""Money moves only by transfer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.kernel.money import Ledger


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 1000), st.booleans()), max_size=40))
def test_the_sum_never_changes(transfers: list[tuple[int, int, bool]]) -> None:
    """Whatever is paid in either direction, the sum of bank and purses stays the same."""
    ledger = Ledger.opened(4)
    for seat, amount, out in transfers:
        if out:
            ledger = ledger.pay_out(seat, amount)
        else:
            ledger = ledger.pay_in(seat, min(amount, ledger.purses[seat]))
        assert ledger.total == 0
        assert min(ledger.purses) >= 0


def test_a_transfer_touches_two_accounts() -> None:
    """A payment changes the bank and one seat, in both directions."""
    paid = Ledger.opened(3).pay_out(1, 250)
    assert paid == Ledger(-250, (0, 250, 0))
    assert paid.pay_in(1, 100) == Ledger(-150, (0, 150, 0))


def test_the_richest_own_the_most() -> None:
    """One seat, or several with the same amount."""
    assert Ledger(0, (5, 7, 6)).richest == (1,)
    assert Ledger(0, (7, 5, 7)).richest == (0, 2)


def test_nobody_pays_what_is_not_there() -> None:
    """A purse below zero is a bug in the rules, not a debt."""
    with pytest.raises(ValueError, match="seat 0 cannot pay 50"):
        Ledger.opened(2).pay_in(0, 50)
