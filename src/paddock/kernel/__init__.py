"""What every game of Paddock shares: seats, money, chance, steps and their log, refusals.

Nothing here knows a horse. Words that the games use in senses of their own (bet, race, track,
deck, payout) stay in `paddock.games`.
"""
