"""A choice that players make in secret, for each game that `tools.timing` measures."""
