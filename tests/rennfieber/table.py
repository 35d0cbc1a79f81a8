"""A table for the rule tests: positions drawn as text, states set by hand, scripted chance.

A drawing shows a stretch of the track that runs to the right, with the outermost lane on top. Its
first line names the section; `home | first bend` shows the end of one section and the beginning of
the next. Even lanes lie half a space further forward, as on the board:

    back
    2   . . x .
    1  . B . A

A letter is a runner (A is colour 0). An `x` is a space where the runner to move may end.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from paddock.games.rennfieber import Rennfieber, commands
from paddock.games.rennfieber.edition import EDITIONS, GallopCard, TrainingCard
from paddock.games.rennfieber.events import Event, Runner
from paddock.games.rennfieber.state import (
    Auction,
    Betting,
    Deck,
    Dice,
    Entering,
    Horse,
    Phase,
    Racing,
    Selling,
    State,
    Training,
)
from paddock.games.rennfieber.track import HOME
from paddock.kernel.money import Ledger
from tests import table

STANDARD = EDITIONS.standard()
TRACK = STANDARD.track
SECTIONS = ("home", "first bend", "back", "last bend")
LETTERS = "ABCDEF"
A, B, C, D, E, F = range(6)

# The horses of the runners A .. F. Their cards print a 0, so by default a move is as long as the
# die shows. B is Caprice, whose card prints every level.
HORSES = (0, 2, 4, 6, 8, 13)
RUNNERS_EACH = {2: 3, 3: 2, 4: 1, 5: 1, 6: 1}


def kinds(cards: Sequence[TrainingCard | GallopCard]) -> tuple[str, ...]:
    """A name for each kind: its effect, and its amount where several kinds share the effect."""
    effects = [card.effect.replace("_", " ") for card in cards]
    return tuple(
        f"{effect} {card.amount}" if effects.count(effect) > 1 else effect
        for effect, card in zip(effects, cards, strict=True)
    )


TRAINING = kinds(STANDARD.training)  # "condition 1", ..., "karriere", "durchbruch"
KARRIERE = TRAINING.index("karriere")
DURCHBRUCH = TRAINING.index("durchbruch")
TRAINING_COUNTS = tuple(card.count for card in STANDARD.training)
GALLOP = kinds(STANDARD.gallop)  # "move 1", ..., "no bonus", "fine"
GALLOP_COUNTS = tuple(card.count for card in STANDARD.gallop)
# The draw that throws this number with the race die (2 3 3 4 4 5).
RACE_DIE = {2: 0, 3: 1, 4: 3, 5: 5}

# Positions that many tests begin with: A alone, and A two steps before the finish.
ALONE = """
    back
    2   . . . .
    1  . A . .
"""
LINE = """
    home | first bend
    4   . x | . .
    3  . . | x .
    2   . x | x .
    1  A . | x x
