"""The games under test. Adding a game is adding one `Subject` to `SUBJECTS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from random import Random
from typing import Any, Protocol

import pytest
from msgspec.structs import replace

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import (
    MoveHorse,
    NameFirst,
    PlaceBet,
    RollDie,
    StartMeeting,
)
from paddock.games.royal_turf.offers import (
    BetOffer,
    MoveOffer,
    NameOffer,
    Offer,
    RollOffer,
    StartOffer,
)
from paddock.games.royal_turf.ruleset import OPTIONS, SEATS
from paddock.games.royal_turf.state import Betting, Racing, State
from paddock.kernel.game import Answer, Game, Rng
from paddock.kernel.log import Step

AnyGame = Game[Any, Any, Any, Any]
AnyStep = Step[Any, Any]
# What is hidden, by the name of the secret and the seat that alone knows it.
Secrets = Mapping[tuple[str, int], object]


class Believer(Protocol):
    """A game that can imagine the worlds behind a view."""

    def sample(self, seen: Any, rng: Rng, /) -> Any: ...


@dataclass(frozen=True, eq=False, repr=False)
class Subject:
    """A game, and what the suite cannot know of it by itself."""

    game: type[AnyGame]
    figures: Mapping[str, Any]
    seats: range
    # Every combination of options that go together, the usual one first.
    options: Sequence[Mapping[str, str]]
    # No match has more steps than this, however foolishly it is played.
    longest: int
    # Whether a command lies within the ranges that an offer tells, as a client would read them.
    admits: Callable[[Any, Answer], bool]
    # The sum of all accounts, and what each seat owns.
    total: Callable[[Any], int]
    purses: Callable[[Any], tuple[int, ...]]
    # Whether a table with these options keeps secrets at all.
    hides: Callable[[AnyGame], bool]
    # The names of a table's secrets, and what they are in a state.
    secret_names: Callable[[AnyGame], frozenset[str]]
    secrets: Callable[[AnyGame, Any], Secrets]
    # Other commands for the steps between two reveals, legal and alike to this viewer.
    redeal: Callable[[AnyGame, Sequence[AnyStep], int | None, Random], list[Answer]]
    # All that what is hidden from a viewer may be (as `hidden_from` has it), with its weight.
    worlds: Callable[[AnyGame, Any, int | None], Mapping[tuple[object, ...], int]]

    @property
    def name(self) -> str:
        return self.game.name

    def __repr__(self) -> str:
        return self.name

    def make(self, seats: int, options: Mapping[str, str]) -> AnyGame:
        return self.game.make(seats, options, self.figures)

    def hidden_from(
        self, game: AnyGame, state: Any, viewer: int | None
    ) -> dict[tuple[str, int], object]:
        return {
            secret: value
            for secret, value in self.secrets(game, state).items()
            if secret[1] != viewer
        }


def _turf_options() -> list[Mapping[str, str]]:
    names = [name for name in OPTIONS if name not in {"hidden_bets", "hidden_rounds"}]
    bets: list[dict[str, str]] = [
        {"hidden_bets": "off"},
        *({"hidden_bets": "on", "hidden_rounds": rounds} for rounds in ("four", "three")),
    ]
    return [
        dict(zip(names, chosen, strict=True)) | hidden
        for hidden in bets
        for chosen in product(*(OPTIONS[name].choices for name in names))
    ]


def _turf(game: AnyGame) -> RoyalTurf:
    assert isinstance(game, RoyalTurf)
    return game


def _turf_admits(offer: Offer, command: Answer) -> bool:
    match offer, command:
        case (StartOffer(), StartMeeting()) | (RollOffer(), RollDie()):
            return True
        case NameOffer(among=among), NameFirst(seat=seat):
            return seat in among
        case BetOffer(values=values, horses=horses), PlaceBet(value=value, horse=horse):
            return value in values and horse in horses
        case MoveOffer(moves=moves), MoveHorse(horse=horse):
            return horse in {move.horse for move in moves}
        case _:
            return False


def _turf_secret_names(game: AnyGame) -> frozenset[str]:
    """RT6.3, RT6.5; a token kept back during the race is a secret under RT6.2 `three` only."""
    rules = _turf(game).rules
    kept = {"kept"} if rules.rounds < len(rules.tokens) else set()
    return frozenset({"placed", "hand"} | kept)


def _turf_secrets(game: AnyGame, state: State) -> Secrets:
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


def _turf_redeal(
    game: AnyGame, steps: Sequence[AnyStep], viewer: int | None, rng: Random
) -> list[Answer]:
    """The same bets on the same horses, but each other seat took its tokens in another order."""
    hands: dict[int, list[int]] = {}
    commands: list[Answer] = []
    for step in steps:
        command: Answer = step.command
        if isinstance(command, PlaceBet) and step.seat != viewer:
            if not hands.get(step.seat):
                tokens = _turf(game).rules.tokens
                hands[step.seat] = rng.sample(tokens, len(tokens))
            command = replace(command, value=hands[step.seat].pop())
        commands.append(command)
    return commands


def _turf_worlds(
    game: AnyGame, state: State, viewer: int | None
) -> Mapping[tuple[object, ...], int]:
    """Each seat's tokens in any order: the two 1s look alike, so some values weigh more."""
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


ROYAL_TURF = Subject(
    game=RoyalTurf,
    figures=RoyalTurf.standard(),
    seats=SEATS,
    options=_turf_options(),
    # 3 races: a start or a naming, 4 bets a seat, and two commands a ride. Each round moves each
    # horse by 1 or more, save where it is blocked: 60 rounds bring three of them home 40 spaces.
    longest=3 * (2 + 4 * SEATS[-1] + 2 * 7 * 60),
    admits=_turf_admits,
    total=lambda state: state.ledger.total,
    purses=lambda state: state.ledger.purses,
    hides=lambda game: _turf(game).rules.hidden,
    secret_names=_turf_secret_names,
    secrets=_turf_secrets,
    redeal=_turf_redeal,
    worlds=_turf_worlds,
)

SUBJECTS = (ROYAL_TURF,)

# For a test of every game: it gets the `subject`.
each_game = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
