"""A table of the laboratory: a game, the policies that play it, and chance by number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Self

from msgspec import Struct

from paddock.bots import prepared
from paddock.games import GAMES, PARTS, AnyGame, declare
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Policy, chosen, turns
from paddock.kernel.log import canonical
from paddock.kernel.rejection import Rejected
from paddock.lab.outside import make
from paddock.lab.record import Record

AnyPolicy = Policy[Any, Any]


class Unlawful(RuntimeError):
    """A policy gave a command that its offer does not admit."""


class Plan(Struct, frozen=True):
    """All that decides how games go, in plain data that another process understands.

    `policies` has one name for each seat; `outside` says where those are that are not Paddock's
    own (`paddock.lab.outside`). With `logs`, a folder, every game is written down there.
    """

    game: str
    options: Mapping[str, str]
    figures: Mapping[str, Any]
    policies: tuple[str, ...]
    seed: int
    outside: Mapping[str, str] = {}
    logs: str | None = None

    @classmethod
    def of(
        cls,
        game: AnyGame,
        policies: Sequence[str],
        seed: int,
        outside: Mapping[str, str] | None = None,
        logs: str | None = None,
    ) -> Self:
        """One policy serves all seats; otherwise there is one for each, all known by name."""
        if len(policies) not in {1, game.seats}:
            raise ValueError(
                f"{len(policies)} policies for {game.seats} seats: name one for all, or one each"
            )
        names = tuple(policies) * (game.seats // len(policies))
        rules = (game.name, dict(game.options), dict(game.figures))
        plan = cls(*rules, names, seed, dict(outside or {}), logs)
        plan.seat()  # an unknown policy is told here, not by a worker
        return plan

    def seat(self) -> tuple[AnyGame, list[AnyPolicy]]:
        """The game, and a policy in every seat."""
        game = GAMES[self.game].make(len(self.policies), self.options, self.figures)
        return game, [self._policy(game, name) for name in self.policies]

    def record(self, game: AnyGame, names: Sequence[str], number: int, title: str) -> Record | None:
        """To write a game down, if this plan wants that; `names` are its policies by seat.

        Plans that differ have files that differ, in one folder too.
        """
        if self.logs is None:
            return None
        rules = (self.game, self.options, self.figures, self.policies, self.seed)
        plan = sha256(canonical(rules)).hexdigest()[:8]
        file = Path(self.logs) / f"{self.game}-seed{self.seed}-{title}-{plan}.jsonl"
        return Record(game, names, (self.seed, number), file)

    def _policy(self, game: AnyGame, name: str) -> AnyPolicy:
        if name in self.outside:
            return make(game, self.outside[name])
        return prepared(game, name)


class Seated:
    """A plan whose table is made once in each process, when it is first needed.

    Policies keep nothing from one game to the next, so the same ones may play all of them.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __reduce__(self) -> tuple[Callable[..., Seated], tuple[Plan, type[AnyGame], str]]:
        """With the game's declaration, for a process that has not heard of the game."""
        game = self.plan.game
        return _seated, (self.plan, GAMES[game], PARTS[game])

    @cached_property
    def table(self) -> tuple[AnyGame, list[AnyPolicy]]:
        return self.plan.seat()


def _seated(plan: Plan, kind: type[AnyGame], parts: str) -> Seated:
    declare(kind, parts)
    return Seated(plan)


def play(
    game: AnyGame,
    policies: Sequence[AnyPolicy],
    seed: int,
    number: int,
    watch: Callable[[Any], None],
    record: Record | None = None,
) -> Any:
    """Play the game of this number and return the state in which it ended.

    Chance comes from (seed, number), each policy's own generator from (seed, number, seat): a game
    goes the same way whichever process plays it, and after whichever others. A game that is
    written down has the record's dice.
    """
    chance = record.chance if record else QuickChance(seed, number)
    # A seed of text is digested by SHA-512, not by Python's hash, which differs by process.
    generators = [Random(f"{seed}/{number}/{seat}") for seat in range(game.seats)]
    state = game.initial()
    while (turn := next(turns(game, state), None)) is not None:
        seat = turn.seat
        command = chosen(game, state, turn, policies[seat], generators[seat])
        progress = game.decide(state, seat, command, chance)
        if isinstance(progress, Rejected):
            raise Unlawful(f"seat {seat} gave {command}: {progress.code}")
        if record:
            record.step(seat, command, progress)
        state = progress.state
        for event in progress.events:
            watch(event)
    if record:
        record.save()
    return state
