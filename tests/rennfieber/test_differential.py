"""The engine against a second, plain implementation: same steps, same draws."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, get_args

import pytest

from paddock.games.rennfieber import commands
from paddock.games.rennfieber.offers import BidOffer, MoveOffer, Offer
from paddock.kernel.chance import QuickChance
from tests.offered import offered
from tests.rennfieber import oracle_editions as editions
from tests.rennfieber import players
from tests.rennfieber.choices import SOME_OPTIONS, tables
from tests.rennfieber.oracle_editions import Figures, Oddity
from tests.rennfieber.oracle_match import Match
from tests.rennfieber.oracle_table import Fact
from tests.rennfieber.oracle_track import HOME

pytestmark = pytest.mark.slow

PARTS = 10  # so that several processes share the matches
PLAYS: tuple[commands.Play, ...] = get_args(commands.Play)
FEE = 800  # of race 1
STYLES = ("any", "stingy", "reckless", "thrifty", "cards", "crowding")


def move(match: Match, offer: MoveOffer, style: str, rng: Random) -> commands.Command:
    ways = rng.choice(offer.plays)
    if style == "stingy":
        ways = offer.plays[0]
    elif style == "cards":
        ways = rng.choice(offer.plays[1:] or offer.plays)
    to = rng.choice(ways.ways).to
    if style == "crowding":  # all as far in and as far back as possible
        to = min((way.to for way in ways.ways), key=lambda to: match.space_of[to])
    return commands.MoveRunner(offer.id, ways.play, to)


def chosen(match: Match, offer: Offer, style: str, rng: Random) -> commands.Command:
    """A legal command in this style."""
    if isinstance(offer, MoveOffer):
        return move(match, offer, style, rng)
    return players.chosen(offer, style, rng)


def tried(match: Match, offer: Offer, rng: Random) -> commands.Command:
    """A command that may be refused, usually of the kind the offer asks for."""
    amount = rng.randrange(-1, 400) * 50
    if isinstance(offer, BidOffer) and rng.randrange(2):
        amount = rng.choice((offer.least, offer.most)) + rng.choice((-100, 0, 1, 100))
    horses = tuple(rng.choices(range(18), k=rng.randrange(1, 4)))
    values = (*match.game.rules.edition.slips, 50)
    stakes = tuple(
        commands.Stake(rng.randrange(-1, 7), rng.choice(values)) for _ in range(rng.randrange(6))
    )
    spaces = len(match.game.rules.edition.track.spaces)
    sent: tuple[commands.Command, ...] = (
        commands.StartMeeting(offer.id),
        commands.Bid(offer.id, amount),
        commands.ChooseTrainee(offer.id, rng.randrange(-1, 19)),
        commands.RollTraining(offer.id),
        commands.EnterRunners(offer.id, horses),
        commands.PlaceSlips(offer.id, stakes),
        commands.RollDice(offer.id),
        commands.MoveRunner(offer.id, rng.choice(PLAYS), rng.randrange(-2, spaces + 1)),
        commands.SellHorses(offer.id, horses),
    )
    asked = type(offer.sample(rng))
    return rng.choice([each for each in sent if rng.randrange(4) == 0 or type(each) is asked])


def play_both(
    seats: int,
    options: Mapping[str, str],
    figures: Mapping[str, Any],
    styles: Sequence[str],
    luck: int,
) -> list[Fact]:
    """Play a whole match and return what happened in it."""
    rng, chance = Random(luck), QuickChance(luck)
    match = Match(seats, options, figures)
    while not match.game.winners(match.state):
        seat = rng.choice(match.game.to_act(match.state))
        offer = offered(match.game, match.state, seat)
        if rng.randrange(3) == 0:
            match.do(rng.choice((seat, rng.randrange(seats))), tried(match, offer, rng), chance)
        else:
            assert match.do(seat, chosen(match, offer, styles[seat], rng), chance)
    return match.oracle.table.facts


@pytest.mark.parametrize("part", range(PARTS))
def test_both_play_the_same_match(part: int, long: bool) -> None:
    """They agree after every command, at tables where any two choices meet."""
    every, matches = tables(long=long), 3_840 if long else 40
    assert matches >= len(every)
    for number in range(part, matches, PARTS):
        rng = Random(number)
        seats, options = every[number % len(every)]
        alike = rng.choice(STYLES) if rng.randrange(2) else None
        styles = [alike or rng.choice(STYLES) for _ in range(seats)]
        play_both(seats, options, editions.some_figures(rng), styles, number)


# Rare things do happen in these matches.


def sold(how: str) -> Callable[[Sequence[Fact]], bool]:
    return lambda facts: any(fact[0] == "sold" and fact[-1] == how for fact in facts)


def forgiven(why: str) -> Callable[[Sequence[Fact]], bool]:
    return lambda facts: any(
        fact[0] == "paid" and fact[4] == why and fact[3] < fact[2] for fact in facts
    )


def happened(word: str) -> Callable[[Sequence[Fact]], bool]:
    return lambda facts: any(fact[0] == word for fact in facts)


def blocked(facts: Sequence[Fact]) -> bool:
    return any(fact[0] == "moved" and fact[4] is None for fact in facts)


def blocked_in_spite_of_durchbruch(facts: Sequence[Fact]) -> bool:
    return any(fact[0] == "moved" and fact[2:5:2] == ("durchbruch", None) for fact in facts)


def shifted_home(facts: Sequence[Fact]) -> bool:
    return any(
        before[0] == "gallop" and fact[0] == "moved" and fact[4] == HOME
        for before, fact in pairwise(facts)
    )


def nothing_left(facts: Sequence[Fact]) -> bool:
    return any(
        before[0] == "training card reformed" and fact[0] != "card"
        for before, fact in pairwise(facts)
    )


def nobody_has_the_winner(facts: Sequence[Fact]) -> bool:
    return any(fact[0] == "odds" and fact[2] > 0 and fact[4] is None for fact in facts)


def the_last_is_forced_to_buy(facts: Sequence[Fact]) -> bool:
    """A lone buyer has declined all horses that are left, and nobody else needs one."""
    return any(
        fact[0] == "sold" and fact[-1] == "nobody_wanted" and after[0] == "left over"
        for fact, after in pairwise(facts)
    )


def some_slips_win(facts: Sequence[Fact]) -> bool:
    """A player cannot pay for all slips, and only slips that are paid for win."""
    short: dict[int, int] = {}
    for fact in facts:
        match fact:
            case ("odds", *_):
                short.clear()
            case ("paid", seat, due, paid, "stakes") if paid < due:
                short[seat] = paid
            case ("won", seat, stake, *_) if seat in short and stake <= short[seat]:
                return True
            case _:
                pass
    return False


def one_fee(facts: Sequence[Fact]) -> bool:
    return any(fact[0] == "paid" and fact[4] == "fee" and fact[2] == FEE for fact in facts)


# By rule: the number of players and their style, oddities of the edition, and what happens.
Rare = tuple[int, str, Sequence[Oddity], Callable[[Sequence[Fact]], bool]]
MANY_CARDS, SMALL = editions.many_training_cards, editions.small_track
SHIFTS, SLOW = editions.shifting_gallop_cards, editions.slow_gallop_cards
RARE: dict[str, Rare] = {
    "RF2.7": (5, "stingy", (), sold("nobody_wanted")),
    "RF2.8": (3, "reckless", (editions.dear_horses,), sold("what_cash_there_is")),
    "RF2.9": (4, "thrifty", (), sold("lone_buyer")),
    "RF2.9 may_pass": (3, "stingy", (), the_last_is_forced_to_buy),
    "RF5.5": (2, "any", (), one_fee),
    "RF7.4": (4, "reckless", (), some_slips_win),
    "RF1.9 card": (6, "reckless", (MANY_CARDS,), forgiven("training")),
    "RF1.9 fee": (4, "reckless", (editions.dear_races,), forgiven("fee")),
    "RF1.9 fine": (4, "reckless", (editions.dear_races, SHIFTS), forgiven("fine")),
    "RF3.7": (2, "any", (MANY_CARDS,), happened("training card reformed")),
    "RF3.7 none left": (6, "any", (editions.all_kept,), nothing_left),
    "RF6.10": (6, "stingy", (editions.lasting_gallop_cards,), happened("gallop card reformed")),
    "RF6.5": (6, "crowding", (SMALL,), blocked),
    "RF6.11": (6, "crowding", (editions.all_kept, SMALL, SLOW), blocked_in_spite_of_durchbruch),
    "RF6.14": (6, "any", (SMALL, SHIFTS), shifted_home),
    "RF7.6": (4, "reckless", (editions.cheap_horses,), nobody_has_the_winner),
}


@pytest.mark.parametrize("rule", RARE)
def test_both_agree_on_rare_things(rule: str) -> None:
    """With these figures and players it happens, and the engine and the oracle agree."""
    seats, style, oddities, rare = RARE[rule]
    for luck in range(60):
        figures: Figures = editions.with_oddities(oddities, Random(luck))
        options = SOME_OPTIONS[luck % len(SOME_OPTIONS)]
        if rare(play_both(seats, options, figures, [style] * seats, luck)):
            return
    pytest.fail("it did not happen in 60 matches")
