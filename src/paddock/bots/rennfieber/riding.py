"""Riding: the shortest way home, and a card as soon as it gains as much as it can.

The value of a ride is how many spaces it gains over the best one without a card. Each free space
ahead of its end adds a little. A card costs a little: the longer it stays playable, the more. A
card that would gain less than it can, while there are turns left to play it, costs its full gain.
"""

from typing import NamedTuple

from paddock.bots.explain import Valued
from paddock.bots.rennfieber.form import Form
from paddock.fast.rennfieber.punter_shared import BREAKTHROUGH_GAIN, PLAY_ORDER
from paddock.games.rennfieber.commands import Command, MoveRunner, Play
from paddock.games.rennfieber.edition import Edition
from paddock.games.rennfieber.offers import MoveOffer, Way, Ways
from paddock.games.rennfieber.rules import movement
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import RacingScene, View
from paddock.kernel.text import Text, say

# In spaces, so small that they decide only between rides of equal gain: the worth of a way on, and
# the cost of playing a card rather than the one before it in `PLAY_ORDER`.
WAY_ON, CARD_ORDER = 0.01, 0.1
NOT_YET: Text = say("too early: the card can gain more later")


class End(NamedTuple):
    """Where a ride ends: the steps to go, then the ways on from there; lower is better."""

    to_go: int
    minus_ways_on: int
    to: int


def rides(form: Form, view: View, scene: RacingScene, offer: MoveOffer) -> list[Valued[Command]]:
    """Every ride; those with the same card best first."""
    ends = {ways.play: ends_of(form, scene, offer.runner, ways) for ways in offer.plays}
    plain = ends["none"][0]
    found: list[Valued[Command]] = []
    for rank, play in enumerate(PLAY_ORDER):
        if play not in ends:
            continue
        gain = plain.to_go - ends[play][0].to_go
        full = _full_gain(form.edition, play)
        early = play != "none" and gain < full and not _is_last_turn(form, view, scene, plain)
        cost = CARD_ORDER * rank + (full if early else 0)
        for end in ends[play]:
            value = plain.to_go - end.to_go - WAY_ON * end.minus_ways_on - cost
            ride = MoveRunner(offer.id, play, end.to)
            found.append(Valued(ride, value, note=NOT_YET if early else None))
    return found


def ends_of(form: Form, scene: RacingScene, runner: int, ways: Ways) -> list[End]:
    """Where the rides with a card end, best first."""
    return sorted(_end(form, scene, runner, way) for way in ways.ways)


def _end(form: Form, scene: RacingScene, runner: int, way: Way) -> End:
    if way.to == HOME:
        return End(0, 0, HOME)
    track = form.edition.track
    crossed = movement.crossed(track, scene.at[runner], scene.crossed[runner], way.path)
    to_go = form.to_go(way.to, crossed)
    ways_on = sum(
        step.to not in scene.at and form.to_go_after(step, crossed) < to_go
        for step in track.steps[way.to]
    )
    return End(to_go, -ways_on, way.to)


def _full_gain(edition: Edition, play: Play) -> int:
    """The full gain of a card; for breaking through, enough of a gain."""
    match play:
        case "durchbruch":
            return BREAKTHROUGH_GAIN
        case "kept_gallop":
            return max(card.amount for card in edition.gallop if card.effect == "keep")
        case _:
            return edition.karriere


def _is_last_turn(form: Form, view: View, scene: RacingScene, plain: End) -> bool:
    """Whether, at the mean move, there are no more turns left than kept cards."""
    horse = view.horses[scene.runners[scene.turn].horse]
    return plain.to_go <= form.mean_move * horse.kept
