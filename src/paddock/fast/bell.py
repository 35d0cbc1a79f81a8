"""The bell curve in a few sums, for the form books of all games, compiled or not."""

from math import sqrt

# A logistic curve this steep is all but the normal one.
STEEPNESS = 1.7
# A bad, a middling and a good day: nodes and weights of Gauss and Hermite's quadrature.
DAYS = ((-sqrt(3.0), 1 / 6), (0.0, 2 / 3), (sqrt(3.0), 1 / 6))
