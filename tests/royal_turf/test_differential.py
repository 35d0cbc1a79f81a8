"""The engine against a second, plain implementation: same moves, same draws."""

from collections import Counter
from collections.abc import Mapping
from math import gcd
from random import Random

import pytest
from msgspec.structs import replace

from paddock.games.royal_turf import RoyalTurf, commands, offers
from paddock.games.royal_turf.edition import EDITIONS
from paddock.games.royal_turf.state import (
    Betting,
    Grid,
    Naming,
    Over,
    PastRace,
    Racing,
    State,
    Waiting,
)
from paddock.games.royal_turf.view import BettingScene, RacingScene
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Progress
from tests.conformance.commands import any_command
from tests.conformance.royal_turf import ROYAL_TURF
from tests.offered import offered
from tests.royal_turf.oracle import Illegal, Oracle

EDITION = EDITIONS.standard()
CARDS = [(card.head, card.cap, card.saddle, card.shoe) for card in EDITION.cards]
PARTS = 10  # so that several processes share the games
HORSES = len(EDITION.horses)


class InOrder:
    """The draws of a match for the oracle, which always asks for a stream's next value."""

    def __init__(self, luck: int) -> None:
        self._chance = QuickChance(luck)
        self.used: Counter[str] = Counter()

    def draw(self, stream: str, n: int) -> int:
        self.used[stream] += 1
        return self._chance.draw(stream, self.used[stream] - 1, n)


def told(oracle: Oracle, seat: int, command: commands.Command) -> None:
    """Have the oracle do the same."""
    match command:
        case commands.StartMeeting():
            oracle.start()
        case commands.NameFirst(seat=named):
            oracle.name_first(named)
        case commands.PlaceBet(value=value, horse=horse):
            oracle.place_bet(seat, value, horse)
        case commands.RollDie():
            oracle.roll(seat)
        case commands.MoveHorse(horse=horse):
            oracle.move(seat, horse)


def choices(offer: offers.Offer) -> tuple[str, list[object]]:
    """What is expected and all legal choices, in the oracle's terms."""
    match offer:
        case offers.StartOffer():
            return "start", []
        case offers.NameOffer(among=among):
            return "name", list(among)
        case offers.BetOffer(values=values, horses=horses):
            return "bet", [(value, horse) for value in values for horse in horses]
        case offers.RollOffer():
            return "roll", []
        case offers.MoveOffer(moves=moves):
            return "move", [move.horse for move in moves]


def told_of_race(run: Racing | PastRace) -> dict[str, object]:
    """A race in progress or over: where the horses are, and which of them are home."""
    home = run.podium
    return {
        "progress": [None if horse in home else at for horse, at in enumerate(run.progress)],
        "podium": list(home),
        "pace": run.pace,
        "grid": list(run.grid.cards),
        "bets": [(bet.seat, bet.value, bet.horse) for bet in run.bets],
        "first": run.first,
    }


def told_of_grid(grid: Grid) -> dict[str, object]:
    return {"progress": list(grid.starts), "podium": [], "pace": None, "grid": list(grid.cards)}


def told_of_phase(state: State) -> dict[str, object]:
    nothing: dict[str, object] = {"moved": [], "rolled": None, "bets": [], "first": None}
    match state.phase:
        case Racing() as run:
            moved = sorted(horse for horse in run.moved if horse not in run.podium)
            return told_of_race(run) | {"moved": moved, "rolled": run.rolled}
        case Betting(grid, first, bets):
            placed = [(bet.seat, bet.value, bet.horse) for bet in bets]
            return nothing | told_of_grid(grid) | {"bets": placed, "first": first}
        case Naming(grid):
            return nothing | told_of_grid(grid)
        case Over():
            return nothing | told_of_race(state.past[-1])
        case Waiting():
            start = {"progress": [None] * HORSES, "podium": [], "pace": None, "grid": []}
            return nothing | start
        case _:
            raise AssertionError(f"a command ended in {state.phase}")


