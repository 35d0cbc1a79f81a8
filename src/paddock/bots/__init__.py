"""The policies that play for a seat. `POLICIES` is the one list of them, by game and by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from paddock import fast
from paddock.bots import rennfieber, royal_turf
from paddock.bots.rookie import Rookie
from paddock.games.rennfieber import Rennfieber
from paddock.games.royal_turf import RoyalTurf
from paddock.kernel.game import Game, Policy
from paddock.kernel.text import Text, english

# A game's own policies ask for that very game; the registry only ever hands them theirs.
Maker = Callable[..., Policy[Any, Any]]

POLICIES: dict[str, dict[str, Maker]] = {
    RoyalTurf.name: {
        "random": Rookie,
        "punter": royal_turf.Punter,
        "bluffer": royal_turf.Bluffer,
        "sharp": royal_turf.Sharp,
    },
    Rennfieber.name: {
        "random": Rookie,
        "punter": rennfieber.Punter,
        "plunger": rennfieber.Plunger,
        "sharp": rennfieber.Sharp,
    },
}
# Those that search, and so may be given a number of rollouts; what is to be said of each where it
# cannot.
SEARCHING: dict[Maker, Callable[[], Text]] = {
    royal_turf.Sharp: royal_turf.weaker,
    rennfieber.Sharp: rennfieber.weaker,
}


@runtime_checkable
class Preparing(Protocol):
    """A policy that is not at its best until something is compiled."""

    def prepare(self) -> None:
        """Wait until it is."""
        ...


def weakness(game: str, name: str) -> Text | None:
    """What is to be said of a policy that plays below its strength here: Numba is missing."""
    maker = POLICIES[game].get(name.partition(":")[0])
    return None if maker not in SEARCHING or fast.available() else SEARCHING[maker]()


def quick(game: str, name: str) -> bool:
    """Whether a policy chooses in an instant: one of ours that does not search."""
    maker = POLICIES[game].get(name)
    return maker is not None and maker not in SEARCHING


def policy(game: Game[Any, Any, Any, Any], name: str) -> Policy[Any, Any]:
    """The policy of this name, made for this table; `LookupError` names those that there are.

    `sharp:500` is the sharp with 500 rollouts a choice, however long they take: the same every
    time.
    """
    known = POLICIES.get(game.name, {})
    plain, colon, rollouts = name.partition(":")
    if plain not in known:
        raise LookupError(
            f"no policy {name!r} plays {game.name}; those that do: {', '.join(known) or 'none'}"
        )
    maker = known[plain]
    if not colon:
        return maker(game)
    if maker not in SEARCHING or not rollouts.isdecimal() or not int(rollouts):
        raise LookupError(f"{plain!r} cannot be given {rollouts!r} rollouts")
    if not fast.available():
        raise LookupError(english(fast.missing()))  # a punter by that name would mislead
    return maker(game, rollouts=int(rollouts))


def prepared(game: Game[Any, Any, Any, Any], name: str) -> Policy[Any, Any]:
    """The same, at its best from the first choice on: for whoever measures it."""
    made = policy(game, name)
    if isinstance(made, Preparing) and fast.available():
        from paddock.fast.aside import aside  # noqa: PLC0415  # needs Numba
        from paddock.fast.progress import shown  # noqa: PLC0415  # needs Numba

        with shown():
            aside(made.prepare)
    return made
