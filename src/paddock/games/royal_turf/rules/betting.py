"""RT3.3 to RT3.7 and RT6: tokens on horses, open or face down."""

from paddock.games.royal_turf.events import Bet, BetPlaced, Event, RaceStarted
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Betting, State
from paddock.kernel.game import Decision


def next_bettor(rules: Ruleset, betting: Betting) -> int:
    """RT3.3: clockwise from the first bettor, one token at a time."""
    return (betting.first + len(betting.bets)) % rules.seats


def tokens_left(rules: Ruleset, bets: tuple[Bet, ...], seat: int) -> tuple[int, ...]:
    """RT1.6, RT6.2: the tokens that the seat has not placed in this race yet."""
    left = list(rules.tokens)
    for bet in bets:
        if bet.seat == seat:
            left.remove(bet.value)
    return tuple(left)


def horses_open(rules: Ruleset, bets: tuple[Bet, ...], seat: int) -> tuple[int, ...]:
    """RT3.4: the horses on which the seat has no token yet."""
    backed = [bet.horse for bet in bets if bet.seat == seat]
    return tuple(horse for horse in range(len(rules.edition.horses)) if horse not in backed)


def place_bet(
    rules: Ruleset, decision: Decision[State, Event], seat: int, value: int, horse: int
) -> None:
    decision.emit(BetPlaced(seat, horse, value))
    betting = decision.phase(Betting)
    if len(betting.bets) == rules.rounds * rules.seats:
        decision.emit(RaceStarted(betting.first))  # RT4.1
