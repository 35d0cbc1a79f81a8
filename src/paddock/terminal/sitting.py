"""A sitting: from the first page, through the game, to the last line, which stays on screen."""

import shlex
import signal
from collections.abc import Mapping
from contextlib import suppress

from paddock.bots import weakness
from paddock.kernel.log import Committed, Numbered, Source, standing
from paddock.kernel.text import Text, say
from paddock.terminal.face import Face, face_of
from paddock.terminal.keyboard import Left
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.opening import Opened
from paddock.terminal.screen import Screen
from paddock.terminal.session import PROMPT, AnyPolicy, Session, needs_screening

PACES: Mapping[str, float] = {"slow": 2.4, "normal": 1.2, "fast": 0.4, "off": 0}
_NO_SCREENING = say(
    "To share this keyboard in a game with secrets, the terminal must be one that can be cleared "
    "between turns. This one is not."
)


def sit(opened: Opened, policies: Mapping[int, AnyPolicy], screen: Screen, pause: float) -> None:
    """Play until the game is over or somebody leaves; either way, the log has everything."""
    game, seats = opened.match.game, opened.header.seats
    journal, words = opened.journal, screen.words
    face = face_of(game, opened.header, words, screen.signs)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if needs_screening(face, seats) and not screen.private:
        screen.print([Line(words(_NO_SCREENING))])
    elif not game.winners(opened.match.state):
        with suppress(Left, KeyboardInterrupt), screen.opened():
            _open(opened, face, screen)
            session = Session(opened, policies, face, screen)
            session.hear(standing(opened.match.records))
            session.play(pause)
    state = opened.match.state
    winners = game.winners(state)
    if winners:
        journal.reveal()
        screen.print([*face.final(game.view(state, None), winners), Line(), *_proof(opened, words)])
    else:
        saved = say("The game is saved. To resume it: paddock resume {file}", file=_file(opened))
        screen.print([Line(words(saved))])
    journal.close()


def _open(opened: Opened, face: Face, screen: Screen) -> None:
    """Show the first page, and let the first person add to the dice after seeing the commitment."""
    page = _first_page(opened, face, screen)
    if not opened.luck:
        screen.turn(page)
        return
    asked = Line(
        screen.words(
            say("Type any words to add your own randomness to the dice, or just press Enter.")
        ),
        "act",
    )
    typed = screen.turn([*page, Line(), asked], PROMPT)
    if typed:
        opened.stir(typed)


def _first_page(opened: Opened, face: Face, screen: Screen) -> list[Line]:
    """The players, the edition, the dice, and where the game is saved."""
    words = screen.words
    lines = [*face.opening(), Line(), Line(words(_dice(opened.header.chance)))]
    lines.append(Line(words(say("Every step is saved in {file}.", file=_file(opened)))))
    for name in {seat.policy for seat in opened.header.seats if seat.policy}:
        weak = weakness(opened.header.game, name)
        if weak is not None:
            lines.append(Line(words(weak), "pick"))
    if opened.torn:
        torn = say(
            "A crash cut off the last line of the log. That line is gone; everything "
            "else is intact."
        )
        lines.append(Line(words(torn), "pick"))
    lines += [Line(), Line(words(say("Type ? at any time for help, q to stop.")))]
    return lines


def _dice(chance: Source) -> Text:
    match chance:
        case Numbered(number):
            return say(
                "The dice come from seed {number}, which was known in advance, so nobody can prove "
                "that they are fair.",
                number=number,
            )
        case Committed(commitment):
            return say(
                "The dice are sealed: nobody can change them, and after the game everybody can "
                "check them. The seal: {commitment}",
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
