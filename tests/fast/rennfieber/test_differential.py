"""The compiled engine against the reference: the same legal actions, draws, states and counts."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.adapters.encoding import encoding
from paddock.fast.chance import Script
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.actions import act, mark_legal
from paddock.fast.rennfieber.counts import counts_of
from paddock.fast.rennfieber.movement import WAYS
from paddock.fast.rennfieber.play import BEGIN, ILLEGAL, advance, step
from paddock.fast.rennfieber.table import NOBODY, TABLE
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.actions import PLAYS
from paddock.games.rennfieber.commands import Bid, MoveRunner, PlaceSlips, Stake
from paddock.games.rennfieber.events import (
    Event,
    ExtraMove,
    GallopDeckReformed,
    HorseSold,
    HorseUnsold,
    LanesTaken,
    MoneyPaid,
    OddsSet,
    RunnerHome,
    RunnerMoved,
    SealedBidsOpened,
    TrainingDeckReformed,
    TrainingStarted,
    TurnBegan,
    TurnMissed,
    WinningsPaid,
)
from paddock.games.rennfieber.rules import auction
from paddock.games.rennfieber.ruleset import SEATS
from paddock.games.rennfieber.state import Auction, Racing, Settling, State
from paddock.lab.metrics import count_win
from paddock.lab.rennfieber import MeetingMetrics
from tests.fast.rennfieber.story import Step, actions_of, choices, draws_of, made, table, tell
from tests.pairwise import Pair, all_pairs, pairs_of
from tests.rennfieber.choices import CHOICES


def given_back(tables: Tables, game: Rennfieber, state: State) -> State:
    """The table's state, with the history that only `state` has."""
    return tables.state(0, game, state.chronicle, state.past)


# Fields that are derived while playing, and from the state when a table is loaded.
WORKED_OUT = ("phase", "sale", "taken", "done")
IN_A_RACE = (*WORKED_OUT, "seat", "levels", "karrieren", "durchbrueche")
SOME = 5  # every fifth state is loaded
# Phases in which the reference engine goes on by itself.
RESTING = (phases.WAITING, phases.OFFERING, phases.DRAWING)


