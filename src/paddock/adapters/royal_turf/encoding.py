"""Royal Turf in numbers; every choice is one of the game's `actions`."""

from operator import is_

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.layout import Buffer, Field, Layout, finished
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import (
    ACTIONS,
    BET,
    MOVE,
    NAME,
    action_of,
    command_of,
    kinds_of,
)
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.edition import CARDS_EACH, HORSES, MOST_SPACES, SYMBOLS
from paddock.games.royal_turf.offers import BetOffer, MoveOffer, NameOffer, Offer
from paddock.games.royal_turf.rules.payout import RACES, factors
from paddock.games.royal_turf.rules.race import PODIUM
from paddock.games.royal_turf.state import Grid, Naming, Over, Pile, Waiting
from paddock.games.royal_turf.view import BettingScene, Book, RacingScene, View

NAMING, BETTING, RACING, OVER = range(4)  # the numbers of the field `phase`
BEHIND = HORSES - 1  # RT4.6: the last horse starts at progress -6
CARDS = HORSES * CARDS_EACH
POUNDS = 1_000  # amounts are in thousands


class Encoding:
    size = ACTIONS

    def __init__(self, game: RoyalTurf) -> None:
        rules = game.rules
        self._rules = rules
        self._seats = game.seats
        self._values = kinds_of(rules)
        self.layout = Layout(*_fields(game))
        at = self.layout.offsets
        self._to_act, self._progress, self._moved = at["to_act"], at["progress"], at["moved"]
        self._places, self._pace, self._rolled = at["places"], at["pace"], at["rolled"]
        self._length = rules.edition.spaces + BEHIND + MOST_SPACES
        self._symbols = {symbol: number for number, symbol in enumerate(SYMBOLS)}
        # Cache by seat: what does not change during a race, after what it was written from.
        self._fixed: dict[int, tuple[Book, Grid, Pile, tuple[int, ...], Buffer]] = {}

    def legal(self, offer: Offer | None, _draft: tuple[int, ...] = ()) -> list[int]:
        match offer:
            case MoveOffer(moves=moves):
                return [MOVE + move.horse for move in moves]
            case BetOffer(values=values, horses=horses):
                firsts = [BET + HORSES * self._values.index(value) for value in values]
                return [first + horse for first in firsts for horse in horses]
            case NameOffer(among=among):
                return [NAME + seat for seat in among]
            case _:
                return []

    def command(self, offer: Offer, actions: tuple[int, ...]) -> Command:
        (action,) = actions
        return command_of(self._values, offer.id, action)

    def actions(self, _offer: Offer, command: Command) -> tuple[int, ...]:
        return (action_of(self._values, command),)

    def describe(self, action: int) -> str:
        horses = self._rules.edition.horses
        if action >= NAME:
            return f"name seat {action - NAME}"
        if action >= MOVE:
            return f"move {horses[action - MOVE].name}"
        kind, horse = divmod(action - BET, HORSES)
        value = str(self._values[kind]) if kind < len(self._values) else "nothing"
        return f"bet {value} on {horses[horse].name}"

    def observe(self, view: View, _draft: tuple[int, ...] = ()) -> NDArray[np.float32]:
        seat = view.viewer
        if seat is None:
            raise ValueError("an observation is made for a seat")
        scene = view.scene
        if isinstance(scene, RacingScene):
            return finished(self._racing(view, scene, seat))
        buffer = self._standing(view, seat)
        match scene:
            case BettingScene(grid, first, book):
                self._betting(buffer, grid, first, book, seat)
                buffer[self.layout.offsets["phase"] + BETTING] = 1
            case Naming(grid, among):
                self._grid(buffer, grid)
                for other in among:
                    buffer[self.layout.offsets["among"] + (other - seat) % self._seats] = 1
                buffer[self.layout.offsets["phase"] + NAMING] = 1
            case Over():
                buffer[self.layout.offsets["phase"] + OVER] = 1
            case Waiting():
                pass
        self._acting(buffer, view, seat)
        return finished(buffer)

    def _racing(self, view: View, scene: RacingScene, seat: int) -> Buffer:
        """During a race only the horses and the die change; the rest is copied."""
        source = (scene.book, scene.grid, view.pile, view.money)
        cached = self._fixed.get(seat)
        if cached is None or not all(map(is_, cached, source)):
            fixed = self._standing(view, seat)
            self._betting(fixed, scene.grid, scene.first, scene.book, seat)
            fixed[self.layout.offsets["phase"] + RACING] = 1
            cached = self._fixed[seat] = (*source, fixed)
        buffer = cached[4][:]
        self._acting(buffer, view, seat)
        self._run(buffer, scene.progress)
        for horse in scene.moved:
            buffer[self._moved + horse] = 1
        for place, horse in enumerate(scene.podium):
            buffer[self._places + HORSES * place + horse] = 1
        if scene.pace is not None:
            buffer[self._pace + scene.pace] = 1
        if scene.rolled is not None:
            buffer[self._rolled + self._symbols[scene.rolled]] = 1
        return buffer

    def _acting(self, buffer: Buffer, view: View, seat: int) -> None:
        for other in view.to_act:
            buffer[self._to_act + (other - seat) % self._seats] = 1

    def _run(self, buffer: Buffer, progress: tuple[int, ...]) -> None:
        at, length = self._progress, self._length
        for horse, reached in enumerate(progress):
            buffer[at + horse] = (reached + BEHIND) / length

    def _standing(self, view: View, seat: int) -> Buffer:
        """What every phase has: the number of the race, money, and where the cards are."""
        at, buffer = self.layout.offsets, self.layout.blank()
        if view.race:
            buffer[at["race"] + view.race - 1] = 1
        for other, money in enumerate(view.money):
            buffer[at["money"] + (other - seat) % self._seats] = money / POUNDS
        for card in view.pile.shuffled:
            buffer[at["pile"] + card] = 1
        for place, card in enumerate(view.pile.under, start=1):
            buffer[at["under"] + card] = place / CARDS
        for card in view.gone:
            buffer[at["gone"] + card] = 1
        return buffer

    def _grid(self, buffer: Buffer, grid: Grid) -> None:
        moves, at = self._rules.edition.moves, self.layout.offsets["moves"]
        for horse, card in enumerate(grid.cards):
            for number, symbol in enumerate(SYMBOLS):
                buffer[at + len(SYMBOLS) * horse + number] = moves[symbol][card] / MOST_SPACES
        self._run(buffer, grid.starts)

    def _betting(self, buffer: Buffer, grid: Grid, first: int, book: Book, seat: int) -> None:
        """A face-down token is shown without its value; field `lies` tells it from a token of 0."""
        at, seats, most = self.layout.offsets, self._seats, max(*self._values, 1)
        self._grid(buffer, grid)
        buffer[at["first"] + (first - seat) % seats] = 1
        for kind, value in enumerate(self._values):
            buffer[at["hand"] + kind] = book.hand.count(value) / len(self._rules.tokens)
        for bet in book.bets:
            place = (bet.seat - seat) % seats * HORSES + bet.horse
            buffer[at["lies"] + place] = 1
            if bet.value is not None:
                buffer[at["value"] + place] = bet.value / most


def _fields(game: RoyalTurf) -> tuple[Field, ...]:
    rules, seats = game.rules, game.seats
    best = max(max(row) for row in rules.edition.payout) + rules.edition.pace_figure
    gains = sum(best * factors(rules, race).gain for race in range(1, RACES + 1))
    return (
        Field("phase", OVER + 1),
        Field("race", RACES),
        Field("to_act", seats),
        Field("money", seats, max(1.0, gains * sum(rules.tokens) / POUNDS)),
        Field("first", seats),
        Field("among", seats),
        Field("hand", len(kinds_of(rules))),
        Field("lies", HORSES * seats),
        Field("value", HORSES * seats),
        Field("moves", HORSES * len(SYMBOLS)),
        Field("progress", HORSES),
        Field("moved", HORSES),
        Field("places", HORSES * PODIUM),
        Field("pace", HORSES),
        Field("rolled", len(SYMBOLS)),
        Field("pile", CARDS),
        Field("under", CARDS),
        Field("gone", CARDS),
    )
