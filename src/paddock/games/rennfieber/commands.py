"""The commands of a seat. Each names the offer it answers; the seat is passed separately.

A secret choice is a single, final command (RF4.1, RF5.3, RF9.1): drafts never leave the client.
"""

from typing import Literal

from msgspec import Struct

from paddock.kernel.game import Answer

# How to play a kept card: not at all, for 3 more spaces (RF6.6), to pass through others (RF6.11),
# a Durchbruch used as a Karriere (RF6.11), or the kept gallop card (RF6.14).
Play = Literal["none", "karriere", "durchbruch", "durchbruch_as_karriere", "kept_gallop"]


class StartMeeting(Answer, frozen=True, tag="start_meeting"):
    """The host opens the meeting of three races."""


class Bid(Answer, frozen=True, tag="bid"):
    """An offer for the horse on sale; 0 to drop out or to make none (RF2.5)."""

    amount: int


class ChooseTrainee(Answer, frozen=True, tag="choose_trainee"):
    """The horse that trains next (RF3.1)."""

    horse: int


class RollTraining(Answer, frozen=True, tag="roll_training"):
    """Roll the ordinary die for the horse in training (RF3.2)."""


class EnterRunners(Answer, frozen=True, tag="enter_runners"):
    """The numbers of the horses that run for this seat (RF4.1)."""

    horses: tuple[int, ...]


class Stake(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One slip on one colour."""

    colour: int
    value: int


class PlaceSlips(Answer, frozen=True, tag="place_slips"):
    """All slips that this seat places in the race, in any order (RF5.1)."""

    stakes: tuple[Stake, ...]


class RollDice(Answer, frozen=True, tag="roll_dice"):
    """Roll the race die and the ordinary die (RF6.2)."""


class MoveRunner(Answer, frozen=True, tag="move_runner"):
    """Where the runner goes, and which card it plays to get there (RF6.2, RF6.4); -1 is home."""

    play: Play
    to: int


class SellHorses(Answer, frozen=True, tag="sell_horses"):
    """The horses sold to the bank before race 3 (RF9.1)."""

    horses: tuple[int, ...]


Command = (
    StartMeeting
    | Bid
    | ChooseTrainee
    | RollTraining
    | EnterRunners
    | PlaceSlips
    | RollDice
    | MoveRunner
    | SellHorses
)
