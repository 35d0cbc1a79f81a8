"""A stored match: its moments as one viewer saw them, and the choices made in it."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from paddock.games import AnyGame
from paddock.kernel.game import Offer, turns
from paddock.kernel.log import Log, Step, Undone, standing
from paddock.kernel.match import fold
from paddock.kernel.text import say
from paddock.terminal.face import Face
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.refused_error import RefusedError
from paddock.terminal.screen import Shown, Size


class Replay:
    """All moments of a log. Undone steps keep their numbers, but no longer have an effect."""

    def __init__(self, game: AnyGame, log: Log[Any, Any], face: Face, words: Words) -> None:
        self._game = game
        self._records = log.records
        self._face = face
        self._words = words

    def moment(self, at: int, viewer: int | None, size: Size) -> list[Line]:
        """The board after a step, the race call so far, and what the step settled."""
        steps = standing(self._records[:at])
        state = fold(self._game, steps)
        view = self._game.view(state, viewer)
        task = self._words(say("After step {at} of {last}.", at=at, last=len(self._records)))
        commentary = self._face.commentary()
        for step in steps:
            commentary.hear(self._game.redact(event, viewer) for event in step.events)
        lines = self._face.settled(steps[-1].events, view) if steps else []
        winners = self._game.winners(state)
        if winners:
            lines += [Line(), *self._face.final(view, winners), Line(task)]
        else:
            frame = self._face.frame(Shown(view, task, commentary.paragraphs), size)
            lines += [*frame.above, *frame.below]
        return lines


class StoredChoice(Struct, frozen=True):
    """A step, with the view and offer that its seat had just before it."""

    step: Step[Any, Any]
    view: Any
    offer: Offer[Any]


def decision(game: AnyGame, log: Log[Any, Any], at: int | None, seat: int | None) -> StoredChoice:
    """The choice that led to step `at`, or the last one; if `seat` is given, only its choices."""
    if at is None:
        last = next(_decisions(game, log, reversed(log.records), seat), None)
        if last is None:
            raise RefusedError(say("Nobody has made a choice yet."))
        return last
    step = log.records[at - 1]
    reason = say("At step {at} there was nothing to choose.", at=at)
    if isinstance(step, Undone):
        reason = say("Step {at} took back earlier steps: nobody made a choice.", at=at)
    elif seat not in (None, step.seat):
        reason = say("Step {at} belongs to another seat.", at=at)
    elif (found := _decision(game, log, step)) is not None:
        return found
    near = sorted(log.records, key=lambda record: abs(record.seq - at))
    nearest = next(_decisions(game, log, near, seat), None)
    if nearest is None:
        raise RefusedError(reason)
    text = say("{reason} The nearest choice is at step {at}.", reason=reason, at=nearest.step.seq)
    raise RefusedError(text)


def _decisions(
    game: AnyGame, log: Log[Any, Any], records: Iterable[Step[Any, Any] | Undone], seat: int | None
) -> Iterator[StoredChoice]:
    """The choices among these records; if `seat` is given, only its choices."""
    for step in records:
        if isinstance(step, Step) and seat in (None, step.seat):
            found = _decision(game, log, step)
            if found is not None:
                yield found


def _decision(game: AnyGame, log: Log[Any, Any], step: Step[Any, Any]) -> StoredChoice | None:
    """None if there was only one thing to do."""
    state = fold(game, standing(log.records[: step.seq - 1]))
    turn = next(turn for turn in turns(game, state) if turn.seat == step.seat)
    return None if turn.sole else StoredChoice(step, game.view(state, step.seat), turn.offer)
