"""The compiled engine against the reference: the same legal actions, draws, states and counts."""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from paddock.adapters.encoding import encoding
from paddock.fast.chance import Script
from paddock.fast.rennfieber import phases, play
from paddock.fast.rennfieber.actions import act, mark_legal
from paddock.fast.rennfieber.counts import counts_of
from paddock.fast.rennfieber.movement import WAYS
from paddock.fast.rennfieber.play import BEGIN, ILLEGAL, advance
from paddock.fast.rennfieber.tables import Tables
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.actions import PLAYS
from paddock.games.rennfieber.commands import Bid, MoveRunner, PlaceSlips, Stake
from paddock.games.rennfieber.events import (
    Event,
    ExtraMove,
    GallopDeckReformed,
    HorseSold,
    LanesTaken,
    MoneyPaid,
    OddsSet,
    RunnerHome,
    RunnerMoved,
    SealedBidsOpened,
    TrainingStarted,
    TurnBegan,
    WinningsPaid,
)
from paddock.games.rennfieber.rules import auction
from paddock.games.rennfieber.ruleset import SEATS
from paddock.games.rennfieber.state import Auction, Racing
from tests.fast.matches import Step, counts_in, draws_of
from tests.fast.rennfieber.matches import actions_of, assert_given_back, choices, steps_of, table
from tests.pairwise import Pair, all_pairs, pairs_of
from tests.rennfieber import table as fever
from tests.rennfieber.choices import CHOICES

# Fields that are derived while playing, and from the state when a table is loaded.
DERIVED = ("phase", "sale", "taken", "done")
IN_A_RACE = (*DERIVED, "seat", "levels", "karrieren", "durchbrueche")
SOME = 5  # every fifth state is loaded
# Phases in which the reference engine goes on by itself.
RESTING = (phases.WAITING, phases.OFFERING, phases.DRAWING)


