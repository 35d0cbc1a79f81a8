"""The sharp alone among OpenSpiel's own Monte Carlo tree search, in Royal Turf with open bets.

    python -m tools.duel_openspiel --games 40 --seconds 0.2 --seed 1

This is what `paddock arena --against first` does for Paddock's own bots. Every game has other dice,
and the sharp takes each seat in turn. Both bots get the same processor time per choice on average,
so a busy machine affects both alike. Both are limited by rollouts, not by time, so each gets as
many as fit at the speed of its last choice. OpenSpiel's bot is its `MCTSBot` with random rollouts.
Needs the extra `adapters`.
"""

from argparse import ArgumentParser
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import paddock.adapters.openspiel  # noqa: F401  # registers the game
from paddock import __version__
from paddock.bots.royal_turf import Sharp
from paddock.cli.bar import bar
from paddock.lab.arena import WHOLE
from paddock.lab.intervals import Sums

SEATS = 4
# The exploration constant of OpenSpiel's own examples.
EXPLORATION = 2.0
MOST = 20_000


class Held:
    """A budget of rollouts with which choices take so many seconds on average."""

    def __init__(self, seconds: float, fewest: int) -> None:
        self._seconds, self._fewest = seconds, fewest
        self.rollouts = fewest
        self.times: list[float] = []

    def took(self, seconds: float) -> None:
        """Set the next budget so that it makes up for a choice that took too long or too short."""
        speed = self.rollouts / max(seconds, 1e-6)
        self.times.append(seconds)
        left = self._seconds * (len(self.times) + 1) - sum(self.times)
        self.rollouts = round(speed * min(max(left, 0.0), 2 * self._seconds))
        self.rollouts = max(self._fewest, min(self.rollouts, MOST))


class Searcher:
    """OpenSpiel's bot."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        luck = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, luck)
        self._bot = mcts.MCTSBot(game, EXPLORATION, 2, evaluator, random_state=luck)
        self.held = Held(seconds, fewest=2)

    def step(self, state: Any) -> int:
        began = process_time()
        self._bot.max_simulations = self.held.rollouts
        action: int = self._bot.step(state)
        self.held.took(process_time() - began)
        return action


class Searched:
    """The sharp, with the interface of OpenSpiel's bots."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self._tree, self._rng = game.new_initial_state().tree, Random(seed)
        Sharp(self._tree.game).prepare()
        self.held = Held(seconds, fewest=20)

    def step(self, state: Any) -> int:
        began = process_time()
        node, tree = state.node, self._tree
        view = tree.game.view(node.state, node.player)
        sharp = Sharp(tree.game, rollouts=self.held.rollouts)
        command = sharp.choose(view, node.offer, self._rng)
        self.held.took(process_time() - began)
        given = [tree.encoding.command(node.offer, (action,)) for action in node.legal]
        action: int = node.legal[given.index(command)]
        return action


def main() -> None:
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=40)
    asked.add_argument("--seconds", type=float, default=0.2)
    asked.add_argument("--seed", type=int, default=0)
    told = asked.parse_args()
    game = pyspiel.load_game(f"python_paddock_royal_turf(players={SEATS})")
    one = Searched(game, told.seconds, told.seed)
    others = Searcher(game, told.seconds, told.seed)
    won = []
    with bar(told.games) as done:
        for number in range(told.games):
            seat = number % SEATS
            returns = match(game, one, others, seat, Random(f"{told.seed}/{number}"))
            most = max(returns)
            won.append(WHOLE // returns.count(most) if returns[seat] == most else 0)
            done(1)
    wins = Sums(len(won), sum(won), sum(score**2 for score in won)).share(WHOLE, 1)
    print(
        f"sharp wins {wins.share:.1%} ({wins.low:.1%} to {wins.high:.1%}) of {told.games} games, "
        f"par {1 / SEATS:.0%}; a choice takes it {1000 * np.mean(one.held.times):.0f} ms, "
        f"MCTSBot {1000 * np.mean(others.held.times):.0f} ms; Paddock {__version__}"
    )


def match(game: Any, one: Searched, others: Searcher, seat: int, rng: Random) -> list[float]:
    """Play a match; returns what each seat gets."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.randrange(len(state.legal_actions()))
        else:
            action = (one if state.current_player() == seat else others).step(state)
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    main()
