"""The form book, compiled: the same sums in the same order as `paddock.bots.royal_turf.form`, which
explains what the figures mean.
"""

from math import exp, sqrt
from typing import Annotated

import numpy as np

from paddock.fast.compiler import compiled
from paddock.fast.normal import DAYS, STEEPNESS
from paddock.fast.record import Byte, Numbers, Reals, layout
from paddock.fast.royal_turf.figures import IF_PLACED, Figures
from paddock.fast.royal_turf.judgement import LUCK, UNREST
from paddock.fast.sets import size
from paddock.games.royal_turf.actions import NAME
from paddock.games.royal_turf.edition import HORSES
from paddock.games.royal_turf.rules.race import PODIUM

SHIFTS, WEIGHTS = np.array(DAYS).T.copy()
LAST = PODIUM
CHANCES = PODIUM + 1
RESULTS = CHANCES + 1

_UNREST, _LUCK = UNREST**2, LUCK**2


class Book:
    """Working memory for estimates.

    `progress`, `moved`, `home`, `podium` and `pace` describe the imagined race; `at` and `spread`
    are the expected position of each horse and its uncertainty; `places` has each horse's chances
    of the first, second, third and last place; `token` the chances that its pace token pays;
    `stakes` what each result of a horse is worth, and `values` what each action is worth.
    """

    progress: Annotated[Numbers, "i1", HORSES]
    podium: Annotated[Numbers, "i1", PODIUM]
    cards: Annotated[Numbers, "i1", HORSES]
    moved: Byte
    home: Byte
    pace: Byte
    at: Annotated[Reals, "f8", HORSES]
    spread: Annotated[Reals, "f8", HORSES]
    places: Annotated[Reals, "f8", HORSES * CHANCES]
    token: Annotated[Reals, "f8", HORSES]
    held: Annotated[Reals, "f8", HORSES]
    own: Annotated[Reals, "f8", HORSES]
    stakes: Annotated[Reals, "f8", HORSES * RESULTS]
    values: Annotated[Reals, "f8", NAME]


BOOK = layout(Book)


@compiled
def prospects(figures: Figures, book: Book) -> None:
    """The chances of every horse in the imagined race."""
    expect_places(figures, book)
    expect_token(figures, book)
    if figures.pace_pays == IF_PLACED:
        for horse in range(HORSES):
            placed = 0.0
            for place in range(PODIUM):
                placed += book.places[horse * CHANCES + place]
            book.token[horse] *= placed


@compiled
def expect_places(figures: Figures, book: Book) -> None:
    book.places[:] = 0.0
    home = size(book.home)
    for place in range(home):
        book.places[book.podium[place] * CHANCES + place] = 1.0
    if home < PODIUM:
        expect(figures, book, book.home, figures.spaces + 1, PODIUM - home)
        standings(book, home)
        return
    last = -1
    for horse in range(HORSES):
        racing = book.home >> horse & 1 == 0
        if racing and (last < 0 or book.progress[horse] < book.progress[last]):
            last = horse
    book.places[last * CHANCES + LAST] = 1.0


@compiled
def expect_token(figures: Figures, book: Book) -> None:
    """How likely each horse is to hold the pace token (RT4.8)."""
    if book.pace >= 0:
        book.token[:] = 0.0
        book.token[book.pace] = 1.0
        return
    expect(figures, book, 0, figures.pace, 1)
    total = 0.0
    for horse in range(HORSES):
        lead = 0.0
        for day in range(len(SHIFTS)):
            at, none = book.at[horse] + SHIFTS[day] * book.spread[horse], WEIGHTS[day]
            for rival in range(HORSES):
                if rival != horse:
                    steepness = STEEPNESS / book.spread[rival]
                    none /= 1.0 + exp((book.at[rival] - at) * steepness)
            lead += none
        book.token[horse] = lead
        total += lead
    for horse in range(HORSES):
        book.token[horse] /= total


@compiled
def expect(figures: Figures, book: Book, home: int, line: int, places: int) -> None:
    """Where to expect each horse in the race to a line, which ends after `places` more horses."""
    for horse in range(HORSES):
        waits = 1 - (book.moved >> horse & 1)
        book.at[horse] = book.progress[horse] + figures.means[book.cards[horse]] * waits
    decider = foremost(book, home, places)
    for horse in range(HORSES):
        waits = 1 - (book.moved >> horse & 1)
        to_go = max(0.0, line - max(book.at[horse], decider))
        rounds = waits + to_go / figures.stride
        luck = _LUCK * figures.variances[book.cards[horse]] * rounds
        book.spread[horse] = sqrt(_UNREST + luck)


@compiled
def foremost(book: Book, home: int, n: int) -> float:
    """The expected position of the n-th of the horses that are not home."""
    for horse in range(HORSES):
        if home >> horse & 1:
            continue
        ahead = level = 0
        for rival in range(HORSES):
            if home >> rival & 1 == 0:
                ahead += book.at[rival] > book.at[horse]
                level += book.at[rival] == book.at[horse]
        if ahead < n <= ahead + level:
            return book.at[horse]
    return 0.0


@compiled
def standings(book: Book, home: int) -> None:
    """The chances of each horse not home that none, one, two or all of the others are ahead."""
    totals = np.zeros(CHANCES)
    rows = np.zeros((HORSES, CHANCES))
    for horse in range(HORSES):
        if book.home >> horse & 1:
            continue
        for day in range(len(SHIFTS)):
            at = book.at[horse] + SHIFTS[day] * book.spread[horse]
            none = every = WEIGHTS[day]
            one = two = 0.0
            for rival in range(HORSES):
                if rival == horse or book.home >> rival & 1:
                    continue
                steepness = STEEPNESS / book.spread[rival]
                ahead = 1.0 / (1.0 + exp((at - book.at[rival]) * steepness))
                two += (one - two) * ahead
                one += (none - one) * ahead
                none -= none * ahead
                every *= ahead
            rows[horse, 0] += none
            rows[horse, 1] += one
            rows[horse, 2] += two
            rows[horse, LAST] += every
        for chance in range(CHANCES):
            totals[chance] += rows[horse, chance]
    for horse in range(HORSES):
        if book.home >> horse & 1:
            continue
        for place in range(PODIUM - home):
            book.places[horse * CHANCES + home + place] = rows[horse, place] / totals[place]
        book.places[horse * CHANCES + LAST] = rows[horse, LAST] / totals[LAST]
