"""Commands that are refused, with a stable code and a sentence: nothing is changed or drawn."""

import pytest
from msgspec.structs import replace

from paddock.games.rennfieber import commands
from paddock.games.rennfieber.state import Auction, Lot, Over, State
from paddock.games.rennfieber.track import HOME
from tests.rennfieber.table import (
    A,
    Table,
    betting,
    entering,
    game,
    in_training,
    racing,
    selling,
    space,
    state_of,
)

ALONE = "back\n1  . A . . ."
OWNED = {0: [0, 1], 1: [2, 3], 2: [4, 5], 3: [6, 7]}
LOT = "auction/1/lot/1/4400"
TRAINEE = "training/1/horse/2"
ROLL = "training/1/roll/1"
ENTRY = "race/1/entry"
SLIPS = "race/1/slips"
DICE = "race/1/dice/1"
MOVE = "race/1/move/1"


def on_sale() -> State:
    """Seat 2 has offered 4,400 for horse 1, seat 0 is next."""
    lot = Lot(0, (0, 1, 2), 2, 4_400)
    auction = Auction(1, (), (1, 2, 3, 4), (1, 1, 1, 1), 0, lots=1, lot=lot)
    return state_of(auction, money=5_000)


def choosing() -> State:
    waiting = ((0, 1), (2, 3), (4, 5), (6, 7))
    return in_training((None,) * 4, waiting=waiting, turn=None)


def on_the_move() -> State:
    return racing(ALONE, dice=(2, 2), kept={A: ["karriere"]})


def further() -> State:
    return racing(ALONE, dice=(2, 6), extra=2, kept={A: ["karriere"]})


def over() -> State:
    return replace(racing(ALONE), phase=Over((0,)))


@pytest.mark.parametrize(
    ("state", "seat", "command", "code"),
    [
        (None, 1, commands.StartMeeting("start"), "not_your_turn"),
        (None, 0, commands.RollDice("start"), "other_command"),
        (None, 0, commands.StartMeeting("begin"), "stale"),
        (None, 4, commands.StartMeeting("start"), "no_such_seat"),
        (None, -1, commands.StartMeeting("start"), "no_such_seat"),
        (on_sale(), 0, commands.Bid("auction/1/lot/1/4300", 4_500), "stale"),
        (on_sale(), 0, commands.Bid(LOT, 4_400), "bid_too_low"),
        (on_sale(), 0, commands.Bid(LOT, 5_100), "bid_too_high"),
        (on_sale(), 0, commands.RollDice(LOT), "other_command"),
        (choosing(), 0, commands.ChooseTrainee(TRAINEE, 2), "not_to_train"),
        (choosing(), 0, commands.ChooseTrainee(TRAINEE, -1), "not_to_train"),
        (choosing(), 0, commands.RollTraining(TRAINEE), "other_command"),
        (in_training((0, 2, 4, 6)), 0, commands.ChooseTrainee(ROLL, 0), "other_command"),
        (entering(OWNED), 0, commands.EnterRunners(ENTRY, ()), "wrong_horses"),
        (entering(OWNED), 0, commands.EnterRunners(ENTRY, (0, 1)), "wrong_horses"),
        (entering(OWNED), 0, commands.EnterRunners(ENTRY, (2,)), "wrong_horses"),
        (entering(OWNED), 0, commands.SellHorses(ENTRY, (0,)), "other_command"),
        (betting(), 0, commands.RollDice(SLIPS), "other_command"),
        (racing(ALONE), 0, commands.MoveRunner(DICE, "none", space(1, 3)), "other_command"),
        (on_the_move(), 0, commands.RollDice(MOVE), "other_command"),
        (on_the_move(), 0, commands.MoveRunner(MOVE, "none", space(1, 3, "home")), "not_reachable"),
        (on_the_move(), 0, commands.MoveRunner(MOVE, "none", space(1, 2)), "not_reachable"),
        (on_the_move(), 0, commands.MoveRunner(MOVE, "none", space(1, 7)), "not_reachable"),
        (on_the_move(), 0, commands.MoveRunner(MOVE, "karriere", space(1, 4)), "not_reachable"),
        (on_the_move(), 0, commands.MoveRunner(MOVE, "none", HOME), "not_reachable"),
        (on_the_move(), 0, commands.MoveRunner(MOVE, "none", 999), "not_reachable"),
        (on_the_move(), 0, commands.MoveRunner(MOVE, "durchbruch", space(1, 4)), "no_such_card"),
        (on_the_move(), 0, commands.MoveRunner(MOVE, "kept_gallop", space(1, 6)), "no_such_card"),
        (further(), 0, commands.MoveRunner(MOVE, "none", space(1, 4)), "stale"),
        (
            further(),
            0,
            commands.MoveRunner("race/1/move/1/further", "karriere", space(1, 7)),
            "no_such_card",
        ),
        (selling(OWNED, 1), 0, commands.SellHorses("sale", ()), "wrong_horses"),
        (selling(OWNED, 1), 0, commands.SellHorses("sale", (2,)), "wrong_horses"),
        (
            selling({0: [0, 1, 2], 1: [3, 4, 5]}, 2),
            0,
            commands.SellHorses("sale", (0, 0)),
            "wrong_horses",
        ),
        (over(), 0, commands.RollDice("race/3/dice/9"), "match_over"),
    ],
)
def test_it_is_refused(
    state: State | None, seat: int, command: commands.Command, code: str
) -> None:
    """The code fits, nothing is drawn, and the state stays as it was."""
    Table(game(4 if state is None else state.seats), state).assert_refused(command, seat, code)
