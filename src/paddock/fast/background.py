"""Runs long work outside the main thread, so that Ctrl-C has an effect.

Only the main thread receives Ctrl-C, and only while it runs Python code; the compiler may not
return to Python for many seconds.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Value = TypeVar("Value")


def in_background(work: Callable[[], Value]) -> Value:
    """The result of the work, or its exception. Ctrl-C ends the wait, not the work.

    Python waits for it before exiting: a compiler aborts if its process ends while it runs.
    """
    return ThreadPoolExecutor(1).submit(work).result()
