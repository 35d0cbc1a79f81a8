"""Players of different styles, so that matches come to rare situations."""

from random import Random

from paddock.games.rennfieber import commands, offers


def chosen(offer: offers.Offer, style: str, rng: Random) -> commands.Command:
    """A legal command. Styles differ in what they bid and bet; the rest is random."""
    match offer:
        case offers.BidOffer():
            return _bid(offer, style, rng)
        case offers.SlipsOffer():
            return _bet(offer, style, rng)
        case _:
            return offer.sample(rng)


def _bid(offer: offers.BidOffer, style: str, rng: Random) -> commands.Command:
    match style:
        case "stingy":
            return commands.Bid(offer.id, 0)
        case "reckless" if offer.most >= offer.least:
            return commands.Bid(offer.id, offer.most - (offer.most - offer.least) % 100)
        case "thrifty" | "cards" | "crowding":
            amount = offer.least + rng.randrange(4) * 100
            bids = amount <= offer.most and rng.randrange(2)
            return commands.Bid(offer.id, amount if bids else 0)
        case _:
            return offer.sample(rng)


def _bet(offer: offers.SlipsOffer, style: str, rng: Random) -> commands.Command:
    """Reckless players stake all they can on one runner."""
    if style == "stingy":
        return commands.PlaceSlips(offer.id, ())
    if style != "reckless":
        return offer.sample(rng)
    colour, left = rng.randrange(offer.runners), offer.most
    stakes = []
    for slip in sorted(offer.slips, reverse=True):
        if slip <= left:
            stakes.append(commands.Stake(colour, slip))
            left -= slip
    return commands.PlaceSlips(offer.id, tuple(stakes))
