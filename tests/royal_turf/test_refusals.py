"""Commands that are refused, with a stable code and a sentence: nothing is changed or drawn."""

import pytest
from msgspec.structs import replace

from paddock.games.royal_turf import commands
from paddock.games.royal_turf.state import Over, State
from tests.royal_turf.horses import AL, EG, OT, RF
from tests.royal_turf.table import Table, betting, game, racing

FIRST_BET = "race/1/bet/1"
MOVE = "race/1/move/1"


def over() -> State:
    return replace(racing(), phase=Over((0,)))


@pytest.mark.parametrize(
    ("state", "seat", "command", "code"),
    [
        (None, 1, commands.StartMeeting("start"), "not_your_turn"),
        (None, 0, commands.RollDie("start"), "other_command"),
        (None, 0, commands.StartMeeting("begin"), "stale"),
        (None, 3, commands.StartMeeting("start"), "no_such_seat"),
        (None, -1, commands.StartMeeting("start"), "no_such_seat"),
        (betting(), 0, commands.PlaceBet(FIRST_BET, 0, EG), "no_such_token"),
        (betting(), 0, commands.PlaceBet(FIRST_BET, 3, EG), "no_such_token"),
        (betting(), 0, commands.PlaceBet(FIRST_BET, -1, EG), "no_such_token"),
        (betting(), 0, commands.PlaceBet(FIRST_BET, 1, 7), "horse_not_open"),
        (betting(), 0, commands.PlaceBet(FIRST_BET, 1, -1), "horse_not_open"),
        (betting(), 0, commands.NameFirst(FIRST_BET, 0), "other_command"),
        (betting(), 0, commands.MoveHorse(FIRST_BET, 0), "other_command"),
        (racing(), 0, commands.MoveHorse("race/1/roll/1", OT), "other_command"),
        (racing(rolled="cap"), 0, commands.MoveHorse(MOVE, 7), "horse_not_free"),
        (racing(rolled="cap"), 0, commands.MoveHorse(MOVE, -1), "horse_not_free"),
        (racing(rolled="cap", moved=[AL]), 0, commands.MoveHorse(MOVE, AL), "horse_not_free"),
        (
            racing({RF: 40}, rolled="cap", podium=[RF]),
            0,
            commands.MoveHorse(MOVE, RF),
            "horse_not_free",
        ),
        (racing(rolled="cap"), 0, commands.RollDie("race/1/roll/1"), "stale"),
        (over(), 0, commands.RollDie("race/3/roll/9"), "match_over"),
    ],
)
def test_it_is_refused(
    state: State | None, seat: int, command: commands.Command, code: str
) -> None:
    """The code fits, nothing is drawn, and the state stays as it was."""
    Table(game(), state).assert_refused(command, seat, code)


def test_the_same_command_twice_has_one_effect() -> None:
    """The second is refused: first it is another seat's turn, later the offer is stale."""
    table = Table(game(), betting())
    command = commands.PlaceBet(FIRST_BET, 1, EG)
    table.bet(1, EG)
    table.assert_refused(command, 0, "not_your_turn")
    table.bet(1, EG)
    table.bet(1, EG)
    table.assert_refused(command, 0, "stale")
