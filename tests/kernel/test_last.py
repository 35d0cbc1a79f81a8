"""Results are remembered for the same objects only."""

from paddock.kernel.game import LastOffers
from paddock.kernel.last import Last


def test_a_function_is_called_again_only_for_other_objects() -> None:
    calls: list[tuple[object, ...]] = []

    def joined(*values: tuple[int, ...]) -> tuple[int, ...]:
        calls.append(values)
        return sum(values, ())

    last, one, two = Last(joined), (1, 2), (3,)
    assert last(one, two) == last(one, two) == (1, 2, 3)
    assert calls == [(one, two)]
    assert last(two, one) == (3, 1, 2)
    equal = tuple([1, 2])  # noqa: C409  # an equal tuple that is another object
    assert last(equal, two) == (1, 2, 3)
    assert len(calls) == 3


def test_the_offers_of_all_seats_are_remembered_until_the_state_changes() -> None:
    calls: list[tuple[str, int]] = []

    def make(state: str, seat: int) -> str | None:
        calls.append((state, seat))
        return f"{state} {seat}" if seat else None

    offers: LastOffers[str, str] = LastOffers(make)
    for _ in range(2):
        assert [offers("first", seat) for seat in (0, 1, 2)] == [None, "first 1", "first 2"]
    assert calls == [("first", 0), ("first", 1), ("first", 2)]
    assert offers("second", 1) == "second 1"
    assert offers("first", 1) == "first 1"
    assert calls[3:] == [("second", 1), ("first", 1)]
