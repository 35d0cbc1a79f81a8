"""The lab's worker processes."""

from multiprocessing import active_children
from multiprocessing.context import SpawnProcess


def left_behind() -> list[SpawnProcess]:
    """Those that still run. (A server of other tests is forked, not spawned.)"""
    return [child for child in active_children() if isinstance(child, SpawnProcess)]
