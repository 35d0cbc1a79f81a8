"""Verdicts on a log: do the dice follow from the committed seed, and were the rules followed?

The first verdict needs no knowledge of the game. The second decides every command again by the
rules of this version of Paddock, so a later fix to a rule never casts doubt on the dice of an old
match. A match that continues another one gets a third verdict, made with the log of that parent:
does it begin with what was played there?
"""

from hashlib import sha256
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
    Record,
    Revealed,
    Source,
    Step,
    Undone,
    undoable,
)
from paddock.kernel.refusal import Refusal
from paddock.kernel.text import Text, count, say

AnyGame = Game[Any, Any, Any, Any]
AnyRecord = Record[Any, Any]


class Played(Struct, frozen=True):
    """A log that has been read, and its game."""

    game: AnyGame
    log: Log[Any, Any]


class Verdict(Struct, frozen=True):
    """`step` is where it went wrong, or 0 if no step is to blame; `reason` has no full stop."""

    holds: Literal["yes", "no", "unknown"]
    reason: Text
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
        return Verdict("unknown", say("the seed has not been revealed yet"))
    if not _kept_commitment(log):
        return Verdict("no", say("the revealed seed does not match the commitment"))
    chance = KeyedChance(key)
    draws, brought = 0, log.header.origin.step if log.header.origin else 0
    for step in _all_steps(log):
        if step.seq <= brought:
            continue
        for draw in step.draws:
            draws += 1
            value = chance.draw(draw.stream, draw.index, draw.n)
            if value != draw.value:
                found = say(
                    "{stream} {index} was {value}, the seed gives {other}",
                    stream=draw.stream,
                    index=draw.index,
                    value=draw.value,
                    other=value,
                )
                return Verdict("no", found, step.seq)
    return Verdict("yes", _proved(draws, brought, log.header.chance))


def _proved(draws: int, brought: int, source: Source) -> Text:
    """What correct draws prove; the first `brought` records come from another match."""
    match source:
        case Numbered(number) if brought:
            return say(
                "all {draws} draws after record {step} follow from the number {number}; it was "
                "known in advance, so this proves nothing to others",
                draws=draws,
                step=brought,
                number=number,
            )
        case Numbered(number):
            return count(
                "the only draw follows from the number {number}; it was known in advance, so "
                "this proves nothing to others",
                "all {n} draws follow from the number {number}; it was known in advance, so "
                "this proves nothing to others",
                draws,
                number=number,
            )
        case Committed() if brought:
            return say(
                "all {draws} draws after record {step} follow from the committed seed; the "
                "earlier ones belong to another match",
                draws=draws,
                step=brought,
            )
        case Committed():
            return count(
                "the only draw follows from the committed seed",
                "all {n} draws follow from the committed seed",
                draws,
            )


def verify_origin(played: Played, parent: Played, data: bytes) -> Verdict:
    """Whether a match begins with what was played in its parent, whose log is `data`."""
    origin = played.log.header.origin
    if origin is None:
        return Verdict("no", say("this match does not continue another one"))
    if _hash_to(data, parent.log, origin.step) != origin.log:
        return Verdict("no", say("the other log is not that of the match that it continues"))
    if _made_of(played) != _made_of(parent):
        return Verdict("no", say("the match that it continues was a different game"))
    for mine, theirs in zip(played.log.records[: origin.step], parent.log.records, strict=False):
        if not _same(played.game, mine, theirs, kept=origin.hidden == "kept"):
            return Verdict(
                "no",
                say("this step is different from the one in the match that it continues"),
                mine.seq,
            )
    return Verdict(
        "yes",
        say(
            "the first {step} records are the same as in the match that it continues",
            step=origin.step,
        ),
    )


def _made_of(played: Played) -> tuple[object, ...]:
    game, header = played.game, played.log.header
    return game.name, game.seats, dict(game.options), header.edition_hash


def _hash_to(parent: bytes, played: Log[Any, Any], step: int) -> str:
    """The hash of a log up to the end of record `step`."""
    lines = 1 + len(played.entropy) + step
    return sha256(b"".join(parent.splitlines(keepends=True)[:lines])).hexdigest()


def _same(game: AnyGame, mine: AnyRecord, theirs: AnyRecord, *, kept: bool) -> bool:
    """Whether two records are the same; if hidden things were dealt again, as spectators see."""
    if kept or not (isinstance(mine, Step) and isinstance(theirs, Step)):
        return mine == theirs
    seen = [[game.redact(event, None) for event in step.events] for step in (mine, theirs)]
    return mine.seat == theirs.seat and seen[0] == seen[1]


def verify_rules(game: AnyGame, log: Log[Any, Any]) -> Verdict:
    """Decide every command again with the recorded draws, and compare the events."""
    states = [game.initial()]
    steps: list[Step[Any, Any]] = []
    for record in log.records:
        if isinstance(record, Undone):
            taken = []
            while steps and steps[-1].seq > record.to:
                taken.append(steps.pop())
                states.pop()
            if not undoable(game, tuple(taken), record.to):
                taken_back = say(
                    "a step was taken back although dice had been rolled or something had been "
                    "revealed"
                )
                return Verdict("no", taken_back, record.seq)
            continue
        progress = _decided_again(game, states[-1], record)
        if isinstance(progress, Verdict):
            return progress
        steps.append(record)
        states.append(progress.state)
    finished = bool(game.winners(states[-1]))
    return Verdict("yes", _kept(len(_all_steps(log)), finished=finished))


def _kept(steps: int, *, finished: bool) -> Text:
    if finished:
        return count(
            "the only step follows the rules, to the end",
            "all {n} steps follow the rules, to the end",
            steps,
        )
    return count(
        "the only step so far follows the rules",
        "all {n} steps so far follow the rules",
        steps,
    )


def _decided_again(game: AnyGame, state: Any, step: Step[Any, Any]) -> Progress[Any, Any] | Verdict:
    chance = RecordedChance(step.draws)
    try:
        progress = game.decide(state, step.seat, step.command, chance)
    except UnforeseenDraw as error:
        reason = say("the rules require different draws: {detail}", detail=str(error))
        return Verdict("no", reason, step.seq)
    if isinstance(progress, Refusal):
        return Verdict(
            "no", say("the rules do not allow the command: {code}", code=progress.code), step.seq
        )
    if progress.events != step.events:
        return Verdict(
            "no", say("the rules lead to different events than those recorded"), step.seq
        )
    if not chance.exhausted():
        return Verdict(
            "no", say("the record contains draws that the rules do not require"), step.seq
        )
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
    """Each stream must be used from its start and without gaps, so that nobody can pick draws."""
    used: dict[str, int] = {}
    for step in _all_steps(log):
        for draw in step.draws:
            expected = used.get(draw.stream, 0)
            if draw.index != expected:
                skipped = say(
                    "{stream} was drawn with index {index} instead of {expected}",
                    stream=draw.stream,
                    index=draw.index,
                    expected=expected,
                )
                return Verdict("no", skipped, step.seq)
            used[draw.stream] = expected + 1
    return None
