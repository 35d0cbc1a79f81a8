"""Editions: ours, the template, and faulty ones, which name all their mistakes."""

from typing import Any

import pytest

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.edition import EDITIONS, GROUPS, inspect
from paddock.kernel.edition import FaultyEdition, mistakes, parse
from paddock.kernel.text import english
from tests.rennfieber.table import STANDARD, edited
from tests.table import copied


def found(figures: dict[str, Any]) -> list[tuple[str, str]]:
    return [(finding.key, english(finding.found)) for finding in inspect(figures)[1]]


def test_ours_has_no_mistake_and_nothing_odd() -> None:
    """The standard edition passes its own check, and is marked as a reconstruction."""
    assert inspect(Rennfieber.standard())[1] == []
    assert STANDARD.reconstructed


@pytest.mark.rule("RF11.1")
@pytest.mark.rule("RF10.1")
def test_every_group_says_where_its_figures_come_from() -> None:
    """The programme is from the rulebook. Boards and cards are ours."""
    figures = Rennfieber.standard()
    provenance = {group: figures[group]["provenance"] for group in GROUPS}
    assert provenance.pop("programme") == "rulebook"
    assert provenance.pop("race_die") == "public source"
    assert set(provenance.values()) == {"reconstruction"}


def test_the_template_plays_as_it_stands() -> None:
    """It has our figures, so that owners change only what differs in their box."""
    ours, theirs = dict(Rennfieber.standard()), parse(Rennfieber.template())
    edition = EDITIONS.read(theirs)
    assert edition.reconstructed
    assert {key: theirs[key] for key in GROUPS if key != "edition"} == {
        key: ours[key] for key in GROUPS if key != "edition"
    }
    assert Rennfieber.make(4, {}, theirs).rules.edition.name == "My own box"


