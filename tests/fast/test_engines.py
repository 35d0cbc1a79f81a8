"""What holds for every compiled engine: independent matches, complete tables, clear refusals."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from paddock.fast.rennfieber import engine as rennfieber
from paddock.fast.rennfieber.table import TABLE as RENNFIEBER_TABLE
from paddock.fast.royal_turf import engine as royal_turf
from paddock.fast.royal_turf.tables import TABLE as ROYAL_TURF_TABLE
from paddock.games.rennfieber.state import Racing, Settling
from paddock.games.royal_turf.state import SettingUp
from tests.fast.rennfieber import matches as meetings
from tests.fast.royal_turf import matches as races
from tests.rennfieber import table as fever
from tests.royal_turf import table as turf


class Compiled(NamedTuple):
    """A game's compiled engine, what makes its tables, and the module with its random matches."""

    engine: Any
    make: Callable[..., Any]
    matches: Any

    def tables(self, seats: int, numbers: range, seed: int = 0) -> Any:
        return self.engine.Tables.new(self.make(seats), numbers, seed)


ROYAL_TURF = Compiled(royal_turf, turf.game, races)
RENNFIEBER = Compiled(rennfieber, fever.game, meetings)
each_engine = pytest.mark.parametrize(
    "compiled", [ROYAL_TURF, RENNFIEBER], ids=["royal-turf", "rennfieber"]
)


@pytest.mark.parametrize(
    ("compiled", "policy"),
    [(ROYAL_TURF, "random"), (ROYAL_TURF, "punter"), (RENNFIEBER, "random")],
)
def test_matches_do_not_depend_on_their_batch(compiled: Compiled, policy: str) -> None:
    """Match 7 is the same alone or among others, and different with a different seed."""

    def played(numbers: range, seed: int) -> Any:
        tables = compiled.tables(3, numbers, seed)
        compiled.engine.play(tables, [compiled.engine.POLICIES[policy]] * 3)
        return tables.rows

    whole = played(range(12), 4)
    for numbers in (range(5), range(5, 12), range(7, 8)):
        assert (played(numbers, 4) == whole[numbers.start : numbers.stop]).all()
    assert (played(range(12), 5)["money"] != whole["money"]).any()


@each_engine
def test_any_integer_is_a_seed(compiled: Compiled) -> None:
    """Negative numbers and those beyond 64 bits too."""
    for seed, same in ((-1, 2**64 - 1), (2**64 + 3, 3)):
        one, two = (compiled.tables(2, range(2), number) for number in (seed, same))
        assert (one.rows == two.rows).all()
        assert (one.repeated(1, seed).rows == two.repeated(1, same).rows).all()


@each_engine
def test_only_finished_matches_are_counted(compiled: Compiled) -> None:
    """A match that has just begun is refused."""
    with pytest.raises(ValueError, match="are over"):
        compiled.engine.counts_of(compiled.tables(2, range(3)))


@each_engine
def test_there_is_a_policy_for_every_seat(compiled: Compiled) -> None:
    """No more, no fewer."""
    with pytest.raises(ValueError, match="2 policies for 3 seats"):
        compiled.engine.play(compiled.tables(3, range(1)), [0] * 2)


@each_engine
def test_any_state_can_be_loaded_and_given_back(compiled: Compiled) -> None:
    """In every phase of a match."""
    for number in range(10):
        game = compiled.matches.table(number)
        steps = compiled.matches.steps_of(game, number)
        states = [game.initial(), *(step.after for step in steps)][:: number % 2 + 1]
        tables = compiled.engine.Tables.of(game, states)
        for at, state in enumerate(states):
            compiled.matches.assert_given_back(tables, at, game, state)


def test_a_state_within_a_command_is_not_loaded() -> None:
    """No command ends while cards are turned, a race is settled or the next horse is turned."""
    steps = list(meetings.steps_of(fever.game(4), 1))
    run = next(step.after.phase for step in steps if isinstance(step.after.phase, Racing))
    between = replace(steps[0].after.phase, lot=None)
    cases = ((ROYAL_TURF, SettingUp()), (RENNFIEBER, Settling(run)), (RENNFIEBER, between))
    for compiled, phase in cases:
        game = compiled.make(4)
        with pytest.raises(ValueError, match="no command ends"):
            compiled.engine.Tables.of(game, [replace(game.initial(), phase=phase)])


def test_records_are_small() -> None:
    """A million games of Royal Turf take less than half a gigabyte, of Rennfieber less than two."""
    assert ROYAL_TURF_TABLE.itemsize <= 448
    assert RENNFIEBER_TABLE.itemsize <= 1_700
