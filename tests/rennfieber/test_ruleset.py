"""Options: the choices of the rule page, the default first."""

import re
from pathlib import Path
from random import Random

import pytest

from paddock.games.rennfieber.ruleset import OPTIONS
from paddock.kernel.chance import QuickChance
from paddock.kernel.match import Match
from tests.offered import offered
from tests.records import carried_out
from tests.rennfieber.table import game

PAGE = (Path(__file__).parents[2] / "docs" / "rules" / "rennfieber.md").read_text("utf-8")


def test_the_first_choice_is_the_default() -> None:
    """Without a word the table plays by the defaults, and the header will say which."""
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


def test_options_play_by_the_rules_of_the_page() -> None:
    """Names, choices and rules, defaults starred, are those of the rule page's table."""
    rows = re.findall(
        r"^\| (`\w+`)? +\| `(\w+)`( \*)? +\|.*\| +(RF\d+\.\d+)? +\|$", PAGE, re.MULTILINE
    )
    found: dict[str, list[str]] = {}
    name = ""
    for option, choice, star, rule in rows:
        name = option.strip("`") or name
        found.setdefault(name, []).append(choice)
        assert bool(star) == (OPTIONS[name].default().value == choice)
        assert rule in {"", OPTIONS[name].rule}
    assert found == {name: list(option.by_name()) for name, option in OPTIONS.items()}


@pytest.mark.rule("RF4.4")
def test_cards_turned_down_are_for_screens_alone() -> None:
    """The same match, view by view and offer by offer, whichever `levels` is chosen."""
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
