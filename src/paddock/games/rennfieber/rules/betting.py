"""RF5: slips face down on the colours that are expected to win."""

from collections import Counter

from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.events import Event, SlipsCounted, SlipsPlaced
from paddock.games.rennfieber.rules import entry, race, training
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import Betting, State
from paddock.kernel.game import Decision

FULL_FIELD = 6


def colours_allowed(runners: int) -> int:
    """RF5.2: three colours if six run, otherwise two."""
    return 3 if runners == FULL_FIELD else 2


def place(
    rules: Ruleset, decision: Decision[State, Event], seat: int, stakes: tuple[Stake, ...]
) -> None:
    """RF5.3: all at the same time; then the slips are counted and the entry fees paid."""
    in_order = tuple(sorted(stakes, key=lambda stake: (stake.colour, stake.value)))
    decision.emit(SlipsPlaced(seat, in_order))
    phase = decision.phase(Betting)
    if None in phase.stakes:
        return
    counts = []
    for placed in phase.stakes:
        on = Counter(stake.colour for stake in placed or ())
        counts.append(tuple(on[colour] for colour in range(len(phase.runners))))
    decision.emit(SlipsCounted(tuple(counts)))
    for payer in range(rules.seats):
        training.pay(decision, payer, entry.fees_due(rules, decision.state.race), "fee")
    race.start(rules, decision)
