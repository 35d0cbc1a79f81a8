"""The normal distribution by cheap approximations, for all form books, compiled or not."""

from math import sqrt

# A logistic curve this steep is close to the normal one.
STEEPNESS = 1.7
# A bad, an average and a good day: nodes and weights of Gauss-Hermite quadrature.
DAYS = ((-sqrt(3.0), 1 / 6), (0.0, 2 / 3), (sqrt(3.0), 1 / 6))
