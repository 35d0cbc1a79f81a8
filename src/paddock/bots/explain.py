"""Decisions explained: the value that a policy gives to each of its options."""

from typing import Generic, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from paddock.kernel.game import Answer, Offer, Rng
from paddock.kernel.text import Text, say

Command = TypeVar("Command", bound=Answer)
Seen_contra = TypeVar("Seen_contra", contravariant=True)


class Unit(Struct, frozen=True):
    """The unit of values: its name for programs, a column heading, and what it means."""

    name: str
    heading: Text
    meaning: Text


MONEY = Unit(
    "money",
    say("value"),
    say("Values are the money that the bot expects from each choice."),
)
WIN = Unit(
    "win",
    say("win %"),
    say("The chance to win after each choice, in simulated games, with its standard error."),
)
NOTHING = Unit("nothing", say("value"), say("This bot sees no difference between the choices."))


class Valued(Struct, Generic[Command], frozen=True):
    """A command, its value, and the standard error, which is 0 if the value was not simulated.

    `worlds` is the number of its rollouts. A note adds what the value does
    not say. Of two equal values, the one with the greater `merit` is better.
    """

    command: Command
    value: float
    error: float = 0.0
    worlds: int = 0
    note: Text | None = None
    merit: float = 0.0

    @property
    def rank(self) -> tuple[int, float, float]:
        """An option tried in fewer worlds was dropped because it did worse."""
        return self.worlds, self.value, self.merit


def win_share(command: Command, estimate: float, error: float, worlds: int) -> Valued[Command]:
    """A share in a win. Since the estimate also contains a prior and a small bonus for money, it
    may be below 0 or above 1: value and error bar are cut off there, but the estimate decides
    between equal values.
    """
    value = min(max(estimate, 0.0), 1.0)
    return Valued(command, value, min(error, value, 1 - value), worlds, merit=estimate)


class Explanation(Struct, Generic[Command], frozen=True):
    """The options that a policy considers, which need not be all that are allowed.

    `by` names the policy whose values these are, as some policies use the values of others.
    """

    by: str
    unit: Unit
    options: list[Valued[Command]]

    def ranked(self) -> list[Valued[Command]]:
        """Best first; equally good options in the order given."""
        return sorted(self.options, key=lambda option: option.rank, reverse=True)

    def first(self) -> Command:
        """The best command; of several equally good ones, the first."""
        return self.ranked()[0].command

    def best(self, rng: Rng) -> Command:
        """The best command; of several equally good ones, a random one."""
        ranked = self.ranked()
        equal = [option for option in ranked if option.rank == ranked[0].rank]
        return equal[rng.randrange(len(equal))].command


@runtime_checkable
class Explained(Protocol[Seen_contra, Command]):
    """A policy that explains the choice that it makes for the same view and generator."""

    def explain(
        self, view: Seen_contra, offer: Offer[Command], rng: Rng, /
    ) -> Explanation[Command]: ...
