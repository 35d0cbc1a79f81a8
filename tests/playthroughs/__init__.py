"""Matches, scripted, as text that a person can check line by line against the rules."""
