"""The laboratory: plays thousands of games and reports what they show."""
