"""What the rules derive from a view, so that screens look values up and compute none.

It is made from the view and the viewer's own offer alone, so it reveals nothing new. It is made
only for views that are sent or drawn, so that bots that look ahead need not wait for it.
"""

from collections.abc import Collection, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, get_args

from msgspec import Struct

from paddock.games.rennfieber import view as looking
from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.edition import FIRST_SALE, HORSES
from paddock.games.rennfieber.events import MoneyPaid, Payment, Runner
from paddock.games.rennfieber.offers import MoveOffer, Offer, Way
from paddock.games.rennfieber.rules import auction, entry, movement, race, settlement
from paddock.games.rennfieber.rules.movement import Length
from paddock.games.rennfieber.ruleset import Levels, OddsBy, Ruleset
from paddock.games.rennfieber.state import Over, PastRace
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import (
    AuctionScene,
    BettingScene,
    EnteringScene,
    RacingScene,
    SellingScene,
)
from paddock.kernel.last import Last

_PLAYS: tuple[Play, ...] = get_args(Play)


class Throw(Struct, frozen=True, omit_defaults=True):
    """The current roll: whether it brings a gallop card, and the length of the move.

    There is a length for each play, in the order of `MoveRunner.play`; null if the runner has no
    such card in force. A further move has no lengths. `barred`: a gallop card cancels the bonus.
    """

    gallop: bool
    lengths: tuple[Length | None, ...] = ()
    barred: bool = False

    def length(self, play: Play) -> Length | None:
        return self.lengths[_PLAYS.index(play)] if self.lengths else None


class Settled(Struct, frozen=True, omit_defaults=True):
    """A past race: what each seat gained, and the ratio R in hundredths (RF7.3).

    Until money changes hands again, there is also each seat's money `before` the race, and for each
    payment, in `totals`, how much its seat owned after it.
    """

    gains: tuple[int, ...]
    ratio: int | None = None
    before: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None


class Derived(Struct, frozen=True, omit_defaults=True):
    """The race: the runners from first to last; the slips on each runner, and its odds in tenths
    (null if nobody has backed it; empty if the money staked decides the odds); the roll.

    The choices: for each way of each play, the runner's place at its end, 1 for first; the plays
    whose full length is blocked (`short`); the horses that may not run (`barred`); the most that
    the viewer can stake; what the bank pays for each horse.

    `face_down` are the horses whose condition no screen may show to this viewer (RF4.4).
    """

    order: tuple[int, ...] = ()
    slips: tuple[int, ...] = ()
    odds: tuple[int | None, ...] = ()
    throw: Throw | None = None
    places: tuple[tuple[int, ...], ...] = ()
    short: tuple[Play, ...] = ()
    barred: tuple[int, ...] = ()
    most: int | None = None
    prices: dict[int, int] | None = None
    settled: tuple[Settled, ...] = ()
    face_down: tuple[int, ...] = ()


class View(looking.View, frozen=True):
    """A view as it is sent, with what the rules derive from it.

    `discards` are the face-up training cards, by kind; kept ones are in the chronicle.
    """

    derived: Derived


_SEEN = attrgetter(*looking.View.__struct_fields__)


def shown(seen: looking.View, derived: Derived) -> View:
    return View(*(*_SEEN(seen), derived))


