"""What is being compiled, shown to whoever may be watching standard error."""

from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

from rich.console import Console
from rich.status import Status

from paddock.fast.compiler import listening
from paddock.kernel.text import put, say


@contextmanager
def shown(console: Console | None = None) -> Iterator[None]:
    """A line while anything is being compiled; none in a file or a pipe."""
    console = console or Console(stderr=True)
    status, words = Status("", console=console), NullTranslations()

    def tell(name: str) -> None:
        if not console.is_terminal:
            return
        sentence = say("Compiling {name}: once on this machine, then it is kept.", name=name)
        status.update(put(sentence, words))
        status.start()

    with listening(tell):
        try:
            yield
        finally:
            status.stop()
