"""What somebody means by what they type."""

from __future__ import annotations

from copy import deepcopy

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import MoveHorse, PlaceBet
from paddock.games.royal_turf.offers import Advance, BetOffer, MoveOffer
from paddock.kernel.text import Text
from paddock.terminal.royal_turf.prompts import sentence, understood, waiting
from tests.royal_turf.horses import NO, OT, RF, SW
from tests.royal_turf.table import game
from tests.terminal.scene import face

PROGRAMME = face(game(4))
BET = BetOffer("bet", (1, 2), (0, 1, 2, 3, 4, 5))
LAST = BetOffer("bet", (2,), (0, 4))
MOVE = MoveOffer("move", "cap", (Advance(RF, 3, 10), Advance(NO, 1, 4)))


@pytest.mark.parametrize("typed", ["5", "rf", "RF", "5rf", "red fox", "Red Fox"])
def test_a_horse_by_number_letters_or_name(typed: str) -> None:
    """All of them are written on screen, so all of them may be typed."""
    assert understood(PROGRAMME, typed, MOVE) == MoveHorse("move", RF)


def test_a_number_is_a_number_whatever_horses_are_called() -> None:
    """Then come tags and letters, and a name last."""
    figures = deepcopy(dict(game(4).figures))
    figures["horses"][0]["name"] = "3"
    figures["horses"][1]["name"] = "ot"
    own = face(RoyalTurf.make(4, {}, figures), names=("2", "Marta", "Tom", "Li"))
    assert own.find_horse("3") == SW and own.find_horse("ot") == own.find_horse("7ot") == OT
    assert own.find_seat("2") == 1


@pytest.mark.parametrize("typed", ["2 5", "2 rf", "rf 2", "2  RED  FOX", "red fox 2", "2 5rf"])
def test_a_bet_is_a_token_and_a_horse(typed: str) -> None:
    """The token first, or last where the horse is no mere number."""
    assert understood(PROGRAMME, typed, BET) == PlaceBet("bet", 2, RF)


@pytest.mark.parametrize("typed", ["5", "rf", "red fox", "2 5"])
def test_the_last_token_need_not_be_named(typed: str) -> None:
    """Where there is but one value, the horse says it all."""
    assert understood(PROGRAMME, typed, LAST) == PlaceBet("bet", 2, RF)


def test_what_is_illegal_is_understood_all_the_same() -> None:
    """Legality is the engine's to judge: it has the better sentence."""
    assert understood(PROGRAMME, "7", MOVE) == MoveHorse("move", OT)
    assert understood(PROGRAMME, "9 7", BET) == PlaceBet("bet", 9, OT)


@pytest.mark.parametrize("typed", ["8", "0", "-1", "1e3", "x", "5 5", "５５", "5" * 400, "\x00"])
def test_what_is_no_horse_is_told_what_is(typed: str) -> None:
    """Never a guess."""
    told = understood(PROGRAMME, typed, MOVE)
    assert isinstance(told, Text) and told.key.startswith("A horse is a number")


@pytest.mark.parametrize("typed", ["5", "x", "red fox", "1 2 3 x", "two 5 x", "²  ²"])
def test_what_is_no_bet_is_told_what_is(typed: str) -> None:
    """Nothing is bet by half."""
    assert isinstance(understood(PROGRAMME, typed, BET), Text)


def test_the_sentence_names_whose_turn_it_is() -> None:
    """With the tokens held, or the die as it lies."""
    asked = PROGRAMME.say(sentence(PROGRAMME, 0, BET, (1, 1, 2)))
    assert asked.startswith("You: bet one token") and "You hold 1, 1, 2." in asked
    asked = PROGRAMME.say(sentence(PROGRAMME, 0, MOVE, ()))
    assert asked.startswith("You: the cap. Move one of the 2 horses still to go")
    assert PROGRAMME.say(waiting(PROGRAMME, 2, BET)) == "Old Tom: to bet."
