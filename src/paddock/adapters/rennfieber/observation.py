"""Writes what a seat sees of Rennfieber as numbers, field by field."""

from collections.abc import Iterable
from operator import is_
from typing import Any

from paddock.adapters.layout import Buffer, Field, Layout
from paddock.games.rennfieber.actions import PLAYS, most_money, slip_kinds
from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import COLOURS, HORSES, KEPT, LEVELS, RACES
from paddock.games.rennfieber.events import Runner
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.rules.race import DIE
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import Over, Training, Waiting
from paddock.games.rennfieber.track import HOME, SECTIONS
from paddock.games.rennfieber.view import (
    AuctionScene,
    BettingScene,
    EnteringScene,
    RacingScene,
    SeenHorse,
    SellingScene,
    View,
)

MONEY = 10_000  # amounts are in tens of thousands
PHASES = (AuctionScene, Training, EnteringScene, BettingScene, RacingScene, SellingScene, Over)
AUCTION, TRAINING, ENTERING, BETTING, RACING, SELLING, OVER = range(len(PHASES))
FURTHEST = 16  # the longest move


class Observer:
    """Writes observations of a table."""

    def __init__(self, rules: Ruleset) -> None:
        edition = rules.edition
        self._rules = rules
        self._seats = rules.seats
        self._kinds = slip_kinds(rules)
        self.slips = len(rules.slips)
        kept = [(kind, card) for kind, card in enumerate(edition.training) if card.effect in KEPT]
        self._deck = sum(card.count for card in edition.training)
        self._kept = max(1, sum(card.count for _, card in kept))
        self._effects = {kind: KEPT.index(card.effect) for kind, card in kept}
        # The condition by horse and level; the position and lane of each space.
        self._conditions = [
            [LEVELS.index(level) / (len(LEVELS) - 1) for level in horse.levels]
            for horse in edition.horses
        ]
        self._centres = [float(space.centre) / len(SECTIONS) for space in edition.track.spaces]
        self._lanes = [space.lane - 1 for space in edition.track.spaces]
        self.layout = Layout(*_fields(rules))
        # Caches by seat: what was written, and what it was written from.
        self._stables: dict[int, tuple[tuple[SeenHorse, ...], Buffer]] = {}
        self._fields: dict[int, tuple[Buffer, tuple[Any, ...], Buffer]] = {}

    def observe(self, view: View) -> Buffer:
        """Everything but the draft."""
        seat = view.viewer
        if seat is None:
            raise ValueError("an observation is made for a seat")
        at, scene = self.layout.offsets, view.scene
        owned = self._owned(view.horses, seat)
        buffer = self._racing(owned, scene, seat) if isinstance(scene, RacingScene) else owned[:]
        self._standing(buffer, view, seat)
        if isinstance(scene, Waiting):
            return buffer
        buffer[at["phase"] + PHASES.index(type(scene))] = 1
        match scene:
            case Training():
                self._training(buffer, scene, seat)
            case AuctionScene():
                self._auction(buffer, scene, seat)
            case BettingScene(runners, most, confirmed, own):
                self._field(buffer, runners, most, own, seat)
                self._marked(buffer, "confirmed", _seats_of(confirmed), seat)
            case EnteringScene(confirmed, chosen) | SellingScene(_, confirmed, chosen):
                self._marked(buffer, "confirmed", _seats_of(confirmed), seat)
                for horse in chosen or ():
                    buffer[at["chosen"] + horse] = 1
            case RacingScene() | Over():
                pass
        return buffer

    def _owned(self, horses: tuple[SeenHorse, ...], seat: int) -> Buffer:
        """Only the stables, cached until one of the horses changes."""
        cached = self._stables.get(seat)
        if cached is not None and cached[0] == horses:
            return cached[1]
        at, seats, buffer = self.layout.offsets, self._seats, self.layout.blank()
        for number, horse in enumerate(horses):
            buffer[at["level"] + number] = self._conditions[number][horse.level]
            if horse.owner is None:
                continue
            buffer[at["owner"] + seats * number + (horse.owner - seat) % seats] = 1
            buffer[at["ran_first"] + number] = horse.ran_first
            buffer[at["kept"] + number] = horse.kept / self._kept
            effects = [self._effects[card] for card in horse.cards or ()]
            for effect in effects:
                place = at["cards"] + len(KEPT) * number + effect
                buffer[place] = effects.count(effect) / self._kept
        self._stables[seat] = (horses, buffer)
        return buffer

    def _standing(self, buffer: Buffer, view: View, seat: int) -> None:
        at = self.layout.offsets
        buffer[at["race"] + view.race] = 1
        self._marked(buffer, "to_act", view.to_act, seat)
        self._sums(buffer, "money", view.money, seat)
        buffer[at["deck"]] = view.deck / self._deck
        discards = at["discards"]
        for kind, count in enumerate(view.discards):
            if count:
                buffer[discards + kind] = count / self._rules.edition.training[kind].count

    def _marked(self, buffer: Buffer, name: str, seats: Iterable[int], seat: int) -> None:
        start = self.layout.offsets[name]
        for other in seats:
            buffer[start + (other - seat) % self._seats] = 1

    def _sums(self, buffer: Buffer, name: str, sums: tuple[int, ...], seat: int) -> None:
        start = self.layout.offsets[name]
        for other, money in enumerate(sums):
            buffer[start + (other - seat) % self._seats] = money / MONEY

    def _auction(self, buffer: Buffer, scene: AuctionScene, seat: int) -> None:
        at = self.layout.offsets
        for horse in scene.shuffled:
            buffer[at["stack"] + horse] = 1
        for place, horse in enumerate(scene.under, start=1):
            buffer[at["under"] + horse] = place / HORSES
        for other, short in enumerate(scene.short):
            buffer[at["short"] + (other - seat) % self._seats] = short / self._rules.horses_each
        self._marked(buffer, "opens", (scene.next,), seat)
        buffer[at["unsold"]] = scene.unsold / HORSES
        lot = scene.lot
        if lot is None:
            return
        buffer[at["lot"] + lot.horse] = 1
        self._marked(buffer, "bidders", lot.bidders, seat)
        self._marked(buffer, "confirmed", (other for other, _ in lot.sealed), seat)
        buffer[at["standing"]] = lot.standing / MONEY
        if lot.holder is not None:
            self._marked(buffer, "holder", (lot.holder,), seat)
        for _, amount in lot.sealed:
            if amount is not None:
                buffer[at["own_bid"]] = amount / MONEY

    def _training(self, buffer: Buffer, scene: Training, seat: int) -> None:
        at = self.layout.offsets
        for waiting in scene.waiting:
            for horse in waiting:
                buffer[at["waiting"] + horse] = 1
        for other, trainee in enumerate(scene.trainee):
            if trainee is not None:
                buffer[at["trainee"] + trainee] = 1
                space = scene.space[other] / (self._rules.edition.training_spaces + 1)
                buffer[at["training_space"] + (other - seat) % self._seats] = space

    def _field(
        self,
        buffer: Buffer,
        runners: tuple[Runner, ...],
        most: tuple[int, ...],
        own: tuple[Stake, ...] | None,
        seat: int,
    ) -> None:
        """The runners, what each seat may stake, and this seat's slips."""
        at, seats = self.layout.offsets, self._seats
        for colour, runner in enumerate(runners):
            buffer[at["runner"] + HORSES * colour + runner.horse] = 1
            buffer[at["rider"] + seats * colour + (runner.seat - seat) % seats] = 1
            buffer[at["start_lane"] + colour] = runner.lane / COLOURS
        self._sums(buffer, "most", most, seat)
        stakes = own or ()
        for stake in stakes:
            place = COLOURS * self._kinds.index(stake.value) + stake.colour
            buffer[at["own_slips"] + place] = stakes.count(stake) / self.slips

    def _entered(self, stables: Buffer, scene: RacingScene, seat: int) -> Buffer:
        """Everything that does not change during a race, cached until that or a stable changes."""
        source = (scene.runners, scene.most, scene.own, scene.slips, scene.order)
        cached = self._fields.get(seat)
        if cached is not None and cached[0] is stables and all(map(is_, cached[1], source)):
            return cached[2]
        buffer, at = stables[:], self.layout.offsets
        self._field(buffer, scene.runners, scene.most, scene.own, seat)
        for other, counts in enumerate(scene.slips):
            start = at["slips"] + COLOURS * ((other - seat) % self._seats)
            for colour, count in enumerate(counts):
                buffer[start + colour] = count / self.slips
        for place, colour in enumerate(scene.order, start=1):
            buffer[at["order"] + colour] = place / COLOURS
        self._fields[seat] = (stables, source, buffer)
        return buffer

    def _racing(self, stables: Buffer, scene: RacingScene, seat: int) -> Buffer:
        at = self.layout.offsets
        buffer = self._entered(stables, scene, seat)[:]
        crossed, lane, centre = at["crossed"], at["lane"], at["centre"]
        for colour, space in enumerate(scene.at):
            buffer[crossed + colour] = scene.crossed[colour] / LAPS
            if space != HOME:
                buffer[lane + COLOURS * colour + self._lanes[space]] = 1
                buffer[centre + colour] = self._centres[space]
        for place, colour in enumerate(scene.home, start=1):
            buffer[at["home"] + colour] = place / COLOURS
        buffer[at["turn"] + scene.turn] = 1
        self._gallop(buffer, scene)
        if scene.dice is not None:
            buffer[at["race_die"]] = scene.dice.race_die / DIE
            buffer[at["die"]] = scene.dice.die / DIE
        if scene.extra is not None:
            buffer[at["extra"]] = scene.extra / FURTHEST
        return buffer

    def _gallop(self, buffer: Buffer, scene: RacingScene) -> None:
        at, cards = self.layout.offsets, self._rules.edition.gallop
        left, discards = at["gallop"], at["gallop_discards"]
        for kind, card in enumerate(cards):
            buffer[left + kind] = scene.gallop.cards[kind] / card.count
            buffer[discards + kind] = scene.gallop.discards[kind] / card.count
        for colour, force in enumerate(scene.force):
            for kind in force:
                place = at["force"] + len(cards) * colour + kind
                buffer[place] = force.count(kind) / cards[kind].count


