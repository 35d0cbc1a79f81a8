"""Every bot can explain the values of its options, and chooses the best of them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from paddock.bots import policies, policy, searching
from paddock.bots.explain import MONEY, WIN, Explained, Explanation, Valued, win_share
from paddock.games import GAMES, AnyGame
from paddock.games.royal_turf.commands import Command, MoveHorse
from paddock.kernel.chance import QuickChance
from tests.bots.decisions import decisions, view_and_offer

Moment = tuple[Any, Any]
# Bots that search get few rollouts, since the quality of their values does not matter here.
PUNTED = [game for game in GAMES if "punter" in policies(game)]
BOTS = [
    (game, f"{name}:12" if name in searching(game) else name)
    for game in PUNTED
    for name in policies(game)
]


def moments(game: AnyGame, number: int) -> Iterator[Moment]:
    """The views and offers of seat 0 in a match of punters, where it has a choice."""
    for state, seat in decisions(game, policy(game, "punter"), QuickChance(2, number), Random(1)):
        if seat == 0:
            yield view_and_offer(game, state, seat)


@pytest.mark.parametrize(("name", "bot"), BOTS)
def test_what_is_chosen_is_what_the_explanation_ranks_first(name: str, bot: str) -> None:
    """In every phase; and all options that it explains are legal."""
    options = {"hidden_bets": "on"} if name == "royal-turf" else {}
    game = GAMES[name].make(4, options, GAMES[name].standard())
    by = policy(game, bot)
    assert isinstance(by, Explained)
    kinds = set()
    for view, offer in moments(game, 0):
        kinds.add(type(offer).__name__)
        explanation = by.explain(view, offer, Random(3))
        chosen = by.choose(view, offer, Random(3))
        first, *_ = explanation.ranked()
        best = [o for o in explanation.options if o.rank == first.rank]
        assert chosen in [option.command for option in best]
        commands = [option.command for option in explanation.options]
        assert len(set(commands)) == len(commands)
        assert all(offer.refuse(command) is None for command in commands)
        assert all(option.error >= 0 for option in explanation.options)
        if explanation.unit == WIN:
            assert all(
                0 <= o.value - o.error <= o.value + o.error <= 1 for o in explanation.options
            )
    assert len(kinds) == (2 if name == "royal-turf" else 6)


@pytest.mark.parametrize("name", PUNTED)
def test_the_punter_knows_every_option_that_can_be_listed(name: str) -> None:
    """There are too many bids and slips: of these it explains its own, none, and some others."""
    game = GAMES[name].make(4, {}, GAMES[name].standard())
    by = policy(game, "punter")
    assert isinstance(by, Explained)
    sizes = {}
    for view, offer in moments(game, 1):
        explanation = by.explain(view, offer, Random(3))
        sizes[type(offer).__name__] = len(explanation.options), offer
    for kind, (size, offer) in sizes.items():
        match kind, offer:
            case "BetOffer", bet:
                assert size == len(bet.values) * len(bet.horses)
            case "MoveOffer", move if name == "royal-turf":
                assert size == len(move.moves)
            case "MoveOffer", move:
                assert size == sum(len(ways.ways) for ways in move.plays)
            case "BidOffer", _:
                assert size == 2
            case "SlipsOffer", slips:
                assert slips.runners < size <= slips.runners + 2
            case _, choice:  # one or two of several horses
                assert size == len(choice.horses)


def test_the_bluffer_says_which_move_misleads() -> None:
    """It has a note and is worth more than to a punter."""
    game = GAMES["royal-turf"].make(4, {"hidden_bets": "on"}, GAMES["royal-turf"].standard())
    bluffer, punter = policy(game, "bluffer"), policy(game, "punter")
    assert isinstance(bluffer, Explained)
    assert isinstance(punter, Explained)
    noted = 0
    for view, offer in moments(game, 0):
        explanation = bluffer.explain(view, offer, Random(3)).options
        if isinstance(explanation[0].command, MoveHorse):
            honest = punter.explain(view, offer, Random(3)).options
            dearer = [b.value > p.value for b, p in zip(explanation, honest, strict=True)]
            assert dearer == [option.note is not None for option in explanation]
            noted += sum(dearer)
    assert noted


@pytest.mark.parametrize(
    ("given", "ranked"),
    [
        pytest.param([(1.0, 0), (3.0, 0), (2.0, 0)], [1, 2, 0], id="by value"),
        pytest.param([(1.0, 9), (3.0, 4), (2.0, 9)], [2, 0, 1], id="dropped early"),
        pytest.param([(1.0, 0), (2.0, 0), (2.0, 0)], [1, 2, 0], id="in the order given"),
    ],
)
def test_the_best_comes_first(given: list[tuple[float, int]], ranked: list[int]) -> None:
    """Options tried in fewer worlds rank lower, whatever their value."""
    options: list[Valued[Command]] = [
        Valued(MoveHorse("x", horse), value, worlds=worlds)
        for horse, (value, worlds) in enumerate(given)
    ]
    explanation = Explanation("punter", MONEY, options)
    assert explanation.ranked() == [options[at] for at in ranked]
    assert explanation.first() == options[ranked[0]].command


@pytest.mark.parametrize(
    ("estimate", "error", "shown"),
    [
        (1.004, 0.01, (1.0, 0.0)),
        (-0.002, 0.01, (0.0, 0.0)),
        (0.75, 0.5, (0.75, 0.25)),
        (0.5, 0.125, (0.5, 0.125)),
    ],
)
def test_a_share_is_within_0_and_1(
    estimate: float, error: float, shown: tuple[float, float]
) -> None:
    """And so is its error bar, even if the prior shifts the value."""
    explanation = win_share(MoveHorse("x", 0), estimate, error, 9)
    assert (explanation.value, explanation.error) == shown


def test_of_two_certain_wins_the_greater_prize_is_the_better() -> None:
    """The part above 1 still decides."""
    options: list[Valued[Command]] = [
        win_share(MoveHorse("x", horse), prize, 0.0, 9)
        for horse, prize in enumerate((1.001, 1.003))
    ]
    explanation = Explanation("sharp", WIN, options)
    assert {option.value for option in options} == {1.0}
    assert {explanation.best(Random(seed)) for seed in range(9)} == {options[1].command}


def test_of_equals_any_one_is_best() -> None:
    """Every one of the best is chosen by some seed, and no other option."""
    options: list[Valued[Command]] = [
        Valued(MoveHorse("x", horse), float(horse > 0)) for horse in range(3)
    ]
    explanation = Explanation("punter", MONEY, options)
    chosen = {explanation.best(Random(seed)) for seed in range(20)}
    assert chosen == {options[1].command, options[2].command}
