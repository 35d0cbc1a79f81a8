"""The only writer of state. Total, without chance and without rules: events say all there is."""

from typing import Never

from msgspec.structs import replace

from paddock.games.royal_turf.events import (
    Bet,
    BetPlaced,
    CardSetAside,
    CardSlidUnder,
    CardsShuffled,
    DieRolled,
    Event,
    FirstBettorFound,
    HorseFinished,
    HorseMoved,
    HorsePlaced,
    LossPaid,
    MarksCleared,
    MeetingEnded,
    NamingAsked,
    PacePaid,
    PaceTaken,
    PlacePaid,
    RaceOpened,
    RaceSettled,
    RaceStarted,
    RaceStopped,
    TokensRevealed,
)
from paddock.games.royal_turf.state import (
    Betting,
    Grid,
    Naming,
    Over,
    PastRace,
    Phase,
    Pile,
    Racing,
    Ride,
    SettingUp,
    Settling,
    State,
)
from paddock.kernel.game import ImpossibleEvent
from paddock.kernel.money import Ledger


def evolve(state: State, event: Event) -> State:
    phase = state.phase
    match phase:
        case Racing():
            return _race(state, phase, event)
        case Betting():
            return _bet(state, phase, event)
        case SettingUp():
            return _set_up(state, phase, event)
        case Settling():
            return _settle(state, phase, event)
        case _:
            return _between(state, phase, event)


def _race(state: State, run: Racing, event: Event) -> State:
    match event:
        case DieRolled(symbol=symbol):
            run = replace(run, rolled=symbol)
        case HorseMoved(horse=horse, to=to):
            if run.rolled is None:
                _impossible(state, event)
            progress = list(run.progress)
            progress[horse] = to
            run = replace(
                run,
                progress=tuple(progress),
                moved=(*run.moved, horse),
                rides=(*run.rides, Ride(run.rolled, horse, to)),
                rolled=None,
            )
        case MarksCleared():
            run = replace(run, moved=(), round=run.round + 1)
        case PaceTaken(horse):
            run = replace(run, pace=horse)
        case HorseFinished(horse):
            moved = tuple(other for other in run.moved if other != horse)
            run = replace(run, moved=moved, podium=(*run.podium, horse))
        case RaceStopped(last):
            return replace(state, phase=Settling(run, last))
        case _:
            _impossible(state, event)
    return replace(state, phase=run)


def _bet(state: State, betting: Betting, event: Event) -> State:
    match event:
        case BetPlaced(seat, horse, int(value)):
            return _in_phase(state, replace(betting, bets=(*betting.bets, Bet(seat, horse, value))))
        case RaceStarted():
            grid = betting.grid
            return _in_phase(state, Racing(grid, betting.first, betting.bets, grid.starts))
        case _:
            _impossible(state, event)


def _set_up(state: State, setting: SettingUp, event: Event) -> State:
    match event:
        case HorsePlaced(horse, card, start):
            setting = replace(setting, placed=(*setting.placed, (horse, card, start)))
            return _turn_card(state, setting, card)
        case CardSetAside(card):
            return _turn_card(state, replace(setting, aside=(*setting.aside, card)), card)
        case CardSlidUnder(card):
            state = _turn_card(state, setting, card)
            return replace(state, pile=Pile(state.pile.shuffled, (*state.pile.under, card)))
        case CardsShuffled(cards):
            return replace(state, pile=Pile(cards), phase=replace(setting, aside=()))
        case NamingAsked(among):
            return _in_phase(state, Naming(_grid(setting), among))
        case FirstBettorFound(seat):
            return _in_phase(state, Betting(_grid(setting), seat))
        case _:
            _impossible(state, event)


def _turn_card(state: State, setting: SettingUp, card: int) -> State:
    """A card leaves the pile; from the shuffled part, that was a draw."""
    drawn = setting.drawn + (card in state.pile.shuffled)
    return replace(state, pile=state.pile.without(card), phase=replace(setting, drawn=drawn))


def _grid(setting: SettingUp) -> Grid:
    in_board_order = sorted(setting.placed)
    return Grid(
        tuple(card for _, card, _ in in_board_order),
        tuple(start for _, _, start in in_board_order),
    )


def _settle(state: State, settling: Settling, event: Event) -> State:
    match event:
        case TokensRevealed(unplayed=unplayed):
            return _in_phase(state, replace(settling, unplayed=unplayed))
        case PlacePaid(seat, amount=amount) | PacePaid(seat, amount=amount):
            return _paid(state, settling, event, state.ledger.pay_out(seat, amount))
        case LossPaid(seat, amount=amount):
            return _paid(state, settling, event, state.ledger.pay_in(seat, amount))
        case RaceSettled(retired):
            run = settling.run
            past = PastRace(
                grid=run.grid,
                first=run.first,
                bets=run.bets,
                unplayed=settling.unplayed,
                progress=run.progress,
                podium=run.podium,
                pace=run.pace,
                last=settling.last,
                rounds=run.round,
                rides=run.rides,
                payments=settling.payments,
            )
            return replace(state, gone=(*state.gone, *retired), past=(*state.past, past))
        case RaceOpened(race):
            return replace(state, race=race, phase=SettingUp())
        case MeetingEnded(winners):
            return _in_phase(state, Over(winners))
        case _:
            _impossible(state, event)


def _paid(
    state: State, settling: Settling, payment: PlacePaid | PacePaid | LossPaid, ledger: Ledger
) -> State:
    settling = replace(settling, payments=(*settling.payments, payment))
    return replace(state, ledger=ledger, phase=settling)


def _between(state: State, phase: Phase, event: Event) -> State:
    match phase, event:
        case _, RaceOpened(race):
            return replace(state, race=race, phase=SettingUp())
        case Naming(grid), FirstBettorFound(seat):
            return _in_phase(state, Betting(grid, seat))
        case _:
            _impossible(state, event)


def _in_phase(state: State, phase: Phase) -> State:
    return replace(state, phase=phase)


def _impossible(state: State, event: Event) -> Never:
    raise ImpossibleEvent(
        f"{type(event).__name__} cannot happen while {type(state.phase).__name__.lower()}"
    )
