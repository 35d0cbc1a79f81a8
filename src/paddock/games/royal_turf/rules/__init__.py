"""The rules, in the order of play: set-up, betting, race, payout.

Each function emits events on a `Decision` and reads its current state. Where the sources disagree,
the function with the rule's number does what the table's `Ruleset` says.
"""
