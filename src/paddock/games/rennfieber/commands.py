"""What a seat may order. Each names the offer it answers; the seat itself is told beside it.

A secret choice is one final command that carries all of it (RF4.1, RF5.3, RF9.1): drafts stay
with whoever is choosing.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from paddock.kernel.game import Answer

# How a kept card is played: nothing, 3 further spaces (RF6.6), through others (RF6.11), a
# Durchbruch as if it were a Karriere (RF6.11), or the kept gallop card (RF6.14).
Play = Literal["none", "karriere", "durchbruch", "durchbruch_as_karriere", "kept_gallop"]


class StartMeeting(Answer, frozen=True, tag="start_meeting", forbid_unknown_fields=True):
    """The host opens the three races."""


class Bid(Answer, frozen=True, tag="bid", forbid_unknown_fields=True):
    """An offer for the horse on sale; 0 to drop out or to make none (RF2.5)."""

    amount: int


class ChooseTrainee(Answer, frozen=True, tag="choose_trainee", forbid_unknown_fields=True):
    """The horse that trains next (RF3.1)."""

    horse: int


class RollTraining(Answer, frozen=True, tag="roll_training", forbid_unknown_fields=True):
    """Throw the standard die for the horse in training (RF3.2)."""


class EnterRunners(Answer, frozen=True, tag="enter_runners", forbid_unknown_fields=True):
    """The horses that run for this seat, by number (RF4.1)."""

    horses: tuple[int, ...]


class Stake(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One slip on one colour."""

    colour: int
    value: int


class PlaceSlips(Answer, frozen=True, tag="place_slips", forbid_unknown_fields=True):
    """All slips of this seat for the race, in any order (RF5.1)."""

    stakes: tuple[Stake, ...]


class RollDice(Answer, frozen=True, tag="roll_dice", forbid_unknown_fields=True):
    """Throw race die and standard die (RF6.2)."""


class MoveRunner(Answer, frozen=True, tag="move_runner", forbid_unknown_fields=True):
    """Where the runner goes, and which card it plays for it (RF6.2, RF6.4); -1 is home."""

    play: Play
    to: int


class SellHorses(Answer, frozen=True, tag="sell_horses", forbid_unknown_fields=True):
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
