"""The phases of a compiled meeting.

In `WAITING`, `OFFERING` and `DRAWING` a table rests where the reference engine goes straight on:
before an auction, before a horse is offered, and before the lanes are drawn.
"""

WAITING, OFFERING, BIDDING, CHOOSING, TRAINING, ENTERING, DRAWING = range(7)
BETTING, ROLLING, MOVING, SELLING, OVER = range(7, 12)
