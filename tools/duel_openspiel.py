"""One sharp against three of OpenSpiel's MCTS bots, in Royal Turf with open bets.

    python -m tools.duel_openspiel --games 40 --seconds 0.2 --seed 1

Every game has different dice, and the sharp takes each seat in turn. Both bots have the same mean
processor time per decision, so a busy machine affects both alike. Both are limited by rollouts, not
by time: each budget is what fits at the speed of the last decision. OpenSpiel's bot is `MCTSBot`
with random rollouts. Requires the extra `adapters`.
"""

from argparse import ArgumentParser
from random import Random
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import paddock.adapters.openspiel  # noqa: F401  # registers the game
from paddock import __version__
from paddock.bots.royal_turf import Sharp
from paddock.cli.progress_bar import bar
from paddock.lab.arena import WIN
from paddock.lab.intervals import ClusterSums

SEATS = 4
EXPLORATION = 2.0  # as in OpenSpiel's own examples
MAX_ROLLOUTS = 20_000


class Budget:
    """A number of rollouts that keeps the mean time per decision at a target."""

    def __init__(self, seconds: float, min_rollouts: int) -> None:
        self._seconds, self._min_rollouts = seconds, min_rollouts
        self.rollouts = min_rollouts
        self.times: list[float] = []

    def update(self, seconds: float) -> None:
        """Set the next budget so that it makes up for a decision that was too slow or too fast."""
        speed = self.rollouts / max(seconds, 1e-6)
        self.times.append(seconds)
        left = self._seconds * (len(self.times) + 1) - sum(self.times)
        rollouts = round(speed * min(max(left, 0.0), 2 * self._seconds))
        self.rollouts = max(self._min_rollouts, min(rollouts, MAX_ROLLOUTS))


class MctsPlayer:
    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        rng = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        self._bot = mcts.MCTSBot(game, EXPLORATION, 2, evaluator, random_state=rng)
        self.budget = Budget(seconds, min_rollouts=2)

    def step(self, state: Any) -> int:
        began = process_time()
        self._bot.max_simulations = self.budget.rollouts
        action: int = self._bot.step(state)
        self.budget.update(process_time() - began)
        return action


class SharpPlayer:
    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self._tree, self._rng = game.new_initial_state().tree, Random(seed)
        Sharp(self._tree.game).prepare()
        self.budget = Budget(seconds, min_rollouts=20)

    def step(self, state: Any) -> int:
        began = process_time()
        node, tree = state.node, self._tree
        view = tree.game.view(node.state, node.player)
        sharp = Sharp(tree.game, rollouts=self.budget.rollouts)
        command = sharp.choose(view, node.offer, self._rng)
        self.budget.update(process_time() - began)
        commands = [tree.encoding.command(node.offer, (action,)) for action in node.legal]
        action: int = node.legal[commands.index(command)]
        return action


Player = SharpPlayer | MctsPlayer


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    game = pyspiel.load_game(f"python_paddock_royal_turf(players={SEATS})")
    sharp = SharpPlayer(game, args.seconds, args.seed)
    rival = MctsPlayer(game, args.seconds, args.seed)
    points = []
    with bar(args.games) as on_progress:
        for number in range(args.games):
            seat = number % SEATS
            players: list[Player] = [rival] * SEATS
            players[seat] = sharp
            returns = play(game, players, Random(f"{args.seed}/{number}"))
            best = max(returns)
            points.append(WIN // returns.count(best) if returns[seat] == best else 0)
            on_progress(1)
    wins = ClusterSums(len(points), sum(points), sum(n**2 for n in points)).share(WIN, 1)
    sharp_ms, rival_ms = (1000 * fmean(player.budget.times) for player in (sharp, rival))
    print(
        f"sharp wins {wins.share:.1%} (95% CI {wins.low:.1%} to {wins.high:.1%}) of {args.games} "
        f"games, baseline {1 / SEATS:.0%}; mean time per decision: sharp {sharp_ms:.0f} ms, "
        f"MCTSBot {rival_ms:.0f} ms; Paddock {__version__}"
    )


def play(game: Any, players: list[Player], rng: Random) -> list[float]:
    """Play a match; returns the return of each seat."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.randrange(len(state.legal_actions()))
        else:
            action = players[state.current_player()].step(state)
        state.apply_action(action)
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    main()
