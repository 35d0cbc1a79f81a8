"""What a seat may do now. Offers alone decide what is legal: `decide` and all clients ask them."""

from msgspec import Struct

from paddock.games.royal_turf import commands
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.events import Bet, Symbol
from paddock.games.royal_turf.rules import betting, race
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Betting, Naming, Racing, State, Waiting
from paddock.kernel.game import Rng, SoleOffer
from paddock.kernel.refusal import Refusal, refusal

HOST = 0


class StartOffer(SoleOffer[commands.StartMeeting], frozen=True, tag="start"):
    answer = commands.StartMeeting
    otherwise = refusal("other_command", "Start the match first.")


class NameOffer(Struct, frozen=True, tag="name"):
    """RT3.1, RT3.2: the host names one of these seats."""

    id: str
    among: tuple[int, ...]

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.NameFirst):
            return refusal("other_command", "Choose the player who bets first.")
        if command.seat not in self.among:
            return refusal(
                "seat_not_eligible",
                "That player cannot bet first. Choose somebody else.",
            )
        return None

    def sole(self) -> Command | None:
        return None

    def sample(self, rng: Rng) -> Command:
        return commands.NameFirst(self.id, self.among[rng.randrange(len(self.among))])


class BetOffer(Struct, frozen=True, tag="bet"):
    """RT3.3, RT3.4: any of these token values on any of these horses."""

    id: str
    values: tuple[int, ...]
    horses: tuple[int, ...]

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.PlaceBet):
            return refusal("other_command", "Bet now: place a token on a horse.")
        if command.value not in self.values:
            return refusal(
                "no_such_token",
                "You have no {value} left. Your tokens: {values}.",
                value=command.value,
                values=", ".join(map(str, self.values)),
            )
        if command.horse not in self.horses:
            return refusal(
                "horse_not_open",
                "Place one token on a horse that you have not bet on yet (RT3.4).",
            )
        return None

    def sole(self) -> Command | None:
        if len(self.values) == len(self.horses) == 1:
            return commands.PlaceBet(self.id, self.values[0], self.horses[0])
        return None

    def sample(self, rng: Rng) -> Command:
        value = self.values[rng.randrange(len(self.values))]
        return commands.PlaceBet(self.id, value, self.horses[rng.randrange(len(self.horses))])


class RollOffer(SoleOffer[commands.RollDie], frozen=True, tag="roll"):
    answer = commands.RollDie
    otherwise = refusal("other_command", "Roll the die now.")


class Advance(Struct, frozen=True, array_like=True):
    """What moving a horse would do: how many spaces it is due, and the progress where it ends."""

    horse: int
    due: int
    to: int


class MoveOffer(Struct, frozen=True, tag="move"):
    """RT4.2: any of these horses, each with the space where it would end."""

    id: str
    symbol: Symbol
    moves: tuple[Advance, ...]

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.MoveHorse):
            return refusal("other_command", "Move a horse now.")
        for move in self.moves:
            if move.horse == command.horse:
                return None
        return refusal(
            "horse_not_free",
            "That horse has already moved this round, or is home. Choose another one (RT4.2).",
        )

    def found(self, move: commands.MoveHorse) -> tuple[int, int]:
        """The spaces due and the final progress of a legal move."""
        (advance,) = [advance for advance in self.moves if advance.horse == move.horse]
        return advance.due, advance.to

    def sole(self) -> Command | None:
        return commands.MoveHorse(self.id, self.moves[0].horse) if len(self.moves) == 1 else None

    def sample(self, rng: Rng) -> Command:
        return commands.MoveHorse(self.id, self.moves[rng.randrange(len(self.moves))].horse)


Offer = StartOffer | NameOffer | BetOffer | RollOffer | MoveOffer


def to_act(rules: Ruleset, state: State) -> tuple[int, ...]:
    phase = state.phase
    match phase:
        case Racing():
            return (race.next_rider(rules, phase),)
        case Betting():
            return (betting.next_bettor(rules, phase),)
        case Waiting() | Naming():
            return (HOST,)
        case _:
            return ()


def offer(rules: Ruleset, state: State, seat: int) -> Offer | None:
    if seat not in to_act(rules, state):
        return None
    phase = state.phase
    match phase:
        case Racing():
            if phase.rolled is None:
                return RollOffer(f"race/{state.race}/roll/{len(phase.rides) + 1}")
            return _move_offer(rules, state.race, phase, phase.rolled)
        case Betting():
            return _bet_offer(rules, state.race, phase.bets, seat)
        case Waiting():
            return StartOffer("start")
        case Naming(among=among):
            return NameOffer(f"race/{state.race}/first", among)
        case _:
            return None


def _bet_offer(rules: Ruleset, number: int, bets: tuple[Bet, ...], seat: int) -> BetOffer:
    return BetOffer(
        f"race/{number}/bet/{len(bets) // rules.seats + 1}",
        tuple(sorted(set(betting.tokens_left(rules, bets, seat)))),
        betting.horses_open(rules, bets, seat),
    )


def _move_offer(rules: Ruleset, number: int, run: Racing, symbol: Symbol) -> MoveOffer:
    taken = race.taken_spaces(rules, run.progress)
    moves = []
    for horse in race.free_to_move(run):
        due = race.due(rules, run, horse, symbol)
        moves.append(Advance(horse, due, race.landing(rules, taken, run.progress[horse], due)))
    return MoveOffer(f"race/{number}/move/{len(run.rides) + 1}", symbol, tuple(moves))
