"""What the laboratory counts of races (`paddock.lab.rennfieber`), read from the tables."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from paddock.fast.rennfieber.figures import condition
from paddock.fast.rennfieber.tables import OVER, Tables
from paddock.games.rennfieber.edition import COLOURS, HORSES, LEVELS

Counts = Counter[tuple[str | int, ...]]


def counts_of(tables: Tables) -> Counts:
    """The counts under the laboratory's keys, of races played from their beginning to their end.

    What belongs to a race alone: neither auction and training nor the entry fees.
    """
    rows, figures = tables.rows, tables.figures[0]
    if not (rows["phase"] == OVER).all() or (rows["joined"] > 0).any():
        raise ValueError("only races played from beginning to end are counted")
    counts: Counts = Counter()
    for race in np.unique(rows["race"]).tolist():
        part = Tables(tables.figures, rows[rows["race"] == race])
        _count_race(counts, race, part)
    for seat, gains in enumerate(tables.gains.sum(axis=0).tolist()):
        counts["money", seat] = gains
    runners = int(figures["runners"])
    horses = rows["horses"][:, :runners]
    for place in range(runners):
        horse = _of(rows["horses"], rows["home"][:, place])
        prizes = figures["prizes"][(rows["race"].astype(int) - 1) * COLOURS + place]
        for number in range(HORSES):
            counts["prize", "horse", number] += int(prizes[horse == number].sum())
    winner = _of(rows["horses"], rows["home"][:, 0])
    for number in range(HORSES):
        counts["runner", "horse", number] = int((horses == number).sum())
        counts["win", "horse", number] = int((winner == number).sum())
    return counts


def _count_race(counts: Counts, race: int, tables: Tables) -> None:
    rows, figures = tables.rows, tables.figures[0]
    for name, field in (
        ("DiceRolled", "turns"),
        ("RunnerMoved", "moves"),
        ("GallopDrawn", "gallops"),
        ("fine", "fines"),
        ("stakes", "paid"),
        ("winnings", "winnings"),
    ):
        counts[name, race] = int(rows[field].sum())
    counts["prize", "race", race] = int(rows["prizes"].sum())
    runners, won = int(figures["runners"]), rows["home"][:, 0]
    lanes = rows["lanes"][:, :runners]
    places = rows["horses"][:, :runners].astype(int) * len(LEVELS) + rows["levels"][:, :runners]
    conditions = figures["conditions"][places]
    for lane in range(1, runners + 1):
        counts["runner", "lane", race, lane] = int((lanes == lane).sum())
        counts["win", "lane", race, lane] = int((_of(lanes, won) == lane).sum())
    for number, level in enumerate(LEVELS):
        here = conditions == condition(level)
        counts["runner", "level", race, number] = int(here.sum())
        counts["win", "level", race, number] = int(_of(here, won).sum())


def _of(field: NDArray[np.generic], runner: NDArray[np.generic]) -> NDArray[np.generic]:
    """Of each race what this field holds of one runner."""
    chosen: NDArray[np.generic] = field[np.arange(len(field)), runner]
    return chosen
