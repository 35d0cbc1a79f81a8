"""The rookie picks anything that is allowed. It is the measure for everybody else."""

from __future__ import annotations

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.view import View
from paddock.kernel.game import Offer, Rng


class Rookie:
    """Every command as likely: of a bet, every pair of a token's value and a horse."""

    def __init__(self, _game: RoyalTurf) -> None:
        """What is offered says all that the rookie asks."""

    def choose(self, _view: View, offers: tuple[Offer[Command], ...], rng: Rng) -> Command:
        (offer,) = offers  # a seat never has two kinds of thing to do in this game
        return offer.sample(rng)
