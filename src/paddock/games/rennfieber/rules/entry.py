"""RF4: who runs, and from which lane."""

from paddock.games.rennfieber.edition import LEVELS
from paddock.games.rennfieber.events import EntryMade, EntryOpened, Event, LanesTaken, Runner
from paddock.games.rennfieber.ruleset import EntryFee, Ruleset, StakeLimit
from paddock.games.rennfieber.state import Entering, State
from paddock.kernel.game import Decision

DIE = 6
SECOND = 2


def open_entry(decision: Decision[State, Event]) -> None:
    decision.emit(EntryOpened(decision.state.race + 1))


def eligible(state: State, seat: int) -> tuple[int, ...]:
    """RF4.1, RF9.4: race 2 excludes every horse that ran in race 1."""
    return tuple(
        horse
        for horse in state.owned(seat)
        if not is_barred(state.race, ran_first=state.horses[horse].ran_first)
    )


def is_barred(race_number: int, *, ran_first: bool) -> bool:
    """RF4.1, RF9.4: only in race 2."""
    return race_number == SECOND and ran_first


def enter(
    rules: Ruleset, decision: Decision[State, Event], seat: int, horses: tuple[int, ...]
) -> None:
    """RF4.1: all at the same time and in secret; when all have chosen, lanes are taken."""
    decision.emit(EntryMade(seat, tuple(sorted(horses))))
    chosen = [entry for entry in decision.phase(Entering).chosen if entry is not None]
    if len(chosen) == rules.seats:
        take_lanes(rules, decision, [horse for entry in chosen for horse in entry])


def take_lanes(rules: Ruleset, decision: Decision[State, Event], horses: list[int]) -> None:
    """RF4.2, RF4.3: the worst condition inside, ties by die; a lone card with a 0 gets lane 1.

    `horses` are ordered by seat and number, so a horse's place among them is its colour.
    """
    state = decision.state
    lone = _lone_zero(rules, state, horses)
    throws: list[tuple[tuple[int, int], ...]] = []
    lanes = [lone] if lone is not None else []
    others = [horse for horse in horses if horse != lone]
    for level in sorted({_condition(rules, state, horse) for horse in others}):
        tied = [horse for horse in others if _condition(rules, state, horse) == level]
        lanes.extend(break_tie(decision, tied, throws))
    seats = [seat for seat in range(rules.seats) for _ in range(rules.runners_each)]
    runners = tuple(
        Runner(horse, seat, lanes.index(horse) + 1)
        for horse, seat in zip(horses, seats, strict=True)
    )
    decision.emit(LanesTaken(runners, tuple(throws), most_staked(rules, state)))


def most_staked(rules: Ruleset, state: State) -> tuple[int, ...]:
    """RF5.4: the most that each seat may stake."""
    match rules.stakes:
        case StakeLimit.COVERED:
            fees = fees_due(rules, state.race)
            return tuple(max(money - fees, 0) for money in state.ledger.purses)
        case StakeLimit.UNLIMITED:
            return (sum(rules.slips),) * rules.seats


def fees_due(rules: Ruleset, race_number: int) -> int:
    """RF5.5, RF10.1: what each seat pays to enter all its runners."""
    fee = rules.edition.programme[race_number - 1].fee
    match rules.entry_fee:
        case EntryFee.PER_RUNNER:
            return fee * rules.runners_each
        case EntryFee.PER_PLAYER:
            return fee


def _lone_zero(rules: Ruleset, state: State, horses: list[int]) -> int | None:
    """RF4.3: in races 2 and 3, the only runner whose card prints a level 0."""
    zero = [horse for horse in horses if "0" in rules.edition.horses[horse].levels]
    return zero[0] if state.race >= SECOND and len(zero) == 1 else None


def _condition(rules: Ruleset, state: State, horse: int) -> int:
    return LEVELS.index(rules.edition.horses[horse].levels[state.horses[horse].level])


def break_tie(
    decision: Decision[State, Event], tied: list[int], throws: list[tuple[tuple[int, int], ...]]
) -> list[int]:
    """RF4.2: each rolls a die, the lower one goes inside; equal ones roll again."""
    if len(tied) == 1:
        return tied
    stream = f"race/{decision.state.race}/tie"
    before = sum(len(throw) for throw in throws)
    throw = tuple(
        (horse, decision.draw(stream, before + place, DIE) + 1) for place, horse in enumerate(tied)
    )
    throws.append(throw)
    ordered: list[int] = []
    for die in sorted({die for _, die in throw}):
        ordered.extend(break_tie(decision, [h for h, thrown in throw if thrown == die], throws))
    return ordered
