"""The race caller as one viewer hears it: sentences, gathered into paragraphs."""

from collections.abc import Callable, Iterable
from typing import Any

from paddock.kernel.game import Caller
from paddock.terminal.language import Words


class Commentary:
    """`begins` tells of an event, and the one before it, whether it has a paragraph of its own."""

    def __init__(
        self, caller: Caller[Any], words: Words, begins: Callable[[Any, Any], bool]
    ) -> None:
        self._caller, self._words, self._begins = caller, words, begins
        self._latest: Any = None
        self.paragraphs: list[str] = []

    def hear(self, events: Iterable[Any]) -> list[str]:
        """What is said of these events, which must be as the viewer may read them."""
        said = []
        for event in events:
            sentences = [self._words(text) for text in self._caller.call(event)]
            said += sentences
            if not sentences:
                continue
            if self.paragraphs and not self._begins(event, self._latest):
                self.paragraphs[-1] += " " + " ".join(sentences)
            else:
                self.paragraphs.append(" ".join(sentences))
            self._latest = event
        return said
