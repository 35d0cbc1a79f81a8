"""One match of Rennfieber, played by the engine and by the oracle, compared after every command."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec import Struct

from paddock.games.rennfieber import Rennfieber, commands, events, offers
from paddock.games.rennfieber.state import (
    Auction,
    Betting,
    Deck,
    Entering,
    Over,
    Racing,
    Selling,
    Training,
    Waiting,
)
from paddock.games.rennfieber.track import HOME as ENGINE_HOME
from paddock.kernel.chance import Chance, Draw
from paddock.kernel.refusal import Refusal
from tests.rennfieber import oracle_auction, oracle_race, oracle_training
from tests.rennfieber.oracle import Oracle
from tests.rennfieber.oracle_table import Fact, Illegal
from tests.rennfieber.oracle_track import CROSSINGS, HOME, Space

NOWHERE: Space = (-9, -9, -9)

# The oracle's names for the engine's streams of chance.
DRAWN = {
    "auction/#/first": "first bidder",
    "auction/#/horse": "horse",
    "auction/#/tie/#": "tie",
    "training/#/start": "die",
    "training/#/die": "die",
    "training/#/card": "training card",
    "race/#/tie": "die",
    "race/#/race_die": "race die",
    "race/#/die": "die",
    "race/#/gallop": "gallop card",
}

# The oracle's names for offers.
ASKED: Mapping[type[Struct], str] = {
    offers.StartOffer: "start",
    offers.BidOffer: "bid",
    offers.TraineeOffer: "choose",
    offers.TrainingOffer: "roll training",
    offers.EntryOffer: "enter",
    offers.SlipsOffer: "bet",
    offers.DiceOffer: "roll dice",
    offers.MoveOffer: "move",
    offers.SaleOffer: "sell",
}

# The oracle's facts for events: a word, then these fields.
FACTS: Mapping[type[Struct], tuple[str, ...]] = {
    events.HorseSold: ("sold", "horse", "seat", "price", "how"),
    events.HorseUnsold: ("unsold", "horse"),
    events.TrainingRolled: ("trained", "seat", "horse", "die", "to"),
    events.TrainingDeckReformed: ("training card reformed",),
    events.TrainingCardDrawn: ("card", "seat", "horse", "card"),
    events.MoneyPaid: ("paid", "seat", "due", "amount", "why"),
    events.MoneyReceived: ("received", "seat", "amount"),
    events.DiceRolled: ("dice", "runner", "race_die", "die"),
    events.RunnerHome: ("home", "runner", "place"),
    events.GallopDeckReformed: ("gallop card reformed",),
    events.GallopDrawn: ("gallop", "runner", "card"),
    events.ExtraMove: ("further", "runner", "length", "race_die"),
    events.TurnMissed: ("missed", "runner"),
    events.PrizePaid: ("prize", "seat", "runner", "place", "amount"),
    events.OddsSet: ("odds", "winner", "on_all", "on_winner", "tenths"),
    events.WinningsPaid: ("won", "seat", "stake", "tenths", "amount"),
    events.HorseSoldBack: ("sold back", "seat", "horse", "price"),
}


class SameDraws:
    """Hands the engine's draws to the oracle, in the same order."""

    def __init__(self) -> None:
        self.left: deque[Draw] = deque()
        self._seen: set[tuple[str, int]] = set()

    def take_over(self, draws: Iterable[Draw]) -> None:
        for draw in draws:
            assert (draw.stream, draw.index) not in self._seen, "a draw is used twice"
            self._seen.add((draw.stream, draw.index))
            self.left.append(draw)

    def draw(self, what: str, n: int) -> int:
        assert self.left, f"the engine has not drawn: {what}"
        made = self.left.popleft()
        assert (DRAWN[re.sub(r"\d+", "#", made.stream)], made.n) == (what, n)
        return made.value


