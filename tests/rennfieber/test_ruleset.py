"""Options: their defaults, and the one that only affects screens."""

from random import Random

import pytest

from paddock.games.rennfieber.ruleset import OPTIONS
from paddock.kernel.chance import QuickChance
from paddock.kernel.match import Match
from tests.offered import offered
from tests.records import carried_out
from tests.rennfieber.table import game


def test_the_first_choice_is_the_default() -> None:
    """A table made without options has the defaults, and names them."""
    assert game().options == {
        "offer_order": "shuffled",
        "auction": "ascending",
        "last_buyer": "may_pass",
        "levels": "open",
        "stakes": "covered",
        "entry_fee": "per_runner",
        "last_horse": "runs_home",
        "odds_by": "slips",
    }


@pytest.mark.rule("RF4.4")
def test_levels_change_nothing_but_screens() -> None:
    """With either choice the match has the same records, views and offers."""
    told = []
    for levels in OPTIONS["levels"].by_name():
        table, rng = game(2, levels=levels), Random(1)
        match = Match(table, QuickChance(1))
        seen = []
        while seats := table.to_act(match.state):
            offer = offered(table, match.state, seats[0])
            carried_out(match, seats[0], offer.sample(rng))
            seen.append((offer, table.view(match.state, 1)))
        told.append((seen, match.records))
    assert told[0] == told[1]
    assert {horse.level for _, view in told[0][0] for horse in view.horses} > {0, 1, 2}
