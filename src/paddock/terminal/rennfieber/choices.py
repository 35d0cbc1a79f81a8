"""A choice in a few words, as it may be typed."""

from collections.abc import Sequence

from paddock.games.rennfieber.commands import (
    Bid,
    ChooseTrainee,
    Command,
    EnterRunners,
    MoveRunner,
    PlaceSlips,
    SellHorses,
    Stake,
)
from paddock.games.rennfieber.offers import MoveOffer, Offer
from paddock.games.rennfieber.view import BettingScene, View
from paddock.kernel.text import say
from paddock.terminal.rennfieber.moves import LETTERS, PLAYS, labels, ways_of
from paddock.terminal.rennfieber.programme import Programme
from paddock.terminal.rennfieber.race import whereabouts


def described(programme: Programme, command: Command, view: View, offer: Offer) -> str:
    match command:
        case Bid(amount=amount):
            return programme.money(amount) if amount else programme.say(say("no offer"))
        case ChooseTrainee(horse=horse):
            return programme.horse(horse)
        case EnterRunners(horses=horses) | SellHorses(horses=horses):
            return programme.horses(horses)
        case PlaceSlips(stakes=stakes):
            return _slips(programme, view, stakes)
        case MoveRunner() if isinstance(offer, MoveOffer):
            return _ride(programme, command, offer)
        case _:
            raise ValueError(f"{command} is no choice")


def _slips(programme: Programme, view: View, stakes: Sequence[Stake]) -> str:
    """Horse by horse, its slips from the largest."""
    scene = view.scene
    assert isinstance(scene, BettingScene)
    backed: dict[int, list[int]] = {}
    for stake in stakes:
        backed.setdefault(scene.runners[stake.colour].horse, []).append(stake.value)
    told = [
        f"{programme.horse(horse)} {' '.join(map(str, sorted(values, reverse=True)))}"
        for horse, values in backed.items()
    ]
    return ", ".join(told) or programme.say(say("no bets"))


def _ride(programme: Programme, ride: MoveRunner, offer: MoveOffer) -> str:
    """What is typed for it, the card, and where it leads."""
    ways = ways_of(offer, ride.play)
    assert ways is not None
    ends = labels(programme.edition.track, ways)
    label = next(label for label, to in ends.items() if to == ride.to)
    place = programme.say(whereabouts(programme, ride.to))
    if ride.play == "none":
        return f"{label}: {place}"
    return f"{LETTERS[ride.play]}{label}: {programme.say(PLAYS[ride.play])}, {place}"
