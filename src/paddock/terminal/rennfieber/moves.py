"""Where a runner may go: labels for the spaces, drawn on the track and typed by players.

A lane's number stands for the furthest space that can be reached in it, 3b for the next one behind
it, 3c for the one behind that. h is home.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from string import ascii_lowercase

from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.offers import MoveOffer, Ways
from paddock.games.rennfieber.track import HOME, SECTIONS, Track
from paddock.kernel.text import Text, say

# Keys for the cards: typed before a label to play the card, or alone to see where it leads.
KEYS: Mapping[str, Play] = {
    "n": "none",
    "k": "karriere",
    "d": "durchbruch",
    "e": "durchbruch_as_karriere",
    "g": "kept_gallop",
}
LETTERS: Mapping[Play, str] = {play: key for key, play in KEYS.items()}
PLAYS: Mapping[Play, Text] = {
    "none": say("no card"),
    "karriere": say("Karriere"),
    "durchbruch": say("Durchbruch through others"),
    "durchbruch_as_karriere": say("Durchbruch as Karriere"),
    "kept_gallop": say("gallop card"),
}
HOME_LABEL = "h"


def labels(track: Track, ways: Ways) -> dict[str, int]:
    """The possible ends of a move by label: home first, then lane by lane, the furthest first."""
    found: dict[str, int] = {}
    behind: dict[int, int] = {}
    for to in sorted((way.to for way in ways.ways if way.to != HOME), key=_order(track, ways)):
        lane = track.spaces[to].lane
        place = behind.setdefault(lane, 0)
        behind[lane] += 1
        found[f"{lane}{ascii_lowercase[place] if place else ''}"] = to
    home = {HOME_LABEL: HOME} if any(way.to == HOME for way in ways.ways) else {}
    return home | dict(sorted(found.items()))


def _order(track: Track, ways: Ways) -> Callable[[int], Fraction]:
    """Sorts spaces by how far ahead they are, the furthest first.

    A move is always shorter than a lap, so distances are counted from a section behind its start.
    """
    first = next((way.path[0] for way in ways.ways if way.path[:1] not in ((), (HOME,))), None)
    start = Fraction(0) if first is None else track.spaces[first].centre - 1
    return lambda to: -((track.spaces[to].centre - start) % len(SECTIONS))


def ways_of(offer: MoveOffer, play: Play) -> Ways | None:
    return next((ways for ways in offer.plays if ways.play == play), None)
