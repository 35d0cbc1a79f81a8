"""Tables: a race of Rennfieber is one record, a batch of them an array.

A race is loaded from the reference engine, wherever it stands, and ends settled. Horses, seats,
runners, spaces and gallop cards are numbered as everywhere in Paddock. Of slips a table knows what
each seat has staked on each runner, of kept cards how many of either sort a runner has; the rest
of a state (the chronicle, other horses, past races) has no part in a race.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from msgspec.structs import replace

from paddock.fast.chance import UNSCRIPTED, Words
from paddock.fast.record import Byte, Long, Numbers, Rows, layout
from paddock.fast.rennfieber.figures import MOST_SEATS, MOST_SPACES, figures_of
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.edition import COLOURS, GALLOP_CARDS, KEPT, TrainingCard
from paddock.games.rennfieber.rules import settlement
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import Deck, Dice, Horse, Racing, State
from paddock.games.rennfieber.track import HOME
from paddock.kernel.money import Ledger

ROLLING, MOVING, OVER = range(3)
WORD = 64
SEEDS = 1 << 64


class Table:
    """The record. What belongs to a runner comes in the order of colours.

    generator   see `paddock.fast.chance`; `cue` and `turn` are the next scripted draw and choice
    runner      whose turn it is, `seat` who rides it
    race_die, die, extra   what was thrown; the length of a further move; 0 for nothing
    taken       the spaces with a runner on them: bit space % 64 of word space // 64
    horses, lanes, riders, levels   of each runner: its card, lane, owner, place on its own scale
    after       the level that the race leaves it on, once it is over
    at, crossed its space, HOME once it is in; its passages of the finish
    karrieren, durchbrueche   the kept cards that it has left
    force, forces   gallop cards in force, GALLOP_CARDS to a runner, in the order drawn; how many
    deck, discards  gallop cards by kind
    order, home, homes   the order of turns; the order of coming in, and how many have
    stakes      by seat x COLOURS + runner; `odds` in tenths should that runner win, 0 if unbacked
    prizes, winnings, fines, paid   what the race has brought and cost each seat; `paid` are stakes
    turns, gallops, thrown   how often both dice, a card, the race die have come up in the race
    moves       made since the race was loaded, in which `joined` turns were over
    """

    seed: Annotated[np.uint64, "u8"]
    number: Annotated[np.uint64, "u8"]
    drawn: Long
    cue: Long
    turn: Long
    words: Annotated[Words, "u4", 4]
    taken: Annotated[Numbers, "i8", MOST_SPACES // WORD]
    money: Annotated[Numbers, "i8", MOST_SEATS]
    prizes: Annotated[Numbers, "i8", MOST_SEATS]
    winnings: Annotated[Numbers, "i8", MOST_SEATS]
    fines: Annotated[Numbers, "i8", MOST_SEATS]
    paid: Annotated[Numbers, "i8", MOST_SEATS]
    stakes: Annotated[Numbers, "i4", MOST_SEATS * COLOURS]
    odds: Annotated[Numbers, "i4", COLOURS]
    turns: Annotated[int, "i4"]
    moves: Annotated[int, "i4"]
    gallops: Annotated[int, "i4"]
    thrown: Annotated[int, "i4"]
    joined: Annotated[int, "i4"]
    at: Annotated[Numbers, "i2", COLOURS]
    phase: Byte
    race: Byte
    seat: Byte
    runner: Byte
    race_die: Byte
    die: Byte
    extra: Byte
    homes: Byte
    crossed: Annotated[Numbers, "i1", COLOURS]
    horses: Annotated[Numbers, "i1", COLOURS]
    lanes: Annotated[Numbers, "i1", COLOURS]
    riders: Annotated[Numbers, "i1", COLOURS]
    levels: Annotated[Numbers, "i1", COLOURS]
    after: Annotated[Numbers, "i1", COLOURS]
    karrieren: Annotated[Numbers, "i1", COLOURS]
    durchbrueche: Annotated[Numbers, "i1", COLOURS]
    order: Annotated[Numbers, "i1", COLOURS]
    home: Annotated[Numbers, "i1", COLOURS]
    forces: Annotated[Numbers, "i1", COLOURS]
    force: Annotated[Numbers, "i1", COLOURS * GALLOP_CARDS]
    deck: Annotated[Numbers, "i1", GALLOP_CARDS]
    discards: Annotated[Numbers, "i1", GALLOP_CARDS]


TABLE = layout(Table)


class Tables(NamedTuple):
    """Races at tables with the same rules: one record of `figures`, one in `rows` for each race."""

    figures: Rows
    rows: Rows

    @classmethod
    def of(
        cls, game: Rennfieber, states: Sequence[State], seed: int = 0, figures: Rows | None = None
    ) -> Tables:
        """Races as they stand in these states, numbered in their order.

        Any whole number is a seed; those that are 2**64 apart are the same. Whoever loads often
        hands in the figures of the game, once worked out.
        """
        rows = np.zeros(len(states), TABLE)
        rows["seed"], rows["number"] = seed % SEEDS, np.arange(len(states))
        rows["cue"] = UNSCRIPTED
        for row, state in zip(rows, states, strict=True):
            _load(row, game.rules, state)
        return cls(figures_of(game.rules) if figures is None else figures, rows)

    def repeated(self, times: int, seed: int = 0) -> Tables:
        """Each race so many times over, every copy with a generator of its own: for rollouts."""
        rows = np.repeat(self.rows, times)
        rows["seed"], rows["number"], rows["drawn"] = seed % SEEDS, np.arange(len(rows)), 0
        return Tables(self.figures, rows)

    @property
    def gains(self) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
        """What each race has brought each seat since it was loaded, less what it has cost."""
        rows, seats = self.rows, int(self.figures["seats"][0])
        gains: np.ndarray[tuple[int, int], np.dtype[np.int64]] = (
            rows["prizes"] + rows["winnings"] - rows["fines"] - rows["paid"]
        )
        return gains[:, :seats]

    def state(self, at: int, game: Rennfieber, origin: State) -> State:
        """A race under way as the reference engine has it.

        `origin` is the state that it was loaded from, or any other of that race; its chronicle,
        which a table does not keep, is given back as it is.
        """
        row, run = self.rows[at], origin.phase
        if row["phase"] == OVER or not isinstance(run, Racing):
            raise ValueError("only a race that is under way has a state")
        cards = game.rules.edition.training
        horses, deck = list(origin.horses), origin.training
        for runner, entered in enumerate(run.runners):
            horse = horses[entered.horse]
            left = _left(row, runner, horse, cards)
            gone = list(horse.kept)
            for kind in left:
                gone.remove(kind)
            deck = deck.discarded(*gone)
            horses[entered.horse] = replace(horse, kept=left)
        money = tuple(row["money"][: len(origin.ledger.purses)].tolist())
        return replace(
            origin,
            ledger=Ledger(-sum(money), money),
            horses=tuple(horses),
            training=deck,
            phase=_racing(row, run),
        )


def _load(row: np.void, rules: Ruleset, state: State) -> None:
    match state.phase:
        case Racing() as run:
            _load_runners(row, rules, state, run)
            _load_race(row, run)
            _load_cards(row, run)
            _load_stakes(row, rules, run)
        case _:
            raise ValueError("there is no race to be loaded in this phase")


def _load_runners(row: np.void, rules: Ruleset, state: State, run: Racing) -> None:
    row["race"] = state.race
    row["money"][: rules.seats] = state.ledger.purses
    for colour, runner in enumerate(run.runners):
        horse = state.horses[runner.horse]
        row["horses"][colour], row["lanes"][colour] = runner.horse, runner.lane
        row["riders"][colour], row["levels"][colour] = runner.seat, horse.level
        sorts = [rules.edition.training[kind].effect for kind in horse.kept]
        row["karrieren"][colour] = sorts.count("karriere")
        row["durchbrueche"][colour] = sorts.count("durchbruch")


def _load_race(row: np.void, run: Racing) -> None:
    runners = len(run.runners)
    row["order"][:runners], row["at"][:runners] = run.order, run.at
    row["crossed"][:runners] = run.crossed
    row["homes"] = len(run.home)
    row["home"][: len(run.home)] = run.home
    row["runner"], row["seat"] = run.turn, run.runners[run.turn].seat
    row["turns"], row["thrown"], row["gallops"] = run.turns, run.race_dice, run.gallops
    row["joined"], row["extra"] = run.turns, run.extra or 0
    row["phase"] = ROLLING
    if run.dice is not None:
        row["phase"], row["race_die"], row["die"] = MOVING, run.dice.race_die, run.dice.die
    for at in run.at:
        if at != HOME:
            row["taken"].view(np.uint64)[at // WORD] |= np.uint64(1 << at % WORD)


def _load_cards(row: np.void, run: Racing) -> None:
    kinds = len(run.gallop.cards)
    row["deck"][:kinds], row["discards"][:kinds] = run.gallop.cards, run.gallop.discards
    for colour, cards in enumerate(run.force):
        first = colour * GALLOP_CARDS
        row["forces"][colour] = len(cards)
        row["force"][first : first + len(cards)] = cards


def _load_stakes(row: np.void, rules: Ruleset, run: Racing) -> None:
    """RF7.3: the odds depend on nothing but who wins, so all of them are known by now."""
    for seat, stakes in enumerate(run.stakes):
        for stake in stakes:
            row["stakes"][seat * COLOURS + stake.colour] += stake.value
    for winner in range(len(run.runners)):
        on_all, on_winner = rules.weigh(run, winner)
        if on_winner:
            row["odds"][winner] = settlement.odds(rules, on_all, on_winner)


def _left(
    row: np.void, runner: int, horse: Horse, cards: Sequence[TrainingCard]
) -> tuple[int, ...]:
    """The kept cards of a runner; of several kinds of one sort the first is played first."""
    left: list[int] = []
    for sort, field in zip(KEPT, ("karrieren", "durchbrueche"), strict=True):
        had = [kind for kind in horse.kept if cards[kind].effect == sort]
        left += had[len(had) - row[field][runner] :]
    return tuple(sorted(left))


def _racing(row: np.void, run: Racing) -> Racing:
    runners, kinds = len(run.runners), len(run.gallop.cards)
    force = row["force"].reshape(COLOURS, GALLOP_CARDS)
    return replace(
        run,
        at=tuple(row["at"][:runners].tolist()),
        crossed=tuple(row["crossed"][:runners].tolist()),
        gallop=Deck(tuple(row["deck"][:kinds].tolist()), tuple(row["discards"][:kinds].tolist())),
        force=tuple(
            tuple(force[colour, : row["forces"][colour]].tolist()) for colour in range(runners)
        ),
        turn=int(row["runner"]),
        home=tuple(row["home"][: row["homes"]].tolist()),
        turns=int(row["turns"]),
        race_dice=int(row["thrown"]),
        gallops=int(row["gallops"]),
        dice=Dice(int(row["race_die"]), int(row["die"])) if row["phase"] == MOVING else None,
        extra=int(row["extra"]) or None,
    )