"""


def game(seats: int = 4, /, **options: str) -> Rennfieber:
    """A table, made once for each set of options, since it never changes."""
    return _made(seats, frozenset(options.items()))


@cache
def _made(seats: int, options: frozenset[tuple[str, str]]) -> Rennfieber:
    return Rennfieber.make(seats, dict(options), STANDARD.figures)


def edited(path: str, value: object) -> dict[str, Any]:
    """The standard figures with one of them changed."""
    return table.edited(STANDARD.figures, path, value)


def space(lane: int, number: int, section: str = "back") -> int:
    """A space of the track by lane, number within its section, and section."""
    part = SECTIONS.index(section)
    for place in TRACK.lanes[lane - 1]:
        found = TRACK.spaces[place]
        if (found.section, found.number) == (part, number):
            return place
    raise ValueError(f"lane {lane} has no space {number} in the section {section}")


class Drawing(Struct, frozen=True):
    """What a drawing shows: runners by colour, and the spaces marked with an x."""

    runners: Mapping[int, int]
    ends: frozenset[int]
    sections: tuple[str, ...]


def drawn(text: str) -> Drawing:
    """Read a drawing. Left of a bar lies the end of a section, right of it the start of one."""
    head, *rows = [line.strip() for line in text.strip().splitlines()]
    sections = tuple(part.strip() for part in head.split("|"))
    runners: dict[int, int] = {}
    ends: set[int] = set()
    for row in rows:
        lane, _, cells = row.partition(" ")
        for place, cell in _cells(int(lane), cells, sections):
            if cell in LETTERS:
                runners[LETTERS.index(cell)] = place
            elif cell == "x":
                ends.add(place)
            else:
                assert cell == ".", f"a drawing cannot show {cell!r}"
    return Drawing(runners, frozenset(ends), sections)


def _cells(lane: int, cells: str, sections: Sequence[str]) -> Iterator[tuple[int, str]]:
    parts = cells.split("|")
    assert len(parts) == len(sections), f"lane {lane} does not show the sections of the first line"
    for part, section in zip(parts, sections, strict=True):
        shown = part.split()
        size = sum(
            TRACK.spaces[place].section == SECTIONS.index(section)
            for place in TRACK.lanes[lane - 1]
        )
        first = size - len(shown) if section != sections[-1] else 0
        for number, cell in enumerate(shown, start=first + 1):
            yield space(lane, number, section), cell


def purse(money: int | Sequence[int], seats: int) -> Ledger:
    purses = (money,) * seats if isinstance(money, int) else tuple(money)
    return Ledger(-sum(purses), purses)


def horses(
    owned: Mapping[int, Sequence[int]] | None = None,
    *,
    levels: Mapping[int, str] | None = None,
    kept: Mapping[int, Sequence[str]] | None = None,
    ran_first: Iterable[int] = (),
) -> tuple[Horse, ...]:
    """The 18 horses, by index; levels and kept cards by name."""
    owner = {horse: seat for seat, own in (owned or {}).items() for horse in own}
    ran = set(ran_first)
    cards = []
    for number, card in enumerate(STANDARD.horses):
        level = (levels or {}).get(number, card.levels[0])
        by_it = sorted(TRAINING.index(name) for name in (kept or {}).get(number, ()))
        cards.append(
            Horse(
                owner.get(number),
                [str(printed) for printed in card.levels].index(level),
                tuple(by_it),
                number in ran,
            )
        )
    return tuple(cards)


def deck_without(
    names: Sequence[str],
    counts: Sequence[int],
    away: Iterable[int],
    discards: Mapping[str, int] | None = None,
) -> Deck:
    """A deck of these counts, without the cards that are away or discarded."""
    gone = Counter(away)
    thrown = tuple((discards or {}).get(name, 0) for name in names)
    left = (
        count - gone[kind] - out
        for kind, (count, out) in enumerate(zip(counts, thrown, strict=True))
    )
    return Deck(tuple(left), thrown)


def state_of(
    phase: Phase,
    *,
    seats: int = 4,
    race: int = 0,
    money: int | Sequence[int] = 20_000,
    cards: tuple[Horse, ...] | None = None,
    deck: Deck | None = None,
) -> State:
    cards = horses() if cards is None else cards
    kept = (kind for horse in cards for kind in horse.kept)
    deck = deck or deck_without(TRAINING, TRAINING_COUNTS, kept)
    return State(race, purse(money, seats), cards, deck, (), (), phase)


def selling_horses(  # noqa: PLR0913  # an auction has many parts, each named where it matters
    stack: Sequence[int],
    short: Sequence[int],
    *,
    money: int | Sequence[int] = 35_000,
    next: int = 0,  # noqa: A002  # as in the state
    number: int = 1,
    unsold: int = 0,
    owned: Mapping[int, Sequence[int]] | None = None,
) -> State:
    """An auction just before the next horse is offered. The order of the stack is known."""
    auction = Auction(number, (), tuple(stack), tuple(short), next, unsold=unsold)
    return state_of(auction, seats=len(short), money=money, cards=horses(owned))


def in_training(  # noqa: PLR0913  # as above
    trainees: Sequence[int | None],
    *,
    at: Sequence[int] | None = None,
    waiting: Sequence[Sequence[int]] | None = None,
    turn: int | None = 0,
    levels: Mapping[int, str] | None = None,
    kept: Mapping[int, Sequence[str]] | None = None,
    money: int | Sequence[int] = 20_000,
    deck: Deck | None = None,
) -> State:
    """Training in progress: each seat's horse, its space, and the horses still waiting."""
    seats = len(trainees)
    queues = waiting or ((),) * seats
    own = {
        seat: (*queue, *(() if horse is None else (horse,)))
        for seat, (horse, queue) in enumerate(zip(trainees, queues, strict=True))
    }
    phase = Training(
        1,
        tuple(tuple(queue) for queue in queues),
        tuple(trainees),
        tuple(at or (0,) * seats),
        turn is not None,
        turn,
    )
    cards = horses(own, levels=levels, kept=kept)
    return state_of(phase, seats=seats, money=money, cards=cards, deck=deck)


