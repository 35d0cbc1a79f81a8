"""Decisions explained: what a policy holds each of its options to be worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from paddock.kernel.game import Answer, Offer, Rng

Command = TypeVar("Command", bound=Answer)
Seen_contra = TypeVar("Seen_contra", contravariant=True)


class Valued(Struct, Generic[Command], frozen=True):
    """A command, its value, and the standard error of that: 0 where it was reckoned, not tried.

    In what the value is counted, each policy says of itself: pounds, or shares in a win.
    """

    command: Command
    value: float
    error: float = 0.0


class Explained(Protocol[Seen_contra, Command]):
    """A policy that can tell, of the same view with the same generator, why it chooses."""

    def explain(
        self, view: Seen_contra, offers: tuple[Offer[Command], ...], rng: Rng, /
    ) -> list[Valued[Command]]: ...


def best(options: Sequence[Valued[Command]], rng: Rng) -> Command:
    """The command of greatest value; one of them where several are as good."""
    most = max(option.value for option in options)
    equal = [option.command for option in options if option.value == most]
    return equal[rng.randrange(len(equal))]


def most_tried(options: Sequence[Valued[Command]], tried: Sequence[int], rng: Rng) -> Command:
    """The best of those that were tried in most worlds: of the others too little is known."""
    worlds = zip(options, tried, strict=True)
    return best([option for option, number in worlds if number == max(tried)], rng)
