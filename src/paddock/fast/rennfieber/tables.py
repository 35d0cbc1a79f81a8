"""Tables: a batch of meetings is an array of records, converted from states and back."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from paddock.fast.chance import SEEDS, UNSCRIPTED
from paddock.fast.layout import Rows
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.figures import MOST_SEATS, figures_of
from paddock.fast.rennfieber.table import (
    COUNTED,
    GALLOP_DRAWS,
    LAID,
    NOBODY,
    TABLE,
    TRAINING_DRAWS,
    TURNS,
    WORD,
)
from paddock.fast.sets import mask_of, members_of
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber import state as reference
from paddock.games.rennfieber.actions import slip_kinds
from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import (
    COLOURS,
    FIRST_SALE,
    GALLOP_CARDS,
    HORSES,
    RACES,
    SLIPS,
)
from paddock.games.rennfieber.events import Runner
from paddock.games.rennfieber.ruleset import OfferOrder, Ruleset
from paddock.games.rennfieber.track import HOME
from paddock.kernel.money import Ledger

RUNNER = ("horses", "riders", "lanes")


class Tables(NamedTuple):
    """Meetings with the same rules: one record of `figures`, and one in `rows` for each meeting."""

    figures: Rows
    rows: Rows

    @classmethod
    def new(
        cls, game: Rennfieber, numbers: range, seed: int = 0, figures: Rows | None = None
    ) -> Self:
        """Meetings that are about to begin, each with the generator of its number.

        Any integer is a seed, taken modulo 2**64. Pass `figures` to avoid computing them again.
        """
        figures = figures_of(game.rules) if figures is None else figures
        rows = np.zeros(len(numbers), TABLE)
        rows["seed"], rows["number"] = seed % SEEDS, np.asarray(numbers, np.uint64)
        rows["script_row"] = UNSCRIPTED
        for name in ("owner", "trainee", "bids", "lot", "holder", "played", "sold", "sold_back"):
            rows[name] = NOBODY
        rows["money"][:, : game.seats] = game.rules.cash  # RF1.3
        rows["training_deck"] = figures["training_counts"]
        return cls(figures, rows)

    @classmethod
    def of(
        cls, game: Rennfieber, states: Sequence[reference.State], figures: Rows | None = None
    ) -> Self:
        """Meetings in these states, of any phase, numbered in order."""
        tables = cls.new(game, range(len(states)), figures=figures)
        for row, state in zip(tables.rows, states, strict=True):
            _load(row, game, state)
        return tables

    def repeated(self, times: int, seed: int = 0) -> Self:
        """Each meeting `times` over, every copy with its own generator: for rollouts."""
        rows = np.repeat(self.rows, times)
        rows["seed"], rows["number"], rows["words_used"] = seed % SEEDS, np.arange(len(rows)), 0
        return self._replace(rows=rows)

    def counted(self, what: int) -> NDArray[np.int32]:
        """What was counted in each meeting: a row with the time before race 1, and each race."""
        tally: NDArray[np.int32] = self.rows["tally"].reshape(-1, RACES + 1, COUNTED)
        return tally[:, :, what]

    def state(
        self,
        at: int,
        game: Rennfieber,
        chronicle: tuple[reference.Note, ...] = (),
        past: tuple[reference.PastRace, ...] = (),
    ) -> reference.State:
        """A meeting's state in the reference engine, given the history that a table does not keep.

        Sealed bids come in the order of seats.
        """
        row, kinds = self.rows[at], len(game.rules.edition.training)
        money = tuple(row["money"][: game.seats].tolist())
        return reference.State(
            int(row["race"]),
            Ledger(-sum(money), money),
            _horses(row),
            reference.Deck(
                _list(row["training_deck"], kinds), _list(row["training_discards"], kinds)
            ),
            chronicle,
            past,
            _phase(row, game.rules),
        )


# --- from a state -------------------------------------------------------------------------------


def _load(row: np.void, game: Rennfieber, state: reference.State) -> None:
    row["race"] = state.race
    row["money"][: game.seats] = state.ledger.purses
    kinds = len(state.training.cards)
    row["training_deck"][:kinds] = state.training.cards
    row["training_discards"][:kinds] = state.training.discards
    for number, horse in enumerate(state.horses):
        _load_horse(row, number, horse)
    row["sale"] = state.race // RACES + 1
    acting = game.to_act(state)
    row["seat"] = acting[0] if acting else 0
    match state.phase:
        case reference.Waiting():
            row["phase"], row["sale"] = phases.WAITING, 0
        case reference.Auction() as auction:
            _load_auction(row, auction)
        case reference.Training() as training:
            _load_training(row, training)
        case reference.Entering(chosen):
            row["phase"] = phases.ENTERING
            _load_chosen(row, chosen)
        case reference.Selling(_, chosen):
            row["phase"] = phases.SELLING
            _load_chosen(row, chosen)
        case reference.Betting(runners, most, stakes):
            row["phase"] = phases.BETTING
            row["done"] = mask_of(
                [seat for seat, placed in enumerate(stakes) if placed is not None]
            )
            _load_field(row, game.rules, runners, most, stakes)
        case reference.Racing() as run:
            _load_field(row, game.rules, run.runners, run.most, run.stakes)
            _load_race(row, game.rules, state, run)
        case reference.Over(winners):
            row["phase"], row["winners"] = phases.OVER, mask_of(winners)
        case _:
            raise ValueError("no command ends in this phase")


def _load_horse(row: np.void, number: int, horse: reference.Horse) -> None:
    row["owner"][number] = NOBODY if horse.owner is None else horse.owner
    row["level"][number] = horse.level
    row["ran_first"] |= horse.ran_first << number
    for card in horse.kept:
        row["kept_by"][row["n_kept"]], row["kept_card"][row["n_kept"]] = number, card
        row["n_kept"] += 1


def _load_auction(row: np.void, auction: reference.Auction) -> None:
    lot = auction.lot
    if lot is None:
        raise ValueError("no command ends between two lots")
    row["phase"], row["sale"], row["opener"] = phases.BIDDING, auction.number, auction.next
    row["shuffled"], row["n_under"] = mask_of(auction.shuffled), len(auction.under)
    row["under"][: len(auction.under)] = auction.under
    row["to_buy"][: len(auction.short)] = auction.short
    row["n_lots"], row["unsold"] = auction.lots, auction.unsold
    row["lot"], row["standing"] = lot.horse, lot.standing
    row["holder"] = NOBODY if lot.holder is None else lot.holder
    row["n_bidders"] = len(lot.bidders)
    row["bidders"][: len(lot.bidders)] = lot.bidders
    for seat, amount in lot.sealed:
        row["bids"][seat] = amount
        row["done"] |= 1 << seat


def _load_training(row: np.void, now: reference.Training) -> None:
    row["sale"], row["started"], row["training_rolls"] = now.number, now.started, now.rolls
    row["waiting"] = mask_of([horse for waiting in now.waiting for horse in waiting])
    row["training_space"][: len(now.space)] = now.space
    for seat, trainee in enumerate(now.trainee):
        row["trainee"][seat] = NOBODY if trainee is None else trainee
        row["done"] |= (trainee is not None and not now.started) << seat
    row["tally"][row["race"] * COUNTED + TRAINING_DRAWS] = now.cards
    row["phase"] = phases.CHOOSING if row["trainee"][row["seat"]] == NOBODY else phases.TRAINING


def _load_chosen(row: np.void, chosen: tuple[tuple[int, ...] | None, ...]) -> None:
    for seat, horses in enumerate(chosen):
        if horses is not None:
            row["chosen"][seat] = mask_of(horses)
            row["done"] |= 1 << seat


def _load_field(
    row: np.void,
    rules: Ruleset,
    runners: tuple[Runner, ...],
    most: tuple[int, ...],
    stakes: tuple[tuple[Stake, ...] | None, ...],
) -> None:
    row["stake_limit"][: len(most)] = most
    for colour, runner in enumerate(runners):
        row["horses"][colour], row["lanes"][colour] = runner.horse, runner.lane
        row["riders"][colour], row["levels"][colour] = runner.seat, row["level"][runner.horse]
    kinds = slip_kinds(rules)
    for seat, placed in enumerate(stakes):
        for stake in placed or ():
            kind = kinds.index(stake.value)
            row["laid"][seat * LAID + kind * COLOURS + stake.colour] += 1


def _load_race(row: np.void, rules: Ruleset, state: reference.State, run: reference.Racing) -> None:
    runners, kinds = len(run.runners), len(run.gallop.cards)
    row["order"][:runners], row["runner_space"][:runners] = run.order, run.at
    row["crossed"][:runners] = run.crossed
    row["n_finished"] = len(run.home)
    row["finish"][: len(run.home)] = run.home
    row["runner"], row["extra"], row["race_die_throws"] = run.turn, run.extra or 0, run.race_dice
    row["tally"][row["race"] * COUNTED + TURNS] = run.turns
    row["tally"][row["race"] * COUNTED + GALLOP_DRAWS] = run.gallops
    row["phase"] = phases.ROLLING
    if run.dice is not None:
        row["phase"], row["race_die"], row["die"] = phases.MOVING, run.dice.race_die, run.dice.die
    row["gallop_deck"][:kinds], row["gallop_discards"][:kinds] = (
        run.gallop.cards,
        run.gallop.discards,
    )
    for colour, (at, cards) in enumerate(zip(run.at, run.force, strict=True)):
        if at != HOME:
            row["taken"].view(np.uint64)[at // WORD] |= np.uint64(1 << at % WORD)
        first = colour * GALLOP_CARDS
        row["n_in_force"][colour] = len(cards)
        row["in_force"][first : first + len(cards)] = cards
        kept = state.horses[run.runners[colour].horse].kept
        sorts = [rules.edition.training[kind].effect for kind in kept]
        row["karrieren"][colour] = sorts.count("karriere")
        row["durchbrueche"][colour] = sorts.count("durchbruch")


# --- to a state ---------------------------------------------------------------------------------


def _horses(row: np.void) -> tuple[reference.Horse, ...]:
    owners, levels = row["owner"].tolist(), row["level"].tolist()
    ran_first = members_of(row["ran_first"])
    kept = [list[int]() for _ in range(HORSES)]
    for horse, card in zip(
        row["kept_by"].tolist(), row["kept_card"][: row["n_kept"]], strict=False
    ):
        kept[horse].append(int(card))
    return tuple(
        reference.Horse(_or_none(owner), level, tuple(sorted(cards)), number in ran_first)
        for number, (owner, level, cards) in enumerate(zip(owners, levels, kept, strict=True))
    )


def _phase(row: np.void, rules: Ruleset) -> reference.Phase:
    phase = row["phase"]
    if phase == phases.WAITING:
        return reference.Waiting()
    if phase == phases.OVER:
        return reference.Over(members_of(row["winners"]))
    if phase == phases.BIDDING:
        return _auction(row, rules)
    if phase in {phases.CHOOSING, phases.TRAINING}:
        return _training(row, rules)
    if phase == phases.ENTERING:
        return reference.Entering(_chosen(row, rules))
    if phase == phases.SELLING:
        return reference.Selling(rules.runners_each, _chosen(row, rules))
    if phase == phases.BETTING:
        stakes = (
            _stakes(row, rules, seat) if row["done"] >> seat & 1 else None
            for seat in range(rules.seats)
        )
        return reference.Betting(
            _runners(row, rules), _list(row["stake_limit"], rules.seats), tuple(stakes)
        )
    if phase in {phases.ROLLING, phases.MOVING}:
        return _racing(row, rules)
    raise ValueError("the reference engine never stops in this phase")


def _auction(row: np.void, rules: Ruleset) -> reference.Auction:
    shuffled, seats = members_of(row["shuffled"]), rules.seats
    for_sale = range(FIRST_SALE) if row["sale"] == 1 else range(FIRST_SALE, HORSES)
    drawn = len(for_sale) - len(shuffled) if rules.offer_order is OfferOrder.SHUFFLED else 0
    bids = enumerate(_list(row["bids"], seats))
    lot = reference.Lot(
        int(row["lot"]),
        _list(row["bidders"], row["n_bidders"]),
        _or_none(row["holder"]),
        int(row["standing"]),
        tuple((seat, amount) for seat, amount in bids if amount != NOBODY),
    )
    return reference.Auction(
        int(row["sale"]),
        shuffled,
        _list(row["under"], row["n_under"]),
        _list(row["to_buy"], seats),
        int(row["opener"]),
        int(row["n_lots"]),
        drawn,
        int(row["unsold"]),
        lot,
    )


def _training(row: np.void, rules: Ruleset) -> reference.Training:
    seats, waiting = rules.seats, members_of(row["waiting"])
    return reference.Training(
        int(row["sale"]),
        tuple(
            tuple(horse for horse in waiting if row["owner"][horse] == seat)
            for seat in range(seats)
        ),
        tuple(_or_none(trainee) for trainee in row["trainee"][:seats]),
        _list(row["training_space"], seats),
        bool(row["started"]),
        int(row["seat"]) if row["started"] else None,
        int(row["training_rolls"]),
        int(row["tally"][row["race"] * COUNTED + TRAINING_DRAWS]),
    )


def _chosen(row: np.void, rules: Ruleset) -> tuple[tuple[int, ...] | None, ...]:
    return tuple(
        members_of(row["chosen"][seat]) if row["done"] >> seat & 1 else None
        for seat in range(rules.seats)
    )


def _runners(row: np.void, rules: Ruleset) -> tuple[Runner, ...]:
    fields = (_list(row[name], rules.seats * rules.runners_each) for name in RUNNER)
    return tuple(Runner(*runner) for runner in zip(*fields, strict=True))


def _stakes(row: np.void, rules: Ruleset, seat: int) -> tuple[Stake, ...]:
    laid = row["laid"].reshape(MOST_SEATS, SLIPS, COLOURS)[seat].tolist()
    kinds = slip_kinds(rules)
    return tuple(
        Stake(colour, value)
        for colour in range(COLOURS)
        for kind, value in enumerate(kinds)
        for _ in range(laid[kind][colour])
    )


def _racing(row: np.void, rules: Ruleset) -> reference.Racing:
    runners, kinds, seats = rules.seats * rules.runners_each, len(rules.edition.gallop), rules.seats
    laid = row["laid"].reshape(MOST_SEATS, SLIPS, COLOURS)[:seats].sum(axis=1)
    force = row["in_force"].reshape(COLOURS, GALLOP_CARDS)
    first = row["race"] * COUNTED
    return reference.Racing(
        _runners(row, rules),
        _list(row["stake_limit"], seats),
        tuple(_stakes(row, rules, seat) for seat in range(seats)),
        tuple(_list(slips, runners) for slips in laid),
        _list(row["order"], runners),
        _list(row["runner_space"], runners),
        _list(row["crossed"], runners),
        reference.Deck(_list(row["gallop_deck"], kinds), _list(row["gallop_discards"], kinds)),
        tuple(_list(force[colour], row["n_in_force"][colour]) for colour in range(runners)),
        int(row["runner"]),
        _list(row["finish"], row["n_finished"]),
        int(row["tally"][first + TURNS]),
        int(row["race_die_throws"]),
        int(row["tally"][first + GALLOP_DRAWS]),
        reference.Dice(int(row["race_die"]), int(row["die"]))
        if row["phase"] == phases.MOVING
        else None,
        int(row["extra"]) or None,
    )


def _list(field: NDArray[Any], size: int) -> tuple[int, ...]:
    return tuple(field[:size].tolist())


def _or_none(number: int) -> int | None:
    return None if number == NOBODY else int(number)
