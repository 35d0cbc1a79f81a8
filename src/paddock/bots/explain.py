"""Decisions explained: what a policy holds each of its options to be worth."""

from __future__ import annotations

from typing import Generic, Literal, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from paddock.kernel.game import Answer, Offer, Rng
from paddock.kernel.text import Text

Command = TypeVar("Command", bound=Answer)
Seen_contra = TypeVar("Seen_contra", contravariant=True)
# In what values are counted: the game's money, shares in a win of the match, spaces of the track,
# spaces a turn, or nothing at all where it makes no difference.
Unit = Literal["money", "win", "spaces", "pace", "nothing"]


class Valued(Struct, Generic[Command], frozen=True):
    """A command, its value, and the standard error of that: 0 where it was reckoned, not tried.

    `worlds` are the imagined ones in which it was tried. A note says what the value cannot.
    """

    command: Command
    value: float
    error: float = 0.0
    worlds: int = 0
    note: Text | None = None


class Explanation(Struct, Generic[Command], frozen=True):
    """The options that a policy considers; whatever else is allowed it gives no thought."""

    unit: Unit
    options: list[Valued[Command]]

    def ranked(self) -> list[Valued[Command]]:
        """Best first. What was tried in fewer worlds was given up for worse."""
        return sorted(self.options, key=lambda option: (-option.worlds, -option.value))

    def first(self) -> Command:
        """The best; of several that are as good the one named first."""
        return self.ranked()[0].command

    def best(self, rng: Rng) -> Command:
        """The same, but any one of several that are as good."""
        first, *others = self.ranked()
        rank = (first.worlds, first.value)
        equal = [first, *(other for other in others if (other.worlds, other.value) == rank)]
        return equal[rng.randrange(len(equal))].command


@runtime_checkable
class Explained(Protocol[Seen_contra, Command]):
    """A policy that can tell, of the same view with the same generator, why it chooses."""

    def explain(
        self, view: Seen_contra, offers: tuple[Offer[Command], ...], rng: Rng, /
    ) -> Explanation[Command]: ...
