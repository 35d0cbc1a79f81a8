"""A match in progress: the game, its state, and the records that led there.

Proposing a command changes nothing. Its record is accepted once it is durable, and clients are
sent it only after that.
"""

from typing import Generic

from paddock.kernel.chance import Chance
from paddock.kernel.game import Command, Event, Game, State, View
from paddock.kernel.log import Record, Step, Undone, standing, undoable
from paddock.kernel.refusal import Refusal, refusal


class Match(Generic[State, Command, Event, View]):
    def __init__(self, game: Game[State, Command, Event, View], chance: Chance) -> None:
        self.game = game
        self.state = game.initial()
        self.records: list[Record[Command, Event]] = []
        self._chance = chance
        # The last proposed step, with the state that it leads to.
        self._proposed: tuple[Step[Command, Event] | None, State | None] = (None, None)

    def propose(self, seat: int, command: Command, id: str = "") -> Step[Command, Event] | Refusal:
        """The step that a command would make; nothing changes until it is accepted."""
        progress = self.game.decide(self.state, seat, command, self._chance)
        if isinstance(progress, Refusal):
            return progress
        step = Step(self._next(), seat, id, command, progress.draws, progress.events)
        self._proposed = (step, progress.state)
        return step

    def ahead(self, record: Record[Command, Event]) -> State:
        """The state that a record leads to."""
        proposed, state = self._proposed
        if record is proposed and state is not None:
            return state
        if isinstance(record, Undone):
            return fold(self.game, standing([*self.records, record]))
        return evolved(self.game, self.state, record.events)

    def propose_undo(self, to: int) -> Undone | Refusal:
        """Take back all steps after `to`, as the seats have agreed; nothing is drawn again."""
        if not undoable(self.game, standing(self.records), to):
            return refusal(
                "not_undoable",
                "That cannot be taken back, because dice have been rolled or something has been "
                "revealed since.",
            )
        return Undone(self._next(), to)

    def accept(self, record: Record[Command, Event]) -> None:
        """Apply a durable record, whether it was proposed here or read from the log."""
        self.state = self.ahead(record)
        self.records.append(record)
        self._proposed = (None, None)

    def _next(self) -> int:
        return len(self.records) + 1


def fold(game: Game[State, Command, Event, View], steps: tuple[Step[Command, Event], ...]) -> State:
    """The state after these steps, from their events alone: without chance and without rules."""
    state = game.initial()
    for step in steps:
        state = evolved(game, state, step.events)
    return state


def evolved(
    game: Game[State, Command, Event, View], state: State, events: tuple[Event, ...]
) -> State:
    for event in events:
        state = game.evolve(state, event)
    return state
