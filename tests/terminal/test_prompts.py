"""How typed input is read at a Royal Turf table."""

from copy import deepcopy

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import MoveHorse, PlaceBet
from paddock.games.royal_turf.offers import Advance, BetOffer, MoveOffer
from paddock.kernel.text import Text
from paddock.terminal.royal_turf.prompts import Choice, sentence, understood, waiting
from tests.royal_turf.horses import NO, OT, RF, SW
from tests.royal_turf.table import game
from tests.terminal.scene import face

PROGRAMME = face(game(4)).programme
BET = BetOffer("bet", (1, 2), (0, 1, 2, 3, 4, 5))
LAST = BetOffer("bet", (2,), (0, 4))
MOVE = MoveOffer("move", "cap", (Advance(RF, 3, 10), Advance(NO, 1, 4)))


@pytest.mark.parametrize("typed", ["5", "rf", "RF", "5rf", "red fox", "Red Fox"])
def test_a_horse_by_number_letters_or_name(typed: str) -> None:
    """Players may type anything that the screen shows."""
    assert understood(PROGRAMME, typed, MOVE) == MoveHorse("move", RF)


def test_a_number_is_a_number_whatever_horses_are_called() -> None:
    """Numbers come first, then tags and letters, and names last."""
    figures = deepcopy(dict(game(4).figures))
    figures["horses"][0]["name"] = "3"
    figures["horses"][1]["name"] = "ot"
    own = face(RoyalTurf.make(4, {}, figures), names=("2", "Marta", "Tom", "Li")).programme
    assert own.find_horse("3") == SW and own.find_horse("ot") == own.find_horse("7ot") == OT
    assert own.find_seat("2") == 1


@pytest.mark.parametrize(
    ("typed", "offer"),
    [
        *((typed, BET) for typed in ("2 5", "2 rf", "rf 2", "2  RED  FOX", "red fox 2", "2 5rf")),
        *((typed, LAST) for typed in ("5", "rf", "red fox", "2 5")),
    ],
)
def test_a_bet_is_a_token_and_a_horse(typed: str, offer: BetOffer) -> None:
    """The token may come last if the horse is not a number, and be omitted if all are equal."""
    assert understood(PROGRAMME, typed, offer) == PlaceBet("bet", 2, RF)


def test_illegal_commands_are_understood_too() -> None:
    """The engine judges legality and has the better explanation."""
    assert understood(PROGRAMME, "7", MOVE) == MoveHorse("move", OT)
    assert understood(PROGRAMME, "9 7", BET) == PlaceBet("bet", 9, OT)


@pytest.mark.parametrize("typed", ["8", "0", "-1", "1e3", "x", "5 5", "５５", "5" * 400, "\x00"])
def test_what_is_no_horse_is_answered_with_what_is(typed: str) -> None:
    """The terminal never guesses."""
    told = understood(PROGRAMME, typed, MOVE)
    assert isinstance(told, Text) and told.key.startswith("Type a horse's number")


@pytest.mark.parametrize("typed", ["5", "x", "red fox", "1 2 3 x", "two 5 x", "²  ²"])
def test_what_is_no_bet_is_answered_with_what_is(typed: str) -> None:
    """An incomplete bet is not placed."""
    assert isinstance(understood(PROGRAMME, typed, BET), Text)


@pytest.mark.parametrize(
    ("offer", "words"),
    [
        (BET, ("You: bet one token", "Your tokens: 1, 1, 2.")),
        (MOVE, ("You rolled the cap. Move one of the 2 horses left",)),
    ],
)
def test_the_question_names_the_player_and_the_task(offer: Choice, words: tuple[str, ...]) -> None:
    """It also names the tokens in hand, or the die."""
    asked = PROGRAMME.say(sentence(PROGRAMME, 0, offer, (1, 1, 2)))
    assert asked.startswith(words[0]) and all(word in asked for word in words)
    assert PROGRAMME.say(waiting(PROGRAMME, 2, BET)) == "Waiting for Old Tom to bet."
