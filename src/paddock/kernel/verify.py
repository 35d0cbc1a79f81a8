"""Two verdicts on a log: were the dice those of the committed seed, and were the rules kept?

The first needs no knowledge of the game. The second plays every command again; it speaks of the
rules as this Paddock knows them, so a later rule fix never brands the dice of an old game false.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from paddock.kernel.chance import (
    KeyedChance,
    RecordedChance,
    UnforeseenDraw,
    commitment,
    match_key,
    seed_of_number,
)
from paddock.kernel.game import Game, Progress
from paddock.kernel.log import (
    Committed,
    Header,
    Log,
    Numbered,
    Revealed,
    Step,
    Undone,
    undoable,
)
from paddock.kernel.rejection import Rejected


class Verdict(Struct, frozen=True):
    """`step` is where it went wrong, 0 where no step is to blame."""

    holds: Literal["yes", "no", "unknown"]
    reason: str
    step: int = 0


def key_of(log: Log[Any, Any]) -> bytes | None:
    """The key of a match whose seed is known."""
    seed = seed_of(log.header, log.revealed.seed if log.revealed else None)
    if seed is None:
        return None
    return match_key(seed, {added.seat: bytes.fromhex(added.value) for added in log.entropy})


def seed_of(header: Header, revealed: str | None) -> bytes | None:
    match header.chance:
        case Numbered(number):
            return seed_of_number(number)
        case Committed():
            return bytes.fromhex(revealed) if revealed else None


def verify_dice(log: Log[Any, Any]) -> Verdict:
    """Recompute every draw from the revealed seed and the seats' entropy."""
    gap = _gap(log)
    if gap is not None:
        return gap
    key = key_of(log)
    if key is None:
        return Verdict("unknown", "the seed has not been revealed yet")
    source = log.header.chance
    if not _kept_commitment(log):
        return Verdict("no", "the revealed seed is not the one that was committed to")
    chance = KeyedChance(key)
    count = 0
    for step in _all_steps(log):
        for draw in step.draws:
            count += 1
            value = chance.draw(draw.stream, draw.index, draw.n)
            if value != draw.value:
                return Verdict(
                    "no",
                    f"{draw.stream} {draw.index} was {draw.value}, the seed gives {value}",
                    step.seq,
                )
    if isinstance(source, Numbered):
        return Verdict(
            "yes",
            f"all {count} draws follow from the number {source.number}; "
            "it was known beforehand, so this proves nothing to others",
        )
    return Verdict("yes", f"all {count} draws follow from the committed seed")


def verify_rules(game: Game[Any, Any, Any, Any], log: Log[Any, Any]) -> Verdict:
    """Decide every command again, with the recorded draws, and compare the events."""
    states = [game.initial()]
    steps: list[Step[Any, Any]] = []
    for record in log.records:
        if isinstance(record, Undone):
            taken = []
            while steps and steps[-1].seq > record.to:
                taken.append(steps.pop())
                states.pop()
            if not undoable(game, tuple(taken), record.to):
                return Verdict(
                    "no", "a step was taken back that used chance or revealed", record.seq
                )
            continue
        progress = _decided_again(game, states[-1], record)
        if isinstance(progress, Verdict):
            return progress
        steps.append(record)
        states.append(progress.state)
    finished = "to the end" if game.winners(states[-1]) else "as far as it goes"
    return Verdict("yes", f"all {len(_all_steps(log))} steps follow the rules, {finished}")


def _decided_again(
    game: Game[Any, Any, Any, Any], state: Any, step: Step[Any, Any]
) -> Progress[Any, Any] | Verdict:
    chance = RecordedChance(step.draws)
    try:
        progress = game.decide(state, step.seat, step.command, chance)
    except UnforeseenDraw as error:
        return Verdict("no", str(error), step.seq)
    if isinstance(progress, Rejected):
        return Verdict("no", f"the command is refused: {progress.code}", step.seq)
    if progress.events != step.events:
        return Verdict("no", "the rules give other events than those recorded", step.seq)
    if not chance.exhausted():
        return Verdict("no", "the record has draws that the rules do not ask for", step.seq)
    return progress


def _kept_commitment(log: Log[Any, Any]) -> bool:
    match log.header.chance, log.revealed:
        case Committed(published), Revealed(seed):
            return commitment(bytes.fromhex(seed)) == published
        case _:
            return True


def _all_steps(log: Log[Any, Any]) -> list[Step[Any, Any]]:
    return [record for record in log.records if isinstance(record, Step)]


def _gap(log: Log[Any, Any]) -> Verdict | None:
    """Each stream must have been used from its beginning, without a gap: no picking of draws."""
    used: dict[str, int] = {}
    for step in _all_steps(log):
        for draw in step.draws:
            expected = used.get(draw.stream, 0)
            if draw.index != expected:
                return Verdict(
                    "no",
                    f"{draw.stream} was drawn at {draw.index}, its turn was {expected}",
                    step.seq,
                )
            used[draw.stream] = expected + 1
    return None