def entering(
    owned: Mapping[int, Sequence[int]],
    *,
    race: int = 1,
    levels: Mapping[int, str] | None = None,
    ran_first: Iterable[int] = (),
    money: int | Sequence[int] = 20_000,
) -> State:
    """Nobody has chosen any runners yet."""
    seats = len(owned)
    cards = horses(owned, levels=levels, ran_first=ran_first)
    return state_of(Entering((None,) * seats), seats=seats, race=race, money=money, cards=cards)


def lined_up(seats: int, lanes: Sequence[int] | None = None) -> tuple[Runner, ...]:
    """The runners A, B, ... seat by seat, with their lanes (by default in this order)."""
    each = RUNNERS_EACH[seats]
    count = seats * each
    return tuple(
        Runner(HORSES[colour], colour // each, (lanes or range(1, count + 1))[colour])
        for colour in range(count)
    )


def runners_owned(seats: int) -> dict[int, list[int]]:
    each = RUNNERS_EACH[seats]
    return {seat: list(HORSES[seat * each : (seat + 1) * each]) for seat in range(seats)}


def betting(
    seats: int = 4,
    *,
    race: int = 1,
    lanes: Sequence[int] | None = None,
    money: int | Sequence[int] = 20_000,
    most: int = 20_000,
) -> State:
    """Nobody has placed any slips yet."""
    phase = Betting(lined_up(seats, lanes), (most,) * seats, (None,) * seats)
    cards = horses(runners_owned(seats))
    return state_of(phase, seats=seats, race=race, money=money, cards=cards)


def racing(  # noqa: PLR0913  # a position has many parts, each named where it matters
    drawing: Drawing | str,
    *,
    turn: int = A,
    dice: tuple[int, int] | None = None,
    seats: int = 4,
    lap: int = 0,
    laps: Mapping[int, int] | None = None,
    levels: Mapping[int, str] | None = None,
    kept: Mapping[int, Sequence[str]] | None = None,
    force: Mapping[int, Sequence[str]] | None = None,
    home: Sequence[int] = (),
    race: int = 1,
    money: int | Sequence[int] = 20_000,
    stakes: Sequence[Sequence[tuple[int, int]]] | None = None,
    discards: Mapping[str, int] | None = None,
    extra: int | None = None,
    order: Sequence[int] | None = None,
) -> State:
    """In the middle of a race. `lap` counts how often each runner has crossed the finish so far.

    `laps` does so for single runners. Runners that are not drawn stand on the far side of the
    track. Gallop cards that are neither in force nor discarded are in the deck.
    """
    drawing = drawn(drawing) if isinstance(drawing, str) else drawing
    line = lined_up(seats)
    far = SECTIONS[(SECTIONS.index(drawing.sections[0]) + 2) % 4]
    at = {colour: space(colour + 1, 4, far) for colour in range(len(line))}
    at |= drawing.runners
    at |= dict.fromkeys(home, HOME)
    placed = placed_slips(stakes or ((),) * seats)
    in_force = tuple(
        tuple(GALLOP.index(name) for name in (force or {}).get(colour, ()))
        for colour in range(len(line))
    )
    run = Racing(
        line,
        (20_000,) * seats,
        placed,
        tuple(
            tuple(sum(stake.colour == colour for stake in own) for colour in range(len(line)))
            for own in placed
        ),
        tuple(order or range(len(line))),
        tuple(at[colour] for colour in range(len(line))),
        tuple((laps or {}).get(colour, lap) for colour in range(len(line))),
        deck_without(
            GALLOP, GALLOP_COUNTS, (kind for cards in in_force for kind in cards), discards
        ),
        in_force,
        turn,
        tuple(home),
        dice=None if dice is None else Dice(*dice),
        turns=0 if dice is None else 1,
        race_dice=0 if dice is None else 1,
        extra=extra,
    )
    start = dict.fromkeys(HORSES, "0")
    named = {HORSES[colour]: level for colour, level in (levels or {}).items()}
    cards = horses(
        runners_owned(seats),
        levels=start | named,
        kept={HORSES[colour]: names for colour, names in (kept or {}).items()},
    )
    return state_of(run, seats=seats, race=race, money=money, cards=cards)


def placed_slips(
    stakes: Sequence[Sequence[tuple[int, int]]],
) -> tuple[tuple[commands.Stake, ...], ...]:
    """Slips by seat, each as (colour, value)."""
    return tuple(tuple(commands.Stake(colour, value) for colour, value in own) for own in stakes)


def selling(
    owned: Mapping[int, Sequence[int]],
    each: int,
    *,
    levels: Mapping[int, str] | None = None,
    kept: Mapping[int, Sequence[str]] | None = None,
    money: int | Sequence[int] = 20_000,
) -> State:
    """After race 2. Nobody has chosen which horses to sell yet."""
    seats = len(owned)
    phase = Selling(each, (None,) * seats)
    cards = horses(owned, levels=levels, kept=kept)
    return state_of(phase, seats=seats, race=2, money=money, cards=cards)


def gallop_draw(name: str, deck: Sequence[int] = GALLOP_COUNTS) -> int:
    """The draw that turns up this gallop card from a deck with these counts."""
    return sum(deck[: GALLOP.index(name)])


def training_draw(name: str, deck: Sequence[int] = TRAINING_COUNTS) -> int:
    """The draw that turns up this training card from a deck with these counts."""
    return sum(deck[: TRAINING.index(name)])


class Table(table.Table[Rennfieber, State, commands.Command, Event]):
    """One game being played by a test."""

    @property
    def run(self) -> Racing:
        assert isinstance(self.state.phase, Racing)
        return self.state.phase

    @property
    def auction(self) -> Auction:
        assert isinstance(self.state.phase, Auction)
        return self.state.phase

    @property
    def training(self) -> Training:
        assert isinstance(self.state.phase, Training)
        return self.state.phase

    @property
    def money(self) -> tuple[int, ...]:
        return self.state.ledger.purses

    def condition(self, horse: int) -> str:
        return STANDARD.horses[horse].levels[self.state.horses[horse].level]

    def ends(self, play: commands.Play = "none") -> set[int]:
        """Where the runner to move may end with this play."""
        (ways,) = [ways for ways in self.offer().plays if ways.play == play]
        return {way.to for way in ways.ways}

    def length(self, play: commands.Play = "none") -> int:
        (length,) = [ways.length for ways in self.offer().plays if ways.play == play]
        assert isinstance(length, int)
        return length

    def plays(self) -> set[commands.Play]:
        return {ways.play for ways in self.offer().plays}

    def bid(self, amount: int, seat: int | None = None) -> tuple[Event, ...]:
        """For the seat to act, or for this seat where offers are sealed."""
        return self._do(commands.Bid(self.offer(seat).id, amount), seat)

    def train(self, horse: int, seat: int | None = None) -> tuple[Event, ...]:
        return self._do(commands.ChooseTrainee(self.offer(seat).id, horse), seat)

    def enter(self, seat: int, *horses: int) -> tuple[Event, ...]:
        return self._do(commands.EnterRunners(self.offer(seat).id, horses), seat)

    def place(self, seat: int, *stakes: tuple[int, int]) -> tuple[Event, ...]:
        """Slips as (colour, value)."""
        (own,) = placed_slips((stakes,))
        return self._do(commands.PlaceSlips(self.offer(seat).id, own), seat)

    def move(self, to: int, play: commands.Play = "none") -> tuple[Event, ...]:
        return self._do(commands.MoveRunner(self.offer().id, play, to))

    def sell(self, seat: int, *horses: int) -> tuple[Event, ...]:
        return self._do(commands.SellHorses(self.offer(seat).id, horses), seat)


def started(seats: int, lanes: Sequence[int], race: int = 1) -> Table:
    """A race that has just started, without any bets."""
    table = Table(game(seats), betting(seats, lanes=lanes, race=race))
    for seat in range(seats):
        table.place(seat)
    return table
