"""The policies that play for a seat: a game's own, found by its declaration, and the rookie."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast, runtime_checkable

from paddock import fast
from paddock.bots.rookie import Rookie
from paddock.games import GAMES, AnyGame, part
from paddock.kernel.game import Policy
from paddock.kernel.text import Text, english

# A game's own policies ask for that very game; the registry only ever hands them theirs.
Maker = Callable[..., Policy[Any, Any]]


@runtime_checkable
class Part(Protocol):
    """What a game's module for bots has."""

    POLICIES: Mapping[str, Maker]
    # Those that search, and so may be given a number of rollouts; what is to be said of each where
    # it cannot.
    SEARCHING: Mapping[str, Callable[[], Text]]
    # The bot that holds the seat of somebody absent, and the one that is asked for a tip.
    SUBSTITUTE: str
    ADVISER: str


@runtime_checkable
class Preparing(Protocol):
    """A policy that is not at its best until something is compiled."""

    def prepare(self) -> None:
        """Wait until it is."""


def _part(game: str) -> Part | None:
    return cast("Part | None", part(game, "bots"))


def policies(game: str) -> Mapping[str, Maker]:
    """Who plays a game, by name. The rookie plays them all."""
    own = _part(game)
    return {"random": Rookie, **(own.POLICIES if own else {})}


def searching(game: str) -> Mapping[str, Callable[[], Text]]:
    """Those of them that search."""
    own = _part(game)
    return own.SEARCHING if own else {}


def substitute(game: str) -> str | None:
    """Who holds the seat of somebody absent, if the game has such a bot."""
    own = _part(game)
    return own.SUBSTITUTE if own else None


def adviser(game: str) -> str | None:
    """Who is asked for a tip, if the game has such a bot."""
    own = _part(game)
    return own.ADVISER if own else None


def names() -> list[str]:
    """Of the policies of all games."""
    return sorted({name for game in GAMES for name in policies(game)})


def weakness(game: str, name: str) -> Text | None:
    """What is to be said of a policy that plays below its strength here: Numba is missing."""
    weaker = searching(game).get(name.partition(":")[0])
    return None if weaker is None or fast.available() else weaker()


def quick(game: str, name: str) -> bool:
    """Whether a policy chooses in an instant: one of ours that does not search."""
    return name in policies(game) and name not in searching(game)


def policy(game: AnyGame, name: str) -> Policy[Any, Any]:
    """The policy of this name, made for this table; `LookupError` names those that there are.

    `sharp:500` is the sharp with 500 rollouts a choice, however long they take: the same every
    time.
    """
    known = policies(game.name)
    plain, colon, rollouts = name.partition(":")
    if plain not in known:
        raise LookupError(
            f"no policy {name!r} plays {game.name}; those that do: {', '.join(known)}"
        )
    maker = known[plain]
    if not colon:
        return maker(game)
    if plain not in searching(game.name) or not rollouts.isdecimal() or not int(rollouts):
        raise LookupError(f"{plain!r} cannot be given {rollouts!r} rollouts")
    if not fast.available():
        raise LookupError(english(fast.missing()))  # a punter by that name would mislead
    return maker(game, rollouts=int(rollouts))


def prepared(game: AnyGame, name: str) -> Policy[Any, Any]:
    """The same, at its best from the first choice on: for whoever measures it."""
    made = policy(game, name)
    if isinstance(made, Preparing) and fast.available():
        from paddock.fast.aside import aside  # noqa: PLC0415  # needs Numba
        from paddock.fast.progress import shown  # noqa: PLC0415  # needs Numba

        with shown():
            aside(made.prepare)
    return made
