"""A choice in a stored match: what the seat saw that made it, what it might do, and what it did."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from paddock.games import AnyGame
from paddock.kernel.game import Offer, turns
from paddock.kernel.log import Log, Step, Undone, standing
from paddock.kernel.match import fold
from paddock.kernel.text import say
from paddock.terminal.refusal import Refused


class Decision(Struct, frozen=True):
    """View and offer are those of the step's own seat, just before it."""

    step: Step[Any, Any]
    view: Any
    offer: Offer[Any]


def decision(game: AnyGame, log: Log[Any, Any], at: int | None, seat: int | None) -> Decision:
    """The choice that led to a step, or the last one; with a seat, only one of that seat's."""
    if at is None:
        last = next(_decisions(game, log, reversed(log.records), seat), None)
        if last is None:
            raise Refused(say("Nobody has chosen anything yet."))
        return last
    step = log.records[at - 1]
    reason = say("At step {at} there was nothing to choose.", at=at)
    if isinstance(step, Undone):
        reason = say("At step {at} others were taken back: nobody chose.", at=at)
    elif seat not in (None, step.seat):
        reason = say("Step {at} is of another seat.", at=at)
    elif (found := _decision(game, log, step)) is not None:
        return found
    near = sorted(log.records, key=lambda record: abs(record.seq - at))
    nearest = next(_decisions(game, log, near, seat), None)
    if nearest is None:
        raise Refused(reason)
    told = say("{reason} The nearest choice is at step {at}.", reason=reason, at=nearest.step.seq)
    raise Refused(told)


def _decisions(
    game: AnyGame, log: Log[Any, Any], records: Iterable[Step[Any, Any] | Undone], seat: int | None
) -> Iterator[Decision]:
    """The choices among these steps; with a seat, only that seat's."""
    for step in records:
        if isinstance(step, Step) and seat in (None, step.seat):
            found = _decision(game, log, step)
            if found is not None:
                yield found


def _decision(game: AnyGame, log: Log[Any, Any], step: Step[Any, Any]) -> Decision | None:
    """None where there was one thing to do."""
    state = fold(game, standing(log.records[: step.seq - 1]))
    turn = next(turn for turn in turns(game, state) if turn.seat == step.seat)
    return None if turn.sole else Decision(step, game.view(state, step.seat), turn.offer)