class Derive:
    """Derives for one table. What is the same for all viewers is derived once."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._settled = Last(_settled)
        self._order = Last(partial(order, rules))
        self._slips = Last(_slips)
        self._odds = Last(partial(_odds, rules))

    def __call__(self, seen: looking.View, offer: Offer | None) -> Derived:
        rules, scene, down = self._rules, seen.scene, face_down(self._rules, seen)
        settled = self._settled(seen.past, seen.money, _unspent(seen))
        match scene:
            case RacingScene():
                slips = self._slips(scene.slips)
                moves = offer if isinstance(offer, MoveOffer) else None
                return Derived(
                    self._order(scene.at, scene.crossed, scene.home),
                    slips,
                    self._odds(slips),
                    _throw(rules, seen, scene),
                    _places(rules, scene, moves) if moves else (),
                    _short(moves) if moves else (),
                    settled=settled,
                    face_down=down,
                )
            case BettingScene(most=most) if seen.viewer is not None:
                # RF5.4: nobody stakes more than their slips.
                own = min(most[seen.viewer], sum(rules.slips))
                return Derived(most=own, settled=settled, face_down=down)
            case EnteringScene():
                return Derived(barred=_barred(seen), settled=settled, face_down=down)
            case SellingScene():
                prices = _prices(rules, seen, down)
                return Derived(prices=prices, settled=settled, face_down=down)
            case _:
                return Derived(settled=settled, face_down=down)


def derive(rules: Ruleset, seen: looking.View, offer: Offer | None) -> Derived:
    return Derive(rules)(seen, offer)


def face_down(rules: Ruleset, seen: looking.View) -> tuple[int, ...]:
    """RF4.4: the horses in play whose cards are face down for the viewer."""
    match rules.levels:
        case Levels.OPEN:
            return ()
        case Levels.FACE_DOWN:
            up = _face_up(seen)
            return tuple(
                horse
                for horse, card in enumerate(seen.horses)
                if card.owner is not None and horse not in up
            )


def _face_up(seen: looking.View) -> Collection[int]:
    """The runners of the last race, until lanes are taken again or all horses train again.

    Players may look at their own cards while they choose among them.
    """
    scene = seen.scene
    match scene:
        case BettingScene(runners=runners) | RacingScene(runners=runners):
            return _running(runners)
        case EnteringScene() | SellingScene() if seen.race == entry.SECOND:
            owned = {
                horse
                for horse, card in enumerate(seen.horses)
                if seen.viewer is not None and card.owner == seen.viewer
            }
            return owned | _running(seen.past[-1].runners)
        case AuctionScene() if seen.past:
            return _running(seen.past[-1].runners) | {*range(FIRST_SALE, HORSES)}
        case _:
            return range(HORSES)


def _running(runners: tuple[Runner, ...]) -> set[int]:
    return {runner.horse for runner in runners}


def order(
    rules: Ruleset, at: tuple[int, ...], crossed: tuple[int, ...], home: tuple[int, ...]
) -> tuple[int, ...]:
    """RF6.8: the runners from first to last."""
    far = rules.edition.track.far
    out = [runner for runner, space in enumerate(at) if space != HOME]
    out.sort(key=lambda runner: far(at[runner], crossed[runner]), reverse=True)
    return (*home, *out)


def _slips(lying: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*lying, strict=True)))


def _odds(rules: Ruleset, slips: tuple[int, ...]) -> tuple[int | None, ...]:
    """RF7.3: they are known before the race ends only if slips set them."""
    if rules.odds_by is not OddsBy.SLIPS:
        return ()
    return tuple(settlement.odds(rules, sum(slips), on) if on else None for on in slips)


def _throw(rules: Ruleset, seen: looking.View, scene: RacingScene) -> Throw | None:
    if scene.dice is None:
        return None
    gallop = race.draws_gallop(scene.dice.die)
    if scene.extra is not None:
        return Throw(gallop)
    level = seen.horses[scene.runners[scene.turn].horse].level
    kept = movement.in_force(rules, scene, scene.turn, "keep")
    lengths = tuple(
        movement.length(rules, scene, level, play) if kept or play != "kept_gallop" else None
        for play in _PLAYS
    )
    return Throw(gallop, lengths, bool(movement.in_force(rules, scene, scene.turn, "no_bonus")))


def _places(rules: Ruleset, scene: RacingScene, offer: MoveOffer) -> tuple[tuple[int, ...], ...]:
    track = rules.edition.track
    start, before = scene.at[offer.runner], scene.crossed[offer.runner]
    others = [
        track.far(at, scene.crossed[runner])
        for runner, at in enumerate(scene.at)
        if runner != offer.runner and at != HOME
    ]

    def place(way: Way) -> int:
        if way.to == HOME:
            return len(scene.home) + 1
        mine = track.far(way.to, movement.crossed(track, start, before, way.path))
        return len(scene.home) + 1 + sum(far > mine for far in others)

    return tuple(tuple(map(place, ways.ways)) for ways in offer.plays)


def _short(offer: MoveOffer) -> tuple[Play, ...]:
    """RF6.5: a way home may be shorter, because steps past the finish are lost."""
    return tuple(
        ways.play
        for ways in offer.plays
        if any(way.to != HOME and len(way.path) < ways.length for way in ways.ways)
    )


def _barred(seen: looking.View) -> tuple[int, ...]:
    """The owned horses that may not run in this race."""
    return tuple(
        horse
        for horse, card in enumerate(seen.horses)
        if card.owner is not None and entry.is_barred(seen.race, ran_first=card.ran_first)
    )


def _prices(rules: Ruleset, seen: looking.View, down: tuple[int, ...]) -> dict[int, int]:
    """RF9.1: for all owned horses but those face down: a price reveals the condition (RF4.4)."""
    return {
        horse: settlement.sale_price(rules, horse, card.level)
        for horse, card in enumerate(seen.horses)
        if card.owner is not None and horse not in down
    }


def _settled(
    past: tuple[PastRace, ...], money: tuple[int, ...], unspent: bool
) -> tuple[Settled, ...]:
    known = len(past) - 1 if unspent else None
    return tuple(_account(race, money, known=number == known) for number, race in enumerate(past))


def _unspent(seen: looking.View) -> bool:
    """Whether no money has changed hands since the last race was settled."""
    match seen.scene:
        case EnteringScene() | BettingScene():
            return len(seen.past) == 1  # RF8.1; before race 3, players buy horses (RF9)
        case SellingScene() | Over():
            return True
        case _:
            return False


def _account(past: PastRace, money: tuple[int, ...], *, known: bool) -> Settled:
    gains = [0] * len(money)
    for payment in past.payments:
        gains[payment.seat] += _change(payment)
    ratio = None
    if past.odds is not None and past.odds.on_winner:
        ratio = past.odds.on_all * 100 // past.odds.on_winner
    if not known:
        return Settled(tuple(gains), ratio)
    purses = [now - gain for now, gain in zip(money, gains, strict=True)]
    before, totals = tuple(purses), []
    for payment in past.payments:
        purses[payment.seat] += _change(payment)
        totals.append(purses[payment.seat])
    return Settled(tuple(gains), ratio, before, tuple(totals))


def _change(payment: Payment) -> int:
    return -payment.amount if isinstance(payment, MoneyPaid) else payment.amount


def constants(rules: Ruleset) -> Mapping[str, Any]:
    """What stays the same for the whole match, sent once together with the edition.

    `winnings` by line of Table 1 and slip (RF11.10), slips from the lowest; `laps` by
    passages of the finish (RF6.15); the `raise` of an offer (RF2.5).
    """
    edition = rules.edition
    slips = sorted(edition.slips)
    winnings = [[settlement.winnings(slip, tenths) for slip in slips] for tenths in edition.odds]
    return {"winnings": winnings, "laps": list(movement.ON_LAP), "raise": auction.RAISE}
