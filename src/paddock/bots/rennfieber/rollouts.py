"""Races run in imagination, ridden by compiled punters. Importing this needs Numba."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from paddock.bots.rennfieber.stable import Fit, Stable
from paddock.fast.record import Rows
from paddock.fast.rennfieber.figures import PLAYS, figures_of
from paddock.fast.rennfieber.play import PUNTER, act, play
from paddock.fast.rennfieber.tables import SEEDS, Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Command, EnterRunners, MoveRunner, PlaceSlips, Stake
from paddock.games.rennfieber.edition import COLOURS, LEVELS, RACES
from paddock.games.rennfieber.rules import settlement
from paddock.games.rennfieber.rules.entry import SECOND
from paddock.games.rennfieber.ruleset import SEATS
from paddock.games.rennfieber.state import Entering, Racing, State
from paddock.games.rennfieber.view import BettingScene, RacingScene, View
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Rng
from paddock.kernel.rejection import Rejected

__all__ = ["Entries", "Meeting", "Rides", "Slips", "figures_of", "warm"]

Values = NDArray[np.float64]
# Before a race: how often what is hidden is dealt, and how often each deal is run. Where there are
# more than two entries to compare, each has the fewer deals, but not less than so many.
DEALS, TIMES = 24, 50
FEWEST_DEALS = 4
# In a race there are as many choices as turns.
RIDE_DEALS = 12
# How much money decides a meeting after each race, as a part of the greatest prize: the less, the
# more a lead is worth. After the last race only bets are left out, where it was run without them.
LEADS = (0.36, 0.30, 0.10)
# What a point of condition is worth before the sale, as a part of what the bank pays for it.
POINT = 0.7
# Who cannot win any more, or hardly lose, still likes money: so much of a win a coin.
GREED = 1e-7


class Meeting:
    """What money is worth to a seat: its chance to win the meeting.

    What its horses will still bring counts as money (`Stable`).
    """

    def __init__(self, game: Rennfieber, figures: Rows, stable: Stable, view: View) -> None:
        assert view.viewer is not None
        self._game, self._seat, self._race = game, view.viewer, view.race
        programme = game.rules.edition.programme
        self._most = max(1, *(prize for race in programme for prize in race.prizes))
        self.figures = figures
        self._horses = np.array([self._to_come(stable, view, seat) for seat in range(game.seats)])

    def _to_come(self, stable: Stable, view: View, seat: int) -> float:
        """What the horses of a seat bring after this race, or after those that are tried."""
        if view.race == RACES:
            return 0.0
        fits = [
            Fit(number, horse.level, horse.kept)
            for number, horse in enumerate(view.horses)
            if horse.owner == seat
        ]
        to_come = stable.sale(fits)
        if view.race < SECOND and isinstance(view.scene, BettingScene | RacingScene):
            running = {runner.horse for runner in view.scene.runners}
            to_come += sum(stable.prize(fit, SECOND) for fit in fits if fit.horse not in running)
        return to_come

    def final(self, money: Values) -> Values:
        """The value of a race's end: wins after the last one, before that the chances."""
        if self._race < RACES:
            return self.chances(money)
        won = money == money.max(axis=1, keepdims=True)
        share: Values = won[:, self._seat] / won.sum(axis=1)
        return share + GREED * money[:, self._seat]

    def chances(self, money: Values) -> Values:
        """Of this seat, by all seats' money after the race."""
        wealth = (money + self._horses) / (self._most * LEADS[self._race - 1])
        lead = np.exp(wealth - wealth.max(axis=1, keepdims=True))
        share: Values = lead[:, self._seat] / lead.sum(axis=1)
        return share + GREED * money[:, self._seat]

    def condition(self, tables: Tables) -> Values:
        """What changes of condition are worth to each seat (RF7.2, RF9.1)."""
        rows = tables.rows
        worth = np.zeros((len(rows), self._game.seats))
        if self._race == RACES:
            return worth
        conditions = tables.figures["conditions"][0].astype(np.float64)
        points = conditions.reshape(-1, len(LEVELS)).clip(0) * settlement.PER_POINT * POINT
        for runner in range(int(tables.figures["runners"][0])):
            horse, seats = rows["horses"][:, runner], rows["riders"][:, runner]
            before, after = rows["levels"][:, runner], rows["after"][:, runner]
            worth[np.arange(len(rows)), seats] += points[horse, after] - points[horse, before]
        return worth

    def money(self, tables: Tables) -> Values:
        """Of all seats after races that are over, a change of condition counting as money."""
        purses = tables.rows["money"][:, : self._game.seats].astype(np.float64)
        purses += self.condition(tables)
        return purses


