"""Rennfieber in short: fields of commands and events, offers, parts of a view."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from paddock.games.rennfieber import events, offers
from paddock.games.rennfieber.commands import MoveRunner, Stake
from paddock.games.rennfieber.edition import EDITIONS, GallopCard, TrainingCard
from paddock.games.rennfieber.state import Deck, Note, PastRace
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import SeenHorse, SeenLot, View
from paddock.kernel.edition import parse
from tests.playthroughs.telling import Parts, several

EDITION = EDITIONS.read(parse((Path(__file__).parent / "box" / "figures.toml").read_text("utf-8")))
NAMES = tuple(horse.name for horse in EDITION.horses)
COLOURS = "ABCDEF"
SECTIONS = "hfbl"  # home straight, first bend, back straight, last bend


def kind(card: TrainingCard | GallopCard) -> str:
    if card.effect == "condition":
        return f"condition{card.amount:+}"
    return f"{card.effect}{card.amount or ''}"


TRAINING = tuple(map(kind, EDITION.training))
GALLOP = tuple(map(kind, EDITION.gallop))


def place(space: int) -> str:
    """A space as lane, section and number: 2b7."""
    if space == HOME:
        return "home"
    found = EDITION.track.spaces[space]
    return f"{found.lane}{SECTIONS[found.section]}{found.number}"


def horses(numbers: Iterable[int]) -> str:
    return several(NAMES[number] for number in numbers)


def level(horse: int, on_scale: int) -> str:
    return EDITION.horses[horse].levels[on_scale]


def stakes(placed: Iterable[Stake]) -> str:
    return "+".join(f"{COLOURS[stake.colour]}{stake.value}" for stake in placed) or "-"


def counted(kinds: Sequence[str], counts: Sequence[int]) -> str:
    """Cards by kind, as `3×fine300`."""
    return several(f"{n}×{name}" for name, n in zip(kinds, counts, strict=True) if n)


def paid(payment: events.PrizePaid | events.MoneyPaid | events.WinningsPaid) -> str:
    sign = "-" if isinstance(payment, events.MoneyPaid) else "+"
    return f"{payment.seat}:{payment.__struct_config__.tag}{sign}{payment.amount}"


def throws(of: Struct, rounds: Iterable[Iterable[tuple[int, int]]]) -> str:
    names: Sequence[object] = NAMES if isinstance(of, events.LanesTaken) else range(6)
    return several(",".join(f"{names[who]}:{die}" for who, die in thrown) for thrown in rounds)


def field(of: Struct, name: str, value: Any) -> str:  # noqa: C901, PLR0911, PLR0912  # a table
    """A field of a command, an event or a scene."""
    match name, value:
        case _, None:
            return "?"
        case "horse", int(number):
            return NAMES[number]
        case (("shuffled" | "under"), numbers):
            return horses(numbers)
        case "unsold", tuple(numbers):
            return horses(numbers)
        case (("horses" | "own" | "waiting"), tuple(items)):
            return chosen(items)
        case "trainee", numbers:
            return several("-" if number is None else NAMES[number] for number in numbers)
        case "level", int(on_scale):
            assert isinstance(of, events.ConditionChanged)
            return level(of.horse, on_scale)
        case "card", int(number):
            drawn = isinstance(of, events.TrainingCardDrawn | events.RunnerMoved)
            return (TRAINING if drawn else GALLOP)[number]
        case (("spent" | "without"), cards):
            return several(GALLOP[card] for card in cards)
        case "force", by_runner:
            return several("+".join(GALLOP[card] for card in cards) or "-" for cards in by_runner)
        case "gallop", Deck(cards, discards):
            return f"{counted(GALLOP, cards)}, discarded {counted(GALLOP, discards)}"
        case "gallop", counts:
            return counted(GALLOP, counts)
        case (("runner" | "winner"), int(colour)):
            return COLOURS[colour]
        case "turn", int(turn):
            return str(turn) if hasattr(of, "waiting") else COLOURS[turn]
        case (("order" | "home"), colours):
            return several(COLOURS[colour] for colour in colours)
        case "runners", runners:
            return several(runner(colour, found) for colour, found in enumerate(runners))
        case (("path" | "at"), spaces):
            return several(map(place, spaces))
        case "to", int(space) if isinstance(of, MoveRunner):
            return place(space)
        case "throws", rounds:
            return throws(of, rounds)
        case (("bids" | "sealed"), bids):
            return several(f"{seat}:{'?' if amount is None else amount}" for seat, amount in bids)
        case "stakes", tuple(items):
            return chosen(items)
        case (("slips" | "confirmed"), tuple(rows)):
            return several("".join(map(str, r)) if isinstance(r, tuple) else int(r) for r in rows)
        case "odds", events.OddsSet():
            return told(value)
        case "payments", payments:
            return several(map(paid, payments))
        case "lot", SeenLot():
            return told(value)
        case "dice", dice:
            return f"{dice.race_die}/{dice.die}"
        case _, tuple():
            return several(value)
        case _:
            return str(value)


def chosen(items: tuple[Any, ...]) -> str:
    """The horses or slips chosen by one seat or by all."""
    if any(isinstance(item, tuple) for item in items):
        return several(chosen(item) for item in items)
    if any(isinstance(item, Stake) for item in items):
        return stakes(items)
    return "+".join(NAMES[item] for item in items) or "-"


def runner(colour: int, found: events.Runner) -> str:
    return f"{COLOURS[colour]}={NAMES[found.horse]}/{found.seat}/lane{found.lane}"


def told(data: Struct) -> str:
    """A struct inside another one."""
    return ", ".join(f"{name} {field(data, name, value)}" for name, value in asdict(data).items())


def offer(offered: offers.Offer) -> str:
    match offered:
        case offers.StartOffer() | offers.TrainingOffer() | offers.DiceOffer():
            return offered.id
        case offers.BidOffer(id, horse, least, most):
            return f"{id}: {NAMES[horse]} for {least} to {most}, or 0"
        case offers.TraineeOffer(id, numbers):
            return f"{id}: {horses(numbers)}"
        case offers.EntryOffer(id, numbers, count) | offers.SaleOffer(id, numbers, count):
            return f"{id}: {count} of {horses(numbers)}"
        case offers.SlipsOffer(id, slips, runners, colours, most):
            backed = f"{colours} of {COLOURS[:runners]}, {most} in all"
            return f"{id}: {several(slips)} on at most {backed}"
        case offers.MoveOffer(id, colour, plays):
            ways = [
                f"{p.play} {p.length} to {several(place(way.to) for way in p.ways)}" for p in plays
            ]
            return f"{id} {COLOURS[colour]}: {'; '.join(ways)}"


def seen_horse(number: int, horse: SeenHorse) -> str:
    owner = "nobody" if horse.owner is None else str(horse.owner)
    cards = "" if not horse.cards else f": {several(TRAINING[card] for card in horse.cards)}"
    ran = " ran" if horse.ran_first else ""
    return f"of {owner} {level(number, horse.level)} keeps {horse.kept}{cards}{ran}"


def note(line: Note) -> str:
    if line.what == "reformed":
        return line.what
    card = "?" if line.kind is None else TRAINING[line.kind]
    return f"{line.what} {line.seat} {NAMES[line.horse]} {card}"


def past(number: int, race: PastRace) -> Parts:
    return {
        f"past {number} {name}": field(race, name, value) for name, value in asdict(race).items()
    }


def view_parts(view: View) -> Parts:
    fields = ("viewer", "to_act", "race", "money", "horses", "deck", "discards", "chronicle")
    assert view.__struct_fields__ == (*fields, "past", "scene")
    parts = {"race": str(view.race), "to act": several(view.to_act), "money": several(view.money)}
    for number, horse in enumerate(view.horses):
        parts[f"horse {NAMES[number]}"] = seen_horse(number, horse)
    parts["deck"] = str(view.deck)
    parts["discards"] = counted(TRAINING, view.discards)
    for number, line in enumerate(view.chronicle, start=1):
        parts[f"note {number}"] = note(line)
    for number, race in enumerate(view.past, start=1):
        parts |= past(number, race)
    parts["scene"] = str(view.scene.__struct_config__.tag)
    for name, value in asdict(view.scene).items():
        parts[name] = field(view.scene, name, value)
    return parts
