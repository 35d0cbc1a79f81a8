"""The normal distribution by cheap approximations, for all form books, compiled or not."""

from math import sqrt

# A logistic curve this steep is close to the normal one.
STEEPNESS = 1.7
# Three-point Gauss-Hermite quadrature: nodes in standard deviations, and their weights.
NODES = ((-sqrt(3.0), 1 / 6), (0.0, 2 / 3), (sqrt(3.0), 1 / 6))
