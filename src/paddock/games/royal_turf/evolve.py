"""The only code that changes the state, from events alone: it needs no rules and no chance."""

from msgspec.structs import replace

from paddock.games.royal_turf import events
from paddock.games.royal_turf.events import Event
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
        case events.DieRolled(symbol=symbol):
            run = replace(run, rolled=symbol)
        case events.HorseMoved(horse=horse, to=to):
            if run.rolled is None:
                raise ImpossibleEvent(event, state.phase)
            progress = list(run.progress)
            progress[horse] = to
            run = replace(
                run,
                progress=tuple(progress),
                moved=(*run.moved, horse),
                rides=(*run.rides, Ride(run.rolled, horse, to)),
                rolled=None,
            )
        case events.MarksCleared():
            run = replace(run, moved=(), round=run.round + 1)
        case events.PaceTaken(horse):
            run = replace(run, pace=horse)
        case events.HorseFinished(horse):
            moved = tuple(other for other in run.moved if other != horse)
            run = replace(run, moved=moved, podium=(*run.podium, horse))
        case events.RaceStopped(last):
            return replace(state, phase=Settling(run, last))
        case _:
            raise ImpossibleEvent(event, state.phase)
    return replace(state, phase=run)


def _bet(state: State, betting: Betting, event: Event) -> State:
    match event:
        case events.BetPlaced(seat, horse, int(value)):
            bets = (*betting.bets, events.Bet(seat, horse, value))
            return replace(state, phase=replace(betting, bets=bets))
        case events.RaceStarted():
            grid = betting.grid
            return replace(state, phase=Racing(grid, betting.first, betting.bets, grid.starts))
        case _:
            raise ImpossibleEvent(event, state.phase)


def _set_up(state: State, setting: SettingUp, event: Event) -> State:
    match event:
        case events.HorsePlaced(horse, card, start):
            setting = replace(setting, placed=(*setting.placed, (horse, card, start)))
            return _turn_card(state, setting, card)
        case events.CardSetAside(card):
            return _turn_card(state, replace(setting, aside=(*setting.aside, card)), card)
        case events.CardSlidUnder(card):
            state = _turn_card(state, setting, card)
            return replace(state, pile=Pile(state.pile.shuffled, (*state.pile.under, card)))
        case events.CardsShuffled(cards):
            return replace(state, pile=Pile(cards), phase=replace(setting, aside=()))
        case events.NamingAsked(among):
            return replace(state, phase=Naming(_grid(setting), among))
        case events.FirstBettorFound(seat):
            return replace(state, phase=Betting(_grid(setting), seat))
        case _:
            raise ImpossibleEvent(event, state.phase)


def _turn_card(state: State, setting: SettingUp, card: int) -> State:
    """A card leaves the pile; if it was in the shuffled part, that was a draw."""
    drawn = setting.drawn + (card in state.pile.shuffled)
    return replace(state, pile=state.pile.without(card), phase=replace(setting, drawn=drawn))


def _grid(setting: SettingUp) -> Grid:
    in_board_order = sorted(setting.placed)
    return Grid(
        tuple(card for _, card, _ in in_board_order), tuple(start for _, _, start in in_board_order)
    )


def _settle(state: State, settling: Settling, event: Event) -> State:
    match event:
        case events.TokensRevealed(unplayed=unplayed):
            return replace(state, phase=replace(settling, unplayed=unplayed))
        case events.PlacePaid(seat, amount=amount) | events.PacePaid(seat, amount=amount):
            return _paid(state, settling, event, state.ledger.pay_out(seat, amount))
        case events.LossPaid(seat, amount=amount):
            return _paid(state, settling, event, state.ledger.pay_in(seat, amount))
        case events.RaceSettled(retired):
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
        case events.MeetingEnded(winners):
            return replace(state, phase=Over(winners))
        case _:
            return _between(state, settling, event)


def _paid(state: State, settling: Settling, payment: events.Payment, ledger: Ledger) -> State:
    settling = replace(settling, payments=(*settling.payments, payment))
    return replace(state, ledger=ledger, phase=settling)


def _between(state: State, phase: Phase, event: Event) -> State:
    match phase, event:
        case _, events.RaceOpened(race):
            return replace(state, race=race, phase=SettingUp())
        case Naming(grid), events.FirstBettorFound(seat):
            return replace(state, phase=Betting(grid, seat))
        case _:
            raise ImpossibleEvent(event, state.phase)
