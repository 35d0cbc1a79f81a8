"""All games that can be, registered with OpenSpiel as soon as this is imported.

    import pyspiel
    import paddock.adapters.openspiel

    game = pyspiel.load_game("python_paddock_royal_turf(players=3,hidden_bets=on)")

- Parameters are `players` and the game's options; actions and observations are numbered as in
  `docs/adapters.md`.
- Every draw of the rules is a node of chance with outcomes all as likely; what can only come out
  in one way, and a choice without alternative, is no node.
- Returns: the winners share 1, the others share -1, and where all win all get 0.
- An information state is a text: what the player sees, and a number that differs if anything that
  he has ever seen or done does. It has no array, which would have to hold thousands of events; the
  array of an observation tells the position, not its history.
- `resample_from_infostate` imagines a world at a player's choice. Its history begins there.
- Lengths are bounds that no match exceeds. Only Rennfieber's dice that tie may be thrown again
  without end, and are allowed for ten thousand times.
"""

from paddock.extras import command

try:
    from paddock.adapters.openspiel.game import register
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"OpenSpiel is not installed: {command('adapters')}", name=missing.name
    ) from missing

register()
