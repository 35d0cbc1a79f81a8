"""Actions as numbers and views as arrays: both games, all options, any number of seats."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec import structs

from paddock.adapters.encoding import Draft, Encoding, encoding
from paddock.adapters.rennfieber.observation import MONEY
from paddock.games.rennfieber import offers
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
    made = None
    for at, action in enumerate(actions):
        assert made is None
        assert action in numbers.legal(offer, actions[:at])
        made = numbers.command(offer, actions[: at + 1])
    return made


@each_session(subjects=ADAPTED, busy=True)
def test_commands_and_actions_correspond(session: Session) -> None:
    """Each offered command is made of legal actions, and legal actions make an offered command."""
    numbers, rng = encoding(session.game()), Random(session.luck)
    for match, _, seat, command in turns(session):
        offer = offered(match.game, match.state, seat)
        made = walked(numbers, offer, numbers.actions(offer, command))
        assert type(made) is type(command)
        assert in_order(made) == in_order(command)
        actions: Draft = ()
        made = None
        while made is None:
            legal = numbers.legal(offer, actions)
            assert legal == sorted(set(legal)) and legal[0] >= 0 and legal[-1] < numbers.size
            actions = (*actions, legal[rng.randrange(len(legal))])
            made = numbers.command(offer, actions)
        assert offer.refuse(made) is None
        assert session.subject.admits(offer, made)
        assert numbers.actions(offer, made) == actions  # no other actions make it


@each_session(subjects=ADAPTED, busy=True)
def test_observations_are_within_their_bounds_and_never_stale(session: Session) -> None:
    """For every seat; an encoding that has cached other states gives the same as a new one."""
    game = session.game()
    numbers, rng = encoding(game), Random(session.luck)
    elsewhere = game.view(session.played(60).state, 0)
    for match, state, seat, _ in turns(session):
        if rng.random() < 0.1:
            numbers.observe(elsewhere)
        for viewer in range(game.seats):
            view = match.game.view(state, viewer)
            observation = numbers.observe(view)
            assert observation.shape == (numbers.layout.size,) and observation.dtype == np.float32
            assert (observation >= 0).all() and (observation <= numbers.layout.high).all()
            if viewer == seat and rng.random() < 0.1:
                assert (observation == encoding(game).observe(view)).all()


@each_session(subjects=ADAPTED, busy=True, hidden=True)
def test_states_that_look_the_same_are_observed_the_same(session: Session) -> None:
    """What a seat must not know is in none of its numbers and masks."""
    game: Any = session.game()
    numbers, rng = encoding(game), Random(session.luck)
    different = 0
    for _, state, seat, _ in turns(session):
        viewer = rng.randrange(game.seats) if rng.random() < 0.5 else seat
        view = game.view(state, viewer)
        sampled = game.sample(view, rng)
        different += sampled != state
        assert (numbers.observe(game.view(sampled, viewer)) == numbers.observe(view)).all()
        mask = numbers.legal(game.offer(sampled, viewer))
        assert mask == numbers.legal(game.offer(state, viewer))
    assert different, "every sampled state was the real one"


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
    documented = [(name.strip("`"), int(size)) for name, _, size, _ in rows]
    assert documented == [(field.name, field.size) for field in numbers.layout.fields]


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

    def seen(self, viewer: int, name: str) -> list[float]:
        return field(self.GAME, self.STATE, viewer, name)

    def test_seats_count_from_the_viewer(self) -> None:
        """Seat 1 rode first and seat 2 second, so seat 0 must act."""
        assert self.seen(0, "to_act") == [1, 0, 0]
        assert self.seen(2, "to_act") == [0, 1, 0]
        assert self.seen(2, "money") == [1.25, 0.5, 0]
        assert self.seen(2, "first") == [0, 0, 1]

    def test_tokens_face_down_have_no_value(self) -> None:
        """RT6.3: seat 1 sees its own 2 on Othello; seat 0 sees only that there is a token."""
        lies, values = np.zeros((2, 3, 7))
        lies[0, [OT, AL]] = lies[1, EG] = lies[2, OT] = 1
        assert self.seen(1, "lies") == lies.flatten().tolist()
        for viewer, value in ((1, 1), (0, 0.5)):
            values[0, OT] = value
            assert self.seen(viewer, "value") == values.flatten().tolist()
        assert self.seen(1, "hand") == [0, 0.5, 0]

    def test_the_race(self) -> None:
        """Progress from -6 to 52 is scaled to 58ths; cards, die, marks and places follow."""
        progress = self.seen(0, "progress")
        assert [progress[horse] for horse in (EG, OT, CA)] == [
            0,
            round(24 / 58, 4),
            round(42 / 58, 4),
        ]
        assert self.seen(0, "moves")[-4:] == [round(move / 19, 4) for move in (7, 4, 3, 2)]
        for name, horse in (("moved", OT), ("places", CA), ("pace", OT)):
            assert self.seen(0, name).index(1) == horse
        assert self.seen(0, "rolled") == self.seen(0, "phase") == [0, 0, 1, 0]
        assert self.seen(0, "race") == [0, 1, 0]

    def test_the_cache_is_not_kept_too_long(self) -> None:
        """If only the money has changed, the observation shows it."""
        numbers = encoding(self.GAME)
        numbers.observe(self.GAME.view(self.STATE, 0))
        richer = structs.replace(self.STATE, ledger=Ledger(-7_000, (7_000, 0, 0)))
        observation = numbers.observe(self.GAME.view(richer, 0))
        assert numbers.layout.cut(observation, "money").tolist() == [7, 0, 0]


class TestRennfieber:
    """Compound commands."""

    NUMBERS = encoding(fever.game(2))

    def described(self, offer: Any, draft: Draft = ()) -> list[str]:
        """The legal actions in words."""
        return [self.NUMBERS.describe(action) for action in self.NUMBERS.legal(offer, draft)]

    def test_a_bid_is_the_least_and_powers_of_two(self) -> None:
        """1,300 above the lowest bid is 800, 400 and 100, then confirm; never above the highest."""
        offer = offers.BidOffer("lot", 3, 5_000, 6_350)
        actions = self.NUMBERS.actions(offer, Bid("lot", 6_300))
        words = [self.NUMBERS.describe(action) for action in actions]
        assert words == ["raise by 800", "raise by 400", "raise by 100", "confirm"]
        assert walked(self.NUMBERS, offer, actions) == Bid("lot", 6_300)
        assert self.described(offer, actions[:2]) == ["confirm", "raise by 100"]

    def test_who_cannot_bid_passes(self) -> None:
        """RF2.6: if the highest bid is below the lowest, only passing is legal."""
        offer = offers.BidOffer("lot", 3, 5_000, 4_900)
        assert self.described(offer) == ["pass"]

    def test_a_lone_buyer_takes_or_passes(self) -> None:
        """RF2.9: there is nothing to raise, however much money the buyer has."""
        state = fever.selling_horses([1], (1, 0), money=65_000)
        lot = structs.replace(state.phase, lot=Lot(0, (0,)))
        offer = offered(fever.game(2), structs.replace(state, phase=lot), 0)
        assert self.described(offer) == ["confirm", "pass"]
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
        offer = offers.SlipsOffer("slips", (100, 200, 400), 3, 2, 350)
        draft = self.NUMBERS.actions(offer, PlaceSlips("slips", (Stake(2, 100),)))[:-1]
        slips = [f"slip 200 on colour {colour}" for colour in range(3)]
        assert self.described(offer, draft) == ["confirm", *slips]
        draft = self.NUMBERS.actions(offer, PlaceSlips("slips", (Stake(2, 100), Stake(0, 200))))
        assert self.NUMBERS.legal(offer, draft[:-1]) == [draft[-1]]

    def test_enough_horses_are_left_to_choose_from(self) -> None:
        """RF4.1: horses are chosen in the order of their numbers, so the last never comes first."""
        offer = offers.EntryOffer("entry", (1, 4, 8), 2, 1)
        names = [fever.STANDARD.horses[horse].name for horse in (1, 4)]
        assert self.described(offer) == [f"choose {name}" for name in names]
        entered = EnterRunners("entry", (8, 4))
        made = walked(self.NUMBERS, offer, self.NUMBERS.actions(offer, entered))
        assert made == EnterRunners("entry", (4, 8))

    def test_a_card_is_played_before_the_space_is_chosen(self) -> None:
        """RF6.2: a player with cards chooses a card first, others only the space."""
        plain = offers.Ways("none", 3, (offers.Way(5, (5,)),))
        further = offers.Ways("karriere", 6, (offers.Way(HOME, (HOME,)),))
        one = offers.MoveOffer("move", 0, (plain,))
        assert len(self.NUMBERS.actions(one, MoveRunner("move", "none", 5))) == 1
        two = offers.MoveOffer("move", 0, (plain, further))
        actions = self.NUMBERS.actions(two, MoveRunner("move", "karriere", HOME))
        assert [self.NUMBERS.describe(action) for action in actions] == ["play karriere", "go home"]
        assert walked(self.NUMBERS, two, actions) == MoveRunner("move", "karriere", HOME)

    def test_the_draft_is_part_of_what_its_maker_sees(self) -> None:
        """It fills only its own fields, which are blank without a draft."""
        game = fever.game(2)
        seen = game.view(game.initial(), 0)
        offer = offers.BidOffer("lot", 3, 5_000, 9_000)
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
        bid = offers.BidOffer("lot", 3, 5_000, 9_000)
        ways = tuple(offers.Way(to, (to,)) for to in (HOME, 0, 7))
        move = offers.MoveOffer("1", 0, (offers.Ways("none", 1, ways),))
        bids = [self.NUMBERS.actions(bid, Bid("lot", amount)) for amount in (0, 5_000)]
        moves = [self.NUMBERS.actions(move, MoveRunner("1", "none", to)) for to in (0, HOME)]
        for draft in (*bids, *moves):
            assert len(draft) == 1
            assert (self.NUMBERS.observe(seen, draft) == self.NUMBERS.observe(seen)).all()

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
