"""Rollouts: compiled punters ride races to the end. Requires Numba."""

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from paddock.bots.rennfieber.stable import Stable, horses_of
from paddock.fast.chance import SEEDS
from paddock.fast.layout import Rows
from paddock.fast.rennfieber.figures import figures_of
from paddock.fast.rennfieber.play import PUNTER, move, play
from paddock.fast.rennfieber.table import TABLE
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.actions import PLAYS, slip_kinds
from paddock.games.rennfieber.commands import Command, EnterRunners, MoveRunner, PlaceSlips, Stake
from paddock.games.rennfieber.edition import COLOURS, LEVELS, RACES
from paddock.games.rennfieber.rules.entry import SECOND
from paddock.games.rennfieber.rules.settlement import PER_POINT
from paddock.games.rennfieber.ruleset import SEATS, OddsBy, StakeLimit
from paddock.games.rennfieber.state import Entering, Racing, State
from paddock.games.rennfieber.view import BettingScene, RacingScene, View
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Rng
from paddock.kernel.refusal import Refusal

__all__ = ["Entries", "Rides", "Slips", "WinModel", "figures_of", "warm"]

Values = NDArray[np.float64]
Counts = NDArray[np.int64]
Entered = tuple[tuple[int, ...], ...]  # the runners of each seat
Crowd = Sequence[tuple[Stake, ...]]  # the slips of each seat
# How many states are sampled, and how many guesses of the rivals' bets; further rollouts reuse them
# with different dice, so errors computed as if rollouts were independent are too small. There are
# fewer states in a race, which has many choices, and fewest for entries, since each option needs
# every state to be set up anew.
SLIPS_STATES, CROWDS = 24, 40
RIDES_STATES = 12
ENTRIES_STATES = 6
# The temperature of the softmax below after each race, as a fraction of the greatest prize: the
# smaller, the more a lead is worth. The last is for entries, whose rollouts leave out the bets.
TEMPERATURES = (0.36, 0.30, 0.10)
# The worth of a point of condition before the sale, as a fraction of what the bank pays for it.
POINT_FACTOR = 0.7
# The value of a coin as a share of a win, so that money counts even if the win is decided.
MONEY_TIE_BREAK = 1e-7


class WinModel:
    """The value of money to a seat: its probability of winning the meeting.

    That is a softmax of all seats' money, which includes what their horses will still earn.
    """

    def __init__(self, game: Rennfieber, figures: Rows, stable: Stable, view: View) -> None:
        assert view.viewer is not None
        self._game, self._seat, self._race = game, view.viewer, view.race
        programme = game.rules.edition.programme
        self._greatest_prize = max(1, *(prize for race in programme for prize in race.prizes))
        self.figures = figures
        self._horses = np.array([self._to_come(stable, view, seat) for seat in range(game.seats)])

    def _to_come(self, stable: Stable, view: View, seat: int) -> float:
        """What the horses of a seat earn after the races that are simulated."""
        if view.race == RACES:
            return 0.0
        owned = horses_of(view, seat)
        to_come = stable.sale(owned)
        if view.race < SECOND and isinstance(view.scene, BettingScene | RacingScene):
            running = {runner.horse for runner in view.scene.runners}
            to_come += sum(stable.prize(h, SECOND) for h in owned if h.number not in running)
        return to_come

    def final(self, money: Values) -> Values:
        """The value of money after a race: wins after the last race, probabilities before."""
        if self._race < RACES:
            return self.probabilities(money)
        won = money == money.max(axis=1, keepdims=True)
        share: Values = won[:, self._seat] / won.sum(axis=1)
        return share + MONEY_TIE_BREAK * money[:, self._seat]

    def probabilities(self, money: Values) -> Values:
        """This seat's probabilities, by all seats' money after the race."""
        wealth = (money + self._horses) / (self._greatest_prize * TEMPERATURES[self._race - 1])
        lead = np.exp(wealth - wealth.max(axis=1, keepdims=True))
        share: Values = lead[:, self._seat] / lead.sum(axis=1)
        return share + MONEY_TIE_BREAK * money[:, self._seat]

    def condition(self, tables: Tables) -> Values:
        """The worth of changes of condition to each seat (RF7.2, RF9.1)."""
        rows = tables.rows
        worth = np.zeros((len(rows), self._game.seats))
        if self._race == RACES:
            return worth
        conditions = tables.figures["conditions"][0].astype(np.float64)
        points = conditions.reshape(-1, len(LEVELS)).clip(0) * PER_POINT * POINT_FACTOR
        for runner in range(int(tables.figures["runners"][0])):
            horse, seats = rows["horses"][:, runner], rows["riders"][:, runner]
            races = np.arange(len(rows))
            before, after = rows["levels"][:, runner], rows["level"][races, horse]
            worth[races, seats] += points[horse, after] - points[horse, before]
        return worth

    def money(self, tables: Tables) -> Values:
        """All seats' money after the race, counting changes of condition as money."""
        purses = tables.rows["money"][:, : self._game.seats].astype(np.float64)
        purses += self.condition(tables)
        return purses


