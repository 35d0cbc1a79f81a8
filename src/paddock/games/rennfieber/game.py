"""Rennfieber as a `Game` of the kernel: the rules of one table, immutable."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Self, assert_never

from paddock.games.rennfieber import beliefs, commands, derived, edition, evolve, offers, view
from paddock.games.rennfieber.caller import Caller
from paddock.games.rennfieber.commands import Command
from paddock.games.rennfieber.derived import View as Shown
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.offers import Offer
from paddock.games.rennfieber.rules import auction, betting, entry, race, settlement, training
from paddock.games.rennfieber.ruleset import OPTIONS, Ruleset, resolve
from paddock.games.rennfieber.state import Deck, Horse, Over, State, Waiting
from paddock.games.rennfieber.view import View
from paddock.kernel.game import BaseGame, Decision, LastOffers, Rng, Types
from paddock.kernel.money import Ledger


class Rennfieber(BaseGame[State, Command, Event]):
    name = "rennfieber"
    types = Types(Command, Event, State, Shown, offers.Offer)
    option_types = OPTIONS
    implied_options: ClassVar[Mapping[int, Mapping[str, str]]] = {
        1: {
            "offer_order": "shuffled",
            "auction": "ascending",
            "last_buyer": "takes",
            "levels": "open",
            "stakes": "covered",
            "entry_fee": "per_runner",
            "last_horse": "runs_home",
            "odds_by": "slips",
        }
    }
    editions = edition.EDITIONS
    evolve = staticmethod(evolve.evolve)
    reveals = staticmethod(view.reveals)
    redact = staticmethod(view.redact)

    def __init__(self, rules: Ruleset, options: Mapping[str, str]) -> None:
        self.rules = rules
        self.options = options
        self.seats = rules.seats
        self.figures = rules.edition.figures
        self._offers: LastOffers[State, Offer] = LastOffers(partial(offers.offer, rules))
        self._views = view.Views(rules)
        self._derive = derived.Derive(rules)

    @classmethod
    def make(cls, seats: int, options: Mapping[str, str], figures: Mapping[str, Any]) -> Self:
        return cls(*resolve(cls.editions.read(figures), seats, options))

    @property
    def constants(self) -> Mapping[str, Any]:
        return derived.constants(self.rules)

    def initial(self) -> State:
        cash = self.rules.cash  # RF1.3
        cards = tuple(card.count for card in self.rules.edition.training)
        return State(
            0,
            Ledger(-cash * self.seats, (cash,) * self.seats),
            (Horse(),) * len(self.rules.edition.horses),
            Deck(cards, (0,) * len(cards)),
            (),
            (),
            Waiting(),
        )

    def to_act(self, state: State) -> tuple[int, ...]:
        return offers.to_act(state, sealed=self.rules.sealed)

    def offer(self, state: State, seat: int) -> Offer | None:
        return self._offers(state, seat)

    def _carry_out(self, decision: Decision[State, Event], seat: int, command: Command) -> None:
        rules = self.rules
        match command:
            case commands.RollDice():
                race.roll(rules, decision)
            case commands.MoveRunner():
                offer = self.offer(decision.state, seat)
                assert isinstance(offer, offers.MoveOffer)
                race.move(rules, decision, command.play, *offer.found(command))
            case commands.RollTraining():
                training.roll(rules, decision, seat)
            case commands.ChooseTrainee(horse=horse):
                training.choose_trainee(rules, decision, seat, horse)
            case commands.Bid(amount=amount):
                answer = auction.bid_sealed if rules.sealed else auction.bid
                answer(rules, decision, seat, amount)
            case commands.EnterRunners(horses=horses):
                entry.enter(rules, decision, seat, horses)
            case commands.PlaceSlips(stakes=stakes):
                betting.place(rules, decision, seat, stakes)
            case commands.SellHorses(horses=horses):
                settlement.sell(rules, decision, seat, horses)
            case commands.StartMeeting():
                first_sale = tuple(range(edition.FIRST_SALE))
                auction.open_auction(rules, decision, 1, first_sale, rules.horses_each)
            case _:
                assert_never(command)

    def view(self, state: State, viewer: int | None) -> View:
        return self._views(state, viewer)

    def shown(self, seen: View, offer: Offer | None) -> Shown:
        return derived.shown(seen, self._derive(seen, offer))

    def caller(self, names: Sequence[str]) -> Caller:
        return Caller(self.rules.edition, names, self.rules.levels)

    def winners(self, state: State) -> tuple[int, ...]:
        return state.phase.winners if isinstance(state.phase, Over) else ()

    def sample(self, seen: View, rng: Rng) -> State:
        """A possible world: a random state in which the viewer would see exactly `seen`."""
        return beliefs.sample(self.rules, seen, rng)
