"""The policies that play for a seat: those of each game, and the rookie, which plays them all."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast, runtime_checkable

from paddock import fast
from paddock.bots.rookie import Rookie
from paddock.games import GAMES, AnyGame, part
from paddock.kernel.game import Policy
from paddock.kernel.text import Text, english

# A game's own policies expect that game's class, and the registry passes them nothing else.
Maker = Callable[..., Policy[Any, Any]]


@runtime_checkable
class BotsModule(Protocol):
    """What a game's bots module must define."""

    POLICIES: Mapping[str, Maker]
    # The policies that search, which accept a number of rollouts; each with a function that makes
    # the message for when Numba is missing.
    SEARCHING: Mapping[str, Callable[[], Text]]
    # The bot that plays for an absent player, and the one that gives tips.
    SUBSTITUTE: str
    ADVISER: str


@runtime_checkable
class Preparing(Protocol):
    """A policy that plays below its strength until something is compiled."""

    def prepare(self) -> None:
        """Wait until compiling is done."""


def _part(game: str) -> BotsModule | None:
    return cast("BotsModule | None", part(game, "bots"))


def policies(game: str) -> Mapping[str, Maker]:
    """The policies that play a game, by name."""
    own = _part(game)
    return {"random": Rookie, **(own.POLICIES if own else {})}


def searching(game: str) -> Mapping[str, Callable[[], Text]]:
    """The policies of a game that search."""
    own = _part(game)
    return own.SEARCHING if own else {}


def substitute(game: str) -> str | None:
    """The bot that plays for an absent player, if the game has one."""
    own = _part(game)
    return own.SUBSTITUTE if own else None


def adviser(game: str) -> str | None:
    """The bot that gives tips, if the game has one."""
    own = _part(game)
    return own.ADVISER if own else None


def names() -> list[str]:
    """The names of all games' policies."""
    return sorted({name for game in GAMES for name in policies(game)})


def weakness(game: str, name: str) -> Text | None:
    """The message that a policy plays below its strength because Numba is missing."""
    weaker = searching(game).get(name.partition(":")[0])
    return None if weaker is None or fast.available() else weaker()


def quick(game: str, name: str) -> bool:
    """Whether a policy chooses at once: one of Paddock's that does not search."""
    return name in policies(game) and name not in searching(game)


def policy(game: AnyGame, name: str) -> Policy[Any, Any]:
    """The policy of this name for this table, or a `LookupError` that lists those available.

    `sharp:500` is the sharp with 500 rollouts per choice. However long they take, its choices are
    reproducible.
    """
    known = policies(game.name)
    plain, colon, rollouts = name.partition(":")
    if plain not in known:
        raise LookupError(f"no policy {name!r} plays {game.name}; these do: {', '.join(known)}")
    maker = known[plain]
    if not colon:
        return maker(game)
    if plain not in searching(game.name) or not rollouts.isdecimal() or not int(rollouts):
        raise LookupError(f"{plain!r} cannot be given {rollouts!r} rollouts")
    if not fast.available():
        raise LookupError(english(fast.missing()))  # a punter by that name would mislead
    return maker(game, rollouts=int(rollouts))


def prepared(game: AnyGame, name: str) -> Policy[Any, Any]:
    """The same policy at full strength from the first choice on, for measurements."""
    made = policy(game, name)
    if isinstance(made, Preparing) and fast.available():
        from paddock.fast.background import in_background  # noqa: PLC0415  # needs Numba
        from paddock.fast.progress import compilation_shown  # noqa: PLC0415  # needs Numba

        with compilation_shown():
            in_background(made.prepare)
    return made
