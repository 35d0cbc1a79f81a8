"""Actions as numbers and views as arrays: both games, all options, any number of seats."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from paddock.adapters.encoding import Draft, Encoding, encoding
from paddock.adapters.rennfieber.sheet import MONEY
from paddock.games.rennfieber import offers as rennfieber_offers
from paddock.games.rennfieber.actions import CONFIRM, PASS
from paddock.games.rennfieber.commands import Bid, EnterRunners, MoveRunner, PlaceSlips, Stake
from paddock.games.rennfieber.state import Lot, Selling
from paddock.games.rennfieber.track import HOME
from paddock.kernel.money import Ledger
from tests.conformance.games import ADAPTED, each_adapted_game
from tests.conformance.play import Session, each_session, taken
from tests.conformance.subject import AnyGame, Subject
from tests.offered import offered
from tests.rennfieber import table as fever
from tests.royal_turf import table as turf
from tests.royal_turf.horses import AL, CA, EG, OT

DOCS = Path(__file__).parents[2] / "docs" / "adapters.md"


def turns(session: Session) -> Iterator[tuple[Any, Any, int, Any]]:
    """Each choice of a random match: the match, its state, the seat, and the command given next."""
    match, rng = session.match(), Random(session.choices)
    while not match.game.winners(match.state):
        seat, command = session.chosen(match, rng)
        if offered(match.game, match.state, seat).sole() is None:
            yield match, match.state, seat, command
        taken(match, seat, command)


def in_order(command: Any) -> dict[str, Any]:
    """A command's fields, with horses and slips in a fixed order."""
    fields = structs.asdict(command)
    return {
        name: sorted(value, key=str) if isinstance(value, tuple) else value
        for name, value in fields.items()
    }


def walked(numbers: Encoding, offer: Any, actions: Draft) -> Any:
    """The command that actions make; each must be legal, and only the last completes it."""
    for at in range(len(actions)):
        assert actions[at] in numbers.legal(offer, actions[:at])
        made = numbers.command(offer, actions[: at + 1])
        if at + 1 < len(actions):
            assert made is None
        else:
            return made
    raise AssertionError("a command is made of no action")


@each_session(subjects=ADAPTED, busy=True)
def test_every_offered_command_is_made_of_legal_actions(session: Session) -> None:
    """Every offered command can be encoded as actions and decoded again."""
    numbers = encoding(session.game())
    for match, _, seat, command in turns(session):
        offer = offered(match.game, match.state, seat)
        actions = numbers.actions(offer, command)
        made = walked(numbers, offer, actions)
        assert type(made) is type(command)
        assert in_order(made) == in_order(command)


@each_session(subjects=ADAPTED, busy=True)
def test_legal_actions_make_what_the_offer_admits(session: Session) -> None:
    """Any legal actions end in an offered command, which no other actions make."""
    numbers, rng = encoding(session.game()), Random(session.luck)
    for match, _, seat, _ in turns(session):
        offer = offered(match.game, match.state, seat)
        actions: Draft = ()
        made = None
        while made is None:
            legal = numbers.legal(offer, actions)
            assert legal == sorted(set(legal)) and legal[0] >= 0 and legal[-1] < numbers.size
            actions = (*actions, legal[rng.randrange(len(legal))])
            made = numbers.command(offer, actions)
        assert offer.refuse(made) is None
        assert session.subject.admits(offer, made)
        assert numbers.actions(offer, made) == actions


@each_session(subjects=ADAPTED, busy=True)
def test_observations_keep_within_their_bounds(session: Session) -> None:
    """From 0 to the upper bound of each number, for every seat."""
    game = session.game()
    numbers = encoding(game)
    for match, state, _, _ in turns(session):
        for viewer in range(game.seats):
            seen = numbers.observe(match.game.view(state, viewer))
            assert seen.shape == (numbers.layout.size,) and seen.dtype == np.float32
            assert (seen >= 0).all() and (seen <= numbers.layout.high).all()


@each_session(subjects=ADAPTED, busy=True)
def test_what_is_kept_of_a_sheet_is_never_stale(session: Session) -> None:
    """An encoding that has seen other states or matches gives the same as a new one."""
    game = session.game()
    numbers, rng = encoding(game), Random(session.luck)
    other = game.view(session.played(60).state, 0)
    for match, state, seat, _ in turns(session):
        if rng.random() < 0.1:
            numbers.observe(other)
        seen = match.game.view(state, seat)
        kept = numbers.observe(seen)
        if rng.random() < 0.1:
            assert (kept == encoding(game).observe(seen)).all()


