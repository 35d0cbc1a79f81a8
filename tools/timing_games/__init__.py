"""What each game has its players choose in secret, for `tools.timing`."""
