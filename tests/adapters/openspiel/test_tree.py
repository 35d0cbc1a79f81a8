"""The tree of choices and draws: it is the game, and shows each seat only what it may see."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from paddock.adapters.openspiel.node import CHANCE, TERMINAL, Node
from paddock.adapters.openspiel.tree import Tree
from paddock.games.rennfieber.commands import Bid
from paddock.games.rennfieber.offers import BidOffer
from paddock.games.royal_turf.commands import PlaceBet
from paddock.games.royal_turf.offers import BetOffer
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Progress
from tests.offered import offered

HIDDEN = {"hidden_bets": "on"}

tables = pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("royal-turf", 2, HIDDEN),
        ("royal-turf", 4, {"first_player": "chosen", "duplicates": "under"}),
        ("rennfieber", 2, {}),
        ("rennfieber", 4, {"auction": "sealed", "stakes": "unlimited"}),
    ],
)


def walk(tree: Tree, rng: Random) -> list[Node]:
    """All nodes of a random match."""
    nodes = [tree.root]
    while nodes[-1].player != TERMINAL:
        nodes.append(tree.after(nodes[-1], rng.choice(nodes[-1].legal)))
    return nodes


def choices(nodes: list[Node]) -> list[Node]:
    return [node for node in nodes if node.player >= 0]


def after_draws(tree: Tree, node: Node) -> Node:
    """The next choice, if every draw is 0."""
    while node.player == CHANCE:
        node = tree.after(node, 0)
    return node


def follow(tree: Tree, node: Node, actions: tuple[int, ...]) -> Node:
    """Take these actions, up to the draws of the command that they make."""
    state = node.state
    while node.state is state and node.player >= 0:
        node = tree.after(node, actions[len(node.draft)])
    return node


def given(tree: Tree, node: Node, command: Callable[[Any], Any]) -> Node:
    """The next choice after this answer to the offer, if every draw is 0."""
    actions = tree.encoding.actions(node.offer, command(node.offer))
    return after_draws(tree, follow(tree, node, actions))


@tables
def test_the_tree_is_the_game(name: str, players: int, options: Mapping[str, str]) -> None:
    """The same commands and draws lead to the same states as with `decide`."""
    tree, rng, chance = Tree(name, players, options), Random(1), QuickChance(1)
    game, node = tree.game, tree.root
    state = game.initial()
    compared = 0
    while seats := game.to_act(state):
        offer = offered(game, state, seats[0])
        command = offer.sole()
        if command is None:
            command = offer.sample(rng)
            if node.player == seats[0] and node.draft == ():
                assert node.state == state
                compared += 1
            node = follow(tree, node, tree.encoding.actions(offer, command))
        progress = game.decide(state, seats[0], command, chance)
        assert isinstance(progress, Progress)
        for draw in progress.draws:
            if draw.n > 1:
                assert (node.player, len(node.legal)) == (CHANCE, draw.n)
                assert tree.stream(node) == draw.stream
                node = tree.after(node, draw.value)
        state = progress.state
    assert (node.player, node.state) == (TERMINAL, state)
    assert compared > 50


@tables
def test_a_resampled_state_looks_the_same(
    name: str, players: int, options: Mapping[str, str]
) -> None:
    """To its seat: observations, information states and legal actions."""
    tree, rng = Tree(name, players, options), Random(2)
    for node in choices(walk(tree, rng))[::7]:
        for seat in range(players):
            sampled = tree.resampled(node, seat, rng.random)
            assert tree.information_state(sampled, seat) == tree.information_state(node, seat)
            assert tree.observation(sampled, seat) == tree.observation(node, seat)
            assert (tree.observe(sampled, seat) == tree.observe(node, seat)).all()
            assert sampled.player == node.player
            if seat == node.player:
                assert sampled.legal == node.legal


def bet_of_seat_0() -> tuple[Tree, Node]:
    """Two players; seat 0 has put its 2 face down on horse 3, and seat 1 must bet."""
    tree = Tree("royal-turf", 2, HIDDEN)
    node = after_draws(tree, tree.root)
    assert isinstance(node.offer, BetOffer) and node.player == 0
    return tree, given(tree, node, lambda offer: PlaceBet(offer.id, 2, 3))


def test_a_resampled_state_differs_where_it_may() -> None:
    """The face-down token may be any of the four; what its owner knows differs accordingly."""
    tree, node = bet_of_seat_0()
    assert node.player == 1
    values = {}
    for fraction in (0.0, 0.25, 0.5, 0.75):
        sampled = tree.resampled(node, 1, [fraction].pop)
        values[sampled.state.phase.bets[0].value] = tree.information_state(sampled, 0)
    assert sorted(values) == [0, 1, 2] and len(set(values.values())) == 3
    assert values[2] == tree.information_state(node, 0)


def test_a_resampled_state_has_nothing_of_the_real_one() -> None:
    """Not even its events, which reveal the value of the token."""
    tree, node = bet_of_seat_0()
    sampled = tree.resampled(node, 1, lambda: 0.0)
    assert sampled.state.phase.bets[0].value == 0
    assert sampled.history.events == () and sampled.history.before is None


def test_a_draft_is_its_makers_own() -> None:
    """A player who has begun to raise a bid knows it; others notice nothing."""
    tree = Tree("rennfieber", 2, {})
    before = after_draws(tree, tree.root)
    seat = before.player
    _confirm, _pass, greatest, *_ = before.legal
    node = tree.after(before, greatest)
    assert node.draft == (greatest,) and node.player == seat
    assert tree.information_state(node, seat) != tree.information_state(before, seat)
    assert tree.information_state(node, 1 - seat) == tree.information_state(before, 1 - seat)
    sampled = tree.resampled(node, 1 - seat, lambda: 0.5)
    assert sampled.draft == ()


def _bid(amount: int, offer: BidOffer) -> Bid:
    return Bid(offer.id, amount)


def test_a_bid_that_waits_for_chance_is_its_makers_own() -> None:
    """A lot's last bid waits for the draw of the next horse; only the bidder's array has it."""
    tree = Tree("rennfieber", 2, {"auction": "once_around"})
    node = given(tree, after_draws(tree, tree.root), partial(_bid, 0))
    maker, offer = node.player, node.offer
    actions = tree.encoding.actions(node.offer, _bid(offer.least + 300, offer))
    waiting = follow(tree, node, actions)
    assert (waiting.player, waiting.state) == (CHANCE, node.state)
    assert (tree.observe(waiting, 1 - maker) == tree.observe(node, 1 - maker)).all()
    before, after = tree.observe(node, maker), tree.observe(waiting, maker)
    (place,) = (before != after).nonzero()[0]
    assert place == tree.encoding.layout.offsets["draft_raise"]
    assert (before[place], after[place]) == (0, pytest.approx(0.03))  # in tens of thousands


def test_information_states_forget_nothing() -> None:
    """Two auctions that end with the same view still differ by the bids made."""
    tree = Tree("rennfieber", 2, {})
    opened = after_draws(tree, tree.root)
    offer = opened.offer
    assert isinstance(offer, BidOffer)

    def sold_after(first: int) -> Node:
        node = opened
        for amount in (offer.least + first, offer.least + 200, 0):
            node = given(tree, node, partial(_bid, amount))
        return node

    low, high = sold_after(0), sold_after(100)
    assert low.state == high.state
    for seat in range(2):
        assert tree.observation(low, seat) == tree.observation(high, seat)
        assert tree.information_state(low, seat) != tree.information_state(high, seat)


def test_no_state_is_sampled_during_a_draw() -> None:
    """An unfinished command is in nobody's view."""
    tree = Tree("royal-turf", 2, HIDDEN)
    with pytest.raises(ValueError, match="not during a draw"):
        tree.resampled(tree.root, 0, lambda: 0.0)


def test_a_node_stays_as_it_is() -> None:
    """Two actions from one node do not affect each other."""
    tree = Tree("royal-turf", 3, {})
    for node in walk(tree, Random(3)):
        if node.legal:
            before, *texts = (
                tree.text(node),
                tree.text(tree.after(node, node.legal[0])),
                tree.text(tree.after(node, node.legal[-1])),
                tree.text(tree.after(node, node.legal[0])),
            )
            assert texts[0] == texts[2] != texts[1]
            assert tree.text(node) == before
