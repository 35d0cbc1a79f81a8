"""What somebody means by what they type at a Rennfieber table."""

from __future__ import annotations

import pytest

from paddock.games.rennfieber.commands import (
    Bid,
    ChooseTrainee,
    EnterRunners,
    MoveRunner,
    PlaceSlips,
    SellHorses,
    Stake,
)
from paddock.games.rennfieber.offers import BidOffer, EntryOffer, SaleOffer, TraineeOffer
from paddock.games.rennfieber.track import HOME
from paddock.kernel.text import Text
from paddock.terminal.rennfieber.prompts import sentence, understood, waiting
from tests.rennfieber.table import A, B, D, Table, betting, game, racing
from tests.terminal.meeting import face

PROGRAMME = face(game(4))
WAITING = game(4).view(game(4).initial(), 0)
BID = BidOffer("bid", 5, 4_500, 30_000)
TRAINEE = TraineeOffer("trainee", (1, 10))
ENTRY = EntryOffer("entry", (0, 2, 5), 2, 1)
SALE = SaleOffer("sale", (0, 2, 5), 2)
BETTING = betting(4)  # A .. D are 1 Abendrot, 3 Caprice, 5 Eisvogel and 7 Goldregen
SLIPS = Table(game(4), BETTING).offer(0)
BETS = game(4).view(BETTING, 0)
RACE = racing(
    """
    back
    3  . . . . . .
    2   . . . . . .
    1  . A . . . .
    """,
    dice=(3, 2),
    kept={A: ("karriere",)},
)
MOVE = Table(game(4), RACE).offer()
RUN = game(4).view(RACE, 0)


def ends(play: str) -> list[int]:
    """Where this way of playing leads in lane 1, the furthest first."""
    (ways,) = [ways for ways in MOVE.plays if ways.play == play]
    track = game(4).rules.edition.track
    spaces = [way.to for way in ways.ways if track.spaces[way.to].lane == 1]
    return sorted(spaces, key=lambda to: -track.spaces[to].number)


@pytest.mark.parametrize("typed", ["4500", "4,500", "4.500", "4'500", "4 500"])
def test_an_offer_is_an_amount(typed: str) -> None:
    """However its thousands are set apart."""
    assert understood(PROGRAMME, typed, WAITING, BID) == Bid("bid", 4_500)


@pytest.mark.parametrize("typed", ["0", "pass", "PASS", "p", "no", "-"])
def test_no_offer(typed: str) -> None:
    """0 or a word for it; Enter alone only shows the board again."""
    assert understood(PROGRAMME, typed, WAITING, BID) == Bid("bid", 0)


@pytest.mark.parametrize(
    "typed", ["x", "-100", "4,5,0", "1e4", "４５００", "9" * 30, "45.5", "\x00"]
)
def test_what_is_no_amount_is_told_what_is(typed: str) -> None:
    """Never a guess."""
    told = understood(PROGRAMME, typed, WAITING, BID)
    assert isinstance(told, Text) and told.key.startswith("Type an amount")


@pytest.mark.parametrize("typed", ["11", "11k", "komet", "Komet"])
def test_a_horse_by_number_or_name(typed: str) -> None:
    """All of them are written on screen, so all of them may be typed."""
    assert understood(PROGRAMME, typed, WAITING, TRAINEE) == ChooseTrainee("trainee", 10)


@pytest.mark.parametrize("typed", ["1 6", "1,6", "1, 6", "abendrot feuertanz", "1A, 6F"])
def test_several_horses(typed: str) -> None:
    """With or without commas; the engine says whether they are the right ones."""
    assert understood(PROGRAMME, typed, WAITING, ENTRY) == EnterRunners("entry", (0, 5))
    assert understood(PROGRAMME, typed, WAITING, SALE) == SellHorses("sale", (0, 5))


@pytest.mark.parametrize("typed", ["19", "0", "x", "1 x", "1;6"])
def test_what_is_no_horse_is_told_what_is(typed: str) -> None:
    """With the horses that are meant."""
    told = understood(PROGRAMME, typed, WAITING, ENTRY)
    assert isinstance(told, Text)
    assert PROGRAMME.say(told).endswith("1 Abendrot, 3 Caprice, 6 Feuertanz.")


@pytest.mark.parametrize(
    "typed",
    [
        "3 500 200, 7 100",
        "3 500 200 7 100",
        "3 200+500,7 100",
        "caprice 500 200, Goldregen 100",
        "3C 500, 3 200, 7G 100",
    ],
)
def test_slips_are_a_horse_and_values(typed: str) -> None:
    """One line for all of them: numbers from 100 up are slips, smaller ones horses."""
    answer = understood(PROGRAMME, typed, BETS, SLIPS)
    assert isinstance(answer, PlaceSlips)
    assert set(answer.stakes) == {Stake(B, 200), Stake(B, 500), Stake(D, 100)}
    assert len(answer.stakes) == 3


