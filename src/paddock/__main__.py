"""`python -m paddock` is the `paddock` command."""

from paddock.cli import main

main()
