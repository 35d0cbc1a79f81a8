"""The rules, in the order of play: auction, training, entry, betting, race, settlement.

Each function emits events on a `Decision` and reads its current state. Where the rulebook leaves a
choice, the function with the rule's number does what the table's `Ruleset` says.
"""