@each_session(subjects=ADAPTED, busy=True, hidden=True)
def test_worlds_that_look_the_same_are_observed_the_same(session: Session) -> None:
    """What a seat must not know is in none of its numbers and masks."""
    game: Any = session.game()
    numbers, rng = encoding(game), Random(session.luck)
    other = 0
    for _, state, seat, _ in turns(session):
        viewer = rng.randrange(game.seats) if rng.random() < 0.5 else seat
        seen = game.view(state, viewer)
        world = game.sample(seen, rng)
        other += world != state
        assert (numbers.observe(game.view(world, viewer)) == numbers.observe(seen)).all()
        mask = numbers.legal(game.offer(world, viewer))
        assert mask == numbers.legal(game.offer(state, viewer))
    assert other, "no world was another one: nothing was tried"


@each_adapted_game
def test_every_number_and_field_is_documented(subject: Subject) -> None:
    """The page's tables list the fields in order, with their sizes at four seats."""
    page = DOCS.read_text(encoding="utf-8")
    chapter = page.split(f"### Observation: {subject.name}\n")[1].split("\n#")[0]
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in chapter.splitlines()
        if line.startswith("| `")
    ]
    numbers = encoding(subject.make(4, {}))
    told = [(name.strip("`"), int(size)) for name, _, size, _ in rows]
    assert told == [(field.name, field.size) for field in numbers.layout.fields]


@each_adapted_game
def test_descriptions_tell_all_actions_apart(subject: Subject) -> None:
    """No two actions of a table have the same description."""
    numbers = encoding(subject.make(4, subject.options[0]))
    legal = [n for n in range(numbers.size) if "nothing" not in numbers.describe(n)]
    assert len({numbers.describe(action) for action in legal}) == len(legal) > 20


def field(game: AnyGame, state: Any, viewer: int, name: str) -> list[float]:
    """A field of what a seat sees."""
    numbers = encoding(game)
    seen = numbers.observe(game.view(state, viewer))
    return [round(float(number), 4) for number in numbers.layout.cut(seen, name)]


class TestRoyalTurf:
    """A race of three players with hidden bets, set up by hand."""

    GAME = turf.game(3, hidden_bets="on")
    STATE = turf.racing(
        {OT: 18, AL: -3, CA: 36},
        rolled="saddle",
        moved=(OT,),
        podium=(CA,),
        pace=OT,
        bets=[(1, 2, OT), (2, 0, EG), (0, 1, OT), (1, 0, AL)],
        first=1,
        rides=2,
        race=2,
        money=(500, 0, 1_250),
    )

    def test_seats_count_from_the_viewer(self) -> None:
        """Seat 1 rides first and second to seat 2, so seat 0 is to act."""
        assert field(self.GAME, self.STATE, 0, "to_act") == [1, 0, 0]
        assert field(self.GAME, self.STATE, 2, "to_act") == [0, 1, 0]
        assert field(self.GAME, self.STATE, 2, "money") == [1.25, 0.5, 0]
        assert field(self.GAME, self.STATE, 2, "first") == [0, 0, 1]

    def test_tokens_face_down_have_no_value(self) -> None:
        """RT6.3: seat 1 sees its own 2 on Othello; seat 0 sees only that there is a token."""
        lies = np.zeros((3, 7))
        lies[0, [OT, AL]] = lies[1, EG] = lies[2, OT] = 1
        assert field(self.GAME, self.STATE, 1, "lies") == lies.flatten().tolist()
        values = np.zeros((3, 7))
        values[0, OT] = 1
        assert field(self.GAME, self.STATE, 1, "value") == values.flatten().tolist()
        values[0, OT] = 0.5
        assert field(self.GAME, self.STATE, 0, "value") == values.flatten().tolist()
        assert field(self.GAME, self.STATE, 1, "hand") == [0, 0.5, 0]

    def test_the_race(self) -> None:
        """Progress from -6 to 52 in 58 parts, the horses' cards, the die, marks and places."""
        progress = field(self.GAME, self.STATE, 0, "progress")
        assert progress[EG] == 0
        assert progress[OT] == round(24 / 58, 4)
        assert progress[CA] == round(42 / 58, 4)
        assert field(self.GAME, self.STATE, 0, "moves")[-4:] == [
            round(move / 19, 4) for move in (7, 4, 3, 2)
        ]
        assert field(self.GAME, self.STATE, 0, "rolled") == [0, 0, 1, 0]
        assert field(self.GAME, self.STATE, 0, "moved").index(1) == OT
        assert field(self.GAME, self.STATE, 0, "places").index(1) == CA
        assert field(self.GAME, self.STATE, 0, "pace").index(1) == OT
        assert field(self.GAME, self.STATE, 0, "phase") == [0, 0, 1, 0]
        assert field(self.GAME, self.STATE, 0, "race") == [0, 1, 0]

    def test_a_sheet_that_is_kept_is_not_kept_too_long(self) -> None:
        """If only the money has changed, the observation shows it."""
        numbers = encoding(self.GAME)
        numbers.observe(self.GAME.view(self.STATE, 0))
        other = structs.replace(self.STATE, ledger=Ledger(-7_000, (7_000, 0, 0)))
        seen = numbers.observe(self.GAME.view(other, 0))
        assert numbers.layout.cut(seen, "money").tolist() == [7, 0, 0]


