"""Rennfieber, compiled: `figures` and `table` are its records; each phase has a module of rules.

`actions` finds and carries out legal actions; `play` runs meetings, races and single steps.
"""
