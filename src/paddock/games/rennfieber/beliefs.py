"""Possible worlds for a viewer: states that agree with everything it has seen, the rest guessed.

Kept cards are dealt again along the chronicle: what was in the deck when it was formed, what was
drawn from it, and what came back. Hidden choices are drawn among the legal ones; slips match the
number seen on each colour.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import perm, prod
from typing import TypeVar

from msgspec.structs import asdict, replace

from paddock.games.rennfieber import offers
from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import KEPT
from paddock.games.rennfieber.rules import auction as selling
from paddock.games.rennfieber.rules import betting, entry
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import (
    Auction,
    Betting,
    Deck,
    Entering,
    Horse,
    Lot,
    Note,
    Over,
    Phase,
    Racing,
    Selling,
    State,
    Training,
    Waiting,
)
from paddock.games.rennfieber.view import (
    AuctionScene,
    BettingScene,
    EnteringScene,
    RacingScene,
    SellingScene,
    View,
)
from paddock.kernel.game import Rng
from paddock.kernel.money import Ledger

TRIES = 10_000
Chosen = TypeVar("Chosen")


def sample(rules: Ruleset, view: View, rng: Rng) -> State:
    """A state in which this viewer would see exactly this view."""
    chronicle, deck, kept = _kept(rules, view, rng)
    horses = tuple(
        Horse(horse.owner, horse.level, kept.get(number, ()), horse.ran_first)
        for number, horse in enumerate(view.horses)
    )
    ledger = Ledger(-sum(view.money), view.money)
    phase = _phase(rules, view, horses, rng)
    return State(view.race, ledger, horses, deck, chronicle, view.past, phase)


class _Impossible(Exception):
    """This deal contradicts what was seen later."""


def _kept(
    rules: Ruleset, view: View, rng: Rng
) -> tuple[tuple[Note, ...], Deck, dict[int, tuple[int, ...]]]:
    """The chronicle with all kinds filled in, the deck, and the cards that each horse keeps."""
    for _ in range(TRIES):
        named = _named(view.chronicle, rng)
        try:
            return _dealt(rules, view, named, rng)
        except _Impossible:
            continue
    raise ValueError("no deal of the kept cards fits what was seen")


def _named(chronicle: tuple[Note, ...], rng: Rng) -> list[int | None]:
    """The kind of each drawn card, if it is known or was played later.

    When a horse plays one of several unknown cards, each is equally likely to be the one. That is
    exact if they come from the same deck, and a good approximation if they come from two.
    """
    kinds: list[int | None] = [note.kind for note in chronicle]
    held: dict[int, list[int]] = {}
    for place, note in enumerate(chronicle):
        match note.what:
            case "drawn":
                held.setdefault(note.horse, []).append(place)
            case "played":
                mine = held[note.horse]
                fitting = [p for p in mine if kinds[p] == note.kind]
                fitting = fitting or [p for p in mine if kinds[p] is None]
                chosen = fitting[rng.randrange(len(fitting))]
                kinds[chosen] = note.kind
                mine.remove(chosen)
            case "sold" | "reformed":
                pass
    return kinds


def _dealt(
    rules: Ruleset, view: View, named: list[int | None], rng: Rng
) -> tuple[tuple[Note, ...], Deck, dict[int, tuple[int, ...]]]:
    pool = Counter(
        {
            kind: card.count
            for kind, card in enumerate(rules.edition.training)
            if card.effect in KEPT
        }
    )
    back: Counter[int] = Counter()
    held: dict[int, list[int]] = {}
    guessed: dict[int, Counter[int]] = {}
    notes: list[Note] = []
    for place, note in enumerate(view.chronicle):
        if note.what == "reformed":
            pool, back = pool + back, Counter()
            promised = _promised(view.chronicle, named, place)
            _weigh(pool, sum(guessed.values(), Counter()), promised, rng)
            notes.append(note)
            continue
        if note.what == "drawn":
            kind = named[place]
            if kind is None:
                kind = _drawn(pool - _promised(view.chronicle, named, place), rng)
                guessed.setdefault(note.horse, Counter())[kind] += 1
            pool[kind] -= 1
            held.setdefault(note.horse, []).append(kind)
        else:
            if note.what == "sold":
                guessed.pop(note.horse, None)
            kind = held[note.horse][0] if note.kind is None else note.kind
            held[note.horse].remove(kind)
            back[kind] += 1
        notes.append(Note(note.what, note.seat, note.horse, kind))
    cards = {horse: tuple(sorted(kinds)) for horse, kinds in held.items()}
    return tuple(notes), _deck(rules, view, pool, back), cards


def _weigh(pool: Counter[int], guessed: Counter[int], promised: Counter[int], rng: Rng) -> None:
    """Accept a guess at the cards now held as often as it makes the promised cards likely."""

    def likely(deck: Counter[int]) -> int:
        return prod(perm(deck[kind], count) for kind, count in promised.items())

    unguessed = pool + guessed
    others = combinations_with_replacement(sorted(unguessed), guessed.total())
    best = max(likely(unguessed - Counter(other)) for other in others)
    if rng.random() * best >= likely(pool):
        raise _Impossible


def _promised(chronicle: tuple[Note, ...], named: list[int | None], place: int) -> Counter[int]:
    """The kinds that are known to be drawn later from the same deck."""
    later: Counter[int] = Counter()
    for after in range(place + 1, len(chronicle)):
        kind = named[after]
        if chronicle[after].what == "reformed":
            break
        if chronicle[after].what == "drawn" and kind is not None:
            later[kind] += 1
    return later


def _drawn(pool: Counter[int], rng: Rng) -> int:
    cards = sorted(pool.elements())
    if not cards:
        raise _Impossible
    return cards[rng.randrange(len(cards))]


def _deck(rules: Ruleset, view: View, pool: Counter[int], back: Counter[int]) -> Deck:
    cards, discards = [], []
    for kind, card in enumerate(rules.edition.training):
        if card.effect in KEPT:
            cards.append(pool[kind])
            discards.append(back[kind])
        else:
            cards.append(card.count - view.discards[kind])
            discards.append(view.discards[kind])
    return Deck(tuple(cards), tuple(discards))


def _phase(rules: Ruleset, view: View, horses: tuple[Horse, ...], rng: Rng) -> Phase:
    scene = view.scene
    match scene:
        case AuctionScene():
            return _auction(rules, view, scene, rng)
        case EnteringScene(confirmed, own):
            chosen = [
                _entry(rules, view, horses, seat, rng) if done else None
                for seat, done in enumerate(confirmed)
            ]
            return Entering(_with_own(chosen, own, view.viewer))
        case BettingScene(runners, most, confirmed, own_stakes):
            stakes = [
                _stakes(rules, len(runners), limit, rng) if done else None
                for limit, done in zip(most, confirmed, strict=True)
            ]
            return Betting(runners, most, _with_own(stakes, own_stakes, view.viewer))
        case RacingScene():
            return _racing(rules, view, scene, rng)
        case SellingScene(each, confirmed, own):
            sold = [
                _some([n for n, horse in enumerate(horses) if horse.owner == seat], each, rng)
                if done
                else None
                for seat, done in enumerate(confirmed)
            ]
            return Selling(each, _with_own(sold, own, view.viewer))
        case Waiting() | Training() | Over():
            return scene


def _auction(rules: Ruleset, view: View, scene: AuctionScene, rng: Rng) -> Auction:
    known = asdict(scene)
    seen = known.pop("lot")
    auction = Auction(**known)
    if seen is None:
        return auction
    sealed = tuple(
        (seat, _offer(rules, view, auction, seat, seen.horse, rng) if amount is None else amount)
        for seat, amount in seen.sealed
    )
    lot = Lot(seen.horse, seen.bidders, seen.holder, seen.standing, sealed)
    return replace(auction, lot=lot)


def _offer(rules: Ruleset, view: View, auction: Auction, seat: int, horse: int, rng: Rng) -> int:
    """Any offer that the seat may have made for the horse."""
    most = view.money[seat] - selling.reserve(rules, auction, seat, horse)
    return offers.some_bid(selling.price(rules, horse), most, rng)


def _entry(
    rules: Ruleset, view: View, horses: tuple[Horse, ...], seat: int, rng: Rng
) -> tuple[int, ...]:
    able = [
        number
        for number, horse in enumerate(horses)
        if horse.owner == seat and not entry.is_barred(view.race, ran_first=horse.ran_first)
    ]
    return _some(able, rules.runners_each, rng)


def _stakes(rules: Ruleset, runners: int, most: int, rng: Rng) -> tuple[Stake, ...]:
    """Any slips that the seat may have placed."""
    allowed = betting.colours_allowed(runners)
    colours = _some(range(runners), allowed, rng)
    stakes = []
    for slip in rules.slips:
        choice = rng.randrange(allowed + 1)
        if choice < allowed and slip <= most:
            stakes.append(Stake(colours[choice], slip))
            most -= slip
    return _ordered(stakes)


def _racing(rules: Ruleset, view: View, scene: RacingScene, rng: Rng) -> Racing:
    stakes = [
        _on_colours(rules, counts, most, rng)
        for counts, most in zip(scene.slips, scene.most, strict=True)
    ]
    known = asdict(scene)
    own = known.pop("own")
    if view.viewer is not None and own is not None:
        stakes[view.viewer] = own
    return Racing(stakes=tuple(stakes), **known)


def _on_colours(rules: Ruleset, counts: tuple[int, ...], most: int, rng: Rng) -> tuple[Stake, ...]:
    """This number of slips on each colour, of any values that the seat could pay."""
    number = sum(counts)
    for _ in range(TRIES):
        values = list(_some(rules.slips, number, rng))
        if sum(values) <= most:
            break
    else:
        values = list(rules.slips[:number])  # the lowest, which the seat can certainly pay
    stakes = [
        Stake(colour, values.pop()) for colour, count in enumerate(counts) for _ in range(count)
    ]
    return _ordered(stakes)


def _ordered(stakes: list[Stake]) -> tuple[Stake, ...]:
    return tuple(sorted(stakes, key=lambda stake: (stake.colour, stake.value)))


def _with_own(
    choices: list[Chosen | None], own: Chosen | None, viewer: int | None
) -> tuple[Chosen | None, ...]:
    if viewer is not None:
        choices[viewer] = own
    return tuple(choices)


def _some(items: Sequence[int], count: int, rng: Rng) -> tuple[int, ...]:
    return tuple(sorted(offers.some(items, count, rng)))
