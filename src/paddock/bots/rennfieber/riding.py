"""Riding: the shortest way home, and a card as soon as it brings all that it can.

A ride is valued by the spaces that it is nearer home than the best one without a card. One way on
from where it ends counts a little; a card counts a little too, the longer it can still be played,
and as all that it can bring where it would bring less now.
"""

from typing import NamedTuple

from paddock.bots.explain import Valued
from paddock.bots.rennfieber.form import Form
from paddock.fast.rennfieber.judgement import SOONEST, THROUGH
from paddock.games.rennfieber.commands import Command, MoveRunner, Play
from paddock.games.rennfieber.edition import Edition
from paddock.games.rennfieber.offers import MoveOffer, Way, Ways
from paddock.games.rennfieber.rules import movement
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import RacingScene, View
from paddock.kernel.text import Text, say

# In spaces, and so small that they only decide between equals: ways on first, then cards.
WAY_ON, LATER = 0.01, 0.1
KEPT: Text = say("not yet: the card can bring more")


class End(NamedTuple):
    """Where a ride leads: steps to go, then ways on from there; the less, the better."""

    to_go: int
    shut: int  # the fewer, the more ways on
    to: int


def rides(
    edition: Edition, form: Form, view: View, scene: RacingScene, offer: MoveOffer
) -> list[Valued[Command]]:
    """Every ride; with each card the best one first."""
    ends = {ways.play: sorted(outcomes(edition, form, scene, offer, ways)) for ways in offer.plays}
    plain = ends["none"][0]
    found: list[Valued[Command]] = []
    for rank, play in enumerate(SOONEST):
        if play not in ends:
            continue
        gain = plain.to_go - ends[play][0].to_go
        kept = (
            play != "none"
            and gain < _full(edition, play)
            and not _last_call(form, view, scene, plain)
        )
        cost = LATER * rank + (_full(edition, play) if kept else 0)
        for end in ends[play]:
            value = plain.to_go - end.to_go - WAY_ON * end.shut - cost
            ride = MoveRunner(offer.id, play, end.to)
            found.append(Valued(ride, value, note=KEPT if kept else None))
    return found


def outcomes(
    edition: Edition, form: Form, scene: RacingScene, offer: MoveOffer, ways: Ways
) -> list[End]:
    """Every end of a way of playing."""
    return [_outcome(edition, form, scene, offer.runner, way) for way in ways.ways]


def _outcome(edition: Edition, form: Form, scene: RacingScene, runner: int, way: Way) -> End:
    if way.to == HOME:
        return End(0, 0, HOME)
    track = edition.track
    crossed = movement.crossed(track, scene.at[runner], scene.crossed[runner], way.path)
    to_go = form.to_go(way.to, crossed)
    ways_on = sum(
        step.to not in scene.at and form.after(step, crossed) < to_go
        for step in track.steps[way.to]
    )
    return End(to_go, -ways_on, way.to)


def _full(edition: Edition, play: Play) -> int:
    """All that a card can bring, or for breaking through enough."""
    match play:
        case "durchbruch":
            return THROUGH
        case "kept_gallop":
            return max(card.amount for card in edition.gallop if card.effect == "keep")
        case _:
            return edition.karriere


def _last_call(form: Form, view: View, scene: RacingScene, plain: End) -> bool:
    """Whether there are no more turns left than cards to play in them."""
    horse = view.horses[scene.runners[scene.turn].horse]
    return plain.to_go <= form.usual_move * horse.kept