def told_of_state(state: State, purses: list[tuple[int, ...]]) -> dict[str, object]:
    """The engine's state in the form of the oracle's snapshot."""
    pile, gone, winners = sorted(state.pile.shuffled), sorted(state.gone), list[int]()
    if isinstance(state.phase, Waiting):
        pile = list(range(len(CARDS)))  # the oracle has all cards in the pile from the start
    if isinstance(state.phase, Over):
        winners = list(state.phase.winners)
        # The oracle leaves the last seven cards on the grid.
        gone = sorted(set(gone) - set(state.past[-1].grid.cards))
    return told_of_phase(state) | {
        "race": state.race,
        "money": list(state.ledger.purses),
        "pile": pile,
        "bottom": list(state.pile.under),
        "gone": gone,
        "races": [
            {
                "podium": list(race.podium),
                "last": race.last,
                "pace": race.pace,
                "money_before": list(purses[number]),
                "money_after": list(purses[number + 1]),
            }
            for number, race in enumerate(state.past)
        ],
        "winners": winners,
    }


def assert_alike(
    game: RoyalTurf, state: State, oracle: Oracle, purses: list[tuple[int, ...]]
) -> None:
    snapshot = oracle.snapshot()
    if isinstance(state.phase, Over):
        snapshot |= {"moved": []}  # marks of the last race, which no longer matter
    to_act = oracle.to_act
    assert told_of_state(state, purses) == snapshot
    assert game.to_act(state) == (() if to_act is None else (to_act,))
    if to_act is None:
        assert oracle.expects == "over"
    for seat in range(game.seats):
        scene = game.view(state, seat).scene
        if isinstance(scene, BettingScene | RacingScene):
            assert list(scene.book.hand) == sorted(oracle.hands[seat])
        if seat == to_act:
            assert choices(offered(game, state, seat)) == (oracle.expects, oracle.legal())
        else:
            assert game.offer(state, seat) is None


def is_legal(oracle: Oracle, seat: int, command: commands.Command) -> bool:
    if seat != oracle.to_act:
        return False
    match command:
        case commands.StartMeeting():
            return oracle.expects == "start"
        case commands.RollDie():
            return oracle.expects == "roll"
        case commands.NameFirst(seat=named):
            return oracle.expects == "name" and named in oracle.legal()
        case commands.PlaceBet(value=value, horse=horse):
            return oracle.expects == "bet" and (value, horse) in oracle.legal()
        case commands.MoveHorse(horse=horse):
            return oracle.expects == "move" and horse in oracle.legal()


def assert_same_legality(
    game: RoyalTurf, state: State, oracle: Oracle, seat: int, command: commands.Command
) -> None:
    """The engine accepts a command just when the oracle does."""
    legal = is_legal(oracle, seat, command)
    assert isinstance(game.decide(state, seat, command, QuickChance(0)), Progress) == legal
    # The oracle does not check which seat sends the host's commands.
    if not legal and not isinstance(command, commands.StartMeeting | commands.NameFirst):
        with pytest.raises(Illegal):
            told(oracle, seat, command)


def play_both(seats: int, options: Mapping[str, str], luck: int) -> None:
    game = RoyalTurf.make(seats, options, ROYAL_TURF.figures)
    draws, chance, rng = InOrder(luck), QuickChance(luck), Random(luck)
    oracle = Oracle(seats, CARDS, options, draws.draw)
    state = game.initial()
    purses = [state.ledger.purses]
    used: Counter[str] = Counter()
    assert_alike(game, state, oracle, purses)
    while not game.winners(state):
        (seat,) = game.to_act(state)
        offer = offered(game, state, seat)
        command = offer.sample(rng)
        for sender in (seat, rng.randrange(seats)):
            other = replace(any_command(game.types, [offer.id], rng), offer=offer.id)
            assert isinstance(other, commands.Command)
            assert_same_legality(game, state, oracle, sender, other)
        answer = game.decide(state, seat, command, chance)
        assert isinstance(answer, Progress)
        told(oracle, seat, command)
        if len(answer.state.past) > len(state.past):
            purses.append(answer.state.ledger.purses)
        state = answer.state
        used.update(draw.stream for draw in answer.draws)
        assert used == draws.used
        assert_alike(game, state, oracle, purses)


@pytest.mark.parametrize("part", range(PARTS))
def test_both_play_the_same_game(part: int, long: bool) -> None:
    """They agree after every command, over all combinations of options and numbers of seats."""
    combinations = ROYAL_TURF.options
    assert gcd(len(combinations), len(ROYAL_TURF.seats)) == 1  # so that each meets each
    for number in range(part, 5_000 if long else 150, PARTS):
        options = combinations[number % len(combinations)]
        seats = ROYAL_TURF.seats[number % len(ROYAL_TURF.seats)]
        play_both(seats, options, number)