def follow(game: Rennfieber, steps: list[Step]) -> None:
    """Replay a meeting one decision at a time, comparing everything after each, and the counts."""
    draws, numbers = draws_of(steps), encoding(game)
    tables, ways = Tables.new(game, range(1)), np.zeros(1, WAYS)
    tables.rows["script_row"] = 0
    loaded = Tables.of(game, [step.after for step in steps[::SOME]], figures=tables.figures)
    of = (tables.figures[0], tables.rows[0])
    for at, step in enumerate(steps):
        actions = actions_of(numbers, step)
        if not actions:
            assert mark_legal(*of, ways[0]) == 0
            advance(*of, draws)
        for made_so_far, action in enumerate(actions):
            number = mark_legal(*of, ways[0])
            legal = np.flatnonzero(ways["legal"][0, : numbers.size]).tolist()
            assert legal == numbers.legal(step.offer, actions[:made_so_far])
            assert number == len(legal)
            act(*of, ways[0], action, draws)
        while of[1]["phase"] in RESTING:
            advance(*of, draws)
        assert_given_back(tables, 0, game, step.after)
        for name in (DERIVED, IN_A_RACE)[isinstance(step.after.phase, Racing)]:
            if at % SOME == 0:
                assert of[1][name].tolist() == loaded.rows[name][at // SOME].tolist(), name
    assert tables.rows["script_row"][0] == len(draws)
    assert counts_of(tables) == counts_in(game, steps)


def test_both_engines_play_the_same_meeting(long: bool) -> None:
    """Every decision, with every pair of choices and numbers of seats, and several editions.

    With `--long` these are 20,001 races, over all tables.
    """
    found: Counter[str] = Counter()
    met: set[Pair] = set()
    for number in range(6_667 if long else 40):
        game = table(number, long=long)
        met |= pairs_of({"seats": game.seats, **game.options})
        steps = list(steps_of(game, number))
        follow(game, steps)
        for step in steps:
            found.update(rare(step))
            found.update(rare_by_option(game, step))
    assert met == all_pairs({"seats": SEATS, **CHOICES})
    assert [what for what in RARE if not found[what]] == []


def rare(step: Step) -> Iterator[str]:
    """Rare things that the comparison must include, besides the types of events."""
    for event in step.events:
        yield type(event).__name__
        yield from rare_before_a_race(event)
        match event:
            case GallopDeckReformed(without) if without:
                yield "deck formed again without a card"
            case ExtraMove(race_die=die):
                yield "further move" if die is None else "race die again"
            case RunnerMoved(play=card, path=path):
                yield card
                yield "stands still" if not path else "moves"
            case MoneyPaid(due=due, amount=amount, why=why) if amount < due:
                yield f"{why} forgiven"
            case OddsSet(tenths=None):
                yield "nobody on the winner"
            case _:
                pass
    kinds = [type(event) for event in step.events]
    if kinds.count(RunnerMoved) > 1:
        yield "shifted home" if RunnerHome in kinds else "shifted"
    if kinds[:3] == [RunnerMoved, GallopDeckReformed, TurnBegan]:
        yield "every card in force"


def rare_before_a_race(event: Event) -> Iterator[str]:
    match event:
        case HorseSold(how=how):
            yield how
        case SealedBidsOpened(bids):
            *_, second, highest = sorted(amount for _, amount in ((0, 0), *bids))
            if second == highest > 0:
                yield "sealed bids tied"
        case TrainingStarted(throws=throws) | LanesTaken(throws=throws) if len(throws) > 1:
            yield f"{type(event).__name__} tied"
        case _:
            pass


def rare_by_option(game: Rennfieber, step: Step) -> Iterator[str]:
    """Rare things that happen only with some options."""
    before, phase = step.before, step.before.phase
    match step.command:
        case Bid(amount=amount) if isinstance(phase, Auction):
            seat = game.to_act(before)[0]
            if auction.able_buyers(game.rules, before, phase) == [seat]:
                yield "lone buyer takes" if amount else "lone buyer passes"
                sold = [event.how for event in step.events if isinstance(event, HorseSold)]
                if not amount and "nobody_wanted" in sold:
                    yield "lone buyer passes until RF2.7"
        case PlaceSlips():
            fee = game.rules.edition.programme[before.race - 1].fee
            if any(
                isinstance(e, MoneyPaid) and (e.why, e.due) == ("fee", fee) for e in step.events
            ):
                yield f"one fee of each of {game.seats}"
        case MoveRunner() if isinstance(phase, Racing):
            yield from not_paid_for(phase.stakes, step.events)
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
    "GallopDeckReformed", "deck formed again without a card", "every card in force", "TurnMissed",
    "further move", "race die again", "stands still", "shifted", "shifted home", "fine forgiven",
    "stakes forgiven", "nobody on the winner", *PLAYS, "fee forgiven", "training forgiven",
    "offer", "lone_buyer", "nobody_wanted", "what_cash_there_is", "HorseUnsold",
    "SealedBidsOpened", "sealed bids tied", "TrainingDeckReformed", "TrainingStarted tied",
    "LanesTaken tied", "lone buyer takes", "lone buyer passes",
    "lone buyer passes until RF2.7", "some slips not paid for", "no slip paid for",
    "one fee of each of 2", "one fee of each of 3",
)  # fmt: skip


def test_a_script_that_does_not_fit_is_refused() -> None:
    """Neither a wrong draw nor an illegal action is accepted."""
    game = fever.game(3)
    steps = list(steps_of(game, 7))
    draws = draws_of(steps)

    def with_script(draws: Script) -> None:
        tables, ways = Tables.new(game, range(1)), np.zeros(1, WAYS)
        tables.rows["script_row"] = 0
        play.step(*tables, ways, BEGIN, draws)
        for choice in choices(game, steps):
            before = tables.rows.copy()
            illegal = {-1, encoding(game).size, 10**12, *range(20)} - set(choice.legal)
            for action in illegal:
                assert play.step(*tables, ways, action, draws) == ILLEGAL
            assert tables.rows == before
            play.step(*tables, ways, choice.action, draws)

    wrong = draws.copy()
    wrong[0, 0] += 1
    with pytest.raises(ValueError, match="next draw"):
        with_script(wrong)
    with pytest.raises(IndexError, match="draw"):
        with_script(draws[:20])
