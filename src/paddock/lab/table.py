"""A table of the laboratory: a game, its policies, and chance that follows from a number."""

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
    """A policy gave a command that its offer does not allow."""


class Plan(Struct, frozen=True):
    """Everything that decides how games go, as plain data for any process.

    `policies` has a name for each seat; `outside` has the places of third-party policies
    (`paddock.lab.outside`). If `logs` names a folder, every game is logged there.
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
        """A plan for this game, with one policy for all seats or one for each."""
        if len(policies) not in {1, game.seats}:
            raise ValueError(
                f"{len(policies)} policies for {game.seats} seats: give one for all, or one each"
            )
        names = tuple(policies) * (game.seats // len(policies))
        rules = (game.name, dict(game.options), dict(game.figures))
        plan = cls(*rules, names, seed, dict(outside or {}), logs)
        plan.seat()  # fails here, not in a worker, if a policy is unknown
        return plan

    def seat(self) -> tuple[AnyGame, list[AnyPolicy]]:
        """The game, and a policy in every seat."""
        game = GAMES[self.game].make(len(self.policies), self.options, self.figures)
        return game, [self._policy(game, name) for name in self.policies]

    def record(self, game: AnyGame, names: Sequence[str], number: int, title: str) -> Record | None:
        """The log of a game, if this plan asks for logs; `names` are its policies by seat.

        Different plans have different file names, so they can share a folder.
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

    Policies keep no state between games, so the same objects can play all of them.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Plan, type[AnyGame], str]]:
        """Pickle the game's declaration too, for a process that does not know the game."""
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
    """Play the game of this number and return its last state.

    Chance follows from (seed, number), each policy's generator from (seed, number, seat), so a game
    is the same in every process and in any order. A logged game has the record's dice.
    """
    chance = record.chance if record else QuickChance(seed, number)
    # Text seeds are hashed with SHA-512, not with Python's hash, which differs by process.
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
