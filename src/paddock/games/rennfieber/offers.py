"""What a seat may do now. Offers alone decide what is legal: `decide` and all clients ask them."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from paddock.games.rennfieber import commands
from paddock.games.rennfieber.commands import Command
from paddock.games.rennfieber.phrases import money
from paddock.games.rennfieber.rules import auction as selling
from paddock.games.rennfieber.rules import betting, entry, movement, race
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import (
    Auction,
    Betting,
    Entering,
    Lot,
    Over,
    Racing,
    Selling,
    Settling,
    State,
    Training,
    Waiting,
)
from paddock.kernel.game import Rng, SoleOffer
from paddock.kernel.refusal import Refusal, refusal

HOST = 0


class StartOffer(SoleOffer[commands.StartMeeting], frozen=True, tag="start"):
    answer = commands.StartMeeting
    otherwise = refusal("other_command", "Start the match first.")


class BidOffer(Struct, frozen=True, tag="bid"):
    """RF2.5, RF2.6, RF2.9: any multiple of 100 from `least` to `most`, or 0 for no bid."""

    id: str
    horse: int
    least: int
    most: int

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.Bid):
            return refusal("other_command", "Make a bid, or enter 0 for none.")
        amount = command.amount
        if amount == 0:
            return None
        if amount < self.least or amount % selling.RAISE:
            return refusal(
                "bid_too_low",
                "Bid at least {least}, in steps of 100, or 0 to drop out (RF2.5).",
                least=money(self.least),
            )
        if amount > self.most == self.least:
            return refusal(
                "bid_too_high",
                "For this horse you can bid {most} or nothing (RF2.6, RF2.9).",
                most=money(self.most),
            )
        if amount > self.most:
            return refusal(
                "bid_too_high",
                "Bid at most {most}: you must keep enough for the other horses you need (RF2.6).",
                most=money(self.most),
            )
        return None

    def sole(self) -> Command | None:
        return commands.Bid(self.id, 0) if self.most < self.least else None

    def sample(self, rng: Rng) -> Command:
        return commands.Bid(self.id, some_bid(self.least, self.most, rng))


class TraineeOffer(Struct, frozen=True, tag="trainee"):
    """RF3.1: the next horse to train."""

    id: str
    horses: tuple[int, ...]

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.ChooseTrainee):
            return refusal("other_command", "Choose the horse that trains next.")
        if command.horse not in self.horses:
            return refusal("not_to_train", "Choose one of your horses that has not trained yet.")
        return None

    def sole(self) -> Command | None:
        return commands.ChooseTrainee(self.id, self.horses[0]) if len(self.horses) == 1 else None

    def sample(self, rng: Rng) -> Command:
        return commands.ChooseTrainee(self.id, self.horses[rng.randrange(len(self.horses))])


class TrainingOffer(SoleOffer[commands.RollTraining], frozen=True, tag="training"):
    answer = commands.RollTraining
    otherwise = refusal("other_command", "Roll the die now.")


class EntryOffer(Struct, frozen=True, tag="entry"):
    """RF4.1: exactly `count` of these horses run."""

    id: str
    horses: tuple[int, ...]
    count: int
    race: int

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.EnterRunners):
            return refusal("other_command", "Choose the horses that run for you.")
        return _refuse_choice(command.horses, self.horses, self.count)

    def sole(self) -> Command | None:
        return (
            commands.EnterRunners(self.id, self.horses) if len(self.horses) == self.count else None
        )

    def sample(self, rng: Rng) -> Command:
        return commands.EnterRunners(self.id, some(self.horses, self.count, rng))


class SlipsOffer(Struct, frozen=True, tag="slips"):
    """RF5: these slips, on at most `colours` of the colours, for at most `most` in all."""

    id: str
    slips: tuple[int, ...]
    runners: int
    colours: int
    most: int

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.PlaceSlips):
            return refusal("other_command", "Place your slips.")
        stakes = command.stakes
        if any(not 0 <= stake.colour < self.runners for stake in stakes):
            return refusal("no_such_runner", "You can only bet on horses that run in this race.")
        if Counter(stake.value for stake in stakes) - Counter(self.slips):
            return refusal(
                "no_such_slip",
                "You have these slips: {slips}.",
                slips=", ".join(map(str, self.slips)),
            )
        if len({stake.colour for stake in stakes}) > self.colours:
            return refusal(
                "too_many_colours",
                "Bet on at most {colours} horses (RF5.2).",
                colours=self.colours,
            )
        if sum(stake.value for stake in stakes) > self.most:
            return refusal(
                "stakes_too_high",
                "Stake at most {most}: you still have to pay the entry fee (RF5.4).",
                most=money(self.most),
            )
        return None

    def sole(self) -> Command | None:
        return commands.PlaceSlips(self.id, ()) if self.most < min(self.slips) else None

    def sample(self, rng: Rng) -> Command:
        """Choose the colours first, then place slips one by one while there is money."""
        colours = some(range(self.runners), self.colours, rng)
        left = self.most
        stakes = []
        for slip in some(self.slips, len(self.slips), rng):
            choice = rng.randrange(self.colours + 1)
            if choice < self.colours and slip <= left:
                stakes.append(commands.Stake(colours[choice], slip))
                left -= slip
        return commands.PlaceSlips(self.id, tuple(stakes))


class DiceOffer(SoleOffer[commands.RollDice], frozen=True, tag="dice"):
    answer = commands.RollDice
    otherwise = refusal("other_command", "Roll the dice now.")


class Way(Struct, frozen=True, array_like=True):
    """A space where the move may end, and a path that leads there."""

    to: int
    path: tuple[int, ...]


class Ways(Struct, frozen=True):
    """Where a move may end with this play."""

    play: commands.Play
    length: int
    ways: tuple[Way, ...]


class MoveOffer(Struct, frozen=True, tag="move"):
    """RF6.2 to RF6.5: every space that can be reached, for each card that may be played."""

    id: str
    runner: int
    plays: tuple[Ways, ...]

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.MoveRunner):
            return refusal("other_command", "Move a horse now.")
        for ways in self.plays:
            if ways.play == command.play:
                if command.to in [way.to for way in ways.ways]:
                    return None
                return refusal(
                    "not_reachable",
                    "A move of {length} cannot end there (RF6.5).",
                    length=ways.length,
                )
        return refusal("no_such_card", "This horse does not have that card.")

    def found(self, move: commands.MoveRunner) -> tuple[int, tuple[int, ...]]:
        """The length and the path of a legal move."""
        (ways,) = [ways for ways in self.plays if ways.play == move.play]
        (path,) = [way.path for way in ways.ways if way.to == move.to]
        return ways.length, path

    def sole(self) -> Command | None:
        if len(self.plays) == 1 and len(self.plays[0].ways) == 1:
            return commands.MoveRunner(self.id, self.plays[0].play, self.plays[0].ways[0].to)
        return None

    def sample(self, rng: Rng) -> Command:
        ways = self.plays[rng.randrange(len(self.plays))]
        return commands.MoveRunner(self.id, ways.play, ways.ways[rng.randrange(len(ways.ways))].to)


class SaleOffer(Struct, frozen=True, tag="sale"):
    """RF9.1: exactly `count` of these horses go to the bank."""

    id: str
    horses: tuple[int, ...]
    count: int

    def refuse(self, command: Command) -> Refusal | None:
        if not isinstance(command, commands.SellHorses):
            return refusal("other_command", "Choose the horses that you want to sell.")
        return _refuse_choice(command.horses, self.horses, self.count)

    def sole(self) -> Command | None:
        return None

    def sample(self, rng: Rng) -> Command:
        return commands.SellHorses(self.id, some(self.horses, self.count, rng))


Offer = (
    StartOffer
    | BidOffer
    | TraineeOffer
    | TrainingOffer
    | EntryOffer
    | SlipsOffer
    | DiceOffer
    | MoveOffer
    | SaleOffer
)


def to_act(state: State, *, sealed: bool) -> tuple[int, ...]:
    """The seats that may act; called so often that frequent phases come first."""
    phase = state.phase
    match phase:
        case Racing():
            return (phase.runners[phase.turn].seat,)
        case Training():
            if not phase.started:
                return tuple(seat for seat, horse in enumerate(phase.trainee) if horse is None)
            return () if phase.turn is None else (phase.turn,)
        case Auction():
            return () if phase.lot is None else _bidding(phase.lot, sealed=sealed)
        case Entering(chosen=choices) | Betting(stakes=choices) | Selling(chosen=choices):
            return tuple(seat for seat, choice in enumerate(choices) if choice is None)
        case Waiting():
            return (HOST,)
        case _:
            return ()


def _bidding(lot: Lot, *, sealed: bool) -> tuple[int, ...]:
    if not sealed:
        return lot.bidders[:1]
    done = {seat for seat, _ in lot.sealed}
    return tuple(sorted(set(lot.bidders) - done))


def offer(rules: Ruleset, state: State, seat: int) -> Offer | None:
    if seat not in to_act(state, sealed=rules.sealed):
        return None
    phase = state.phase
    match phase:
        case Racing():
            return _race_offer(rules, state, phase)
        case Training():
            return _training_offer(phase, seat)
        case Auction():
            return _bid_offer(rules, state, phase, seat)
        case Entering():
            horses = entry.eligible(state, seat)
            return EntryOffer(f"race/{state.race}/entry", horses, rules.runners_each, state.race)
        case Betting(runners=runners, most=most):
            return SlipsOffer(
                f"race/{state.race}/slips",
                rules.slips,
                len(runners),
                betting.colours_allowed(len(runners)),
                most[seat],
            )
        case Selling(each=each):
            return SaleOffer("sale", state.owned(seat), each)
        case Waiting():
            return StartOffer("start")
        case Settling() | Over():
            raise ValueError(f"no seat may act while {type(phase).__name__.lower()}")


def _bid_offer(rules: Ruleset, state: State, auction: Auction, seat: int) -> BidOffer:
    lot = auction.lot
    assert lot is not None
    least = selling.price(rules, lot.horse)
    if lot.holder is not None:
        least = lot.standing + selling.RAISE
    most = selling.highest(rules, state, auction, seat, lot.horse)
    # The highest bid is part of the id, so that answers to a lower one are stale.
    name = f"auction/{auction.number}/lot/{auction.lots}/{lot.standing}"
    return BidOffer(name, lot.horse, least, most)


def _training_offer(now: Training, seat: int) -> TraineeOffer | TrainingOffer:
    if now.trainee[seat] is None:
        done = len(now.waiting[seat])
        return TraineeOffer(f"training/{now.number}/horse/{done}", now.waiting[seat])
    return TrainingOffer(f"training/{now.number}/roll/{now.rolls + 1}")


def _race_offer(rules: Ruleset, state: State, run: Racing) -> DiceOffer | MoveOffer:
    if run.dice is None:
        return DiceOffer(f"race/{state.race}/dice/{run.turns + 1}")
    possible: tuple[commands.Play, ...] = ("none",)
    name = f"race/{state.race}/move/{run.turns}"
    if run.extra is None:
        possible = movement.plays(rules, state, run)
    else:
        name += "/further"
    plays = []
    for play in possible:
        length, paths = race.ways(rules, state, play)
        plays.append(Ways(play, length, tuple([Way(to, paths[to]) for to in sorted(paths)])))
    return MoveOffer(name, run.turn, tuple(plays))


def _refuse_choice(chosen: Sequence[int], horses: Sequence[int], count: int) -> Refusal | None:
    if len(set(chosen)) == len(chosen) == count and set(chosen) <= set(horses):
        return None
    return refusal("wrong_horses", "Choose {count} of the horses listed.", count=count)


def some_bid(least: int, most: int, rng: Rng) -> int:
    """No bid, or `least` plus any number of raises, up to `most`."""
    steps = max((most - least) // selling.RAISE + 1, 0)
    choice = rng.randrange(steps + 1)
    return 0 if choice == 0 else least + (choice - 1) * selling.RAISE


def some(items: Sequence[int], count: int, rng: Rng) -> tuple[int, ...]:
    """Draw `count` of the items, one after another."""
    left = list(items)
    return tuple(left.pop(rng.randrange(len(left))) for _ in range(count))
