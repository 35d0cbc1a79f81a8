"""Royal Turf in short: fields of commands and events, offers, parts of a view."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from paddock.games.royal_turf import offers
from paddock.games.royal_turf.edition import EDITIONS
from paddock.games.royal_turf.events import Bet, LossPaid, Payment
from paddock.games.royal_turf.state import Grid, Naming, Over, PastRace, Waiting
from paddock.games.royal_turf.view import BettingScene, Book, Pays, RacingScene, SeenBet, Span, View
from tests.playthroughs.telling import Parts, several

EDITION = EDITIONS.standard()
LETTERS = tuple(horse.letters for horse in EDITION.horses)
HORSES = {letters: horse for horse, letters in enumerate(LETTERS)}


def card(number: int) -> str:
    return LETTERS[EDITION.cards[number].horse] + "ABC"[number % 3]


def moves(number: int) -> str:
    shown = EDITION.cards[number]
    return f"{shown.head}/{shown.cap}/{shown.saddle}/{shown.shoe}"


def horse_names(horses: Iterable[int]) -> str:
    return several(LETTERS[horse] for horse in horses)


def bet(placed: Bet | SeenBet) -> str:
    return f"{placed.seat}:{LETTERS[placed.horse]}={'?' if placed.value is None else placed.value}"


def field(_of: Struct, name: str, value: Any) -> str:
    """A field of a command or an event."""
    match name, value:
        case (("horse" | "last"), int(horse)) if horse in range(len(LETTERS)):
            return LETTERS[horse]
        case "card", int(number):
            return f"{card(number)}({moves(number)})"
        case (("cards" | "retired"), numbers):
            return several(map(card, numbers))
        case "bets", bets:
            return several(map(bet, bets))
        case "unplayed", hands:
            return several("+".join(map(str, hand)) or "none" for hand in hands)
        case _, tuple():
            return several(value)
        case _:
            return "?" if value is None else str(value)


def offer(offered: offers.Offer) -> str:
    match offered:
        case offers.StartOffer() | offers.RollOffer():
            return offered.id
        case offers.NameOffer(id, among):
            return f"{id}: {several(among)}"
        case offers.BetOffer(id, values, horses):
            return f"{id}: {several(values)} on {horse_names(horses)}"
        case offers.MoveOffer(id, symbol, advances):
            told = [f"{LETTERS[move.horse]} {move.due}>{move.to}" for move in advances]
            return f"{id} {symbol}: {', '.join(told)}"


def payment(paid: Payment) -> str:
    sign = "-" if isinstance(paid, LossPaid) else "+"
    return f"{paid.seat}:{LETTERS[paid.horse]}{sign}{paid.amount}"


def past(race: PastRace) -> Parts:
    told = {
        "grid": grid(race.grid),
        "first": str(race.first),
        "bets": several(map(bet, race.bets)),
        "unplayed": field(race, "unplayed", race.unplayed),
        "progress": several(race.progress),
        "podium": horse_names(race.podium),
        "pace": horse_names(() if race.pace is None else (race.pace,)),
        "last": LETTERS[race.last],
        "rounds": str(race.rounds),
        "rides": str(len(race.rides)),
        "payments": several(map(payment, race.payments)),
    }
    assert tuple(told) == race.__struct_fields__
    return told


def grid(runners: Grid) -> str:
    pairs = zip(runners.cards, runners.starts, strict=True)
    return several(f"{card(number)}@{start}" for number, start in pairs)


def pays(what: Pays) -> str:
    return f"{span(what.bets)} bets {'/'.join(map(span, what.places))}"


def span(what: Span) -> str:
    return str(what) if isinstance(what, int) else "..".join(map(str, what))


def book_parts(book: Book) -> Parts:
    parts = {f"bet {place}": bet(seen) for place, seen in enumerate(book.bets, start=1)}
    parts["hand"] = several(book.hand)
    for letters, what in zip(LETTERS, book.pays, strict=True):
        parts[f"pays {letters}"] = pays(what)
    parts["figures"] = f"pace {book.pace_pays} last {book.last_costs}"
    assert book.__struct_fields__ == ("bets", "hand", "pays", "pace_pays", "last_costs")
    return parts


def racing_parts(scene: RacingScene) -> Parts:
    parts = {f"at {letters}": f"{at}" for letters, at in zip(LETTERS, scene.progress, strict=True)}
    last = scene.rides[-1:]
    parts |= {
        "moved": horse_names(scene.moved),
        "podium": horse_names(scene.podium),
        "pace": horse_names(() if scene.pace is None else (scene.pace,)),
        "round": str(scene.round),
        "rides": f"{len(scene.rides)}"
        + "".join(f", last {ride.symbol} {LETTERS[ride.horse]} to {ride.to}" for ride in last),
        "rolled": str(scene.rolled or "none"),
    }
    fields = ("progress", "moved", "podium", "pace", "round", "rides", "rolled")
    assert scene.__struct_fields__ == ("grid", "first", "book", *fields)
    return parts


def scene_parts(scene: Waiting | Naming | BettingScene | RacingScene | Over) -> Parts:
    tag = {"scene": str(scene.__struct_config__.tag)}
    match scene:
        case Waiting():
            return tag
        case Naming(runners, among):
            return tag | {"grid": grid(runners), "among": several(among)}
        case BettingScene(runners, first, book):
            return tag | {"grid": grid(runners), "first": str(first)} | book_parts(book)
        case RacingScene(runners, first, book):
            shared = {"grid": grid(runners), "first": str(first)} | book_parts(book)
            return tag | shared | racing_parts(scene)
        case Over(winners):
            return tag | {"winners": several(winners)}


def view_parts(view: View) -> Parts:
    fields = ("viewer", "to_act", "race", "money", "pile", "gone", "past", "scene")
    assert view.__struct_fields__ == fields
    parts = {
        "race": str(view.race),
        "to act": several(view.to_act),
        "money": several(view.money),
        "pile": several(map(card, view.pile.shuffled)),
        "under": several(map(card, view.pile.under)),
        "left": several(map(card, view.gone)),
    }
    for number, race in enumerate(view.past, start=1):
        parts |= {f"past {number} {name}": value for name, value in past(race).items()}
    return parts | scene_parts(view.scene)
