"""The commands of a seat. Each names the offer it answers; the seat is passed separately."""

from paddock.kernel.game import Answer


class StartMeeting(Answer, frozen=True, tag="start_meeting"):
    """The host opens the meeting of three races."""


class NameFirst(Answer, frozen=True, tag="name_first"):
    """The host names the first bettor (RT3.1, RT3.2)."""

    seat: int


class PlaceBet(Answer, frozen=True, tag="place_bet"):
    """Place a token of this value on this horse (RT3.3)."""

    value: int
    horse: int


class RollDie(Answer, frozen=True, tag="roll_die"):
    """Roll the die (RT4.2)."""


class MoveHorse(Answer, frozen=True, tag="move_horse"):
    """Move this horse by the number that its card shows for the rolled symbol (RT4.2)."""

    horse: int


Command = StartMeeting | NameFirst | PlaceBet | RollDie | MoveHorse
