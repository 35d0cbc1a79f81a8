"""Nobody can tell a match from one in which all that they cannot know was otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance.games import Subject, each_game
from tests.conformance.leaks import all_secrets, check_leaks
from tests.conformance.play import fewer, sessions


@each_game
@fewer
@given(data=st.data())
def test_a_viewer_gets_the_same_bytes_whatever_is_hidden(
    subject: Subject, data: st.DataObject
) -> None:
    """At every step, for every seat and whoever watches: view, offers, events and refusals."""
    session = data.draw(sessions(subject, hidden=True))
    game = session.game()
    varied = check_leaks(session, game)
    assert varied.keys() == all_secrets(subject, game)


@each_game
@fewer
@given(data=st.data())
def test_what_lies_open_is_seen(subject: Subject, data: st.DataObject) -> None:
    """The control: where nothing is secret, the same check finds a difference at once."""
    session = data.draw(sessions(subject, hidden=False))
    with pytest.raises(AssertionError, match="can tell"):
        check_leaks(session, session.game())
