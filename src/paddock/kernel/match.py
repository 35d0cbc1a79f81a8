"""A match in progress: the game, its state, and the log that is written before anyone is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from msgspec import Struct

from paddock.kernel.chance import Chance
from paddock.kernel.game import Command, Event, Game, Offer, State, View
from paddock.kernel.log import Log, Step, Undone, standing, undoable
from paddock.kernel.rejection import Rejected, reject


class Match(Generic[State, Command, Event, View]):
    """`record` must have made a record durable when it returns; only then does the state change."""

    def __init__(
        self,
        game: Game[State, Command, Event, View],
        chance: Chance,
        record: Callable[[Struct], None],
    ) -> None:
        self.game = game
        self.state = game.initial()
        self.records: list[Step[Command, Event] | Undone] = []
        self._chance = chance
        self._record = record

    def resume(self, log: Log[Command, Event]) -> None:
        """Take up where a log ends."""
        self.records = list(log.records)
        self.state = fold(self.game, log.steps)

    def offers(self, seat: int) -> tuple[Offer[Command], ...]:
        return self.game.offers(self.state, seat)

    def submit(self, seat: int, command: Command, id: str = "") -> Step[Command, Event] | Rejected:
        progress = self.game.decide(self.state, seat, command, self._chance)
        if isinstance(progress, Rejected):
            return progress
        step = Step(self._next(), seat, id, command, progress.draws, progress.events)
        self._record(step)
        self.records.append(step)
        self.state = progress.state
        return step

    def undo(self, to: int) -> Undone | Rejected:
        """Take back all steps after `to`, as the seats have agreed; nothing is drawn again."""
        steps = standing(self.records)
        if not undoable(self.game, steps, to):
            return reject(
                "not_undoable",
                "That cannot be taken back: the die was thrown, or something revealed, since.",
            )
        undone = Undone(self._next(), to)
        self._record(undone)
        self.records.append(undone)
        self.state = fold(self.game, standing(self.records))
        return undone

    def _next(self) -> int:
        return len(self.records) + 1


def fold(game: Game[State, Command, Event, View], steps: tuple[Step[Command, Event], ...]) -> State:
    """The state that the events of these steps lead to; needs no chance and no rules."""
    state = game.initial()
    for step in steps:
        for event in step.events:
            state = game.evolve(state, event)
    return state