def test_an_edition_from_a_real_box_is_no_reconstruction() -> None:
    """Once every group says that it comes from a box."""
    figures = parse(Rennfieber.template())
    for group in GROUPS:
        figures[group]["provenance"] = "own box"
    assert not EDITIONS.read(figures).reconstructed


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("edition.game", "royal-turf", "edition.game"),
        ("edition.schema", 2, "edition.schema"),
        ("edition.id", "", "edition.id"),
        ("edition.id", "my box", "edition.id"),
        ("edition.name", "a\x1b[31mb", "edition.name"),
        ("edition.provenance", "hearsay", "edition.provenance"),
        ("horses", 18, "horses"),
        ("horses.provenance", "hearsay", "horses.provenance"),
        ("horses.cards", [], "horses.cards"),
        ("horses.cards", copied(STANDARD.figures["horses"]["cards"][:17]), "horses.cards"),
        ("horses.cards", copied(STANDARD.figures["horses"]["cards"] * 2), "horses.cards"),
        ("horses.cards.0", "Abendrot", "horses.cards[1]"),
        ("horses.cards.1.name", "Abendrot", "horses.cards[2].name"),
        ("horses.cards.1.name", " abendrot", "horses.cards[2].name"),
        ("horses.cards.1.name", "", "horses.cards[2].name"),
        ("horses.cards.1.name", 7, "horses.cards[2].name"),
        ("horses.cards.1.price", 4_550, "horses.cards[2].price"),
        ("horses.cards.1.price", 0, "horses.cards[2].price"),
        ("horses.cards.1.price", 4_500.0, "horses.cards[2].price"),
        ("horses.cards.1.levels", [], "horses.cards[2].levels"),
        ("horses.cards.1.levels", ["2+", "0"], "horses.cards[2].levels"),
        ("horses.cards.1.levels", ["2+", "2+"], "horses.cards[2].levels"),
        (
            "horses.cards.1.levels",
            ["5-", "0", "2+", "3+", "4+", "5+", "5+"],
            "horses.cards[2].levels",
        ),
        ("horses.cards.1.levels.2", "6+", "horses.cards[2].levels[3]"),
        ("race_die.faces", [2, 3, 3, 4, 4], "race_die.faces"),
        ("race_die.faces", [2, 3, 3, 4, 4, 5, 5], "race_die.faces"),
        ("race_die.faces.0", 1, "race_die.faces[1]"),
        ("race_die.faces.5", 6, "race_die.faces[6]"),
        ("training.karriere", 0, "training.karriere"),
        ("training.cards", [], "training.cards"),
        ("training.cards.0.count", 1, "training.cards"),
        ("training.cards.0.count", 44, "training.cards"),
        ("training.cards.0.amount", 0, "training.cards[1].amount"),
        ("training.cards.0.amount", 6, "training.cards[1].amount"),
        ("training.cards.3.amount", -200, "training.cards[4].amount"),
        ("training.cards.8.amount", 3, "training.cards[9].amount"),
        ("training.cards.0.effect", "luck", "training.cards[1].effect"),
        ("gallop.cards.0.count", 1, "gallop.cards"),
        ("gallop.cards.0.count", 24, "gallop.cards"),
        ("gallop.cards.0.amount", 0, "gallop.cards[1].amount"),
        ("gallop.cards.8.amount", -1, "gallop.cards[9].amount"),
        ("gallop.cards.12.amount", 0, "gallop.cards[13].amount"),
        ("gallop.cards.7.effect", "luck", "gallop.cards[8].effect"),
        ("slips.values", [100, 200, 400, 500], "slips.values"),
        ("slips.values", [100, 200, 300, 300, 500, 800], "slips.values"),
        ("slips.values.0", 200, "slips.values"),
        ("slips.values.0", 150, "slips.values[1]"),
        ("track.home_straight.0", 3, "track.home_straight[1]"),
        ("track.back_straight.5", 41, "track.back_straight[6]"),
        ("track.first_bend", [9, 10, 11, 12, 13], "track.first_bend"),
        ("track.last_bend", [9, 10, 11, 12, 13, 14, 15], "track.last_bend"),
        ("track.first_bend.0", 11, "track.first_bend"),
        ("track.home_straight.0", 10, "track.home_straight"),
        ("track.last_bend.0", "nine", "track.last_bend[1]"),
        ("track.finish", "the line", "track.finish"),
        ("track.short", "pit lane", "track.short"),
        ("track.long", 3, "track.long"),
        ("track.long", "home_straight", "track.long"),
        ("track.short", "back_straight", "track.long"),
        ("track.finish", "back_straight", "track.long"),
        ("training_track.spaces", 5, "training_track.spaces"),
        ("training_track.cards.9", 31, "training_track.cards[10]"),
        ("training_track.cards.9", 3, "training_track.cards"),
        ("odds.bounds.0", 100, "odds.bounds[1]"),
        ("odds.bounds.1", 125, "odds.bounds"),
        ("odds.bounds", [], "odds.bounds"),
        ("odds.tenths.1", 10, "odds.tenths"),
        ("odds.tenths.1", 11, "odds.tenths"),
        ("odds.tenths", [11, 12], "odds.tenths"),
        ("odds.tenths", list(range(11, 24)), "odds.tenths"),
        ("programme.races", [], "programme.races"),
        ("programme.races.0.fee", -100, "programme.races[1].fee"),
        ("programme.races.0.fee", 850, "programme.races[1].fee"),
        ("programme.races.0.length", "medium", "programme.races[1].length"),
        ("programme.races.2.prizes.0", -1, "programme.races[3].prizes[1]"),
        ("programme.races.2.prizes.3", 6_000, "programme.races[3].prizes"),
        ("programme.races.2.prizes", [], "programme.races[3].prizes"),
        ("programme.races.2.prizes", [7, 6, 5, 4, 3, 2, 1], "programme.races[3].prizes"),
    ],
)
def test_a_mistake_is_named_by_its_key(path: str, value: object, key: str) -> None:
    """With what was found and what was expected.

    Consequences may be named after it: four slips do not add up to 2,200 either.
    """
    wrong = mistakes(inspect(edited(path, value))[1])
    assert wrong[0].key == key
    assert all(english(finding.found) and english(finding.expected) for finding in wrong)
    with pytest.raises(FaultyEdition):
        EDITIONS.read(edited(path, value))


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("horses.cards.0.price", 1_900, "horses.cards[1].price"),
        ("horses.cards.11.price", 64_000, "horses.cards[12].price"),
        ("race_die.faces", [2, 3, 3, 4, 4, 4], "race_die.faces"),
        ("training.cards.4.amount", 200, "training.cards[5].effect"),
        ("track.home_straight.5", 10, "track.home_straight"),
        ("track.short", "last_bend", "track.short"),
        ("track.long", "first_bend", "track.long"),
        ("programme.races.0.fee", 3_100, "programme.races[1].fee"),
    ],
)
def test_an_odd_figure_is_advice_not_a_mistake(path: str, value: object, key: str) -> None:
    """The edition can be played, with one remark."""
    figures = edited(path, value)
    odd = inspect(figures)[1]
    assert [(finding.key, finding.advice) for finding in odd] == [(key, True)]
    EDITIONS.read(figures)


