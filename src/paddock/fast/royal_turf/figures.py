"""A table's rules as plain numbers: a `Ruleset`, with its edition, for compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np

from paddock.fast.record import Byte, Numbers, Reals, Rows, layout
from paddock.fast.royal_turf.judgement import moments
from paddock.games.royal_turf.actions import MOST_TOKENS, kinds_of
from paddock.games.royal_turf.edition import CARDS_EACH, COLUMNS, FACES, HORSES, PLACES, SYMBOLS
from paddock.games.royal_turf.rules import payout, setup
from paddock.games.royal_turf.rules.payout import RACES
from paddock.games.royal_turf.ruleset import SEATS, Ruleset
from paddock.games.royal_turf.state import Grid, Racing

CARDS = HORSES * CARDS_EACH
MOST_SEATS = SEATS[-1]
MOST_BETS = MOST_SEATS * MOST_TOKENS


class Figures:
    """The record. Tokens come in `kinds`, one for each value, of which a seat has `stock`.

    What is paid by place and column lies in `payout`, a row of `COLUMNS` a place; `gain` and
    `loss` are the factors by number of the race, and `means` and `variances` belong to the cards.
    """

    seats: Byte
    spaces: Byte
    pace: Byte
    faces: Annotated[Numbers, "i1", FACES]
    moves: Annotated[Numbers, "i1", len(SYMBOLS) * CARDS]
    horses: Annotated[Numbers, "i1", CARDS]
    kinds: Annotated[Numbers, "i1", MOST_TOKENS]
    stock: Annotated[Numbers, "i1", MOST_TOKENS]
    rounds: Byte
    hidden: Byte
    under: Byte
    reshuffle: Byte
    retire: Byte
    chosen: Byte
    unplaced: Byte
    gain: Annotated[Numbers, "i1", RACES + 1]
    loss: Annotated[Numbers, "i1", RACES + 1]
    payout: Annotated[Numbers, "i8", len(PLACES) * COLUMNS]
    pace_figure: Annotated[int, "i8"]
    last_figure: Annotated[int, "i8"]
    token: Annotated[float, "f8"]
    stride: Annotated[float, "f8"]
    means: Annotated[Reals, "f8", CARDS]
    variances: Annotated[Reals, "f8", CARDS]


FIGURES = layout(Figures)


def figures_of(rules: Ruleset) -> Rows:
    """An array of one record."""
    edition = rules.edition
    rows = np.zeros(1, FIGURES)
    row = rows[0]
    row["seats"], row["spaces"], row["pace"] = rules.seats, edition.spaces, edition.pace
    row["faces"] = [SYMBOLS.index(face) for face in edition.faces]
    row["moves"] = [move for symbol in SYMBOLS for move in edition.moves[symbol]]
    row["horses"] = [card.horse for card in edition.cards]
    for kind, value in enumerate(kinds_of(rules)):
        row["kinds"][kind], row["stock"][kind] = value, rules.tokens.count(value)
    row["rounds"], row["hidden"] = rules.rounds, rules.hidden
    row["under"] = _whether(rules.put_duplicate, setup.put_under, setup.put_aside)
    row["reshuffle"] = _whether(rules.renew_pile, setup.shuffle_all, setup.keep_pile)
    row["retire"] = _whether(rules.retire, payout.retire_all, payout.retire_none)
    row["chosen"] = _whether(rules.find_first, setup.ask_host, setup.draw_first)
    row["unplaced"] = pays_unplaced(rules)
    row["gain"] = [rules.gain_factor(race) for race in range(RACES + 1)]
    row["loss"] = [rules.loss_factor(race) for race in range(RACES + 1)]
    row["payout"] = [figure for place in edition.payout for figure in place]
    row["pace_figure"], row["last_figure"] = edition.pace_figure, edition.last_figure
    row["token"] = sum(rules.tokens) / len(rules.tokens)
    row["means"], row["variances"] = moments(edition)
    row["stride"] = sum(row["means"].tolist()) / CARDS
    return rows


def pays_unplaced(rules: Ruleset) -> bool:
    """RT5.4, asked of a made-up race in which the pacemaker is left behind."""
    return rules.pace_pays(Racing(Grid((), ()), 0, (), (), podium=(1, 2, 3), pace=0))


def _whether(chosen: Callable[..., Any], yes: Callable[..., Any], no: Callable[..., Any]) -> bool:
    """Which of the two known choices it is; a third has to be compiled before it can be played."""
    if chosen not in {yes, no}:
        raise ValueError(f"{chosen.__name__} is not compiled")
    return chosen is yes
