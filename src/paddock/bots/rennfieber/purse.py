"""What a seat can expect to pay its slips with (RF7.4), however many it may lay (RF5.4)."""

from __future__ import annotations

from msgspec.structs import replace

from paddock.games.rennfieber.offers import SlipsOffer
from paddock.games.rennfieber.rules import entry
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.view import View


def within_cash(rules: Ruleset, view: View, offer: SlipsOffer, seat: int) -> SlipsOffer:
    """The offer as far as the seat's cash goes once its fees are paid (RF5.5)."""
    cash = max(view.money[seat] - entry.fees_due(rules, view.race), 0)
    return replace(offer, most=min(offer.most, cash))
