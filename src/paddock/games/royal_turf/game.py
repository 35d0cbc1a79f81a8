"""Royal Turf as a `Game` of the kernel: the rules of one table, immutable."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Self, assert_never

from paddock.games.royal_turf import beliefs, commands, derived, edition, evolve, offers, view
from paddock.games.royal_turf.caller import Caller
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.derived import View as Shown
from paddock.games.royal_turf.events import Event
from paddock.games.royal_turf.offers import Offer
from paddock.games.royal_turf.rules import betting, race, setup
from paddock.games.royal_turf.ruleset import OPTIONS, Ruleset, resolve
from paddock.games.royal_turf.state import Over, Pile, State, Waiting
from paddock.games.royal_turf.view import View
from paddock.kernel.game import BaseGame, Decision, LastOffers, Rng, Types
from paddock.kernel.money import Ledger


class RoyalTurf(BaseGame[State, Command, Event]):
    name = "royal-turf"
    types = Types(Command, Event, State, Shown, offers.Offer)
    option_types = OPTIONS
    implied_options: ClassVar[Mapping[int, Mapping[str, str]]] = {
        1: {
            "duplicates": "aside",
            "cards": "used_up",
            "first_player": "random",
            "pace_pays": "always",
            "final_race": "double",
            "hidden_bets": "off",
            "hidden_rounds": "four",
        }
    }
    editions = edition.EDITIONS
    evolve = staticmethod(evolve.evolve)
    reveals = staticmethod(view.reveals)

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
        return State(0, Ledger.opened(self.seats), Pile(), (), (), Waiting())  # RT1.8

    def to_act(self, state: State) -> tuple[int, ...]:
        return offers.to_act(self.rules, state)

    def offer(self, state: State, seat: int) -> Offer | None:
        return self._offers(state, seat)

    def _carry_out(self, decision: Decision[State, Event], seat: int, command: Command) -> None:
        match command:
            case commands.RollDie():
                race.roll_die(self.rules, decision, seat)
            case commands.MoveHorse(horse=horse):
                offer = self.offer(decision.state, seat)
                assert isinstance(offer, offers.MoveOffer)
                race.move_horse(self.rules, decision, seat, horse, *offer.found(command))
            case commands.PlaceBet(value=value, horse=horse):
                betting.place_bet(self.rules, decision, seat, value, horse)
            case commands.StartMeeting():
                setup.start_meeting(self.rules, decision)
            case commands.NameFirst(seat=named):
                setup.name_first(decision, named)
            case _:
                assert_never(command)

    def view(self, state: State, viewer: int | None) -> View:
        return self._views(state, viewer)

    def shown(self, seen: View, offer: Offer | None) -> Shown:
        return derived.shown(seen, self._derive(seen, offer))

    def redact(self, event: Event, viewer: int | None) -> Event:
        return view.redact(self.rules, event, viewer)

    def caller(self, names: Sequence[str]) -> Caller:
        return Caller(self.rules.edition, names)

    def winners(self, state: State) -> tuple[int, ...]:
        return state.phase.winners if isinstance(state.phase, Over) else ()

    def sample(self, seen: View, rng: Rng) -> State:
        """A possible world: a random state in which the viewer would see exactly `seen`."""
        return beliefs.sample(self.rules, seen, rng)
