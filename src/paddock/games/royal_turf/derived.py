"""What the rules derive from a view, so that screens look values up and compute none.

It is made from the view and the viewer's own offer alone, so it reveals nothing new. It is made
only for views that are sent or drawn, so that bots that look ahead need not wait for it.
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paddock.games.royal_turf import view as looking
from paddock.games.royal_turf.events import LossPaid
from paddock.games.royal_turf.offers import Advance, BetOffer, MoveOffer, Offer
from paddock.games.royal_turf.rules import payout, race
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Grid, Naming, PastRace, Ride
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene
from paddock.kernel.last import Last

# The column of the payout table after a bet, for each token value; None if there are no bets.
Columns = tuple[int | None, ...]


class LastRide(Struct, frozen=True, array_like=True):
    """Who moved a horse in this round, and how far."""

    seat: int
    went: int


class Blocked(Struct, frozen=True, array_like=True):
    """A horse that could not move its full distance, and the horse in its way (RT4.5)."""

    horse: int
    went: int
    blocker: int


class Settled(Struct, frozen=True, array_like=True):
    """A past race: its order, each seat's money before it and its gain.

    `totals` has the seat's money after each payment.
    """

    order: tuple[int, ...]
    before: tuple[int, ...]
    gains: tuple[int, ...]
    totals: tuple[int, ...]


class Derived(Struct, frozen=True, omit_defaults=True):
    """The race: `order` from first to last, and `rides` for the horses in `moved`.

    The viewer's offer: for each horse that may be backed, the `columns` that its bets would reach,
    null if some are face down; the horses that would be `blocked`; the horses that would come
    `home`, and the `place` that any of them would take.
    """

    order: tuple[int, ...] = ()
    rides: tuple[LastRide | None, ...] = ()
    columns: tuple[Columns | None, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    home: tuple[int, ...] = ()
    place: int | None = None
    settled: tuple[Settled, ...] = ()


class View(looking.View, frozen=True):
    """A view as it is sent, with what the rules derive from it."""

    derived: Derived


_SEEN = attrgetter(*looking.View.__struct_fields__)


def shown(seen: looking.View, derived: Derived) -> View:
    return View(*(*_SEEN(seen), derived))


class Derive:
    """Derives for one table. What is the same for all viewers is derived once."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._settled = Last(_settled)
        self._racing = Last(_racing)

    def __call__(self, seen: looking.View, offer: Offer | None) -> Derived:
        settled = self._settled(seen.past, len(seen.money))
        scene = seen.scene
        match scene:
            case RacingScene(grid, first, _, progress, moved, podium, rides=rides):
                seats = len(seen.money)
                derived = self._racing(grid, first, progress, moved, podium, rides, settled, seats)
                if isinstance(offer, MoveOffer):
                    return _with_moves(self._rules, derived, scene, offer)
                return derived
            case BettingScene(grid, _, book):
                columns = _columns(self._rules, book, offer) if isinstance(offer, BetOffer) else ()
                return Derived(race_order(grid.starts, ()), columns=columns, settled=settled)
            case Naming(grid):
                return Derived(race_order(grid.starts, ()), settled=settled)
            case _:
                return Derived(settled=settled)


def derive(rules: Ruleset, seen: looking.View, offer: Offer | None) -> Derived:
    return Derive(rules)(seen, offer)


def _racing(  # noqa: PLR0913, PLR0917  # what it depends on, so that `Last` can compare it
    grid: Grid,
    first: int,
    progress: tuple[int, ...],
    moved: tuple[int, ...],
    podium: tuple[int, ...],
    rides: tuple[Ride, ...],
    settled: tuple[Settled, ...],
    seats: int,
) -> Derived:
    last = _last_rides(grid, first, rides, seats)
    return Derived(race_order(progress, podium), tuple(map(last.get, moved)), settled=settled)


def race_order(progress: tuple[int, ...], podium: tuple[int, ...]) -> tuple[int, ...]:
    """RT4.7: the horses from first to last."""
    running = [horse for horse in range(len(progress)) if horse not in podium]
    running.sort(key=progress.__getitem__, reverse=True)
    return (*podium, *running)


def _last_rides(grid: Grid, first: int, rides: tuple[Ride, ...], seats: int) -> dict[int, LastRide]:
    """RT4.1: seats ride in turn, starting with the first bettor."""
    at, last = list(grid.starts), {}
    for turn, ride in enumerate(rides):
        last[ride.horse] = LastRide((first + turn) % seats, ride.to - at[ride.horse])
        at[ride.horse] = ride.to
    return last


def _columns(rules: Ruleset, book: Book, offer: BetOffer) -> tuple[Columns | None, ...]:
    """RT5.1: for horses whose bets are all known."""
    found: list[Columns | None] = []
    for horse in offer.horses:
        bets = book.pays[horse].bets
        if isinstance(bets, int):
            found.append(tuple(column(rules, bets + value) for value in offer.values))
        else:
            found.append(None)
    return tuple(found)


def column(rules: Ruleset, bets: int) -> int | None:
    """RT5.2: the column of the payout table, from 0; the last one is for all larger numbers."""
    return min(bets, len(rules.edition.payout[0])) - 1 if bets else None


def _with_moves(rules: Ruleset, derived: Derived, scene: RacingScene, offer: MoveOffer) -> Derived:
    lap = rules.edition.spaces
    home = tuple(move.horse for move in offer.moves if move.to > lap)
    found = (_blocked(rules, scene, move) for move in offer.moves if move.horse not in home)
    place = len(scene.podium) + 1 if home else None
    return replace(derived, blocked=tuple(filter(None, found)), home=home, place=place)


def _blocked(rules: Ruleset, scene: RacingScene, move: Advance) -> Blocked | None:
    origin = scene.progress[move.horse]
    went = move.to - origin
    if went == move.due:
        return None
    taken = race.taken_spaces(rules, scene.progress)
    return Blocked(move.horse, went, taken[(origin + move.due) % rules.edition.spaces])


def _settled(past: tuple[PastRace, ...], seats: int) -> tuple[Settled, ...]:
    """RT1.8: nobody has money before the first race."""
    found, purses = [], [0] * seats
    for run in past:
        before, totals = tuple(purses), []
        for payment in run.payments:
            change = -payment.amount if isinstance(payment, LossPaid) else payment.amount
            purses[payment.seat] += change
            totals.append(purses[payment.seat])
        gains = tuple(now - then for now, then in zip(purses, before, strict=True))
        order = race_order(run.progress, run.podium)
        found.append(Settled(order, before, gains, tuple(totals)))
    return tuple(found)


def constants(rules: Ruleset) -> Mapping[str, Any]:
    """What stays the same for the whole match, sent once together with the edition.

    `payouts` by race, place and column; `factors` by race (RT5.7); `columns` by number of bets;
    `spaces` by progress (RT4.6).
    """
    edition = rules.edition
    races = range(1, payout.RACES + 1)
    most = sum(rules.tokens) * rules.seats
    first = 1 - len(edition.horses)
    return {
        "payouts": [payout.payouts(rules, number) for number in races],
        "factors": [payout.factors(rules, number).gain for number in races],
        "columns": [column(rules, bets) for bets in range(most + 1)],
        "spaces": {str(at): edition.space(at) for at in range(first, edition.spaces + 1)},
    }
