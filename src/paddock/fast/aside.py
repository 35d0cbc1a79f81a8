"""Long work beside the main thread, which alone hears Ctrl-C, and only between two lines of Python.

The compiler may spend many seconds without coming to the next line.
"""

from collections.abc import Callable
from threading import Thread
from typing import TypeVar

Value = TypeVar("Value")


def aside(work: Callable[[], Value]) -> Value:
    """Return or raise what the work does. If Ctrl-C comes first, the work goes on unheeded.

    Python waits for it before exiting: a compiler whose process ends under it aborts.
    """
    values: list[Value] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            values.append(work())
        except BaseException as error:  # noqa: BLE001  # it is raised again where it belongs
            errors.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return values[0]
