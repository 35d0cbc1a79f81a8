"""The lab: plays thousands of games and reports statistics about them."""
