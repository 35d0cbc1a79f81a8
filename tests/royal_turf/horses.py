"""The horses of Royal Turf, by their letters."""

EG, AL, SW, CA, RF, NO, OT = range(7)