class Starts:
    """At most `most` positions from which races are played, again and again with different dice."""

    def __init__(self, game: Rennfieber, figures: Rows, seed: int, most: int) -> None:
        self._game, self._figures, self._seed = game, figures, seed
        self._rows, self.size = np.empty(most, TABLE), 0

    def add(self, *states: State) -> None:
        first, self.size = self.size, self.size + len(states)
        self._rows[first : self.size] = Tables.of(self._game, states, self._figures).rows

    def rows(self, worlds: range) -> Rows:
        """The tables of these worlds, using the positions in turn, each with its own dice."""
        numbers = np.arange(worlds.start, worlds.stop)
        rows: Rows = self._rows[numbers % self.size]
        rows["seed"], rows["number"] = self._seed, numbers
        return rows


class Rides:
    """A decision in a race. Its worlds differ in kept cards, in slips, and in all dice to come."""

    def __init__(self, game: Rennfieber, model: WinModel, view: View, rng: Rng) -> None:
        self._game, self._model = game, model
        self._starts = Starts(game, model.figures, rng.randrange(SEEDS), RIDES_STATES)
        self._starts.add(*(game.sample(view, rng) for _ in range(RIDES_STATES)))

    def evaluate(
        self, commands: Sequence[MoveRunner], options: Sequence[int], worlds: range
    ) -> list[list[float]]:
        """The value of each of these commands in each of these worlds."""
        moves = [commands[option] for option in options]
        tables = Tables(self._model.figures, np.tile(self._starts.rows(worlds), len(moves)))
        move(tables, *(np.repeat(each, len(worlds)) for each in plays_and_spaces(moves)))
        play(tables, [PUNTER] * self._game.seats, one_race=True)
        values = self._model.final(self._model.money(tables))
        found: list[list[float]] = values.reshape(len(moves), -1).tolist()
        return found


def plays_and_spaces(moves: Sequence[MoveRunner]) -> tuple[Counts, Counts]:
    """As the compiled rules number them."""
    plays = [PLAYS.index(command.play) for command in moves]
    return np.array(plays, np.int64), np.array([command.to for command in moves], np.int64)


