"""The leak check finds leaks: each of these games has one, and the check must find it."""

import pytest

from tests.conformance import leaky_rennfieber, leaky_royal_turf
from tests.conformance.leaks import check_leaks
from tests.conformance.play import Session
from tests.conformance.rennfieber import RENNFIEBER
from tests.conformance.royal_turf import ROYAL_TURF
from tests.conformance.subject import AnyGame, Subject

MATCHES = 10
HIDDEN = [{"hidden_bets": "on", "hidden_rounds": rounds} for rounds in ("four", "three")]
SEALED = {"auction": "sealed"}
PLANTED = [
    *(
        pytest.param(ROYAL_TURF, game, options, way, id=f"{name}-{number}")
        for number, options in enumerate(HIDDEN)
        for name, (game, way) in leaky_royal_turf.LEAKY.items()
    ),
    *(
        pytest.param(RENNFIEBER, game, SEALED, way, id=name)
        for name, (game, way) in leaky_rennfieber.LEAKY.items()
    ),
]
TIGHT = [*((ROYAL_TURF, options) for options in HIDDEN), (RENNFIEBER, SEALED)]
SEATS = 3


@pytest.mark.parametrize(("subject", "leaky", "options", "way"), PLANTED)
def test_a_planted_leak_is_found(
    subject: Subject, leaky: type[AnyGame], options: dict[str, str], way: str
) -> None:
    """The check fails, and says how the secret got out."""
    game = leaky.make(SEATS, options, subject.figures)
    with pytest.raises(AssertionError, match=way):
        check_matches(subject, game)


def check_matches(subject: Subject, game: AnyGame) -> None:
    """Several matches, since not every match has every kind of secret."""
    for number in range(MATCHES):
        check_leaks(Session(subject, game.seats, game.options, number, number), game)


@pytest.mark.parametrize(("subject", "options"), TIGHT)
def test_the_same_match_without_a_leak_passes(subject: Subject, options: dict[str, str]) -> None:
    """So the tests above find the leak and nothing else."""
    session = Session(subject, SEATS, options, 0, 0)
    assert check_leaks(session, session.game())


def test_every_secret_of_rennfieber_is_planted() -> None:
    """Each of its secrets has a leaky game above."""
    planted = {name.partition(":")[0] for name in leaky_rennfieber.LEAKY}
    assert planted == RENNFIEBER.secret_names(RENNFIEBER.make(SEATS, SEALED))
