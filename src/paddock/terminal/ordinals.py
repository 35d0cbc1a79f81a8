"""Places in a race, as short as they are written."""

from __future__ import annotations

from paddock.kernel.text import Text, say

ORDINALS: tuple[Text, ...] = (
    say("1st"),
    say("2nd"),
    say("3rd"),
    say("4th"),
    say("5th"),
    say("6th"),
    say("7th"),
)
