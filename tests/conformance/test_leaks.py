"""Nobody can tell a match from one in which everything hidden from them is different."""

from collections import Counter

import pytest

from tests.conformance.leaks import all_secrets, check_leaks
from tests.conformance.play import Session, each_secretive_game, each_session, tables
from tests.conformance.subject import Subject

MATCHES = 40


@each_session(busy=True, hidden=True)
def test_a_viewer_gets_the_same_bytes_whatever_is_hidden(session: Session) -> None:
    """At every step, for all seats and spectators: views, offers, events and refusals."""
    assert check_leaks(session, session.game())


@each_secretive_game
def test_every_secret_is_put_to_the_test(subject: Subject, long: bool) -> None:
    """Each secret of each seat differs in some twin of some match."""
    for seats in subject.seats if long else subject.seats[:1]:
        varied: Counter[tuple[str, int]] = Counter()
        *others, game = [subject.make(seats, options) for options in tables(subject, True)]
        assert all(subject.secret_names(other) <= subject.secret_names(game) for other in others)
        for number in range(MATCHES):
            varied += check_leaks(Session(subject, seats, game.options, number, number), game)
            if varied.keys() >= all_secrets(subject, game):
                break
        assert varied.keys() == all_secrets(subject, game)


@each_session(busy=True, hidden=False)
def test_what_lies_open_is_seen(session: Session) -> None:
    """The control: without secrets, the same check finds a difference at once."""
    with pytest.raises(AssertionError, match="can tell"):
        check_leaks(session, session.game())
