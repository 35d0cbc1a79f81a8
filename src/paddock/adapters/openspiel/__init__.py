"""Registers with OpenSpiel, when imported, every game that OpenSpiel can play.

    import pyspiel
    import paddock.adapters.openspiel

    game = pyspiel.load_game("python_paddock_royal_turf(players=3,hidden_bets=on)")

- Parameters are `players` and the game's options; actions and observations are numbered as in
  `docs/adapters.md`.
- Every draw of the rules is a chance node whose outcomes are equally likely. A draw with a single
  outcome, or a choice without an alternative, is not a node.
- Returns: the winners share 1, the others share -1; if all win, all get 0.
- An information state is a text: what the player sees, and a hash of everything that the player has
  ever seen or done. It has no array, which would have to hold thousands of events; the array of an
  observation shows the position, not its history.
- `resample_from_infostate` draws a possible world at a player's choice. Its history begins there.
- Lengths are upper bounds. Only in Rennfieber a match could have more chance nodes: tied dice are
  rolled again without limit, and the bound allows for ten thousand such rolls.
"""

from paddock.extras import command

try:
    from paddock.adapters.openspiel.game import register
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"OpenSpiel is not installed. To install it: {command('adapters')}", name=missing.name
    ) from missing

register()
