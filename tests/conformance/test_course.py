"""The course of a match: money is never made or lost, it ends, and the richest have won."""

from paddock.games import GAMES
from paddock.kernel.game import Progress
from tests.conformance.games import OWN, each_game
from tests.conformance.play import Session, each_session
from tests.conformance.subject import Subject


def test_every_game_is_under_test() -> None:
    """The suite tests all games of the package."""
    assert {subject.name: subject.game for subject in OWN} == GAMES


@each_game
def test_every_table_can_be_made(subject: Subject, long: bool) -> None:
    """With all numbers of seats and combinations of options. A table names its options."""
    for seats in subject.seats:
        for options in subject.every(long=long):
            game = subject.make(seats, options)
            assert game.seats == seats
            assert game.options == options
            assert game.figures == subject.figures


@each_session()
def test_money_stays_the_same_and_the_richest_win_in_the_end(session: Session) -> None:
    """No event changes the sum of all accounts, and no purse falls below 0.

    A match ends within a bounded number of steps, and nobody wins before that.
    """
    subject, match = session.subject, session.match()
    state = match.game.initial()
    total = subject.total(state)
    for step in session.play(match):
        for event in step.events:
            state = match.game.evolve(state, event)
            assert subject.total(state) == total
            assert len(subject.purses(state)) == session.seats
            assert min(subject.purses(state)) >= 0
        assert step.seq <= subject.longest
        if match.game.to_act(match.state):
            assert match.game.winners(match.state) == ()
    purses = subject.purses(match.state)
    richest = tuple(seat for seat, money in enumerate(purses) if money == max(purses))
    assert match.game.winners(match.state) == richest


@each_session()
def test_deciding_is_a_function(session: Session) -> None:
    """The same state, command and chance give the same step, even in a new game object."""
    match, other = session.match(), session.game()
    state = match.state
    for step in session.play(match):
        again = other.decide(state, step.seat, step.command, session.chance())
        assert again == Progress(match.state, step.events, step.draws)
        state = match.state
