"""Royal Turf in numbers; every choice is one of the game's `actions`."""

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.layout import Field, Layout, Sheet, finished
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

Still = tuple[Book, Grid, Pile, tuple[int, ...], Sheet]


class Encoding:
    size = ACTIONS

    def __init__(self, game: RoyalTurf) -> None:
        rules = game.rules
        self._rules = rules
        self._seats = game.seats
        self._values = kinds_of(rules)
        self.layout = Layout(*_fields(game))
        at = self.layout.at
        self._to_act, self._progress, self._moved = at["to_act"], at["progress"], at["moved"]
        self._places, self._pace, self._rolled = at["places"], at["pace"], at["rolled"]
        self._length = rules.edition.spaces + BEHIND + MOST_SPACES
        self._symbols = {symbol: number for number, symbol in enumerate(SYMBOLS)}
        # By seat: what does not change during a race.
        self._still: dict[int, Still] = {}

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
        sheet = self._standing(view, seat)
        match scene:
            case BettingScene(grid, first, book):
                self._betting(sheet, grid, first, book, seat)
                sheet[self.layout.at["phase"] + BETTING] = 1
            case Naming(grid, among):
                self._grid(sheet, grid)
                for other in among:
                    sheet[self.layout.at["among"] + (other - seat) % self._seats] = 1
                sheet[self.layout.at["phase"] + NAMING] = 1
            case Over():
                sheet[self.layout.at["phase"] + OVER] = 1
            case Waiting():
                pass
        self._acting(sheet, view, seat)
        return finished(sheet)

    def _racing(self, view: View, scene: RacingScene, seat: int) -> Sheet:
        """During a race only the horses and the die change; the rest is copied."""
        known = self._still.get(seat)
        if known is None or not (
            known[0] is scene.book
            and known[1] is scene.grid
            and known[2] is view.pile
            and known[3] is view.money
        ):
            still = self._standing(view, seat)
            self._betting(still, scene.grid, scene.first, scene.book, seat)
            still[self.layout.at["phase"] + RACING] = 1
            known = self._still[seat] = (scene.book, scene.grid, view.pile, view.money, still)
        sheet = known[4][:]
        self._acting(sheet, view, seat)
        self._run(sheet, scene.progress)
        for horse in scene.moved:
            sheet[self._moved + horse] = 1
        for place, horse in enumerate(scene.podium):
            sheet[self._places + HORSES * place + horse] = 1
        if scene.pace is not None:
            sheet[self._pace + scene.pace] = 1
        if scene.rolled is not None:
            sheet[self._rolled + self._symbols[scene.rolled]] = 1
        return sheet

    def _acting(self, sheet: Sheet, view: View, seat: int) -> None:
        for other in view.to_act:
            sheet[self._to_act + (other - seat) % self._seats] = 1

    def _run(self, sheet: Sheet, progress: tuple[int, ...]) -> None:
        at, length = self._progress, self._length
        for horse, reached in enumerate(progress):
            sheet[at + horse] = (reached + BEHIND) / length

    def _standing(self, view: View, seat: int) -> Sheet:
        """What every phase has: the number of the race, money, and where the cards are."""
        at, sheet = self.layout.at, self.layout.blank()
        if view.race:
            sheet[at["race"] + view.race - 1] = 1
        for other, money in enumerate(view.money):
            sheet[at["money"] + (other - seat) % self._seats] = money / POUNDS
        for card in view.pile.shuffled:
            sheet[at["pile"] + card] = 1
        for place, card in enumerate(view.pile.under, start=1):
            sheet[at["under"] + card] = place / CARDS
        for card in view.gone:
            sheet[at["gone"] + card] = 1
        return sheet

    def _grid(self, sheet: Sheet, grid: Grid) -> None:
        moves, at = self._rules.edition.moves, self.layout.at["moves"]
        for horse, card in enumerate(grid.cards):
            for number, symbol in enumerate(SYMBOLS):
                sheet[at + len(SYMBOLS) * horse + number] = moves[symbol][card] / MOST_SPACES
        self._run(sheet, grid.starts)

    def _betting(self, sheet: Sheet, grid: Grid, first: int, book: Book, seat: int) -> None:
        """A face-down token is shown without its value; field `lies` tells it from a token of 0."""
        at, seats, most = self.layout.at, self._seats, max(*self._values, 1)
        self._grid(sheet, grid)
        sheet[at["first"] + (first - seat) % seats] = 1
        for kind, value in enumerate(self._values):
            sheet[at["hand"] + kind] = book.hand.count(value) / len(self._rules.tokens)
        for bet in book.bets:
            place = (bet.seat - seat) % seats * HORSES + bet.horse
            sheet[at["lies"] + place] = 1
            if bet.value is not None:
                sheet[at["value"] + place] = bet.value / most


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
