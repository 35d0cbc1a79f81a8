"""The laboratory: games by the thousand, and what they tell."""
