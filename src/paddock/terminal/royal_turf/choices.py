"""A choice in a few words, as it may be typed."""

from __future__ import annotations

from paddock.games.royal_turf.commands import Command, MoveHorse, NameFirst, PlaceBet
from paddock.games.royal_turf.offers import Offer
from paddock.games.royal_turf.view import View
from paddock.kernel.text import say
from paddock.terminal.royal_turf.field import field
from paddock.terminal.royal_turf.landing import landing
from paddock.terminal.royal_turf.programme import Programme


def described(programme: Programme, command: Command, view: View, offer: Offer) -> str:
    match command:
        case PlaceBet(value=value, horse=horse):
            return programme.say(
                say("{value} on {horse}", value=value, horse=programme.horse(horse))
            )
        case MoveHorse(horse=horse):
            run = field(programme, view, offer)
            assert run is not None
            where = landing(programme, run, offer, horse, short=False)
            return f"{programme.horse(horse)}, {where.plain}"
        case NameFirst(seat=seat):
            return programme.names[seat]
        case _:
            raise ValueError(f"{command} is no choice")
