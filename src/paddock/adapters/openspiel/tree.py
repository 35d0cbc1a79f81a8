"""A match as a tree of choices and draws, whose nodes never change.

The rules ask for draws in the middle of a command. A chance node keeps the command and its draws so
far; the next node is found by carrying the command out again with one more draw.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Self

import msgspec
from numpy import float32
from numpy.typing import NDArray

from paddock.adapters.encoding import Draft, encoding
from paddock.adapters.openspiel.facts import Facts
from paddock.adapters.openspiel.node import CHANCE, TERMINAL, Drawn, DrawNeeded, Node, Order
from paddock.adapters.openspiel.record import Record, closed, hashed
from paddock.adapters.picture import picture
from paddock.adapters.piece import piece
from paddock.adapters.reward import win
from paddock.games import GAMES
from paddock.kernel.game import Progress, turns
from paddock.kernel.rejection import Rejected

NOTHING = Drawn((), ())


class Tree:
    """All matches of a table. Players who choose at the same time are asked in seat order."""

    def __init__(self, name: str, players: int, options: Mapping[str, str]) -> None:
        self._made_of = (name, players, tuple(sorted(options.items())))
        self.game: Any = GAMES[name].make(players, options, GAMES[name].standard())
        self.encoding = encoding(self.game)
        facts: Facts = piece(name, "openspiel")
        self.length = facts.length(self.game)
        self._first, self._ahead = facts.foresight(self.game)
        self.root = self._go_on(self.game.initial(), closed(b""))

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> Any:
        return tree, self._made_of

    def after(self, node: Node, action: int) -> Node:
        if action not in node.legal:
            raise ValueError(f"{action} is not among the legal actions {node.legal}")
        order = node.order
        if order is not None:
            return self._drawn(node.state, node.record, order, (*node.draws, action))
        draft = (*node.draft, action)
        command = self.encoding.command(node.offer, draft)
        if command is None:
            return self._go_on(node.state, node.record, draft)
        return self._given(node.state, node.record, node.player, draft, command)

    def _go_on(self, state: Any, record: Record, draft: Draft = ()) -> Node:
        """Go on to the next choice or draw; forced commands are given automatically."""
        turn = next(turns(self.game, state), None)
        if turn is None:
            return Node(state, record, TERMINAL, [])
        command = turn.sole
        if command is None:
            legal = self.encoding.legal(turn.offer, draft)
            if len(legal) > 1:
                return Node(state, record, turn.seat, legal, turn.offer, draft)
            draft = (*draft, *legal)
            command = self.encoding.command(turn.offer, draft)
            if command is None:
                return self._go_on(state, record, draft)
        return self._given(state, record, turn.seat, draft, command)

    def _given(self, state: Any, record: Record, seat: int, draft: Draft, command: Any) -> Node:
        """Give a command: it is carried out, or waits for its first draw."""
        first = self._first.get(type(command))
        sizes = () if first is None else first(state, command)
        if not sizes:
            try:
                progress = self._decided(state, seat, command, NOTHING)
            except DrawNeeded as asked:
                sizes = self._ahead(asked)
            else:
                return self._go_on(progress.state, Record(self.game, record, progress.events))
        order = Order(seat, draft, command, sizes)
        return Node(state, record, CHANCE, _numbers(sizes[0]), None, (), order)

    def _drawn(self, state: Any, record: Record, order: Order, draws: Draft) -> Node:
        """Make a draw: the command is carried out, or waits for the next draw."""
        made, sizes = len(draws), order.sizes
        if made == len(sizes):
            chance = Drawn(draws, sizes)
            try:
                progress = self._decided(state, order.seat, order.command, chance)
            except DrawNeeded as asked:
                sizes = (*sizes, *self._ahead(asked))
                order = Order(order.seat, order.draft, order.command, sizes)
            else:
                return self._go_on(progress.state, Record(self.game, record, progress.events))
        return Node(state, record, CHANCE, _numbers(sizes[made]), None, (), order, draws)

    def _decided(self, state: Any, seat: int, command: Any, chance: Drawn) -> Progress[Any, Any]:
        """Carry out a command, or raise `DrawNeeded`; the same draws always lead there."""
        progress: Progress[Any, Any] | Rejected = self.game.decide(state, seat, command, chance)
        if isinstance(progress, Progress):
            return progress
        raise TypeError(f"an offered command is refused: {progress.code}")

    def stream(self, node: Node) -> str:
        """The name of what is drawn next."""
        order = node.order
        assert order is not None
        try:
            chance = Drawn(node.draws, order.sizes)
            self._decided(node.state, order.seat, order.command, chance)
        except DrawNeeded as asked:
            return asked.stream
        raise ValueError("nothing is drawn here")

    def resampled(self, node: Node, seat: int, uniform: Callable[[], float]) -> Node:
        """A node that `seat` cannot tell from this one, without the drafts of other seats."""
        if node.player == CHANCE:
            raise ValueError("a world is drawn where a player is to choose, not amid a draw")
        world = self.game.sample(self.game.view(node.state, seat), Uniform(uniform))
        known = closed(node.record.digest())
        if node.player == TERMINAL:
            return Node(world, known, TERMINAL, [])
        draft = node.drafted(seat)
        offer = self.game.offer(world, node.player)
        return Node(world, known, node.player, self.encoding.legal(offer, draft), offer, draft)

    def returns(self, node: Node) -> list[float]:
        if node.player == TERMINAL:
            return list(win(self.game, node.state))
        return [0.0] * self.game.seats

    def observe(self, node: Node, seat: int) -> NDArray[float32]:
        return self.encoding.observe(self.game.view(node.state, seat), node.drafted(seat))

    def seen(self, node: Node, seat: int) -> str:
        """What the seat sees, as text for people."""
        drafted = [self.encoding.describe(action) for action in node.drafted(seat)]
        return "\n".join((picture(self.game, self.game.view(node.state, seat)), *drafted))

    def known(self, node: Node, seat: int) -> str:
        """What the seat sees, and a hash of everything that it has ever seen and done.

        The view has the seat's own secrets and everything that still matters. The record adds what
        views no longer show, such as the bids for horses sold earlier.
        """
        view = msgspec.json.encode(self.game.view(node.state, seat))
        drafted = msgspec.json.encode(node.drafted(seat))
        digest = hashed(node.record.digest() + view + drafted)
        return f"player_{seat} {digest.hex()}\n{self.seen(node, seat)}"

    def text(self, node: Node) -> str:
        """What a spectator sees, and a hash of the whole node."""
        order = node.order
        begun = node.draft if order is None else (order.draft, order.command, node.draws)
        digest = hashed(msgspec.json.encode((node.state, begun)))
        return f"{digest.hex()}\n{picture(self.game, self.game.view(node.state, None))}"


class Uniform:
    """OpenSpiel's function that draws floats, as a generator that beliefs can use."""

    def __init__(self, uniform: Callable[[], float]) -> None:
        self._uniform = uniform

    def random(self) -> float:
        return self._uniform()

    def randrange(self, stop: int) -> int:
        return min(int(self._uniform() * stop), stop - 1)


@cache
def _numbers(n: int) -> list[int]:
    return list(range(n))


@cache
def tree(name: str, players: int, options: tuple[tuple[str, str], ...]) -> Tree:
    return Tree(name, players, dict(options))
