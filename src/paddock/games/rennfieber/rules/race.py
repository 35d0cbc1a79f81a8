"""RF6: dice, moves, gallop cards, and the order in which they come in."""

from __future__ import annotations

from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.edition import STAYING
from paddock.games.rennfieber.events import (
    DiceRolled,
    Event,
    ExtraMove,
    GallopDeckReformed,
    GallopDrawn,
    RaceStarted,
    RaceStopped,
    RunnerHome,
    RunnerMoved,
    TurnBegan,
    TurnMissed,
)
from paddock.games.rennfieber.rules import movement, settlement, training
from paddock.games.rennfieber.ruleset import LastHorse, Ruleset
from paddock.games.rennfieber.state import Betting, Racing, State
from paddock.games.rennfieber.track import HOME
from paddock.kernel.game import Decision

DIE = 6
GALLOP_ON = (1, 6)  # RF6.2
WEIGHING = ("slow", "no_bonus")  # RF6.14: on the next move


def start(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.1: lane 1's owner starts; an owner's horses take his turns by starting lane."""
    state = decision.state
    betting = state.phase
    assert isinstance(betting, Betting)
    runners = betting.runners
    by_lane = sorted(range(len(runners)), key=lambda colour: runners[colour].lane)
    first = runners[by_lane[0]].seat
    order = []
    for nth in range(rules.runners_each):
        for turn in range(rules.seats):
            seat = (first + turn) % rules.seats
            order.append([colour for colour in by_lane if runners[colour].seat == seat][nth])
    section = rules.edition.programme[state.race - 1].section
    at = tuple(rules.edition.track.start(runner.lane, section) for runner in runners)
    gallop = tuple(card.count for card in rules.edition.gallop)
    decision.emit(RaceStarted(tuple(order), at, gallop))


def roll(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.2: race die and standard die."""
    race, run = decision.state.race, current(decision)
    race_die = _race_die(rules, decision)
    die = decision.draw(f"race/{race}/die", run.turns, DIE) + 1
    decision.emit(DiceRolled(run.turn, race_die, die))


def _race_die(rules: Ruleset, decision: Decision[State, Event]) -> int:
    faces = rules.edition.race_die
    stream = f"race/{decision.state.race}/race_die"
    return faces[decision.draw(stream, current(decision).race_dice, len(faces))]


def ways(rules: Ruleset, state: State, play: Play) -> tuple[int, movement.Paths]:
    """How far the runner whose turn it is goes with this play, and where it may end."""
    run = state.phase
    assert isinstance(run, Racing)
    spaces = run.extra
    if spaces is None:
        spaces = movement.length(rules, state, run, play)
    through = play == "durchbruch"
    return spaces, movement.reachable(run, rules.edition.track, run.turn, spaces, through=through)


def move(
    rules: Ruleset,
    decision: Decision[State, Event],
    play: Play,
    spaces: int,
    path: tuple[int, ...],
) -> None:
    """A move as `ways` has found it."""
    state, run = decision.state, current(decision)
    barring = movement.in_force(rules, run, run.turn, "no_bonus")
    regular = run.extra is None
    decision.emit(
        RunnerMoved(
            run.turn,
            play,
            spaces,
            path,
            movement.crossed(run, rules.edition.track, run.turn, path),
            movement.kept_card(rules, state, run, play),
            _spent(rules, run, play),
        )
    )
    if HOME in path:
        come_home(rules, decision)
    elif regular and run.dice is not None and run.dice.die in GALLOP_ON:
        draw_gallop(rules, decision, barring)
    else:
        next_turn(rules, decision)


def _spent(rules: Ruleset, run: Racing, play: Play) -> tuple[int, ...]:
    """RF6.14: what was to weigh on this move has done so; a kept card that is played goes too."""
    spent = [c for c in run.force[run.turn] if rules.edition.gallop[c].effect in WEIGHING]
    if play == "kept_gallop":
        spent.append(movement.in_force(rules, run, run.turn, "keep")[0])
    return tuple(spent)


def draw_gallop(rules: Ruleset, decision: Decision[State, Event], barring: tuple[int, ...]) -> None:
    """RF6.7, RF6.10, RF6.12: after the move, obeyed at once unless the card says otherwise.

    `barring` are cards `no bonus`: spent with the move, but in force until the turn ends.
    """
    if not current(decision).gallop.size:
        decision.emit(GallopDeckReformed(barring))
    run = current(decision)
    cards = run.gallop.size
    if not cards:
        next_turn(rules, decision)  # every card is in force
        return
    stream = f"race/{decision.state.race}/gallop"
    kind = run.gallop.kind_at(decision.draw(stream, run.gallops, cards))
    card = rules.edition.gallop[kind]
    decision.emit(GallopDrawn(run.turn, kind, card.effect in STAYING))
    match card.effect:
        case "move":
            decision.emit(ExtraMove(run.turn, card.amount, None))
        case "again":
            run_again(rules, decision, bonus_barred=bool(barring))
        case "inward" | "outward":
            shift(rules, decision, card.effect)
        case "fine":
            training.pay(decision, run.runners[run.turn].seat, card.amount, "fine")
            next_turn(rules, decision)
        case "keep" | "slow" | "miss" | "no_bonus" | "nothing":
            next_turn(rules, decision)


def run_again(rules: Ruleset, decision: Decision[State, Event], *, bonus_barred: bool) -> None:
    """RF6.13: the race die once more; it counts condition, the standard die is not thrown.

    A card `no bonus` is spent with the regular move, but bars the bonus for the whole turn.
    """
    race_die = _race_die(rules, decision)
    state, run = decision.state, current(decision)
    bonus = movement.bonus(rules, state, run.runners[run.turn].horse, race_die, barred=bonus_barred)
    spaces = max(race_die + bonus, 1)
    decision.emit(ExtraMove(run.turn, spaces, race_die))


def shift(rules: Ruleset, decision: Decision[State, Event], side: str) -> None:
    """RF6.14: to the neighbouring lane's space ahead if it is free, else nothing happens."""
    run, track = current(decision), rules.edition.track
    step = (track.inward if side == "inward" else track.outward)[run.at[run.turn]]
    if step is None:
        next_turn(rules, decision)
        return
    crossed = run.crossed[run.turn] + step.crosses
    to = HOME if crossed == movement.LAPS else step.to
    if to != HOME and to in run.at:
        next_turn(rules, decision)
        return
    decision.emit(RunnerMoved(run.turn, "none", 1, (to,), crossed))
    if to == HOME:
        come_home(rules, decision)
    else:
        next_turn(rules, decision)


def come_home(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.8: places go in the order of crossing."""
    run = current(decision)
    decision.emit(RunnerHome(run.turn, len(run.home) + 1))
    call_in(rules, decision)
    run = current(decision)
    if len(run.home) == len(run.runners):
        decision.emit(RaceStopped(run.home))
        settlement.settle(rules, decision)
    else:
        next_turn(rules, decision)


def call_in(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.8: when one is left it runs home too, or is last at once."""
    match rules.last_horse:
        case LastHorse.RUNS_HOME:
            pass
        case LastHorse.CALLED_IN:
            run = current(decision)
            left = [runner for runner in range(len(run.runners)) if runner not in run.home]
            if len(left) == 1:
                decision.emit(RunnerHome(left[0], len(run.runners)))


def next_turn(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.1: a finished horse's slot is skipped; whoever is to miss a turn misses it."""
    run = current(decision)
    place = run.order.index(run.turn)
    while True:
        place = (place + 1) % len(run.order)
        runner = run.order[place]
        if runner in run.home:
            continue
        miss = movement.in_force(rules, run, runner, "miss")
        if not miss:
            decision.emit(TurnBegan(runner))
            return
        decision.emit(TurnMissed(runner, miss[0]))
        run = current(decision)


def current(decision: Decision[State, Event]) -> Racing:
    run = decision.state.phase
    assert isinstance(run, Racing)
    return run
