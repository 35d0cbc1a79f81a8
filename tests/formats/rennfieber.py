"""Logs of Rennfieber: whole matches of random players."""

from functools import partial
from random import Random
from typing import Any, Literal

from paddock.games import AnyGame
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid
from paddock.games.rennfieber.offers import BidOffer
from paddock.kernel.log import Revealed
from tests.kernel.matches import SEED, begun, log_of, play
from tests.kernel.matches import numbered as numbered_log
from tests.kernel.matches import unfinished as unfinished_log

Bids = Literal["any", "least", "none"]  # "least" leads to ties in sealed auctions


def finished(seats: int = 2, bids: Bids = "any", /, **options: str) -> bytes:
    match = begun(_game(seats, **options))
    play(match, choose=partial(_chosen, bids))
    return log_of(match, Revealed(SEED.hex()))


def unfinished() -> bytes:
    return unfinished_log(_game(3), steps=4, to=3)  # offers draw nothing, so one can be taken back


def numbered(number: int) -> bytes:
    return numbered_log(number, _game(2))


def _game(seats: int, **options: str) -> AnyGame:
    return Rennfieber.make(seats, options, Rennfieber.standard())


def _chosen(bids: Bids, offer: Any, rng: Random) -> Any:
    command = offer.sample(rng)
    if bids != "any" and isinstance(offer, BidOffer):
        return Bid(offer.id, offer.least if bids == "least" else 0)
    return command
