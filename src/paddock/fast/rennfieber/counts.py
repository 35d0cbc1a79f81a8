"""What the laboratory counts of whole meetings (`paddock.lab.rennfieber`), read from the tables."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.figures import condition
from paddock.fast.rennfieber.table import NOBODY, TALLIED
from paddock.fast.rennfieber.tables import Tables
from paddock.fast.wins import Counts, count_wins
from paddock.games.rennfieber.edition import COLOURS, HORSES, LEVELS, RACES


def counts_of(tables: Tables) -> Counts:
    """The counts of whole meetings, under the laboratory's keys."""
    rows, figures = tables.rows, tables.figures[0]
    if not (rows["phase"] == phases.OVER).all():
        raise ValueError("only meetings that are over are counted")
    counts = Counts({("meeting",): len(rows)})
    for what, name in enumerate(TALLIED):
        for race, number in enumerate(tables.counted(what).sum(axis=0).tolist()):
            counts[name, race] = number
    for seat in range(int(figures["seats"])):
        counts["money", seat] = int((rows["money"][:, seat] - figures["cash"]).sum())
    income = np.where(rows["sold_back"] == NOBODY, 0, rows["sold_back"]).astype(np.int64)
    for race in range(1, RACES + 1):
        income += _count_race(counts, tables, race)
    sold = rows["sold"] != NOBODY
    for horse in range(HORSES):
        counts["sold", horse] = int(sold[:, horse].sum())
        counts["price", horse] = int(rows["sold"][sold[:, horse], horse].sum())
        worth = income[:, horse] >= figures["prices"][horse]
        counts["worth", horse] = int((worth & sold[:, horse]).sum())
    count_wins(counts, rows["winners"])
    return counts


def _count_race(counts: Counts, tables: Tables, race: int) -> NDArray[np.int64]:
    """Count a race; return the prize money of each horse by meeting."""
    rows, figures, runners = tables.rows, tables.figures[0], int(tables.figures["runners"][0])
    columns = slice((race - 1) * COLOURS, (race - 1) * COLOURS + runners)
    names = ("past_horses", "past_lanes", "past_finish")
    horses, lanes, finish = (rows[name][:, columns] for name in names)
    conditions = figures["conditions"][
        horses.astype(int) * len(LEVELS) + rows["past_levels"][:, columns]
    ]
    levels = np.searchsorted([condition(level) for level in LEVELS], conditions)
    for what, places in (("runner", finish), ("win", finish[:, :1])):
        _count(counts, (what, "lane", race), _of(lanes, places))
        _count(counts, (what, "level", race), _of(levels, places))
        _count(counts, (what, "horse"), _of(horses, places))
    income = np.zeros((len(rows), HORSES), np.int64)
    for place, prize in enumerate(figures["prizes"][columns].tolist()):
        horse = _of(horses, finish[:, place : place + 1])
        income[np.arange(len(rows))[:, None], horse] += prize
        counts["prize", "race", race] += prize * len(rows)
    for number, prizes in enumerate(income.sum(axis=0).tolist()):
        counts["prize", "horse", number] += prizes
    return income


def _of(field: NDArray[Any], runners: NDArray[Any]) -> NDArray[Any]:
    """A field's values for these runners of each meeting."""
    chosen: NDArray[Any] = np.take_along_axis(field, runners.astype(int), axis=1)
    return chosen


def _count(counts: Counts, key: tuple[str | int, ...], field: NDArray[Any]) -> None:
    """Count how often each number occurs."""
    for name, number in enumerate(np.bincount(field.reshape(-1)).tolist()):
        counts[*key, name] += number