class Rides:
    """A decision in a race. Its worlds differ in kept cards, in slips, and in all dice to come."""

    def __init__(self, game: Rennfieber, meeting: Meeting, view: View, rng: Rng) -> None:
        self._game, self._meeting = game, meeting
        self._seed = rng.randrange(SEEDS)
        deals = [game.sample(view, rng) for _ in range(RIDE_DEALS)]
        self._deals = Tables.of(game, deals, figures=meeting.figures)

    def evaluate(
        self, commands: Sequence[Command], options: Sequence[int], worlds: range
    ) -> list[list[float]]:
        """The value of each of these commands in each of these worlds."""
        actions = [action_of(self._game, commands[option]) for option in options]
        rows = self._deals.rows[np.arange(worlds.start, worlds.stop) % RIDE_DEALS]
        rows["seed"], rows["number"] = self._seed, np.arange(worlds.start, worlds.stop)
        tables = Tables(self._deals.figures, np.tile(rows, len(actions)))
        act(tables, np.repeat(np.array(actions, np.int64), len(worlds)))
        play(tables, [PUNTER] * self._game.seats)
        values = self._meeting.final(self._meeting.money(tables))
        found: list[list[float]] = values.reshape(len(actions), -1).tolist()
        return found


def action_of(game: Rennfieber, command: Command) -> int:
    """The number of a command in the compiled rules."""
    assert isinstance(command, MoveRunner)
    return PLAYS.index(command.play) * (len(game.rules.edition.track.spaces) + 1) + command.to + 1


