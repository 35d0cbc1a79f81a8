"""RF6: dice, moves, gallop cards, and the order in which horses come home."""

from paddock.games.rennfieber import events
from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.edition import STAYING
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.rules import movement, settlement, training
from paddock.games.rennfieber.ruleset import LastHorse, Ruleset
from paddock.games.rennfieber.state import Betting, Racing, State
from paddock.games.rennfieber.track import HOME
from paddock.kernel.game import Decision

DIE = 6
GALLOP_ON = (1, 6)  # RF6.2
WEIGHING = ("slow", "no_bonus")  # RF6.14: effects on the next move


def start(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.1: the owner of lane 1 starts; horses of one owner take turns by starting lane."""
    runners = decision.phase(Betting).runners
    by_lane = sorted(range(len(runners)), key=lambda colour: runners[colour].lane)
    first = runners[by_lane[0]].seat
    order = []
    for nth in range(rules.runners_each):
        for turn in range(rules.seats):
            seat = (first + turn) % rules.seats
            order.append([colour for colour in by_lane if runners[colour].seat == seat][nth])
    section = rules.edition.programme[decision.state.race - 1].section
    at = tuple(rules.edition.track.start(runner.lane, section) for runner in runners)
    gallop = tuple(card.count for card in rules.edition.gallop)
    decision.emit(events.RaceStarted(tuple(order), at, gallop))


def roll(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.2: roll the race die and the ordinary die."""
    race, run = decision.state.race, decision.phase(Racing)
    race_die = _race_die(rules, decision)
    die = decision.draw(f"race/{race}/die", run.turns, DIE) + 1
    decision.emit(events.DiceRolled(run.turn, race_die, die))


def draws_gallop(die: int) -> bool:
    """RF6.2: whether this roll of the ordinary die brings a gallop card after the move."""
    return die in GALLOP_ON


def _race_die(rules: Ruleset, decision: Decision[State, Event]) -> int:
    faces = rules.edition.race_die
    stream = f"race/{decision.state.race}/race_die"
    return faces[decision.draw(stream, decision.phase(Racing).race_dice, len(faces))]


def ways(rules: Ruleset, state: State, play: Play) -> tuple[int, movement.Paths]:
    """The length of the current runner's move with this play, and where it may end."""
    run = state.phase
    assert isinstance(run, Racing)
    spaces = run.extra
    if spaces is None:
        level = state.horses[run.runners[run.turn].horse].level
        spaces = movement.length(rules, run, level, play).total
    through = play == "durchbruch"
    return spaces, movement.reachable(run, rules.edition.track, run.turn, spaces, through=through)


def move(
    rules: Ruleset, decision: Decision[State, Event], play: Play, spaces: int, path: tuple[int, ...]
) -> None:
    """Make a move that `ways` has found."""
    state, run, track = decision.state, decision.phase(Racing), rules.edition.track
    barring = movement.in_force(rules, run, run.turn, "no_bonus")
    regular = run.extra is None
    decision.emit(
        events.RunnerMoved(
            run.turn,
            play,
            spaces,
            path,
            movement.crossed(track, run.at[run.turn], run.crossed[run.turn], path),
            movement.kept_card(rules, state, run, play),
            _spent(rules, run, play),
        )
    )
    if HOME in path:
        come_home(rules, decision)
    elif regular and run.dice is not None and draws_gallop(run.dice.die):
        draw_gallop(rules, decision, barring)
    else:
        next_turn(rules, decision)


def _spent(rules: Ruleset, run: Racing, play: Play) -> tuple[int, ...]:
    """RF6.14: the cards that affected this move, and the kept card if it was played."""
    spent = [c for c in run.force[run.turn] if rules.edition.gallop[c].effect in WEIGHING]
    if play == "kept_gallop":
        spent.append(movement.in_force(rules, run, run.turn, "keep")[0])
    return tuple(spent)


def draw_gallop(rules: Ruleset, decision: Decision[State, Event], barring: tuple[int, ...]) -> None:
    """RF6.7, RF6.10, RF6.12: after the move; it takes effect at once unless it says otherwise.

    `barring` are `no bonus` cards: the move used them up, but they stay in force for this turn.
    """
    if not decision.phase(Racing).gallop.size:
        decision.emit(events.GallopDeckReformed(barring))
    run = decision.phase(Racing)
    cards = run.gallop.size
    if not cards:
        next_turn(rules, decision)  # every card is in force
        return
    stream = f"race/{decision.state.race}/gallop"
    kind = run.gallop.kind_at(decision.draw(stream, run.gallops, cards))
    card = rules.edition.gallop[kind]
    decision.emit(events.GallopDrawn(run.turn, kind, card.effect in STAYING))
    match card.effect:
        case "move":
            decision.emit(events.ExtraMove(run.turn, card.amount, None))
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
    """RF6.13: roll the race die again, without the ordinary die; the condition counts.

    The regular move uses up a `no bonus` card, but it cancels the bonus for the whole turn.
    """
    race_die = _race_die(rules, decision)
    state, run = decision.state, decision.phase(Racing)
    horse = run.runners[run.turn].horse
    level = state.horses[horse].level
    bonus = movement.bonus(rules, horse, level, race_die, barred=bonus_barred)
    spaces = max(race_die + bonus, 1)
    decision.emit(events.ExtraMove(run.turn, spaces, race_die))


def shift(rules: Ruleset, decision: Decision[State, Event], side: str) -> None:
    """RF6.14: to the space ahead in the next lane if it is free, otherwise nothing happens."""
    run, track = decision.phase(Racing), rules.edition.track
    at, before = run.at[run.turn], run.crossed[run.turn]
    step = (track.inward if side == "inward" else track.outward)[at]
    to = None if step is None else movement.end(step, before)
    if to is None or (to != HOME and to in run.at):
        next_turn(rules, decision)
        return
    crossed = movement.crossed(track, at, before, (to,))
    decision.emit(events.RunnerMoved(run.turn, "none", 1, (to,), crossed))
    if to == HOME:
        come_home(rules, decision)
    else:
        next_turn(rules, decision)


def come_home(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.8: places follow the order of crossing the finish."""
    run = decision.phase(Racing)
    decision.emit(events.RunnerHome(run.turn, len(run.home) + 1))
    call_in(rules, decision)
    run = decision.phase(Racing)
    if len(run.home) == len(run.runners):
        decision.emit(events.RaceStopped(run.home))
        settlement.settle(rules, decision)
    else:
        next_turn(rules, decision)


def call_in(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.8: the last horse on the track runs home too, or is last at once."""
    match rules.last_horse:
        case LastHorse.RUNS_HOME:
            pass
        case LastHorse.CALLED_IN:
            run = decision.phase(Racing)
            left = [runner for runner in range(len(run.runners)) if runner not in run.home]
            if len(left) == 1:
                decision.emit(events.RunnerHome(left[0], len(run.runners)))


def next_turn(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF6.1: skip horses that are home, and those that must miss a turn."""
    run = decision.phase(Racing)
    place = run.order.index(run.turn)
    while True:
        place = (place + 1) % len(run.order)
        runner = run.order[place]
        if runner in run.home:
            continue
        miss = movement.in_force(rules, run, runner, "miss")
        if not miss:
            decision.emit(events.TurnBegan(runner))
            return
        decision.emit(events.TurnMissed(runner, miss[0]))
        run = decision.phase(Racing)
