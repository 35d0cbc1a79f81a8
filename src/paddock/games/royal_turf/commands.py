"""What a seat may order. Each names the offer it answers; the seat itself is told beside it."""

from paddock.kernel.game import Answer


class StartMeeting(Answer, frozen=True, tag="start_meeting", forbid_unknown_fields=True):
    """The host opens the three races."""


class NameFirst(Answer, frozen=True, tag="name_first", forbid_unknown_fields=True):
    """The host names the first bettor (RT3.1, RT3.2)."""

    seat: int


class PlaceBet(Answer, frozen=True, tag="place_bet", forbid_unknown_fields=True):
    """A token of this value on this horse (RT3.3)."""

    value: int
    horse: int


class RollDie(Answer, frozen=True, tag="roll_die", forbid_unknown_fields=True):
    """Throw the die (RT4.2)."""


class MoveHorse(Answer, frozen=True, tag="move_horse", forbid_unknown_fields=True):
    """Advance this horse by what its card shows for the rolled symbol (RT4.2)."""

    horse: int


Command = StartMeeting | NameFirst | PlaceBet | RollDie | MoveHorse