def _seats_of(flags: tuple[bool, ...]) -> Iterable[int]:
    return (seat for seat, flag in enumerate(flags) if flag)


def _fields(rules: Ruleset) -> tuple[Field, ...]:
    seats, edition = rules.seats, rules.edition
    slips = COLOURS * len(slip_kinds(rules))
    most = most_money(rules) / MONEY
    return (
        Field("phase", len(PHASES)),
        Field("race", RACES + 1),
        Field("to_act", seats),
        Field("money", seats, most),
        Field("owner", seats * HORSES),
        Field("level", HORSES),
        Field("kept", HORSES),
        Field("cards", len(KEPT) * HORSES),
        Field("ran_first", HORSES),
        Field("deck", 1),
        Field("discards", len(edition.training)),
        Field("confirmed", seats),
        Field("chosen", HORSES),
        Field("stack", HORSES),
        Field("under", HORSES),
        Field("short", seats),
        Field("opens", seats),
        Field("unsold", 1),
        Field("lot", HORSES),
        Field("bidders", seats),
        Field("holder", seats),
        Field("standing", 1, most),
        Field("own_bid", 1, most),
        Field("waiting", HORSES),
        Field("trainee", HORSES),
        Field("training_space", seats),
        Field("runner", COLOURS * HORSES),
        Field("rider", seats * COLOURS),
        Field("start_lane", COLOURS),
        Field("most", seats, most),
        Field("own_slips", slips),
        Field("slips", seats * COLOURS),
        Field("lane", COLOURS * COLOURS),
        Field("centre", COLOURS),
        Field("crossed", COLOURS),
        Field("home", COLOURS),
        Field("order", COLOURS),
        Field("turn", COLOURS),
        Field("gallop", len(edition.gallop)),
        Field("gallop_discards", len(edition.gallop)),
        Field("force", COLOURS * len(edition.gallop)),
        Field("race_die", 1),
        Field("die", 1),
        Field("extra", 1),
        Field("draft_raise", 1, most),
        Field("draft_horses", HORSES),
        Field("draft_slips", slips),
        Field("draft_play", len(PLAYS)),
    )