class Match:
    """A match of both. Every method asserts that they agree."""

    def __init__(self, seats: int, options: Mapping[str, str], figures: Mapping[str, Any]) -> None:
        self.game = Rennfieber.make(seats, options, figures)
        self.state = self.game.initial()
        self.draws = SameDraws()
        self.oracle = Oracle(seats, figures, options, self.draws.draw)
        spaces = self.game.rules.edition.track.spaces
        self.space_of: dict[int, Space] = {
            number: (space.lane - 1, space.section, space.number - 1)
            for number, space in enumerate(spaces)
        } | {ENGINE_HOME: HOME}
        self.compare()

    def compare(self) -> None:
        self._same_position()
        self._same_phase()
        self._same_offers()

    def do(self, seat: int, command: commands.Command, chance: Chance) -> bool:
        """Let both carry out the command, or both refuse it. Returns whether they did it."""
        answer = self.game.decide(self.state, seat, command, chance)
        if isinstance(answer, Refusal):
            with pytest.raises(Illegal):
                self._tell(seat, command)
            return False
        self._same_paths(
            [event for event in answer.events if isinstance(event, events.RunnerMoved)]
        )
        self.draws.take_over(answer.draws)
        before = len(self.oracle.table.facts)
        self._tell(seat, command)
        assert not self.draws.left, "the engine has drawn more than the rules ask for"
        self.state = answer.state
        told = [fact for event in answer.events for fact in self._facts(event)]
        assert told == self.oracle.table.facts[before:]
        self.compare()
        return True

    def _tell(self, seat: int, command: commands.Command) -> None:
        """Let the oracle carry out the command."""
        oracle = self.oracle
        match command:
            case commands.StartMeeting():
                oracle.start(seat)
            case commands.Bid(amount=amount):
                oracle.bid(seat, amount)
            case commands.ChooseTrainee(horse=horse):
                oracle.choose(seat, horse)
            case commands.RollTraining():
                oracle.roll_training(seat)
            case commands.EnterRunners(horses=horses):
                oracle.enter(seat, horses)
            case commands.PlaceSlips(stakes=stakes):
                oracle.bet(seat, [(stake.colour, stake.value) for stake in stakes])
            case commands.RollDice():
                oracle.roll_dice(seat)
            case commands.MoveRunner(play=play, to=to):
                oracle.move(seat, play, self.space_of.get(to, NOWHERE))
            case commands.SellHorses(horses=horses):
                oracle.sell(seat, horses)

    # ---- what may be done -------------------------------------------------------------------

    def _same_offers(self) -> None:
        to_act = self.oracle.to_act()
        assert list(self.game.to_act(self.state)) == to_act
        for seat in range(self.game.seats):
            offer = self.game.offer(self.state, seat)
            assert (offer is not None) == (seat in to_act)
            if offer is not None:
                asked = (ASKED[type(offer)], *self._ranges(offer))
                assert asked == (self.oracle.expects(), *self.oracle.legal(seat))

    def _ranges(self, offer: offers.Offer) -> tuple[object, ...]:
        match offer:
            case offers.BidOffer(_, horse, least, most):
                return horse, [0, *range(least, most + 1, 100)]
            case offers.TraineeOffer(_, horses):
                return (list(horses),)
            case offers.EntryOffer(_, horses, count) | offers.SaleOffer(_, horses, count):
                return list(horses), count
            case offers.SlipsOffer(_, slips, runners, colours, most):
                return sorted(slips), runners, colours, most
            case offers.MoveOffer(_, runner, plays):
                ends = {
                    ways.play: (ways.length, {self.space_of[way.to] for way in ways.ways})
                    for ways in plays
                }
                return runner, ends
            case offers.StartOffer() | offers.TrainingOffer() | offers.DiceOffer():
                return ()

    # ---- what happened ----------------------------------------------------------------------

    def _facts(self, event: events.Event) -> list[Fact]:
        """An event as facts of the oracle. Positions are compared elsewhere."""
        match event:
            case events.AuctionClosed(unsold):
                return [("left over", sorted(unsold))]
            case events.LanesTaken(runners):
                return [("lanes", [(each.horse, each.seat, each.lane - 1) for each in runners])]
            case events.RunnerMoved(runner, play, due, path, crossed):
                to = self.space_of[path[-1]] if path else None
                return [("moved", runner, play, due, to, crossed)]
            case _ if type(event) in FACTS:
                word, *fields = FACTS[type(event)]
                return [(word, *(getattr(event, field) for field in fields))]
            case _:
                return []

    def _same_paths(self, moves: list[events.RunnerMoved]) -> None:
        """The engine's paths lead on step by step. To be called before the oracle moves."""
        race = self.oracle.stage
        if not isinstance(race, oracle_race.Race):
            assert not moves
            return
        here, crossed = race.at[race.runner], race.crossed[race.runner]
        for move in moves:
            assert move.runner == race.runner
            assert len(move.path) <= move.due
            for number in move.path:
                there, last = self.space_of[number], number == move.path[-1]
                if there == HOME:
                    assert last
                    assert any(race.track.crosses(here, way) for way in race.track.steps[here])
                    crossed += 1
                    assert crossed == CROSSINGS
                    break
                assert there in race.track.steps[here]
                assert there not in race.others() or (move.play == "durchbruch" and not last)
                here, crossed = there, crossed + race.track.crosses(here, there)
            assert crossed == move.crossed

    # ---- where both are ---------------------------------------------------------------------

    def _same_position(self) -> None:
        state, table = self.state, self.oracle.table
        assert list(state.ledger.purses) == table.cash
        for seat in range(self.game.seats):
            assert list(state.owned(seat)) == table.stables[seat]
            for horse in table.stables[seat]:
                assert state.horses[horse].level == table.level[horse]
                assert list(state.horses[horse].kept) == sorted(table.kept[horse])
        _same_deck(state.training, table.deck, table.discards)

    def _same_phase(self) -> None:
        oracle = self.oracle
        match self.state.phase:
            case Auction() as auction:
                self._same_auction(auction)
            case Training() as training:
                self._same_training(training)
            case Entering(chosen):
                assert _given(chosen) == oracle.entered
            case Betting(runners, most, stakes):
                assert list(most) == [oracle.most_stake(seat) for seat in range(self.game.seats)]
                assert _staked(stakes) == oracle.stakes
                assert [runner.lane - 1 for runner in runners] == oracle.lane
            case Racing() as run:
                self._same_race(run)
            case Selling(_, chosen):
                assert _given(chosen) == oracle.sold
            case Over(winners):
                assert (oracle.expects(), oracle.winners) == ("over", list(winners))
            case other:
                assert isinstance(other, Waiting), f"a command ended in {other}"
        if isinstance(self.state.phase, Entering | Betting | Racing | Over):
            assert self.state.race == oracle.race_number

    def _same_auction(self, auction: Auction) -> None:
        second, lot = self.oracle.stage, auction.lot
        assert isinstance(second, oracle_auction.Auction)
        assert lot is not None
        assert list(auction.short) == second.need
        assert sorted(auction.shuffled) == sorted(second.loose)
        assert [lot.horse, *auction.under] == second.under
        assert list(lot.bidders) == second.bidders
        best = None if lot.holder is None else (lot.standing, lot.holder)
        assert best == second.best
        assert dict(lot.sealed) == second.sealed

    def _same_training(self, training: Training) -> None:
        second = self.oracle.stage
        assert isinstance(second, oracle_training.Training)
        assert [list(horses) for horses in training.waiting] == second.waiting
        on_track = {
            seat: (horse, training.space[seat])
            for seat, horse in enumerate(training.trainee)
            if horse is not None
        }
        assert on_track == second.on_track

    def _same_race(self, run: Racing) -> None:
        race = self.oracle.stage
        assert isinstance(race, oracle_race.Race)
        assert list(run.order) == race.order
        assert {colour: self.space_of[at] for colour, at in enumerate(run.at)} == race.at
        assert dict(enumerate(run.crossed)) == race.crossed
        assert list(run.home) == race.places
        assert run.turn == race.runner
        assert dict(enumerate(map(list, run.force))) == race.in_force
        _same_deck(run.gallop, race.deck, race.discards)
        assert _staked(run.stakes) == self.oracle.stakes


def _same_deck(deck: Deck, cards: list[int], discards: list[int]) -> None:
    for counts, other in ((deck.cards, cards), (deck.discards, discards)):
        assert {kind: count for kind, count in enumerate(counts) if count} == Counter(other)


def _given(chosen: Iterable[tuple[int, ...] | None]) -> dict[int, list[int]]:
    return {seat: list(horses) for seat, horses in enumerate(chosen) if horses is not None}


def _staked(
    stakes: Iterable[tuple[commands.Stake, ...] | None],
) -> dict[int, list[tuple[int, int]]]:
    return {
        seat: sorted((stake.colour, stake.value) for stake in own)
        for seat, own in enumerate(stakes)
        if own is not None
    }
