"""What the reference punter and the compiled one share. It requires neither Numba nor NumPy."""

from collections import deque

from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.track import Track

# Of plays with equal gain the first is chosen: no card, or the one that is worthless soonest.
PLAY_ORDER: tuple[Play, ...] = (
    "none",
    "kept_gallop",
    "karriere",
    "durchbruch_as_karriere",
    "durchbruch",
)
BREAKTHROUGH_GAIN = 2  # spaces that breaking through must gain


def distances(track: Track) -> list[list[int]]:
    """The fewest steps home from every space, by finish crossings so far: a backward search."""
    spaces = range(len(track.spaces))
    before: list[list[list[tuple[int, int]]]] = [[[] for _ in spaces] for _ in range(LAPS)]
    last: list[tuple[int, int]] = []
    for crossed, at in ((c, s) for c in range(LAPS) for s in spaces):
        for step in track.steps[at]:
            after = crossed + step.crosses
            (last if after == LAPS else before[after][step.to]).append((crossed, at))
    far = [[0 for _ in spaces] for _ in range(LAPS)]
    seen = set(last)
    todo = deque((1, crossed, at) for crossed, at in last)
    while todo:
        steps, crossed, at = todo.popleft()
        far[crossed][at] = far[crossed][at] or steps
        for place in before[crossed][at]:
            if place not in seen:
                seen.add(place)
                todo.append((steps + 1, *place))
    return far