def follow(game: Rennfieber, steps: list[Step]) -> None:
    """Replay a meeting one decision at a time, comparing everything after each."""
    draws, numbers = draws_of(steps), encoding(game)
    tables, ways = Tables.new(game, range(1)), np.zeros(1, WAYS)
    tables.rows["script_row"] = 0
    loaded = Tables.of(game, [told.after for told in steps[::SOME]], figures=tables.figures)
    of = (tables.figures[0], tables.rows[0])
    for at, told in enumerate(steps):
        actions = actions_of(numbers, told)
        if not actions:
            assert mark_legal(*of, ways[0]) == 0
            advance(*of, draws)
        for made_so_far, action in enumerate(actions):
            number = mark_legal(*of, ways[0])
            legal = np.flatnonzero(ways["legal"][0, : numbers.size]).tolist()
            assert legal == numbers.legal(told.offer, actions[:made_so_far])
            assert number == len(legal)
            act(*of, ways[0], action, draws)
        while of[1]["phase"] in RESTING:
            advance(*of, draws)
        assert given_back(tables, game, told.after) == told.after
        for name in (WORKED_OUT, IN_A_RACE)[isinstance(told.after.phase, Racing)]:
            if at % SOME == 0:
                assert of[1][name].tolist() == loaded.rows[name][at // SOME].tolist(), name
    assert tables.rows["script_row"][0] == len(draws)


def test_both_engines_play_the_same_meeting(long: bool) -> None:
    """Every decision, with every pair of choices and numbers of seats, and several editions.

    With `--long` these are 20,001 races, over all tables.
    """
    found: Counter[str] = Counter()
    met: set[Pair] = set()
    for number in range(6_667 if long else 40):
        game = table(number, long=long)
        met |= pairs_of({"seats": game.seats, **game.options})
        steps = list(tell(game, number))
        follow(game, steps)
        for told in steps:
            found.update(rare(told))
            found.update(rare_by_option(game, told))
    assert met == all_pairs({"seats": SEATS, **CHOICES})
    assert [what for what in RARE if not found[what]] == []


def rare(told: Step) -> Iterator[str]:
    """Rare things that the comparison must include."""
    for event in told.events:
        yield from rare_before_a_race(event)
        match event:
            case GallopDeckReformed(without):
                yield "deck formed anew without a card" if without else "deck formed anew"
            case TurnMissed():
                yield "turn missed"
            case ExtraMove(race_die=die):
                yield "further move" if die is None else "race die again"
            case RunnerMoved(play=play, path=path):
                yield play
                yield "stands still" if not path else "moves"
            case MoneyPaid(due=due, amount=amount, why=why) if amount < due:
                yield f"{why} forgiven"
            case OddsSet(tenths=tenths):
                yield "nobody on the winner" if tenths is None else "odds"
            case _:
                pass
    kinds = [type(event) for event in told.events]
    if kinds.count(RunnerMoved) > 1:
        yield "shifted home" if RunnerHome in kinds else "shifted"
    if kinds[:3] == [RunnerMoved, GallopDeckReformed, TurnBegan]:
        yield "every card in force"


def rare_before_a_race(event: Event) -> Iterator[str]:
    match event:
        case HorseSold(how=how):
            yield how
        case HorseUnsold():
            yield "unsold"
        case SealedBidsOpened(bids):
            highest = max(amount for _, amount in bids)
            tied = sum(amount == highest for _, amount in bids) > 1
            yield "sealed bids tied" if tied and highest else "sealed bids"
        case TrainingDeckReformed():
            yield "training deck formed anew"
        case TrainingStarted(throws=throws) if len(throws) > 1:
            yield "training start tied"
        case LanesTaken(throws=throws) if len(throws) > 1:
            yield "lanes tied again"
        case _:
            pass


def rare_by_option(game: Rennfieber, told: Step) -> Iterator[str]:
    """Rare things that happen only with some options."""
    before, phase = told.before, told.before.phase
    match told.command:
        case Bid(amount=amount) if isinstance(phase, Auction):
            seat = game.to_act(before)[0]
            if auction.able_buyers(game.rules, before, phase) == [seat]:
                yield "lone buyer takes" if amount else "lone buyer passes"
                sold = [event.how for event in told.events if isinstance(event, HorseSold)]
                if not amount and "nobody_wanted" in sold:
                    yield "lone buyer passes until RF2.7"
        case PlaceSlips():
            fee = game.rules.edition.programme[before.race - 1].fee
            if any(
                isinstance(e, MoneyPaid) and (e.why, e.due) == ("fee", fee) for e in told.events
            ):
                yield f"one fee of each of {game.seats}"
        case MoveRunner() if isinstance(phase, Racing):
            yield from not_paid_for(phase.stakes, told.events)
        case _:
            pass


def not_paid_for(stakes: Sequence[Sequence[Stake]], events: Sequence[Event]) -> Iterator[str]:
    """RF7.4: slips on the winner that win nothing, all of a player's or the last ones."""
    paid = {event.seat: event.stake for event in events if isinstance(event, WinningsPaid)}
    for odds in events:
        if isinstance(odds, OddsSet) and odds.tenths is not None:
            for seat, placed in enumerate(stakes):
                backed = sum(stake.value for stake in placed if stake.colour == odds.winner)
                if paid.get(seat, 0) < backed:
                    yield "some slips not paid for" if seat in paid else "no slip paid for"


RARE = (
    "deck formed anew", "deck formed anew without a card", "every card in force", "turn missed",
    "further move", "race die again", "stands still", "shifted", "shifted home", "fine forgiven",
    "stakes forgiven", "nobody on the winner", *PLAYS, "fee forgiven", "training forgiven",
    "offer", "lone_buyer", "nobody_wanted", "what_cash_there_is", "unsold", "sealed bids",
    "sealed bids tied", "training deck formed anew", "training start tied", "lanes tied again",
    "lone buyer takes", "lone buyer passes", "lone buyer passes until RF2.7",
    "some slips not paid for", "no slip paid for", "one fee of each of 2", "one fee of each of 3",
)  # fmt: skip


def test_meetings_follow_a_script_and_give_the_same_counts(long: bool) -> None:
    """With the same draws and choices, the end and all counts are the same."""
    for number in range(500 if long else 7):
        game = table(number)
        steps = list(tell(game, 1_000_000 + number))
        metrics = MeetingMetrics(game)
        for event in (event for told in steps for event in told.events):
            metrics.watch(event)
        end = steps[-1].after
        count_win(metrics.counts, game.winners(end))
        tables, ways, draws = Tables.new(game, range(1)), np.zeros(1, WAYS), draws_of(steps)
        tables.rows["script_row"] = 0
        following = step(*tables, ways, BEGIN, draws)
        for choice in choices(game, steps):
            assert following == choice.seat
            following = step(*tables, ways, choice.action, draws)
        assert following == NOBODY
        assert given_back(tables, game, end) == end
        assert counts_of(tables) == metrics.counts
        assert tables.rows["script_row"][0] == len(draws)


def test_any_state_can_be_loaded_and_given_back() -> None:
    """In every phase of a meeting."""
    for number in range(5):
        game = table(number)
        states = [game.initial(), *(told.after for told in tell(game, number))][::3]
        tables = Tables.of(game, states)
        for at, state in enumerate(states):
            assert tables.state(at, game, state.chronicle, state.past) == state


def test_a_state_between_two_commands_is_not_loaded() -> None:
    """No command ends while a race is settled or the next horse is turned."""
    game = made(4)
    steps = list(tell(game, 1))
    run = next(told.after.phase for told in steps if isinstance(told.after.phase, Racing))
    for phase in (Settling(run), replace(steps[0].after.phase, lot=None)):
        with pytest.raises(ValueError, match="no command ends"):
            Tables.of(game, [replace(game.initial(), phase=phase)])


def test_a_script_that_does_not_fit_is_refused() -> None:
    """Neither a wrong draw nor an illegal action is accepted."""
    game = made(3)
    steps = list(tell(game, 7))
    draws = draws_of(steps)

    def with_script(draws: Script) -> None:
        tables, ways = Tables.new(game, range(1)), np.zeros(1, WAYS)
        tables.rows["script_row"] = 0
        step(*tables, ways, BEGIN, draws)
        for choice in choices(game, steps):
            before = tables.rows.copy()
            wrong = {-1, encoding(game).size, 10**12, *range(20)} - set(choice.legal)
            for action in wrong:
                assert step(*tables, ways, action, draws) == ILLEGAL
            assert tables.rows == before
            step(*tables, ways, choice.action, draws)

    other = draws.copy()
    other[0, 0] += 1
    with pytest.raises(ValueError, match="next draw"):
        with_script(other)
    with pytest.raises(IndexError, match="draw"):
        with_script(draws[:20])


def test_a_record_is_small() -> None:
    """A batch of half a million meetings takes less than a gigabyte."""
    assert TABLE.itemsize <= 1_700
