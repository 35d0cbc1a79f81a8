"""Scripted matches as text that a person can check against the rules, line by line."""