@pytest.mark.rule("RF2.6")
def test_a_price_that_nobody_can_ever_pay_is_odd() -> None:
    """The limit is what two players have, 65,000, less the price of the five cheapest horses.

    It does not hold for horses 13 to 18: players may have won money by then.
    """
    figures = edited("horses.provenance", "own box")
    cards = figures["horses"]["cards"]
    for card in cards:
        card["price"] = 5_000
    cards[11]["price"] = 40_000
    cards[17]["price"] = 100_000
    assert found(figures) == []
    cards[11]["price"] = 40_100
    assert found(figures) == [("horses.cards[12].price", "40100")]


@pytest.mark.rule("RF3.6")
@pytest.mark.parametrize("kept", ["karriere", "durchbruch"])
def test_a_deck_without_cards_to_keep_is_odd(kept: str) -> None:
    """The rulebook has both kinds."""
    figures = edited("training.provenance", "own box")
    for card in figures["training"]["cards"]:
        if card["effect"] == kept:
            card |= {"effect": "condition", "amount": 5}
    (finding,) = inspect(figures)[1]
    assert finding.advice
    assert english(finding.found) == f"no {kept} card"


@pytest.mark.rule("RF2.8")
def test_horses_too_dear_for_the_cash_are_odd() -> None:
    """If the six cheapest cost more than 65,000, nobody could buy by the rules."""
    figures = edited("horses.provenance", "own box")
    for card in figures["horses"]["cards"]:
        card["price"] = 10_800
    assert found(figures) == []
    for card in figures["horses"]["cards"]:
        card["price"] = 10_900
    (finding,) = inspect(figures)[1]
    assert finding.advice
    assert "65400" in english(finding.found) and "65000 or less" in english(finding.expected)


@pytest.mark.rule("RF11.6")
@pytest.mark.parametrize("line", ["finish", "short", "long"])
def test_a_line_that_is_missing_is_named_alone(line: str) -> None:
    """It causes no other findings about the track."""
    figures = edited("track.provenance", "own box")
    del figures["track"][line]
    assert found(figures) == [(f"track.{line}", "missing")]


def test_all_mistakes_are_named_at_once() -> None:
    """Missing, unknown, of the wrong type or out of range."""
    figures = edited("slips.values", [100, 200, 400, 500, 900])
    del figures["race_die"]
    del figures["track"]["home_straight"]
    figures["track"]["colour"] = "green"
    figures["horses"]["cards"][2]["price"] = "4500"
    figures["odds"]["provenance"] = "hearsay"
    assert sorted(found(figures)) == [
        ("horses.cards[3].price", "'4500'"),
        ("odds.provenance", "'hearsay'"),
        ("race_die", "missing"),
        ("slips.values", "2100 in total"),
        ("track.colour", "'green'"),
        ("track.home_straight", "missing"),
    ]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("horses.cards.1.price", "4500"),
        ("training.cards.0.count", 0),
        ("training.cards.3.effect", "luck"),
        ("gallop.cards.1.amount", "two"),
        ("track.finish", "the line"),
        ("track.first_bend.2", -1),
        ("programme.races.0.fee", "free"),
        ("programme.races.0.prizes.0", "all"),
    ],
)
def test_a_wrong_figure_causes_no_other_findings(path: str, value: object) -> None:
    """Sums and comparisons are not checked until it is fixed."""
    assert len(found(edited(path, value))) == 1


def test_nothing_at_all_is_a_list_of_missing_groups() -> None:
    """An empty file gets one finding for each group, not for each figure."""
    assert found({}) == [(group, "missing") for group in GROUPS]
