"""The compiled punter rides as the reference does, and sees only its view."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from paddock.bots.rennfieber import Punter, form
from paddock.fast.chance import script_of
from paddock.fast.rennfieber.figures import MOST_SPACES, figures_of
from paddock.fast.rennfieber.movement import WAYS
from paddock.fast.rennfieber.play import PUNTER, RANDOM, play
from paddock.fast.rennfieber.punter import ride
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.actions import PLAYS
from paddock.games.rennfieber.commands import MoveRunner
from paddock.games.rennfieber.edition import COLOURS
from paddock.games.rennfieber.offers import MoveOffer
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.state import Racing, State
from paddock.games.rennfieber.track import HOME
from paddock.kernel.chance import Draw, QuickChance
from paddock.kernel.game import Progress
from tests.fast.matches import choices_in
from tests.fast.rennfieber.matches import EDITIONS, started, steps_of, table
from tests.offered import offered
from tests.rennfieber import table as fever


def choices(game: Rennfieber, seed: int) -> Iterator[State]:
    """The states of random races in which a seat has a choice."""
    for step in choices_in(steps_of(game, seed), MoveOffer):
        yield step.before


def some(game: Rennfieber, states: list[State], rng: Random) -> list[State]:
    """Some of these states, and some of those in which a card may be played."""
    cards = []
    for state in states:
        offer = offered(game, state, game.to_act(state)[0])
        if isinstance(offer, MoveOffer) and len(offer.plays) > 1:
            cards.append(state)
    return [state for among in (states, cards) for state in rng.sample(among, min(len(among), 20))]


def ridden(game: Rennfieber, states: list[State]) -> Iterator[tuple[str, int]]:
    """The card and the space that the compiled punter chooses in each state."""
    tables, ways = Tables.of(game, states), np.zeros(1, WAYS)
    for row in tables.rows:
        ride(tables.figures[0], row, ways[0])
        spot = int(ways[0]["spot"])
        yield PLAYS[ways[0]["play"]], HOME if spot == HOME else spot // 2


@pytest.mark.parametrize("edition", EDITIONS[1:4])
def test_the_way_home_is_one_step_and_the_way_from_there(edition: dict[str, object]) -> None:
    """From every space, before and after the finish is crossed for the first time."""
    rules = Rennfieber.make(4, {}, edition).rules
    book, figures = form.Form(rules.edition), figures_of(rules)[0]
    for space in range(len(rules.edition.track.spaces)):
        for crossed in range(LAPS):
            steps = rules.edition.track.steps[space]
            far = 1 + min(book.to_go_after(step, crossed) for step in steps)
            assert figures["to_go"][crossed * MOST_SPACES + space] == far
    assert figures["mean_race_die"] == book.mean_move


def test_both_punters_make_the_same_choices(long: bool) -> None:
    """With all numbers of seats and several editions, with and without cards."""
    played = set()
    for number in range(500 if long else 21):
        game = table(number)
        reference = Punter(game)
        states = list(choices(game, 3_000_000 + number))
        if not long:
            states = some(game, states, Random(number))
        for state, ways in zip(states, ridden(game, states), strict=True):
            (seat,) = game.to_act(state)
            command = reference.choose(
                game.view(state, seat), offered(game, state, seat), Random(number)
            )
            assert isinstance(command, MoveRunner)
            assert ways == (command.play, command.to)
            played.add(command.play)
    assert played == set(PLAYS)


def test_whole_races_between_punters_are_those_of_the_reference() -> None:
    """With the same draws, the order of finish and the money are the same."""
    for number in range(4):
        game = fever.game(2 + number)
        start = started(game, number)
        assert isinstance(start.phase, Racing)
        tables = Tables.of(game, [start])
        state, draws, reference = start, list[Draw](), Punter(game)
        while isinstance(state.phase, Racing):
            (seat,) = game.to_act(state)
            command = reference.choose(
                game.view(state, seat), offered(game, state, seat), Random(0)
            )
            progress = game.decide(state, seat, command, QuickChance(number))
            assert isinstance(progress, Progress)
            draws += progress.draws
            state = progress.state
        tables.rows["script_row"] = 0
        play(tables, [PUNTER] * game.seats, one_race=True, draws=script_of(draws))
        assert tuple(tables.rows["finish"][0, : len(start.phase.runners)]) == state.past[-1].home
        assert tuple(tables.rows["money"][0, : game.seats]) == state.ledger.purses


def test_the_punter_outrides_the_rookies() -> None:
    """Among three rookies, its horse finishes earlier than that of a fourth rookie would."""
    game = fever.game(4)
    tables = Tables.of(game, [started(game)]).repeated(400)
    for seat in range(4):
        means = []
        for policy in (RANDOM, PUNTER):
            races = Tables(tables.figures, tables.rows.copy())
            who = [policy if other == seat else RANDOM for other in range(4)]
            play(races, who, one_race=True)
            places = np.argwhere(races.rows["riders"][0, races.rows["finish"][:, :4]] == seat)[:, 1]
            means.append(places.mean())
        assert means[1] < means[0] - 0.5


def test_the_punter_sees_only_its_view(long: bool) -> None:
    """In states that look the same to its seat it makes the same choices."""
    for number in range(500 if long else 7):
        game = table(number)
        rng = Random(number)
        states = list(choices(game, number))
        states = rng.sample(states, min(len(states), 20))
        sampled = [game.sample(game.view(state, *game.to_act(state)), rng) for state in states]
        assert list(ridden(game, states)) == list(ridden(game, sampled))


def test_a_kept_card_of_a_rival_makes_no_difference() -> None:
    """It looks only at the cards of the horse that it rides."""
    game = fever.game(6)
    states = list(choices(game, 5))[:40]
    tables, ways = Tables.of(game, states * 2), np.zeros(1, WAYS)
    others = np.arange(COLOURS) != tables.rows["runner"][:, None]
    tables.rows["durchbrueche"][40:][others[40:]] = 3
    found = []
    for row in tables.rows:
        ride(tables.figures[0], row, ways[0])
        found.append((int(ways[0]["play"]), int(ways[0]["spot"])))
    assert found[:40] == found[40:]
