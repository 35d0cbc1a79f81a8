"""A match opened for play: either a new one with a new log, or one resumed from its log."""

import secrets
import shlex
from hashlib import sha256
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paddock import games
from paddock.games import AnyGame
from paddock.kernel.chance import SEED_BYTES, KeyedChance, commitment
from paddock.kernel.edition import FaultyEdition
from paddock.kernel.game import Answer, Rng, Unplayable
from paddock.kernel.log import (
    Committed,
    Entropy,
    Header,
    Log,
    Numbered,
    Revealed,
    Seat,
    Step,
    UnreadableLog,
)
from paddock.kernel.match import Match
from paddock.kernel.refusal import Refusal
from paddock.kernel.text import say
from paddock.kernel.verify import key_of, verify_dice, verify_rules
from paddock.terminal.journal import Journal
from paddock.terminal.refused_error import RefusedError


class Opened(Struct):
    """A match and its log. `luck`: the first person wants to add randomness before play starts."""

    header: Header
    journal: Journal
    match: Match[Any, Any, Any, Any]
    torn: bool = False
    luck: bool = False

    def rng(self, seq: int) -> Rng:
        """A bot's generator for one step: a numbered game repeats exactly, resumed or not."""
        match self.header.chance:
            case Numbered(number):
                return Random(f"{number}/{seq}")
            case Committed():
                return SystemRandom()

    def give(self, seat: int, command: Answer) -> Step[Any, Any] | Refusal:
        """Carry out a command; its step is on disk before the match changes or anyone sees it."""
        step = self.match.propose(seat, command)
        if isinstance(step, Step):
            self.journal.record(step)
            self.match.accept(step)
        return step

    def stir(self, words: str) -> None:
        """Mix the first person's words into the dice of a match that has not started."""
        seat = [seat.policy for seat in self.header.seats].index(None)
        entropy = Entropy(seat, sha256(words.encode()).hexdigest())
        self.journal.record(entropy)
        chance = chance_of(Log(self.header, (entropy,), (), None), self.journal.seed)
        self.match = Match(self.match.game, chance)


def begin(
    game: AnyGame,
    seats: tuple[Seat, ...],
    path: Path,
    number: int | None = None,
    *,
    luck: bool = False,
) -> Opened:
    """Commit to a seed and write the header; only then may the first person add to the dice."""
    if luck and number is not None:
        raise RefusedError(
            say("Use either --seed or --luck: with --seed, nobody can add randomness to the dice.")
        )
    if luck and all(seat.policy is not None for seat in seats):
        raise RefusedError(
            say(
                "--luck lets a person add randomness to the dice, but only bots play at this table."
            )
        )
    secret = secrets.token_bytes(SEED_BYTES) if number is None else None
    source = Committed(commitment(secret)) if secret else Numbered(number or 0)
    header = Header.of(game, seats, source)
    journal = Journal.create(path, header, secret)
    chance = chance_of(Log(header, (), (), None), secret)
    return Opened(header, journal, Match(game, chance), luck=luck)


def take_up(path: Path) -> Opened:
    """Resume where the log ends and remove a torn last line. A refused log is left unchanged."""
    journal, loaded = Journal.open(path)
    try:
        match = _resumed(loaded.log, journal)
        journal.clean_up(loaded)
    except RefusedError:
        journal.close()
        raise
    return Opened(loaded.log.header, journal, match, loaded.torn)


def _resumed(log: Log[Any, Any], journal: Journal) -> Match[Any, Any, Any, Any]:
    """The match in a log; refused if its seed was revealed before the match was over."""
    game = game_of(log, journal.path)
    match = Match(game, chance_of(log, journal.seed))
    for record in log.records:
        match.accept(record)
    if log.revealed is not None and not game.winners(match.state):
        closed = say(
            "This match was closed, so the seed of its dice is public. It can be viewed "
            "(paddock replay show {file}), but not resumed.",
            file=shlex.quote(str(journal.path)),
        )
        raise RefusedError(closed)
    return match


def chance_of(log: Log[Any, Any], secret: bytes | None) -> KeyedChance:
    """The dice of a match, whether their seed is a number, still secret, or already revealed."""
    known = replace(log, revealed=Revealed(secret.hex())) if secret else log
    key = key_of(known)
    assert key is not None, "a log without its key should have been refused earlier"
    verdict = verify_dice(known)
    if verdict.holds == "no":
        forged = say(
            "The dice in this log do not follow from its seed. Step {step}: {reason}.",
            step=verdict.step,
            reason=verdict.reason,
        )
        raise RefusedError(forged)
    return KeyedChance(key)


def game_of(log: Log[Any, Any], path: Path) -> AnyGame:
    """The game that was played; refused if the log does not follow its rules."""
    try:
        game = games.game_of(log.header)
    except (FaultyEdition, Unplayable, UnreadableLog) as error:
        reason = error.reason if isinstance(error, UnreadableLog) else str(error)
        text = say("{file} cannot be played. Line 1: {reason}.", file=str(path), reason=reason)
        raise RefusedError(text) from error
    verdict = verify_rules(game, log)
    if verdict.holds == "no":
        text = say(
            "{file} does not follow the rules. Step {step}: {reason}.",
            file=str(path),
            step=verdict.step,
            reason=verdict.reason,
        )
        raise RefusedError(text)
    return game
