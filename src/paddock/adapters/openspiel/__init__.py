"""Registers with OpenSpiel, when imported, every game that OpenSpiel can play.

    import pyspiel
    import paddock.adapters.openspiel

    game = pyspiel.load_game("python_paddock_royal_turf(players=3,hidden_bets=on)")

- Parameters are `players` and the game's options; actions and observations are numbered as in
  `docs/adapters.md`.
- Every draw of the rules is a chance node whose outcomes are equally likely. A draw with a single
  outcome, or a choice without an alternative, is not a node.
- Returns: the winners share 1, the others share -1; if all win, all get 0.
- An information state is a string: what the player sees, and a hash of everything that the player
  has ever seen or done. It has no array, which would have to hold thousands of events; the array of
  an observation shows the position, not its history.
- `resample_from_infostate` samples a possible state at a decision node. Its history begins there.
- The bounds on lengths are certain, except that tied dice in Rennfieber are rolled again until they
  differ: the bound allows for ten thousand such rolls, which practically never happen.
"""

from paddock.adapters import needed

with needed("OpenSpiel"):
    from paddock.adapters.openspiel.game import register

register()
