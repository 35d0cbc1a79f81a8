"""Rennfieber, compiled: `figures` and `tables` hold it, a module for each phase has its rules.

`actions` numbers what may be chosen, and `play` runs whole meetings, races, and single steps.
"""
