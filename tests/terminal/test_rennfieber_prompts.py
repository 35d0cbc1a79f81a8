"""How typed input is read at a Rennfieber table."""

import pytest

from paddock.games.rennfieber.commands import (
    Bid,
    ChooseTrainee,
    Command,
    EnterRunners,
    MoveRunner,
    PlaceSlips,
    Play,
    SellHorses,
    Stake,
)
from paddock.games.rennfieber.offers import BidOffer, EntryOffer, SaleOffer, TraineeOffer
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import View
from paddock.kernel.text import Text
from paddock.terminal.rennfieber.prompts import Choice, sentence, understood, waiting
from tests.rennfieber.table import A, B, D, Table, betting, game, racing
from tests.terminal.scene import face

PROGRAMME = face(game(4)).programme
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


def ends(play: Play) -> list[int]:
    """The spaces in lane 1 where this way of playing leads, the furthest first."""
    (ways,) = [ways for ways in MOVE.plays if ways.play == play]
    track = game(4).rules.edition.track
    spaces = [way.to for way in ways.ways if track.spaces[way.to].lane == 1]
    return sorted(spaces, key=lambda to: -track.spaces[to].number)


@pytest.mark.parametrize(
    ("offer", "typed", "command"),
    [
        *(
            (BID, typed, Bid("bid", 4_500))
            for typed in ("4500", "4,500", "4.500", "4'500", "4 500")
        ),
        *((BID, typed, Bid("bid", 0)) for typed in ("0", "pass", "PASS", "p", "no", "-")),
        *(
            (TRAINEE, typed, ChooseTrainee("trainee", 10))
            for typed in ("11", "11k", "komet", "Komet")
        ),
        *(
            (offer, typed, command)
            for typed in ("1 6", "1,6", "1, 6", "abendrot feuertanz", "1A, 6F")
            for offer, command in (
                (ENTRY, EnterRunners("entry", (0, 5))),
                (SALE, SellHorses("sale", (0, 5))),
            )
        ),
    ],
)
def test_amounts_and_horses(offer: Choice, typed: str, command: Command) -> None:
    """Any thousands separator will do; horses go by number or name, with or without commas."""
    assert understood(PROGRAMME, typed, WAITING, offer) == command


@pytest.mark.parametrize(
    "typed", ["x", "-100", "4,5,0", "1e4", "４５００", "9" * 30, "45.5", "\x00"]
)
def test_what_is_no_amount_is_answered_with_what_is(typed: str) -> None:
    """The terminal never guesses."""
    told = understood(PROGRAMME, typed, WAITING, BID)
    assert isinstance(told, Text) and told.key.startswith("Type an amount")


@pytest.mark.parametrize("typed", ["19", "0", "x", "1 x", "1;6"])
def test_what_is_no_horse_is_answered_with_what_is(typed: str) -> None:
    """The answer lists the horses to choose from."""
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
    """One line has all of them: numbers from 100 up are slips, smaller ones horses."""
    answer = understood(PROGRAMME, typed, BETS, SLIPS)
    assert isinstance(answer, PlaceSlips)
    assert set(answer.stakes) == {Stake(B, 200), Stake(B, 500), Stake(D, 100)}
    assert len(answer.stakes) == 3


@pytest.mark.parametrize(
    ("typed", "stakes"),
    [
        *((typed, ()) for typed in ("0", "none", "pass")),
        ("3 1,000 500", (Stake(B, 1000), Stake(B, 500))),
        ("3 300", (Stake(B, 300),)),
    ],
    ids=str,
)
def test_other_slips(typed: str, stakes: tuple[Stake, ...]) -> None:
    """No bet (RF5.3), thousands as on screen, and a slip that only the engine may refuse."""
    assert understood(PROGRAMME, typed, BETS, SLIPS) == PlaceSlips(SLIPS.id, stakes)


@pytest.mark.parametrize(
    "typed", ["500", "500 3", "3", "3 7 100", "2 100", "3 100 x", "3 100 7", "3 1000000000"]
)
def test_what_is_no_bet_is_answered_with_what_is(typed: str) -> None:
    """An incomplete bet is not placed, nor one on a horse that does not run."""
    told = understood(PROGRAMME, typed, BETS, SLIPS)
    assert isinstance(told, Text)
    assert "The runners: 1 Abendrot, 3 Caprice, 5 Eisvogel, 7 Goldregen." in PROGRAMME.say(told)


@pytest.mark.parametrize(
    ("typed", "play", "place"),
    [
        *((typed, "none", 0) for typed in ("1", "1a", "›1", "n1", "N 1")),
        *((typed, "none", 1) for typed in ("1b", "›1b", "n1b", "N 1b")),
        *((typed, "karriere", 0) for typed in ("k1", "K1", "k 1", "k1a")),
    ],
)
def test_a_move_is_a_lane_after_the_letter_of_a_card(typed: str, play: Play, place: int) -> None:
    """A lane stands for its furthest space, b for the next one behind."""
    assert understood(PROGRAMME, typed, RUN, MOVE) == MoveRunner(MOVE.id, play, ends(play)[place])


@pytest.mark.parametrize("typed", ["9", "1z", "x", "k9", "h", "1 2"])
def test_a_space_that_is_not_marked_is_answered_with_those_that_are(typed: str) -> None:
    """The answer lists the labels for the card that was typed, or for no card."""
    told = understood(PROGRAMME, typed, RUN, MOVE)
    assert isinstance(told, Text)
    assert ("track: k1" in PROGRAMME.say(told)) == typed.startswith("k")


def test_a_card_that_the_horse_does_not_have() -> None:
    """No other card is played instead."""
    told = understood(PROGRAMME, "d1", RUN, MOVE)
    assert isinstance(told, Text) and told.key == "This horse does not have that card."


def test_home_by_its_letter() -> None:
    """Players type h to move home."""
    run = racing("home | first bend\n1  . . A | .", dice=(4, 2), lap=1)
    offer = Table(game(4), run).offer()
    view = game(4).view(run, 0)
    assert understood(PROGRAMME, "h", view, offer) == MoveRunner(offer.id, "none", HOME)


@pytest.mark.parametrize(
    ("view", "offer", "told"),
    [
        (WAITING, BID, "Type an amount from 4,500 to 30,000 in hundreds, or 0"),
        (WAITING, TRAINEE, "Type its number: 2 Bernstein, 11 Komet."),
        (WAITING, ENTRY, "Type their numbers, such as 1 3: 1 Abendrot"),
        (WAITING, SALE, "which 2 horses do you sell"),
        (BETS, SLIPS, "such as 1 500 100, 7 200; or 0"),
        (RUN, MOVE, "k Karriere, 6 spaces. k shows where the horse can go with that card"),
    ],
)
def test_the_question_names_the_player_and_what_to_type(
    view: View, offer: Choice, told: str
) -> None:
    """There is one sentence for each kind of choice, and a short one for those who wait."""
    said = PROGRAMME.say(sentence(PROGRAMME, 0, view, offer))
    assert said.startswith("You: ") and told in said
    assert PROGRAMME.say(waiting(PROGRAMME, 2, BID)) == "Waiting for Old Tom to bid."


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_example_of_a_bet_can_be_typed(seats: int) -> None:
    """It is legal for any number of runners and slips."""
    rules, state = game(seats), betting(seats)
    offer, view = Table(rules, state).offer(0), rules.view(state, 0)
    programme = face(rules).programme
    said = programme.say(sentence(programme, 0, view, offer))
    answer = understood(programme, said.split("such as ")[1].split(";")[0], view, offer)
    assert isinstance(answer, PlaceSlips) and offer.refuse(answer) is None
