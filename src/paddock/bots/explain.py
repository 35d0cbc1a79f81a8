"""Decisions explained: what a policy holds each of its options to be worth."""

from typing import Generic, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from paddock.kernel.game import Answer, Offer, Rng
from paddock.kernel.text import Text, say

Command = TypeVar("Command", bound=Answer)
Seen_contra = TypeVar("Seen_contra", contravariant=True)


class Unit(Struct, frozen=True):
    """In what values are counted: its name for programs, a column's heading, what it means."""

    name: str
    heading: Text
    meaning: Text


MONEY = Unit(
    "money",
    say("worth"),
    say("Worth is money: what the choice is reckoned to bring, as the bot sees it."),
)
WIN = Unit(
    "win",
    say("% to win"),
    say(
        "Tried in imagined games: the share in a win that the choice comes to, give or take its "
        "standard error."
    ),
)
NOTHING = Unit("nothing", say("worth"), say("To this bot all of it is worth the same."))


class Valued(Struct, Generic[Command], frozen=True):
    """A command, its value, and the standard error of that: 0 where it was reckoned, not tried.

    `worlds` are the imagined ones in which it was tried. A note says what the value cannot. Of
    equal values the greater `merit` is the better.
    """

    command: Command
    value: float
    error: float = 0.0
    worlds: int = 0
    note: Text | None = None
    merit: float = 0.0

    @property
    def rank(self) -> tuple[int, float, float]:
        """What was tried in fewer worlds was given up for worse."""
        return self.worlds, self.value, self.merit


def share(command: Command, prize: float, error: float, worlds: int) -> Valued[Command]:
    """A share in a win, estimated by a prize that may lie outside of what a share can be.

    For to what was seen in the worlds a prize adds an opinion, and a liking for money. What is
    beyond 0 and 1 still ranks; the error bar ends there.
    """
    value = min(max(prize, 0.0), 1.0)
    return Valued(command, value, min(error, value, 1 - value), worlds, merit=prize)


class Explanation(Struct, Generic[Command], frozen=True):
    """The options that a policy considers; whatever else is allowed it gives no thought.

    `by` names the policy whose values they are: one that cannot value them itself asks another.
    """

    by: str
    unit: Unit
    options: list[Valued[Command]]

    def ranked(self) -> list[Valued[Command]]:
        """Best first; of several that are as good, the one named first."""
        return sorted(self.options, key=lambda option: option.rank, reverse=True)

    def first(self) -> Command:
        """The best; of several that are as good the one named first."""
        return self.ranked()[0].command

    def best(self, rng: Rng) -> Command:
        """The same, but any one of several that are as good."""
        first, *others = self.ranked()
        equal = [first, *(other for other in others if other.rank == first.rank)]
        return equal[rng.randrange(len(equal))].command


@runtime_checkable
class Explained(Protocol[Seen_contra, Command]):
    """A policy that can tell, of the same view with the same generator, why it chooses."""

    def explain(
        self, view: Seen_contra, offer: Offer[Command], rng: Rng, /
    ) -> Explanation[Command]: ...
