"""Games with the interface of OpenSpiel, on top of `tree`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
import pyspiel
from numpy.typing import NDArray

from paddock.adapters.game_modules import find_module, game_module
from paddock.adapters.openspiel.game_module import OpenSpielModule
from paddock.adapters.openspiel.node import CHANCE, TERMINAL, Node
from paddock.adapters.openspiel.tree import Tree, tree
from paddock.games import GAMES

PLAYERS = 4

Parameters = Mapping[str, Any]


@cache
def game_type(name: str) -> Any:
    """The game's type for OpenSpiel; its parameters are `players` and the game's options."""
    module: OpenSpielModule = game_module(name, "openspiel")
    options = {option: kind.default().value for option, kind in GAMES[name].option_types.items()}
    return pyspiel.GameType(
        short_name=f"python_paddock_{name.replace('-', '_')}",
        long_name=name.replace("-", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=module.SEATS[-1],
        min_num_players=module.SEATS[0],
        provides_information_state_string=True,
        # An array that forgets nothing would have to hold thousands of events.
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": PLAYERS, **options},
    )


class TableGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """A table. Parameters that have their default value are left out."""

    name: ClassVar[str]

    def __init__(self, parameters: Parameters) -> None:
        name = self.name
        known = GAMES[name].option_types
        options = {
            option: choice
            for option, choice in parameters.items()
            if option != "players" and choice != known[option].default().value
        }
        players = parameters.get("players", PLAYERS)
        self.tree = tree(name, players, tuple(sorted(options.items())))
        super().__init__(
            game_type(name),
            pyspiel.GameInfo(
                num_distinct_actions=self.tree.encoding.size,
                max_chance_outcomes=self.tree.bounds.outcomes,
                num_players=players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.tree.bounds.choices,
            ),
            {"players": players, **options},
        )

    def __reduce__(self) -> Any:
        return load, (str(self),)

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.tree.bounds.draws

    def make_py_observer(
        self, kind: Any = None, _parameters: Parameters | None = None
    ) -> TableObserver | None:
        """The observer of a player; None for other kinds of observation."""
        if kind is None:
            return TableObserver(self.tree, recall=False)
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (kind.public_info and own):
            return None
        return TableObserver(self.tree, recall=kind.perfect_recall)


@cache
def table_game(name: str) -> type[TableGame]:
    """A class for each game: OpenSpiel keeps it until Python exits, and a function would not do."""
    return type(name, (TableGame,), {"name": name})


def load(parameters: str) -> Any:
    """Load a pickled game."""
    return pyspiel.load_game(parameters)


def register() -> None:
    """Register every game that has what OpenSpiel needs."""
    for name in GAMES:
        if find_module(name, "openspiel") is not None:
            pyspiel.register_game(game_type(name), table_game(name))


class TableState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """A state is a tree and a node of it; OpenSpiel copies and pickles both."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.tree: Tree = game.tree
        self.node: Node = game.tree.root

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.node.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """As OpenSpiel's own method, which is slower: it looks up the player five times."""
        node = self.node
        if player is None or node.player in (player, CHANCE):
            return node.legal[:]
        if player < 0:
            raise ValueError(f"{player} is not a player")
        return []

    def _legal_actions(self, _player: int) -> list[int]:
        return self.node.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _outcomes(len(self.node.legal))[:]

    def _apply_action(self, action: int) -> None:
        self.node = self.tree.after(self.node, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"{self.tree.stream(self.node)} {action}"
        return self.tree.encoding.describe(action)

    def returns(self) -> list[float]:
        return self.tree.returns(self.node)

    def resample_from_infostate(self, player: int, uniform: Callable[[], float]) -> TableState:
        """A state that the player cannot tell from this one. Its history begins there, because the
        real history has secrets of other players."""
        state = TableState(self.get_game())
        state.node = self.tree.resampled(self.node, player, uniform)
        return state

    def __str__(self) -> str:
        return self.tree.text(self.node)


class TableObserver:
    """String and array of an observation; with `recall`, the string of an information state."""

    def __init__(self, tree: Tree, *, recall: bool) -> None:
        self._tree = tree
        self._string = tree.information_state if recall else tree.observation
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not recall:
            layout = tree.encoding.layout
            self.tensor = np.zeros(layout.size, np.float32)
            self.dict = {field.name: layout.cut(self.tensor, field.name) for field in layout.fields}

    def set_from(self, state: TableState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._tree.observe(state.node, player)

    def string_from(self, state: TableState, player: int) -> str:
        return self._string(state.node, player)


@cache
def _outcomes(n: int) -> list[tuple[int, float]]:
    return [(outcome, 1 / n) for outcome in range(n)]
