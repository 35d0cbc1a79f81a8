"""The games at one keyboard: what they look like in a terminal, and where their logs are kept."""
