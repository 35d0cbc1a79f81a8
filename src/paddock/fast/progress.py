"""Shows on standard error what is being compiled."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.status import Status

from paddock.fast.compiler import compilation_reported
from paddock.kernel.text import english, say


@contextmanager
def compilation_shown(console: Console | None = None) -> Iterator[None]:
    """Show a line while anything is being compiled, but only on a terminal."""
    console = console or Console(stderr=True)
    status = Status("", console=console)

    def show(name: str) -> None:
        if console.is_terminal:
            sentence = say(
                "Compiling {name}. This happens only once on this machine.",
                name=name,
            )
            status.update(english(sentence))
            status.start()

    with compilation_reported(show):
        try:
            yield
        finally:
            status.stop()
