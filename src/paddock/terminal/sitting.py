"""A sitting: from the first page, through the play, to the last line that stays on the screen."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Mapping
from contextlib import suppress

from paddock.kernel.log import Committed, Numbered, Source, standing
from paddock.kernel.text import Text, say
from paddock.terminal.face import Face, face_of
from paddock.terminal.keyboard import Left
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.opening import Opened
from paddock.terminal.screen import Screen
from paddock.terminal.session import AnyPolicy, Session

PACES: Mapping[str, float] = {"slow": 2.4, "normal": 1.2, "fast": 0.4, "off": 0}
_NO_SCREENING = say(
    "Hidden bets of several people need a terminal that can be wiped between them: "
    "this output cannot."
)


def sit(opened: Opened, policies: Mapping[int, AnyPolicy], screen: Screen, pause: float) -> None:
    """Play until it is over or somebody leaves; either way it is all in the log."""
    match, journal, words = opened.match, opened.journal, screen.words
    face = face_of(match.game, opened.header, words, screen.signs)
    session = Session(match, opened.header.seats, policies, opened.rng, face, screen)
    session.hear(standing(match.records))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if session.needs_screening and not screen.private:
        screen.print([Line(words(_NO_SCREENING))])
    elif not match.game.winners(match.state):
        with suppress(Left, KeyboardInterrupt), screen.opened():
            screen.turn(_first_page(opened, face, screen))
            session.play(pause)
    winners = match.game.winners(match.state)
    if winners:
        journal.reveal()
        view = match.game.view(match.state, None)
        screen.print([*face.final(view, winners), Line(), *_proof(opened, words)])
    else:
        saved = say("The game is saved. To play it on: paddock resume {file}", file=_file(opened))
        screen.print([Line(words(saved))])
    journal.close()


def _first_page(opened: Opened, face: Face, screen: Screen) -> list[Line]:
    """Who plays, with which figures and which dice, and where it is kept."""
    words = screen.words
    lines = [*face.opening(), Line(), Line(words(_dice(opened.header.chance)))]
    lines.append(Line(words(say("Every step is saved in {file}.", file=_file(opened)))))
    if opened.torn:
        torn = say("The last line of the log was torn by a crash and is gone; all else stands.")
        lines.append(Line(words(torn), "pick"))
    lines += [Line(), Line(words(say("Type ? at any time for help, q to stop.")))]
    return lines


def _dice(chance: Source) -> Text:
    match chance:
        case Numbered(number):
            return say(
                "Dice number {number}: known beforehand, so this game is not provable.",
                number=number,
            )
        case Committed(commitment):
            return say(
                "The dice are fixed and can be proved: their seed is committed to as {commitment}.",
                commitment=commitment,
            )


def _proof(opened: Opened, words: Words) -> list[Line]:
    file = _file(opened)
    if isinstance(opened.header.chance, Numbered):
        texts = [say("The log of this game: {file}", file=file), _dice(opened.header.chance)]
    else:
        texts = [say("The log of this game, with the seed of its dice: {file}", file=file)]
    texts.append(say("To check every roll and every rule: paddock replay verify {file}", file=file))
    return [Line(words(text)) for text in texts]


def _file(opened: Opened) -> str:
    return shlex.quote(str(opened.journal.path))
