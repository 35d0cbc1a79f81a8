"""A moment of a match that was played, as one viewer saw it."""

from typing import Any

from paddock.games import AnyGame
from paddock.kernel.log import Log, standing
from paddock.kernel.match import fold
from paddock.kernel.text import say
from paddock.terminal.face import Face
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.screen import Shown, Size


class Replay:
    """All moments of a log; steps that were taken back count, and then no longer stand."""

    def __init__(self, game: AnyGame, log: Log[Any, Any], face: Face, words: Words) -> None:
        self._game = game
        self._records = log.records
        self._face = face
        self._words = words

    def moment(self, at: int, viewer: int | None, size: Size) -> list[Line]:
        """The board after a step with the race call up to it, and what was settled by it."""
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