class TestRennfieber:
    """Commands of several parts."""

    NUMBERS = encoding(fever.game(2))

    def test_a_bid_is_the_least_and_powers_of_two(self) -> None:
        """1,300 above the lowest bid is 800, 400 and 100, then confirm; never above the highest."""
        offer = rennfieber_offers.BidOffer("lot", 3, 5_000, 6_350)
        actions = self.NUMBERS.actions(offer, Bid("lot", 6_300))
        told = [self.NUMBERS.describe(action) for action in actions]
        assert told == ["raise by 800", "raise by 400", "raise by 100", "confirm"]
        assert walked(self.NUMBERS, offer, actions) == Bid("lot", 6_300)
        after = self.NUMBERS.legal(offer, actions[:2])
        assert [self.NUMBERS.describe(action) for action in after] == ["confirm", "raise by 100"]

    def test_who_cannot_bid_passes(self) -> None:
        """RF2.6: if the highest bid is below the lowest, only passing is legal."""
        offer = rennfieber_offers.BidOffer("lot", 3, 5_000, 4_900)
        assert [self.NUMBERS.describe(n) for n in self.NUMBERS.legal(offer)] == ["pass"]

    def test_a_lone_buyer_takes_or_passes(self) -> None:
        """RF2.9: there is nothing to raise, however much money the buyer has."""
        state = fever.selling_horses([1], (1, 0), money=65_000)
        lot = structs.replace(state.phase, lot=Lot(0, (0,)))
        offer = offered(fever.game(2), structs.replace(state, phase=lot), 0)
        told = [self.NUMBERS.describe(action) for action in self.NUMBERS.legal(offer)]
        assert told == ["confirm", "pass"]
        assert walked(self.NUMBERS, offer, (CONFIRM,)) == Bid(offer.id, 4_000)
        assert walked(self.NUMBERS, offer, (PASS,)) == Bid(offer.id, 0)

    @pytest.mark.parametrize("seats", [2, 3, 6])
    def test_all_slips_are_within_the_bounds(self, seats: int) -> None:
        """RF5.4 without a limit: even for a player without money."""
        game, most = fever.game(seats, stakes="unlimited"), 2_200 * fever.RUNNERS_EACH[seats]
        state = fever.betting(seats, money=0, most=most)
        assert field(game, state, 0, "most") == [round(most / MONEY, 4)] * seats
        (bound,) = [each.high for each in encoding(game).layout.fields if each.name == "most"]
        assert bound >= most / MONEY

    def test_slips_keep_within_colours_and_money(self) -> None:
        """RF5.2, RF5.4: no third colour after two, and no slip that costs too much."""
        offer = rennfieber_offers.SlipsOffer("slips", (100, 200, 400), 3, 2, 350)
        draft = self.NUMBERS.actions(offer, PlaceSlips("slips", (Stake(2, 100),)))[:-1]
        told = [self.NUMBERS.describe(n) for n in self.NUMBERS.legal(offer, draft)]
        assert told == ["confirm", *(f"slip 200 on colour {colour}" for colour in range(3))]
        draft = self.NUMBERS.actions(offer, PlaceSlips("slips", (Stake(2, 100), Stake(0, 200))))
        assert self.NUMBERS.legal(offer, draft[:-1]) == [draft[-1]]

    def test_enough_horses_are_left_to_choose_from(self) -> None:
        """RF4.1: horses are chosen in the order of their numbers, so the last never comes first."""
        offer = rennfieber_offers.EntryOffer("entry", (1, 4, 8), 2, 1)
        names = [fever.STANDARD.horses[horse].name for horse in (1, 4)]
        told = [self.NUMBERS.describe(n) for n in self.NUMBERS.legal(offer)]
        assert told == [f"choose {name}" for name in names]
        entered = EnterRunners("entry", (8, 4))
        made = walked(self.NUMBERS, offer, self.NUMBERS.actions(offer, entered))
        assert made == EnterRunners("entry", (4, 8))

    def test_a_card_is_played_before_the_space_is_chosen(self) -> None:
        """RF6.2: a player with cards chooses a card first, others only the space."""
        plain = rennfieber_offers.Ways("none", 3, (rennfieber_offers.Way(5, (5,)),))
        further = rennfieber_offers.Ways("karriere", 6, (rennfieber_offers.Way(HOME, (HOME,)),))
        one = rennfieber_offers.MoveOffer("move", 0, (plain,))
        assert len(self.NUMBERS.actions(one, MoveRunner("move", "none", 5))) == 1
        two = rennfieber_offers.MoveOffer("move", 0, (plain, further))
        actions = self.NUMBERS.actions(two, MoveRunner("move", "karriere", HOME))
        assert [self.NUMBERS.describe(action) for action in actions] == ["play karriere", "go home"]
        assert walked(self.NUMBERS, two, actions) == MoveRunner("move", "karriere", HOME)

    def test_the_draft_is_part_of_what_its_maker_sees(self) -> None:
        """It fills only its own fields, which are blank without a draft."""
        game = fever.game(2)
        seen = game.view(game.initial(), 0)
        offer = rennfieber_offers.BidOffer("lot", 3, 5_000, 9_000)
        draft = self.NUMBERS.actions(offer, Bid("lot", 7_500))[:-1]
        before, after = self.NUMBERS.observe(seen), self.NUMBERS.observe(seen, draft)
        cut = self.NUMBERS.layout.cut
        assert cut(after, "draft_raise").tolist() == [0.25]
        cut(after, "draft_raise")[:] = 0
        assert (before == after).all()

    def test_what_ends_a_draft_has_no_field(self) -> None:
        """Confirm, pass or a space make it a command, which may still wait for a draw."""
        game = fever.game(2)
        seen = game.view(game.initial(), 0)
        bid = rennfieber_offers.BidOffer("lot", 3, 5_000, 9_000)
        ways = tuple(rennfieber_offers.Way(to, (to,)) for to in (HOME, 0, 7))
        move = rennfieber_offers.MoveOffer("1", 0, (rennfieber_offers.Ways("none", 1, ways),))
        for row in (
            self.NUMBERS.actions(bid, Bid("lot", 0)),
            self.NUMBERS.actions(bid, Bid("lot", 5_000)),
            self.NUMBERS.actions(move, MoveRunner("1", "none", 0)),
            self.NUMBERS.actions(move, MoveRunner("1", "none", HOME)),
        ):
            assert len(row) == 1
            assert (self.NUMBERS.observe(seen, row) == self.NUMBERS.observe(seen)).all()

    def test_kept_cards_are_their_owners_to_read(self) -> None:
        """RF3.6: all players see how many there are, only the owner which."""
        cards = fever.horses({0: [1], 1: [2]}, kept={2: ["karriere", "durchbruch", "karriere"]})
        state = fever.state_of(Selling(1, (None, None)), seats=2, cards=cards)
        game = fever.game(2)
        kept = round(3 / 13, 4)
        for viewer in (0, 1):
            assert field(game, state, viewer, "kept")[2] == kept
        assert field(game, state, 1, "cards")[4:6] == [round(2 / 13, 4), round(1 / 13, 4)]
        assert field(game, state, 0, "cards") == [0] * 36


def test_a_spectator_has_no_observation() -> None:
    """Observations are made for seats only."""
    games: tuple[AnyGame, ...] = (turf.game(3), fever.game(3))
    for game in games:
        with pytest.raises(ValueError, match="for a seat"):
            encoding(game).observe(game.view(game.initial(), None))
