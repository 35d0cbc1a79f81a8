"""Measures the games in OpenSpiel against OpenSpiel's own games in Python.

Every row does the same: it takes random outcomes and random legal actions, each of which is a
state. Times are processor time on one core, medians of several short rounds; the games take turns,
so a busy machine affects all alike. Needs the extra `adapters`.
"""

from collections.abc import Iterator
from importlib import import_module
from random import Random
from statistics import median
from time import process_time
from typing import Any

import open_spiel.python.games  # noqa: F401  # registers the games to compare with
import pyspiel
from rich.console import Console
from rich.table import Table

import paddock.adapters.openspiel  # noqa: F401  # registers ours
from paddock.games import GAMES

ROUNDS = 15
STATES = 4_000  # a round, at least
RIVALS = ("python_block_dominoes", "python_tic_tac_toe")


def ours() -> Iterator[str]:
    """Every game with each set of options that is measured."""
    for game in GAMES:
        plain = game.replace("-", "_")
        tables = import_module(f"tools.bench_games.{plain}").TABLES
        for options in tables.values():
            given = ",".join(
                f"{name}={choice}" for name, choice in {"players": 4, **options}.items()
            )
            yield f"python_paddock_{plain}({given})"


def main() -> None:
    console = Console(highlight=False)
    with console.status("measuring"):
        speeds = measured()
    table = Table("OpenSpiel, one core", "states/s", box=None, pad_edge=False)
    for rival in RIVALS:
        table.add_column(f": {rival.removeprefix('python_')}")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, speed in speeds.items():
        table.add_row(name, f"{speed:,.0f}", *(f"{speed / speeds[rival]:.2f}" for rival in RIVALS))
    console.print(table)


def measured() -> dict[str, float]:
    """States per second of each game."""
    games = {name: pyspiel.load_game(name) for name in (*RIVALS, *ours())}
    rounds: dict[str, list[float]] = {name: [] for name in games}
    rng = Random(1)
    for _ in range(ROUNDS):
        for name, game in games.items():
            began, states = process_time(), 0
            while states < STATES:
                states += match(game, rng)
            rounds[name].append(states / (process_time() - began))
    return {name: median(speeds) for name, speeds in rounds.items()}


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