class Entries:
    """Entering runners, where the rivals' entries are foreseen.

    In race 1 whoever stays behind runs in race 2 (RF4.1), so both are run.
    """

    def __init__(
        self,
        game: Rennfieber,
        meeting: Meeting,
        view: View,
        foreseen: Sequence[tuple[int, ...]],
        rng: Rng,
    ) -> None:
        assert view.viewer is not None
        self._game, self._meeting, self._seat, self._view = game, meeting, view.viewer, view
        self._foreseen = list(foreseen)
        self._seed = rng.randrange(SEEDS)
        self._deals = [game.sample(view, rng) for _ in range(DEALS)]

    def values(self, options: Sequence[tuple[int, ...]]) -> list[Values]:
        """What entering each of these is worth, by world, the same worlds for all."""
        deals = self._deals[: max(2 * DEALS // len(options), FEWEST_DEALS)]
        return [self._values(deals, horses) for horses in options]

    def _values(self, deals: Sequence[State], horses: tuple[int, ...]) -> Values:
        entries = [*self._foreseen]
        entries[self._seat] = horses
        money = self._meeting.money(self._run(deals, entries))
        if self._view.race < SECOND:
            left = [
                tuple(horse for horse in deals[0].owned(seat) if horse not in entered)
                for seat, entered in enumerate(entries)
            ]
            later = [replace(deal, race=SECOND) for deal in deals]
            money += self._meeting.money(self._run(later, left)) - np.array(self._view.money)
        return self._meeting.chances(money)

    def _run(self, deals: Sequence[State], entries: Sequence[tuple[int, ...]]) -> Tables:
        states = [
            started(self._game, deal, entries, QuickChance(self._seed, number))
            for number, deal in enumerate(deals)
        ]
        return run(self._game, self._meeting, states, self._seed)


def started(
    game: Rennfieber, state: State, entries: Sequence[tuple[int, ...]], chance: QuickChance
) -> State:
    """The race that these entries make, nobody betting."""
    state = replace(state, phase=Entering((None,) * game.seats))
    for seat, horses in enumerate(entries):
        state = _done(game, state, seat, EnterRunners(f"race/{state.race}/entry", horses), chance)
    return unbacked(game, state, chance)


def unbacked(game: Rennfieber, state: State, chance: QuickChance) -> State:
    """The race once everybody has kept their slips."""
    for seat in game.to_act(state):
        state = _done(game, state, seat, PlaceSlips(f"race/{state.race}/slips", ()), chance)
    return state


def _done(
    game: Rennfieber, state: State, seat: int, command: Command, chance: QuickChance
) -> State:
    progress = game.decide(state, seat, command, chance)
    assert not isinstance(progress, Rejected), progress
    return progress.state


def run(game: Rennfieber, meeting: Meeting, states: Sequence[State], seed: int) -> Tables:
    """All worlds, run to the end by punters."""
    loaded = Tables.of(game, states, figures=meeting.figures)
    tables = loaded.repeated(TIMES, seed)
    play(tables, [PUNTER] * game.seats)
    return tables


class Slips:
    """Betting, where the race is run in every world and every rival bets as is foreseen.

    `crowds` are slips of all seats, the own ones left out, as they may lie.
    """

    def __init__(
        self,
        game: Rennfieber,
        meeting: Meeting,
        view: View,
        crowds: Sequence[Sequence[tuple[Stake, ...]]],
        rng: Rng,
    ) -> None:
        assert view.viewer is not None
        self._rules, self._meeting, self._seat = game.rules, meeting, view.viewer
        seed = rng.randrange(SEEDS)
        deals = [game.sample(view, rng) for _ in range(DEALS)]
        states = [
            unbacked(game, _unbet(deal), QuickChance(seed, n)) for n, deal in enumerate(deals)
        ]
        tables = run(game, meeting, states, seed)
        self._money = meeting.money(tables)
        self._winner = tables.rows["home"][:, 0].astype(np.int64)
        self._by_amounts = game.rules.weigh is settlement.by_amounts
        self._crowd(crowds, len(view.money))
        self._bounds = np.array(game.rules.edition.bounds, np.int64)
        self._odds = np.array(game.rules.edition.odds, np.int64)

    def _crowd(self, crowds: Sequence[Sequence[tuple[Stake, ...]]], seats: int) -> None:
        """Of the rivals' slips by world: weight on all and on the winner, and their stakes."""
        worth = np.zeros((len(crowds), seats, COLOURS), np.int64)
        slips = np.zeros((len(crowds), COLOURS), np.int64)
        for number, crowd in enumerate(crowds):
            for seat, stakes in enumerate(crowd):
                for stake in stakes:
                    worth[number, seat, stake.colour] += stake.value
                    slips[number, stake.colour] += 1
        which = np.arange(len(self._winner)) % len(crowds)
        weight = worth.sum(axis=1) if self._by_amounts else slips
        self._all, self._on = weight.sum(axis=1)[which], weight[which, self._winner]
        self._staked, self._right = worth.sum(axis=2)[which], worth[which, :, self._winner]

    def values(self, stakes: Sequence[Stake]) -> Values:
        """What these slips are worth, by world (RF7.3 to RF7.5)."""
        own, slips = np.zeros(COLOURS, np.int64), np.zeros(COLOURS, np.int64)
        for stake in stakes:
            own[stake.colour] += stake.value
            slips[stake.colour] += 1
        weight = own if self._by_amounts else slips
        on_all, on_winner = self._all + weight.sum(), self._on + weight[self._winner]
        passed = on_all[:, None] * 100 >= self._bounds * on_winner[:, None]
        odds = self._odds[np.minimum(passed.sum(axis=1), len(self._odds) - 1)]
        staked, right = self._staked.copy(), self._right.copy()
        staked[:, self._seat], right[:, self._seat] = own.sum(), own[self._winner]
        money = self._money - np.minimum(self._money, staked) + right * odds[:, None] // 10
        return self._meeting.final(money)


def _unbet(deal: State) -> State:
    """Whoever has bet already is asked again, since here nobody does."""
    return replace(deal, phase=replace(deal.phase, stakes=(None,) * deal.seats))


def warm() -> None:
    """Compile all that a decision needs, or load what was compiled before."""
    game = Rennfieber.make(SEATS[-1], {}, Rennfieber.standard())
    entries = [(seat,) for seat in range(game.seats)]
    state = game.initial()
    horses = tuple(
        replace(horse, owner=number if number < game.seats else None)
        for number, horse in enumerate(state.horses)
    )
    start = started(game, replace(state, race=1, horses=horses), entries, QuickChance(0))
    assert isinstance(start.phase, Racing)
    tables = Tables.of(game, [start])
    act(tables, np.array([-1]))
    play(tables, [PUNTER] * game.seats)
