"""Compares the speed of the games in OpenSpiel with OpenSpiel's own Python games.

Every game gets random chance outcomes and random legal actions; each of them leads to a state.
Processor time on one core, medians of interleaved rounds. Requires the extra `adapters`.
"""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import open_spiel.python.games  # noqa: F401  # registers the games to compare with
import pyspiel
from rich.console import Console

import paddock.adapters.openspiel  # noqa: F401  # registers ours
from paddock.games import GAMES
from tools.speeds import medians, show

ROUNDS = 15
SECONDS = 0.06
RIVALS = ("python_block_dominoes", "python_tic_tac_toe")


def ours() -> Iterator[str]:
    """Every game with each set of options that is measured."""
    for game in GAMES:
        module = game.replace("-", "_")
        for options in import_module(f"tools.bench_games.{module}").TABLES.values():
            parameters = {"players": 4, **options}.items()
            given = ",".join(f"{name}={choice}" for name, choice in parameters)
            yield f"python_paddock_{module}({given})"


def main() -> None:
    rng = Random(1)
    names = (*RIVALS, *ours())
    works = {name: partial(match, pyspiel.load_game(name), rng) for name in names}
    with Console().status("measuring"):
        speeds = medians(works, ROUNDS, SECONDS)
    show("OpenSpiel, one core", "states/s", speeds, RIVALS)


def match(game: Any, rng: Random) -> int:
    """Play a random match; returns its number of states."""
    state, states = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action, _ = outcomes[int(rng.random() * len(outcomes))]
        else:
            actions = state.legal_actions()
            action = actions[int(rng.random() * len(actions))]
        state.apply_action(action)
        states += 1
    return states


if __name__ == "__main__":
    main()
