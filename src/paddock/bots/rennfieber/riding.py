"""Riding: the shortest way home, and a card as soon as it brings all that it can."""

from __future__ import annotations

from typing import NamedTuple

from paddock.bots.rennfieber.form import Form
from paddock.games.rennfieber.commands import MoveRunner, Play
from paddock.games.rennfieber.edition import Edition
from paddock.games.rennfieber.offers import MoveOffer, Way, Ways
from paddock.games.rennfieber.rules.movement import crossings
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import RacingScene, View

# Which card goes first where two bring as much: the one that is soonest worthless.
SOONEST: tuple[Play, ...] = (
    "kept_gallop",
    "karriere",
    "durchbruch_as_karriere",
    "durchbruch",
)
THROUGH = 2  # spaces for which it is worth to break through


class Best(NamedTuple):
    """Where a way of playing leads at best: least steps to go, then most ways on from there."""

    to_go: int
    shut: int  # the fewer, the more ways on
    to: int


def ride(
    edition: Edition, form: Form, view: View, scene: RacingScene, offer: MoveOffer
) -> MoveRunner:
    best = {ways.play: _best(edition, form, scene, offer, ways) for ways in offer.plays}
    plain = best["none"]
    chosen: Play = "none"
    most = 0
    for play in SOONEST:
        gain = plain.to_go - best[play].to_go if play in best else 0
        if gain > most and (gain >= _full(edition, play) or _last_call(form, view, scene, plain)):
            chosen, most = play, gain
    return MoveRunner(offer.id, chosen, best[chosen].to)


def _best(edition: Edition, form: Form, scene: RacingScene, offer: MoveOffer, ways: Ways) -> Best:
    return min(outcomes(edition, form, scene, offer, ways))


def outcomes(
    edition: Edition, form: Form, scene: RacingScene, offer: MoveOffer, ways: Ways
) -> list[Best]:
    """Every end of a way of playing; the less, the better."""
    return [_outcome(edition, form, scene, offer.runner, way) for way in ways.ways]


def _outcome(edition: Edition, form: Form, scene: RacingScene, runner: int, way: Way) -> Best:
    if way.to == HOME:
        return Best(0, 0, HOME)
    track = edition.track
    crossed = scene.crossed[runner] + crossings(track, scene.at[runner], way.path)
    to_go = form.to_go(way.to, crossed)
    ways_on = sum(
        step.to not in scene.at and form.after(step, crossed) < to_go
        for step in track.steps[way.to]
    )
    return Best(to_go, -ways_on, way.to)


def _full(edition: Edition, play: Play) -> int:
    """All that a card can bring, or for breaking through enough."""
    match play:
        case "durchbruch":
            return THROUGH
        case "kept_gallop":
            return max(card.amount for card in edition.gallop if card.effect == "keep")
        case _:
            return edition.karriere


def _last_call(form: Form, view: View, scene: RacingScene, plain: Best) -> bool:
    """Whether there are no more turns left than cards to play in them."""
    horse = view.horses[scene.runners[scene.turn].horse]
    return plain.to_go <= form.usual_move * horse.kept
