"""A table's rules as plain numbers: a `Ruleset` and its edition for compiled code."""

from typing import Annotated

import numpy as np

from paddock.fast.layout import Byte, Numbers, Reals, Rows, layout
from paddock.fast.royal_turf.punter_shared import moments
from paddock.games.royal_turf.actions import MOST_TOKENS, kinds_of
from paddock.games.royal_turf.edition import CARDS_EACH, COLUMNS, FACES, HORSES, PLACES, SYMBOLS
from paddock.games.royal_turf.rules.payout import RACES, factors
from paddock.games.royal_turf.ruleset import (
    OPTIONS,
    SEATS,
    CardUse,
    Duplicates,
    FirstPlayer,
    PacePays,
    Ruleset,
)

CARDS = HORSES * CARDS_EACH
MOST_SEATS = SEATS[-1]
MOST_BETS = MOST_SEATS * MOST_TOKENS

# The choices of each option by number. A new choice fails here until the compiled rules support it.
ASIDE, UNDER = range(len(Duplicates))
USED_UP, RESHUFFLE_ALL = range(len(CardUse))
RANDOM, CHOSEN = range(len(FirstPlayer))
ALWAYS, IF_PLACED = range(len(PacePays))
DERIVED = {"final_race", "hidden_bets", "hidden_rounds"}  # into factors, tokens and rounds


class Figures:
    """The record."""

    seats: Byte
    spaces: Byte
    pace: Byte
    faces: Annotated[Numbers, "i1", FACES]
    moves: Annotated[Numbers, "i1", len(SYMBOLS) * CARDS]  # symbol x CARDS + card
    horses: Annotated[Numbers, "i1", CARDS]  # of each card
    token_values: Annotated[Numbers, "i1", MOST_TOKENS]  # by kind, lowest first
    token_counts: Annotated[Numbers, "i1", MOST_TOKENS]  # by kind, of one seat
    rounds: Byte
    hidden: Byte
    duplicates: Byte
    cards: Byte
    first_player: Byte
    pace_pays: Byte
    gain: Annotated[Numbers, "i1", RACES + 1]  # factor by race, as the next field
    loss: Annotated[Numbers, "i1", RACES + 1]
    payout: Annotated[Numbers, "i8", len(PLACES) * COLUMNS]  # by place
    pace_figure: Annotated[int, "i8"]
    last_figure: Annotated[int, "i8"]
    mean_token: Annotated[float, "f8"]  # the mean value of a token
    mean_move: Annotated[float, "f8"]  # of all cards
    means: Annotated[Reals, "f8", CARDS]  # of each card's moves
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
        row["token_values"][kind], row["token_counts"][kind] = value, rules.tokens.count(value)
    row["rounds"], row["hidden"] = rules.rounds, rules.hidden
    for option in OPTIONS.keys() - DERIVED:
        row[option] = getattr(rules, option).ordinal
    row["gain"], row["loss"] = np.transpose([factors(rules, race) for race in range(RACES + 1)])
    row["payout"] = [figure for place in edition.payout for figure in place]
    row["pace_figure"], row["last_figure"] = edition.pace_figure, edition.last_figure
    row["mean_token"] = sum(rules.tokens) / len(rules.tokens)
    row["means"], row["variances"] = moments(edition)
    row["mean_move"] = sum(row["means"].tolist()) / CARDS
    return rows
