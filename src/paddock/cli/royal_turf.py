"""The command line's flags for Royal Turf."""

from paddock.cli.flags import Flag

FLAGS = {
    "hidden_bets": Flag(
        "hidden_bets=on",
        "Royal Turf: bet with tokens face down (RT6), recommended for 2 to 4 players.",
    )
}
