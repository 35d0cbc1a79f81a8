"""Playing at one keyboard: how the games look in a terminal, and where their logs are kept."""