def test_a_slip_as_it_is_written_on_screen() -> None:
    """Thousands may be set apart there too."""
    answer = understood(PROGRAMME, "3 1,000 500", BETS, SLIPS)
    assert answer == PlaceSlips(SLIPS.id, (Stake(B, 1000), Stake(B, 500)))


@pytest.mark.parametrize("typed", ["0", "none", "pass"])
def test_no_slips(typed: str) -> None:
    """Betting nothing is allowed, and must be said (RF5.3)."""
    assert understood(PROGRAMME, typed, BETS, SLIPS) == PlaceSlips(SLIPS.id, ())


@pytest.mark.parametrize(
    "typed", ["500", "500 3", "3", "3 7 100", "2 100", "3 100 x", "3 100 7", "3 1000000000"]
)
def test_what_is_no_bet_is_told_what_is(typed: str) -> None:
    """Nothing is bet by half; a horse that does not run is none."""
    told = understood(PROGRAMME, typed, BETS, SLIPS)
    assert isinstance(told, Text)
    assert "Those that run: 1 Abendrot, 3 Caprice, 5 Eisvogel, 7 Goldregen." in PROGRAMME.say(told)


def test_a_slip_that_is_not_there_is_the_engines_to_refuse() -> None:
    """It has the better sentence."""
    answer = understood(PROGRAMME, "3 300", BETS, SLIPS)
    assert answer == PlaceSlips(SLIPS.id, (Stake(B, 300),))


@pytest.mark.parametrize("typed", ["1", "1a", "›1", "n1", "N 1"])
def test_a_move_is_a_lane(typed: str) -> None:
    """Its furthest space; b is the next behind it."""
    furthest, behind, *_ = ends("none")
    assert understood(PROGRAMME, typed, RUN, MOVE) == MoveRunner(MOVE.id, "none", furthest)
    assert understood(PROGRAMME, f"{typed.rstrip('a')}b", RUN, MOVE) == MoveRunner(
        MOVE.id, "none", behind
    )


@pytest.mark.parametrize("typed", ["k1", "K1", "k 1", "k1a"])
def test_a_card_is_a_letter_before_it(typed: str) -> None:
    """The spaces are those that the card leads to."""
    assert understood(PROGRAMME, typed, RUN, MOVE) == MoveRunner(
        MOVE.id, "karriere", ends("karriere")[0]
    )


@pytest.mark.parametrize("typed", ["9", "1z", "x", "k9", "h", "1 2"])
def test_a_space_that_is_not_marked_is_told_what_is(typed: str) -> None:
    """With the labels of what was meant, with or without the card."""
    told = understood(PROGRAMME, typed, RUN, MOVE)
    assert isinstance(told, Text)
    assert ("track: k1" in PROGRAMME.say(told)) == typed.startswith("k")


def test_a_card_that_is_not_there() -> None:
    """No other is played in its place."""
    told = understood(PROGRAMME, "d1", RUN, MOVE)
    assert isinstance(told, Text) and told.key == "This horse has no such card to play."


def test_home_by_its_letter() -> None:
    """h, where the finish can be reached."""
    run = racing("home | first bend\n1  . . A | .", dice=(4, 2), lap=1)
    offer = Table(game(4), run).offer()
    view = game(4).view(run, 0)
    assert understood(PROGRAMME, "h", view, offer) == MoveRunner(offer.id, "none", HOME)


def test_the_sentence_names_whose_turn_it_is_and_what_to_type() -> None:
    """One sentence for each choice, and a word for those who wait."""
    asked = {
        "Type an amount from 4,500 to 30,000 in hundreds, or 0": sentence(
            PROGRAMME, 0, WAITING, BID
        ),
        "Type its number: 2 Bernstein, 11 Komet.": sentence(PROGRAMME, 0, WAITING, TRAINEE),
        "Type their numbers, such as 1 3: 1 Abendrot": sentence(PROGRAMME, 0, WAITING, ENTRY),
        "which 2 horses do you sell": sentence(PROGRAMME, 0, WAITING, SALE),
        "such as 1 500 100, 7 200; or 0": sentence(PROGRAMME, 0, BETS, SLIPS),
        "k Karriere, 6 spaces. k shows where it leads": sentence(PROGRAMME, 0, RUN, MOVE),
    }
    for told, text in asked.items():
        said = PROGRAMME.say(text)
        assert said.startswith("You: ") and told in said
    assert PROGRAMME.say(waiting(PROGRAMME, 2, BID)) == "Old Tom: to make an offer."


def test_the_example_of_a_bet_can_be_typed() -> None:
    """For every number of runners and slips."""
    for seats in (2, 3, 4, 5, 6):
        rules = game(seats)
        state = betting(seats)
        offer, view = Table(rules, state).offer(0), rules.view(state, 0)
        said = face(rules).say(sentence(face(rules), 0, view, offer))
        example = said.split("such as ")[1].split(";")[0]
        answer = understood(face(rules), example, view, offer)
        assert isinstance(answer, PlaceSlips) and offer.refuse(answer) is None
