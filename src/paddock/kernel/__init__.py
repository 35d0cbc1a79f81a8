"""What every game shares: seats, money, chance, options, editions, the log and its verification.

Nothing here knows about horses. Words that the games use in their own sense (bet, race, track,
deck, payout) belong in `paddock.games`.
"""
