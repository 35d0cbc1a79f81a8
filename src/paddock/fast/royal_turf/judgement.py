"""What all punters assume, compiled or not. This module needs neither Numba nor NumPy.

The two figures were fitted to the results of 30,000 positions from random races, and rounded.
"""

from paddock.games.royal_turf.edition import Edition

# What blocked spaces and the order of turns add to the dice, in spaces.
UNREST = 3.0
# The part of the dice's own spread that is left once players choose which horse takes a roll.
LUCK = 0.9


def moments(edition: Edition) -> tuple[list[float], list[float]]:
    """The mean and the variance of each card's move."""
    means, variances = [], []
    for card in edition.cards:
        moves = [getattr(card, face) for face in edition.faces]
        mean = sum(moves) / len(moves)
        means.append(mean)
        variances.append(sum((move - mean) ** 2 for move in moves) / len(moves))
    return means, variances
