"""Royal Turf under test."""

from collections.abc import Iterator, Mapping
from itertools import permutations, product
from random import Random

from msgspec.structs import replace

from paddock.games.royal_turf import RoyalTurf, commands, offers
from paddock.games.royal_turf.ruleset import OPTIONS, SEATS
from paddock.games.royal_turf.state import Betting, Racing, State
from paddock.kernel.game import Answer
from tests.conformance.subject import AnyGame, AnyStep, Secrets, Story, Subject, Twin, Worlds


def _options() -> list[Mapping[str, str]]:
    names = [name for name in OPTIONS if name not in {"hidden_bets", "hidden_rounds"}]
    bets: list[dict[str, str]] = [
        {"hidden_bets": "off"},
        *({"hidden_bets": "on", "hidden_rounds": rounds} for rounds in ("four", "three")),
    ]
    return [
        dict(zip(names, chosen, strict=True)) | hidden
        for hidden in bets
        for chosen in product(*(OPTIONS[name].by_name() for name in names))
    ]


def _turf(game: AnyGame) -> RoyalTurf:
    assert isinstance(game, RoyalTurf)
    return game


def _admits(offer: offers.Offer, command: Answer) -> bool:
    match offer, command:
        case (offers.StartOffer(), commands.StartMeeting()) | (
            offers.RollOffer(),
            commands.RollDie(),
        ):
            return True
        case offers.NameOffer(among=among), commands.NameFirst(seat=seat):
            return seat in among
        case offers.BetOffer(values=values, horses=horses), commands.PlaceBet(
            value=value, horse=horse
        ):
            return value in values and horse in horses
        case offers.MoveOffer(moves=moves), commands.MoveHorse(horse=horse):
            return horse in {move.horse for move in moves}
        case _:
            return False


def _secret_names(game: AnyGame) -> frozenset[str]:
    """RT6.3, RT6.5. Only with `three` rounds (RT6.2) a token is kept back during the race."""
    rules = _turf(game).rules
    kept = {"kept"} if rules.rounds < len(rules.tokens) else set()
    return frozenset({"placed", "hand"} | kept)


def _secrets(game: AnyGame, state: State) -> Secrets:
    rules, phase = _turf(game).rules, state.phase
    if not isinstance(phase, Betting | Racing):
        return {}
    secrets: dict[tuple[str, int], object] = {}
    for seat in range(rules.seats):
        placed = tuple(bet.value for bet in phase.bets if bet.seat == seat)
        left = list(rules.tokens)
        for value in placed:
            left.remove(value)
        secrets["placed", seat] = placed
        secrets["hand" if isinstance(phase, Betting) else "kept", seat] = tuple(left)
    return secrets


def _twins(game: AnyGame, story: Story, viewer: int | None, rng: Random) -> Iterator[Twin]:
    """All bet on the same horses, but the other seats play their tokens in another order."""
    for steps in story.chapters(game):
        hands: dict[int, list[int]] = {}
        values: dict[int, int] = {}
        for step in (story.steps[at] for at in steps):
            if isinstance(step.command, commands.PlaceBet) and step.seat != viewer:
                if not hands.get(step.seat):
                    tokens = _turf(game).rules.tokens
                    hands[step.seat] = rng.sample(tokens, len(tokens))
                values[step.seq] = hands[step.seat].pop()
        yield Twin(steps, command=_Tokens(values))


class _Tokens(dict[int, int]):
    """The values of the tokens that differ in the twin, by the number of the step."""

    def __call__(self, _state: State, step: AnyStep) -> Answer:
        command: Answer = step.command
        if isinstance(command, commands.PlaceBet):
            return replace(command, value=self.get(step.seq, command.value))
        return command


def _worlds(game: AnyGame, state: State, viewer: int | None) -> Worlds:
    """Each seat's tokens in any order. The two 1s look alike, so some orders weigh more."""
    rules, phase = _turf(game).rules, state.phase
    assert isinstance(phase, Betting | Racing)
    others = [seat for seat in range(rules.seats) if seat != viewer]
    counts = [sum(bet.seat == seat for bet in phase.bets) for seat in others]
    worlds: dict[tuple[object, ...], int] = {}
    for dealt in product(*(permutations(rules.tokens) for _ in others)):
        world: list[object] = []
        for tokens, count in zip(dealt, counts, strict=True):
            world += [tokens[:count], tuple(sorted(tokens[count:]))]
        worlds[tuple(world)] = worlds.get(tuple(world), 0) + 1
    return worlds


SUBJECT = ROYAL_TURF = Subject(
    game=RoyalTurf,
    figures=RoyalTurf.standard(),
    seats=SEATS,
    options=_options(),
    length=1,
    usual=400,
    # 3 races: a start or a naming, 4 bets a seat, and two commands a ride. Each round moves each
    # horse by 1 or more, save where it is blocked: 60 rounds bring three of them home 40 spaces.
    longest=3 * (2 + 4 * SEATS[-1] + 2 * 7 * 60),
    admits=_admits,
    total=lambda state: state.ledger.total,
    purses=lambda state: state.ledger.purses,
    hides=lambda game: _turf(game).rules.hidden,
    secret_names=_secret_names,
    secrets=_secrets,
    twins=_twins,
    weighed=frozenset({"placed", "hand", "kept"}),
    worlds=_worlds,
)
