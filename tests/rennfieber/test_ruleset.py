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


def test_options_are_those_of_the_rule_page() -> None:
    """The page's table has the same names, choices and rules, and a star on each default."""
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
