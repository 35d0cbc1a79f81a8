"""Work that takes long, outside the main thread: only that one receives Ctrl-C, and only while it
runs Python code. The compiler may not come back to Python for many seconds.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Value = TypeVar("Value")


def in_background(work: Callable[[], Value]) -> Value:
    """Return or raise what the work does. Ctrl-C stops the wait, not the work.

    Python waits for it before exiting: a compiler aborts if its process ends while it runs.
    """
    return ThreadPoolExecutor(1).submit(work).result()
