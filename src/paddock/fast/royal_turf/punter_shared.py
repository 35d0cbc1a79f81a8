"""What the reference punter and the compiled one share. It requires neither Numba nor NumPy.

The two constants are fitted to the results of 30,000 positions from random races, and rounded.
"""

from paddock.games.royal_turf.edition import Edition

# The standard deviation that blocked spaces and the order of turns cause, in spaces.
BASE_SD = 3.0
# A factor of the dice's standard deviation, since players choose which horse takes a roll.
SD_FACTOR = 0.9


def moments(edition: Edition) -> tuple[list[float], list[float]]:
    """The mean and the variance of each card's move."""
    means, variances = [], []
    for card in edition.cards:
        moves = [getattr(card, face) for face in edition.faces]
        mean = sum(moves) / len(moves)
        means.append(mean)
        variances.append(sum((move - mean) ** 2 for move in moves) / len(moves))
    return means, variances