class Entries:
    """A choice of runners, given the entries expected of all seats.

    The horses not entered in race 1 run in race 2 (RF4.1), so both races are simulated.
    """

    def __init__(
        self,
        game: Rennfieber,
        model: WinModel,
        view: View,
        expected: Sequence[tuple[int, ...]],
        rng: Rng,
    ) -> None:
        assert view.viewer is not None
        self._game, self._model, self._seat, self._view = game, model, view.viewer, view
        self._expected = expected
        self._seed = rng.randrange(SEEDS)
        self._rng = rng
        self._states: list[State] = []
        self._starts: dict[tuple[int, Entered], Starts] = {}

    def evaluate(
        self, commands: Sequence[Command], options: Sequence[int], worlds: range
    ) -> list[list[float]]:
        """The value of each of these entries in each of these worlds."""
        while len(self._states) < min(worlds.stop, ENTRIES_STATES):
            self._states.append(self._game.sample(self._view, self._rng))
        entries = [self._entered(commands[option]) for option in options]
        money = self._run(self._view.race, entries, worlds)
        if self._view.race < SECOND:
            left = [self._left(entered) for entered in entries]
            money += self._run(SECOND, left, worlds) - np.array(self._view.money)
        values: list[list[float]] = (
            self._model.probabilities(money).reshape(len(options), -1).tolist()
        )
        return values

    def _entered(self, command: Command) -> Entered:
        assert isinstance(command, EnterRunners)
        entries = [*self._expected]
        entries[self._seat] = command.horses
        return tuple(entries)

    def _left(self, entered: Entered) -> Entered:
        """The runners of race 2, if these ran in race 1."""
        return tuple(
            tuple(horse for horse in self._states[0].owned(seat) if horse not in horses)
            for seat, horses in enumerate(entered)
        )

    def _run(self, race: int, entries: Sequence[Entered], worlds: range) -> Values:
        """All seats' money after the race, for each of these entries in turn."""
        rows = np.empty((len(entries), len(worlds)), TABLE)
        for at, entered in enumerate(entries):
            rows[at] = self._start(race, entered).rows(worlds)
        tables = Tables(self._model.figures, rows.reshape(-1))
        play(tables, [PUNTER] * self._game.seats, one_race=True)
        return self._model.money(tables)

    def _start(self, race: int, entered: Entered) -> Starts:
        """The race at its start, in all states sampled so far."""
        start = self._starts.setdefault(
            (race, entered), Starts(self._game, self._model.figures, self._seed, ENTRIES_STATES)
        )
        for number in range(start.size, len(self._states)):
            state = replace(self._states[number], race=race)
            start.add(started(self._game, state, entered, QuickChance(self._seed, number)))
        return start


def started(game: Rennfieber, state: State, entries: Entered, chance: QuickChance) -> State:
    """The race with these entries and without bets."""
    state = replace(state, phase=Entering((None,) * game.seats))
    for seat, horses in enumerate(entries):
        state = _done(game, state, seat, EnterRunners(f"race/{state.race}/entry", horses), chance)
    return unbacked(game, state, chance)


def unbacked(game: Rennfieber, state: State, chance: QuickChance) -> State:
    """The race once every seat has confirmed without slips."""
    for seat in game.to_act(state):
        state = _done(game, state, seat, PlaceSlips(f"race/{state.race}/slips", ()), chance)
    return state


def _done(
    game: Rennfieber, state: State, seat: int, command: Command, chance: QuickChance
) -> State:
    progress = game.decide(state, seat, command, chance)
    assert not isinstance(progress, Refusal), progress
    return progress.state


