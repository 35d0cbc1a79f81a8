"""What the laboratory counts of whole games (`paddock.lab.royal_turf`), read from the tables."""

import numpy as np

from paddock.fast.royal_turf.figures import MOST_SEATS
from paddock.fast.royal_turf.tables import OVER, Tables
from paddock.fast.wins import Counts, count_wins
from paddock.games.royal_turf.edition import HORSES, PLACES
from paddock.games.royal_turf.rules.payout import RACES
from paddock.games.royal_turf.rules.race import PODIUM


def counts_of(tables: Tables) -> Counts:
    """The counts of whole games, under the laboratory's keys."""
    rows = tables.rows
    if not (rows["phase"] == OVER).all():
        raise ValueError("only games that are over are counted")
    counts = Counts()
    for key, field in (("move", "moves"), ("blocked", "blocked"), ("stood", "stood")):
        counts[key,] = int(rows[field].sum())
    gains = rows["gains"].reshape(-1, RACES, MOST_SEATS)
    for race in range(1, RACES + 1):
        counts["race", race] = len(rows)
        counts["money", "race", race] = int(gains[:, race - 1].sum())
    for seat in range(int(tables.figures["seats"][0])):
        counts["money", "seat", seat] = int(gains[:, :, seat].sum())
    _count_results(counts, tables)
    count_wins(counts, rows["winners"])
    return counts


def _count_results(counts: Counts, tables: Tables) -> None:
    rows = tables.rows
    podiums = rows["podiums"].reshape(-1, RACES, PODIUM)
    horses = {place: podiums[:, :, at] for at, place in enumerate(PLACES)}
    horses |= {"pace": rows["paces"], "last": rows["lasts"]}
    grids = rows["grids"].reshape(-1, HORSES)
    for result, runners in horses.items():
        runner = runners.reshape(-1)
        start = -grids[np.arange(len(grids)), runner]
        for horse, number in enumerate(np.bincount(runner, minlength=HORSES).tolist()):
            counts[result, "horse", horse] = number
        for slot, number in enumerate(np.bincount(start, minlength=HORSES).tolist()):
            counts[result, "start", -slot] = number
