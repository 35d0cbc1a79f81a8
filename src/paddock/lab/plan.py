"""A plan says which games to play: the game, its options, the policies and the seed."""

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
from paddock.kernel.game import Policy, chosen, next_turn
from paddock.kernel.log import canonical
from paddock.kernel.refusal import Refusal
from paddock.lab import third_party
from paddock.lab.log_writer import LogWriter

AnyPolicy = Policy[Any, Any]


class IllegalCommand(RuntimeError):
    """A policy returned a command that its offer does not allow."""


class Plan(Struct, frozen=True):
    """Everything that determines the games, as plain data that can be sent to any process.

    `policies` has a name for each seat; `third_party` has the specs of third-party policies by
    name (`paddock.lab.third_party`). If `logs` names a folder, every game is logged there.
    """

    game: str
    options: Mapping[str, str]
    figures: Mapping[str, Any]
    policies: tuple[str, ...]
    seed: int
    third_party: Mapping[str, str] = {}
    logs: str | None = None

    @classmethod
    def of(
        cls,
        game: AnyGame,
        policies: Sequence[str],
        seed: int,
        third_party: Mapping[str, str] | None = None,
        logs: str | None = None,
    ) -> Self:
        """A plan for this game, with one policy for all seats or one for each."""
        if len(policies) not in {1, game.seats}:
            raise ValueError(
                f"{len(policies)} policies for {game.seats} seats: give one for all, or one each"
            )
        names = tuple(policies) * (game.seats // len(policies))
        rules = (game.name, dict(game.options), dict(game.figures))
        plan = cls(*rules, names, seed, dict(third_party or {}), logs)
        plan.make()  # fails here, not in a worker, if a policy is unknown
        return plan

    def make(self) -> tuple[AnyGame, list[AnyPolicy]]:
        """The game, and a policy in every seat."""
        game = GAMES[self.game].make(len(self.policies), self.options, self.figures)
        return game, [self._policy(game, name) for name in self.policies]

    def record(
        self, game: AnyGame, names: Sequence[str], number: int, title: str
    ) -> LogWriter | None:
        """A new log of this game, or None if the plan has no folder for logs.

        `names` are the policies by seat. Different plans have different file names, so they can
        share a folder.
        """
        if self.logs is None:
            return None
        rules = (self.game, self.options, self.figures, self.policies, self.seed)
        plan = sha256(canonical(rules)).hexdigest()[:8]
        file = Path(self.logs) / f"{self.game}-seed{self.seed}-{title}-{plan}.jsonl"
        return LogWriter(game, names, (self.seed, number), file)

    def _policy(self, game: AnyGame, name: str) -> AnyPolicy:
        if name in self.third_party:
            return third_party.make(game, self.third_party[name])
        return prepared(game, name)


class LazyTable:
    """A plan whose game and policies are made once in each process, on first use.

    Policies keep no state between games, so the same objects can play all of them.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Plan, type[AnyGame], str]]:
        """Pickle the game's declaration too, for a process that does not know the game."""
        game = self.plan.game
        return _unpickled, (self.plan, GAMES[game], PARTS[game])

    @cached_property
    def made(self) -> tuple[AnyGame, list[AnyPolicy]]:
        return self.plan.make()


def _unpickled(plan: Plan, kind: type[AnyGame], parts: str) -> LazyTable:
    declare(kind, parts)
    return LazyTable(plan)


def play(
    game: AnyGame,
    policies: Sequence[AnyPolicy],
    seed: int,
    number: int,
    watch: Callable[[Any], None],
    record: LogWriter | None = None,
) -> Any:
    """Play the game with this number and return its final state.

    The dice are seeded from (seed, number) and each policy's generator from (seed, number, seat),
    so a game is the same in every process and in any order. A logged game has the record's dice.
    """
    chance = record.chance if record else QuickChance(seed, number)
    # String seeds are hashed with SHA-512, not with Python's hash, which differs by process.
    generators = [Random(f"{seed}/{number}/{seat}") for seat in range(game.seats)]
    state = game.initial()
    while (turn := next_turn(game, state)) is not None:
        seat = turn.seat
        command = chosen(game, state, turn, policies[seat], generators[seat])
        progress = game.decide(state, seat, command, chance)
        if isinstance(progress, Refusal):
            raise IllegalCommand(f"seat {seat} gave {command}: {progress.code}")
        if record:
            record.step(seat, command, progress)
        state = progress.state
        for event in progress.events:
            watch(event)
    if record:
        record.save()
    return state
