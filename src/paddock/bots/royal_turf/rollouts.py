"""Rollouts: compiled punters play races to the end. Requires Numba."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from paddock.bots.royal_turf.token_posterior import token_posteriors
from paddock.fast.chance import SEEDS
from paddock.fast.royal_turf.play import PUNTER, act, play
from paddock.fast.royal_turf.tables import OVER, WAITING, Tables
from paddock.fast.royal_turf.token_likelihood import Evidence, log_likelihoods
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import action_of, kinds_of
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.rules.payout import RACES, factors
from paddock.games.royal_turf.ruleset import SEATS, Ruleset
from paddock.games.royal_turf.view import View
from paddock.kernel.game import Rng

Values = NDArray[np.float64]

# The temperature of the softmax below, in pounds, is one of these divided by the number of seats:
# the smaller, the more a lead is worth. Each is fitted to 3,000 meetings between punters, at tables
# with two, four and six seats.
OPEN_TEMPERATURE, HIDDEN_TEMPERATURE = 500.0, 300.0
# The value of a pound as a share of a win, so that money counts even if the win is decided.
MONEY_TIE_BREAK = 1e-6


class WinModel:
    """The value of money to a seat: its probability of winning the meeting.

    That is a softmax of all seats' money, the flatter the more money is still to be won.
    """

    def __init__(self, rules: Ruleset) -> None:
        unit = (HIDDEN_TEMPERATURE if rules.hidden else OPEN_TEMPERATURE) / rules.seats
        unit *= rules.edition.payout[0][0] / 500
        gains = [factors(rules, race).gain for race in range(1, RACES + 1)]
        self._temperatures = [
            unit * sqrt(sum(gain**2 for gain in gains[race:]) or gains[-1] ** 2)
            for race in range(RACES + 1)
        ]

    def probabilities(self, money: Values, race: int) -> Values:
        """All seats' probabilities after this many races."""
        lead = np.exp((money - money.max(axis=1, keepdims=True)) / self._temperatures[race])
        shares: Values = lead / lead.sum(axis=1, keepdims=True)
        return shares

    def slope(self, money: Sequence[int], seat: int, race: int) -> float:
        """How much one more pound raises a seat's probability, after this many races."""
        share = float(self.probabilities(np.array([money], np.float64), race)[0, seat])
        return share * (1 - share) / self._temperatures[race]


class Rollouts:
    """The worlds of a decision; `pound` is the value of a pound as a share of a win."""

    def __init__(self, game: RoyalTurf, view: View, rng: Rng) -> None:
        assert view.viewer is not None
        self._game, self._seat, self._model = game, view.viewer, WinModel(game.rules)
        self._kinds = kinds_of(game.rules)
        self._start = Tables.of(game, [game.sample(view, rng)])
        self._posteriors = token_posteriors(game, view)
        self._seed = rng.randrange(SEEDS)
        self._generator = np.random.Generator(np.random.Philox(self._seed))
        self.pound = self._model.slope(view.money, self._seat, view.race - 1)

    def evaluate(
        self, commands: Sequence[Command], options: Sequence[int], worlds: range
    ) -> list[list[float]]:
        """The value of each of these commands in each of these worlds, which come in order."""
        actions = [action_of(self._kinds, commands[option]) for option in options]
        tables = self._worlds(worlds)
        tables = Tables(tables.figures, np.tile(tables.rows, len(actions)))
        act(tables, np.repeat(np.array(actions, np.int64), len(worlds)))
        # Where the action has ended the race, the next one is not played.
        running = ~np.isin(tables.rows["phase"], (WAITING, OVER))
        unfinished = Tables(tables.figures, tables.rows[running])
        play(unfinished, [PUNTER] * self._game.seats, one_race=True)
        tables.rows[running] = unfinished.rows
        values: list[list[float]] = self._values(tables).reshape(len(actions), -1).tolist()
        return values

    def _worlds(self, numbers: range) -> Tables:
        """Tables with their own dice, and the rivals' tokens sampled from their posteriors."""
        tables = self._start.repeated(len(numbers), self._seed)
        tables.rows["number"] = np.arange(numbers.start, numbers.stop)
        for rival in self._posteriors:
            tables.rows["bet_kinds"][:, rival.places] = rival.sample(self._generator, len(numbers))
        return tables

    def _values(self, tables: Tables) -> Values:
        rows, seats = tables.rows, self._game.seats
        money = rows["money"][:, :seats].astype(np.float64)
        if rows["phase"][0] == OVER:
            won = rows["winners"][:, None] >> np.arange(seats) & 1
            shares = won / won.sum(axis=1, keepdims=True)
        else:
            shares = self._model.probabilities(money, int(rows["race"][0]))
        values: Values = shares[:, self._seat] + MONEY_TIE_BREAK * money[:, self._seat]
        return values


def warm() -> None:
    """Compile everything that a decision needs, or load it from the cache."""
    game = RoyalTurf.make(SEATS[0], {}, RoyalTurf.standard())
    tables = Tables.new(game, range(1))
    nothing = Evidence(0, np.zeros(0, np.int64), np.zeros((0, 2), np.int64))
    log_likelihoods(tables, nothing, np.zeros((1, 1), np.int64))
    act(tables, np.array([-1]))
    play(tables, [PUNTER] * game.seats)
