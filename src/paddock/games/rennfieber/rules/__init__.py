"""The rules, in the order of play: auction, training, entry, betting, race, settlement.

Each function emits events on a `Decision` and reads its state as it goes. Where the rulebook
leaves a choice, the alternatives are functions side by side; the `Ruleset` holds the chosen one.
"""
