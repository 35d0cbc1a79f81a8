"""A table as a few lines of text, from a view: names and numbers, nothing to translate."""

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from paddock.adapters.piece import piece
from paddock.games import AnyGame

NAMES = 14  # the width of the column of names


@runtime_checkable
class Picture(Protocol):
    """A game's module `picture`."""

    def drawn(self, game: Any, view: Any, /) -> Iterable[str]: ...


def picture(game: AnyGame, view: Any) -> str:
    pencil: Picture = piece(game.name, "picture")
    phase = type(view.scene).__struct_config__.tag
    acting = " ".join(f"player_{seat}" for seat in view.to_act)
    money = "  ".join(f"player_{seat} {purse}" for seat, purse in enumerate(view.money))
    head = f"race {view.race}  {phase}  {acting}".rstrip()
    return "\n".join((head, money, *pencil.drawn(game, view)))
