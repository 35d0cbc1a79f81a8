"""Editions: ours, the template, and faulty ones, which name all their mistakes."""

from typing import Any

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.edition import EDITIONS, inspect
from paddock.kernel.edition import FaultyEdition, Finding, mistakes, parse
from paddock.kernel.text import english, say
from tests.royal_turf.table import STANDARD, edited


def found(figures: dict[str, Any]) -> list[tuple[str, str]]:
    return [(finding.key, english(finding.found)) for finding in inspect(figures)[1]]


def test_ours_has_no_mistake_and_nothing_odd() -> None:
    """The standard edition passes its own check."""
    assert inspect(RoyalTurf.standard())[1] == []


def test_the_template_plays_as_it_stands() -> None:
    """It has our figures, so that owners change only what differs in their box."""
    edition = EDITIONS.read(parse(RoyalTurf.template()))
    assert edition.cards == STANDARD.cards
    assert edition.payout == STANDARD.payout
    assert edition.reconstructed


def test_an_edition_from_a_real_box_is_no_reconstruction() -> None:
    """Once every group says that it comes from a box."""
    figures = parse(RoyalTurf.template())
    for horse in figures["horses"]:
        horse["provenance"] = "own box"
    assert not EDITIONS.read(figures).reconstructed


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("edition.game", "rennfieber", "edition.game"),
        ("edition.schema", 2, "edition.schema"),
        ("edition.id", "", "edition.id"),
        ("edition.id", "my box", "edition.id"),
        ("track.spaces", 200, "track.spaces"),
        ("edition.name", "a\x1b[31mb", "edition.name"),
        ("edition.provenance", "hearsay", "edition.provenance"),
        ("track.spaces", 19, "track.spaces"),
        ("track.spaces", 33.0, "track.spaces"),
        ("track.spaces", True, "track.spaces"),
        ("track.pace", 34, "track.pace"),
        ("track.pace", 0, "track.pace"),
        ("track", 5, "track"),
        ("die.faces", "head", "die.faces"),
        ("die.faces", ["head"] * 5, "die.faces"),
        ("die.faces.2", "hoof", "die.faces[3]"),
        ("tokens.open", [1, 2], "tokens.open"),
        ("tokens.hidden.0", -1, "tokens.hidden[1]"),
        ("payout.first.4", 149, "payout.first[5]"),
        ("payout.second", [350, 250], "payout.second"),
        ("payout.last", "100", "payout.last"),
        ("horses", [], "horses"),
        ("horses.0", "Earl Grey", "horses[1]"),
        ("horses.0.name", 7, "horses[1].name"),
        ("horses.1.name", "Earl Grey", "horses[2].name"),
        ("horses.1.letters", "EG", "horses[2].letters"),
        ("horses.1.letters", "A", "horses[2].letters"),
        ("horses.1.letters", "eg", "horses[2].letters"),
        ("horses.1.name", "EARL GREY", "horses[2].name"),
        ("horses.1.coat", "pink", "horses[2].coat"),
        ("horses.3.cards", [[1, 2, 3, 4]], "horses[4].cards"),
        ("horses.3.cards.1", [1, 2, 3], "horses[4].cards[2]"),
        ("horses.3.cards.1.0", 0, "horses[4].cards[2][1]"),
        ("horses.3.cards.1.3", 20, "horses[4].cards[2][4]"),
    ],
)
def test_a_mistake_is_named_by_its_key(path: str, value: object, key: str) -> None:
    """With what was found and what was expected."""
    wrong = mistakes(inspect(edited(path, value))[1])
    assert [finding.key for finding in wrong] == [key]
    assert all(english(finding.found) and english(finding.expected) for finding in wrong)
    with pytest.raises(FaultyEdition):
        EDITIONS.read(edited(path, value))


def test_all_mistakes_are_named_at_once() -> None:
    """Missing, unknown, of the wrong type or out of range."""
    figures = edited("payout.pace", 120)
    del figures["die"]
    del figures["track"]["pace"]
    figures["track"]["colour"] = "green"
    figures["horses"][2]["cards"][0][1] = "5"
    figures["horses"][6]["provenance"] = "hearsay"
    assert sorted(found(figures)) == [
        ("die", "missing"),
        ("horses[3].cards[1][2]", "'5'"),
        ("horses[7].provenance", "'hearsay'"),
        ("payout.pace", "120"),
        ("track.colour", "'green'"),
        ("track.pace", "missing"),
    ]


def test_nothing_at_all_is_six_missing_groups() -> None:
    """An empty file gets one finding for each group, not for each figure."""
    assert found({}) == [
        (group, "missing") for group in ("edition", "track", "die", "tokens", "payout", "horses")
    ]


def test_an_odd_card_is_advice_not_a_mistake() -> None:
    """A card with another mean move can be played, but may be a typing error."""
    figures = edited("horses.0.cards.0", [2, 15, 8, 4])
    (advice,) = inspect(figures)[1]
    assert advice == Finding(
        "horses[1].cards[1]",
        say("3 x head + cap + saddle + shoe = {sum}", sum=33),
        say("{sum}, as on every known card (a typo?)", sum=30),
        advice=True,
    )
    assert EDITIONS.read(figures).cards[0].head == 2


def test_a_rising_payout_is_advice() -> None:
    """More bets that pay more are odd, but can be played."""
    (advice,) = inspect(edited("payout.third", [250, 200, 150, 100, 150]))[1]
    assert (advice.key, advice.advice) == ("payout.third", True)


def test_broken_toml_is_a_mistake_with_its_place() -> None:
    """A syntax error is reported with line and column."""
    with pytest.raises(FaultyEdition, match="line 2"):
        parse('a = 1\nb = "\n')