class Slips:
    """A choice of slips, given the rivals' expected bets.

    Slips do not affect the race, so one world serves all options. Each call of `crowd` guesses the
    slips of all seats but the player's own.
    """

    def __init__(
        self,
        game: Rennfieber,
        model: WinModel,
        view: View,
        crowd: Callable[[], Crowd],
        rng: Rng,
    ) -> None:
        assert view.viewer is not None
        self._game, self._model, self._view, self._seat = game, model, view, view.viewer
        self._crowd, self._rng = crowd, rng
        self._seed = rng.randrange(SEEDS)
        self._starts = Starts(game, model.figures, self._seed, SLIPS_STATES)
        self._covered = game.rules.stakes is StakeLimit.COVERED
        kinds = slip_kinds(game.rules)
        self._kinds = np.array(kinds, np.int64)
        self._kind_of = {value: kind for kind, value in enumerate(kinds)}
        # RF7.3: how much a slip of each kind counts for the odds.
        by_amounts = game.rules.odds_by is OddsBy.AMOUNTS
        self._weights = self._kinds if by_amounts else np.ones_like(self._kinds)
        self._bounds = np.array(game.rules.edition.bounds, np.int64)
        self._odds = np.array(game.rules.edition.odds, np.int64)
        self._crowds: list[Crowd] = []
        self._money = np.zeros((0, game.seats))
        self._cash = np.zeros((0, game.seats), np.int64)
        self._winner = np.zeros(0, np.int64)

    def run(self, worlds: range) -> None:
        """Run the race in these worlds too; worlds are given in order."""
        for number in range(self._starts.size, min(worlds.stop, SLIPS_STATES)):
            state = _without_slips(self._game.sample(self._view, self._rng))
            self._starts.add(unbacked(self._game, state, QuickChance(self._seed, number)))
        while len(self._crowds) < min(worlds.stop, CROWDS):
            self._crowds.append(self._crowd())
        tables = Tables(self._model.figures, self._starts.rows(worlds))
        play(tables, [PUNTER] * self._game.seats, one_race=True)
        self._money = np.concatenate([self._money, self._model.money(tables)])
        self._cash = np.concatenate([self._cash, tables.rows["money"][:, : self._game.seats]])
        winner = tables.rows["finish"][:, 0].astype(np.int64)
        self._winner = np.concatenate([self._winner, winner])

    def close(self) -> None:
        """Sum up the rivals' slips once all worlds have been run."""
        laid = np.array([[self._laid(stakes) for stakes in crowd] for crowd in self._crowds])
        which = np.arange(len(self._winner)) % len(self._crowds)
        weight = (laid @ self._weights).sum(axis=1)
        self._all, self._on = weight.sum(axis=1)[which], weight[which, self._winner]
        self._staked = (laid @ self._kinds).sum(axis=2)[which]
        self._right = self._winning(laid[which, :, self._winner], self._staked, self._cash)

    def _laid(self, stakes: Sequence[Stake]) -> Counts:
        """The number of slips of each kind on each colour."""
        laid = np.zeros((COLOURS, len(self._kinds)), np.int64)
        for stake in stakes:
            laid[stake.colour, self._kind_of[stake.value]] += 1
        return laid

    def _winning(self, on_winner: Counts, staked: Counts, cash: Counts) -> Counts:
        """RF7.4: the value of the winning slips, given the number of each kind on the winner."""
        right: Counts = on_winner @ self._kinds
        if self._covered:
            return right
        left, paid = cash - (staked - right), np.zeros_like(right)
        for kind, value in enumerate(self._kinds):
            for slip in range(on_winner[..., kind].max(initial=0)):
                paid += value * ((slip < on_winner[..., kind]) & (paid + value <= left))
        return paid

    @property
    def worlds(self) -> int:
        return len(self._winner)

    def mean(self, stakes: Sequence[Stake]) -> float:
        return float(self._values(stakes).mean())

    def error(self, stakes: Sequence[Stake]) -> float:
        """The standard error of the mean as if rollouts were independent: too small."""
        return float(self._values(stakes).std()) / sqrt(self.worlds)

    def _values(self, stakes: Sequence[Stake]) -> Values:
        """The value of these slips in each world."""
        return self._model.final(self.settled(stakes))

    def settled(self, stakes: Sequence[Stake]) -> Values:
        """RF7.3 to RF7.5: all seats' money in each world, counting changes of condition."""
        own = self._laid(stakes)
        weight = own @ self._weights
        on_all, on_winner = self._all + weight.sum(), self._on + weight[self._winner]
        passed = on_all[:, None] * 100 >= self._bounds * on_winner[:, None]
        odds = self._odds[np.minimum(passed.sum(axis=1), len(self._odds) - 1)]
        staked, right, seat = self._staked.copy(), self._right.copy(), self._seat
        staked[:, seat] = (own @ self._kinds).sum()
        right[:, seat] = self._winning(own[self._winner], staked[:, seat], self._cash[:, seat])
        paid = np.minimum(self._cash, staked)
        money: Values = self._money - paid + right * odds[:, None] // 10
        return money


def _without_slips(state: State) -> State:
    """The state before anybody has placed slips."""
    return replace(state, phase=replace(state.phase, stakes=(None,) * state.seats))


def warm() -> None:
    """Compile everything that a decision needs, or load it from the cache."""
    game = Rennfieber.make(SEATS[-1], {}, Rennfieber.standard())
    entries = tuple((seat,) for seat in range(game.seats))
    state = game.initial()
    horses = tuple(
        replace(horse, owner=number if number < game.seats else None)
        for number, horse in enumerate(state.horses)
    )
    start = started(game, replace(state, race=1, horses=horses), entries, QuickChance(0))
    assert isinstance(start.phase, Racing)
    move(Tables.of(game, []), *plays_and_spaces([]))
    play(Tables.of(game, [start]), [PUNTER] * game.seats, one_race=True)
