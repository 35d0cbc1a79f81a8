"""A match as a tree of choices and draws, whose nodes never change.

The rules ask for draws in the middle of a command. A chance node keeps the command and its draws so
far; the next node is found by carrying the command out again with one more draw.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Self

import msgspec
from msgspec.structs import replace
from numpy import float32
from numpy.typing import NDArray

from paddock.adapters.encoding import Draft, encoding
from paddock.adapters.game_modules import game_module
from paddock.adapters.openspiel.game_module import OpenSpielModule
from paddock.adapters.openspiel.history import PublicHistory, digest_of, of_digest
from paddock.adapters.openspiel.node import (
    CHANCE,
    NO_DRAWS,
    TERMINAL,
    DrawNeeded,
    DrawsSoFar,
    Node,
    PendingCommand,
)
from paddock.adapters.rendering import render
from paddock.adapters.reward import win
from paddock.games import GAMES
from paddock.kernel.game import Progress, next_turn
from paddock.kernel.refusal import Refusal


class Tree:
    """All matches of a table. Players who choose at the same time do so in seat order."""

    def __init__(self, name: str, players: int, options: Mapping[str, str]) -> None:
        self._arguments = (name, players, tuple(sorted(options.items())))
        self.game: Any = GAMES[name].make(players, options, GAMES[name].standard())
        self.encoding = encoding(self.game)
        module: OpenSpielModule = game_module(name, "openspiel")
        self.bounds = module.bounds(self.game)
        self._first_sizes, self._following_sizes = module.draw_sizes(self.game)
        self.root = self._advance(self.game.initial(), of_digest(b""))

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> Any:
        return tree, self._arguments

    def after(self, node: Node, action: int) -> Node:
        if action not in node.legal:
            raise ValueError(f"{action} is not among the legal actions {node.legal}")
        if node.pending is not None:
            return self._draw(node.state, node.history, node.pending, (*node.draws, action))
        draft = (*node.draft, action)
        command = self.encoding.command(node.offer, draft)
        if command is None:
            return self._advance(node.state, node.history, draft)
        return self._give(node.state, node.history, node.player, draft, command)

    def _advance(self, state: Any, history: PublicHistory, draft: Draft = ()) -> Node:
        """Go on to the next choice or draw; forced commands are given automatically."""
        turn = next_turn(self.game, state)
        if turn is None:
            return Node(state, history, TERMINAL, [])
        command = turn.sole
        if command is None:
            legal = self.encoding.legal(turn.offer, draft)
            if len(legal) > 1:
                return Node(state, history, turn.seat, legal, turn.offer, draft)
            draft = (*draft, *legal)
            command = self.encoding.command(turn.offer, draft)
            if command is None:
                return self._advance(state, history, draft)
        return self._give(state, history, turn.seat, draft, command)

    def _give(
        self, state: Any, history: PublicHistory, seat: int, draft: Draft, command: Any
    ) -> Node:
        first = self._first_sizes.get(type(command))
        sizes = () if first is None else first(state, command)
        return self._draw(state, history, PendingCommand(seat, draft, command, sizes), ())

    def _draw(
        self, state: Any, history: PublicHistory, pending: PendingCommand, draws: Draft
    ) -> Node:
        """With these draws, the command is carried out or waits for the next draw."""
        if len(draws) == len(pending.sizes):
            try:
                progress = self._decide(state, pending, draws)
            except DrawNeeded as needed:
                sizes = (*pending.sizes, *self._following_sizes(needed))
                pending = replace(pending, sizes=sizes)
            else:
                return self._advance(
                    progress.state, PublicHistory(self.game, history, progress.events)
                )
        outcomes = _outcomes(pending.sizes[len(draws)])
        return Node(state, history, CHANCE, outcomes, pending=pending, draws=draws)

    def _decide(self, state: Any, pending: PendingCommand, draws: Draft) -> Progress[Any, Any]:
        """Carry out a command, or raise `DrawNeeded`; the same draws always lead there."""
        chance = DrawsSoFar(draws, pending.sizes) if draws else NO_DRAWS
        progress: Progress[Any, Any] | Refusal = self.game.decide(
            state, pending.seat, pending.command, chance
        )
        if isinstance(progress, Progress):
            return progress
        raise TypeError(f"an offered command was rejected: {progress.code}")

    def stream(self, node: Node) -> str:
        """The name of what is drawn next."""
        assert node.pending is not None
        try:
            self._decide(node.state, node.pending, node.draws)
        except DrawNeeded as needed:
            return needed.stream
        raise ValueError("nothing is drawn here")

    def resampled(self, node: Node, seat: int, uniform: Callable[[], float]) -> Node:
        """A node that `seat` cannot tell from this one, without the drafts of other seats."""
        if node.player == CHANCE:
            raise ValueError("states are sampled where a player must choose, not during a draw")
        state = self.game.sample(self.game.view(node.state, seat), Uniform(uniform))
        history = of_digest(node.history.hashed())
        if node.player == TERMINAL:
            return Node(state, history, TERMINAL, [])
        draft = node.draft_of(seat)
        offer = self.game.offer(state, node.player)
        return Node(state, history, node.player, self.encoding.legal(offer, draft), offer, draft)

    def returns(self, node: Node) -> list[float]:
        if node.player == TERMINAL:
            return list(win(self.game, node.state))
        return [0.0] * self.game.seats

    def observe(self, node: Node, seat: int) -> NDArray[float32]:
        return self.encoding.observe(self.game.view(node.state, seat), node.draft_of(seat))

    def observation(self, node: Node, seat: int) -> str:
        """What the seat sees, as text for people."""
        draft = [self.encoding.describe(action) for action in node.draft_of(seat)]
        return "\n".join((render(self.game, self.game.view(node.state, seat)), *draft))

    def information_state(self, node: Node, seat: int) -> str:
        """What the seat sees, and a hash of everything that it has ever seen and done.

        The view has the seat's own secrets and everything that still matters. The history adds what
        views no longer show, such as the bids for horses sold earlier.
        """
        view = msgspec.json.encode(self.game.view(node.state, seat))
        draft = msgspec.json.encode(node.draft_of(seat))
        digest = digest_of(node.history.hashed() + view + draft)
        return f"player_{seat} {digest.hex()}\n{self.observation(node, seat)}"

    def text(self, node: Node) -> str:
        """What a spectator sees, and a hash of the whole node."""
        pending = node.pending
        begun = node.draft if pending is None else (pending.draft, pending.command, node.draws)
        digest = digest_of(msgspec.json.encode((node.state, begun)))
        return f"{digest.hex()}\n{render(self.game, self.game.view(node.state, None))}"


class Uniform:
    """OpenSpiel's function that draws floats, as a generator that beliefs can use."""

    def __init__(self, uniform: Callable[[], float]) -> None:
        self._uniform = uniform

    def random(self) -> float:
        return self._uniform()

    def randrange(self, stop: int) -> int:
        return min(int(self._uniform() * stop), stop - 1)


@cache
def _outcomes(n: int) -> list[int]:
    return list(range(n))


@cache
def tree(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Tree:
    return Tree(name, players, dict(options))
