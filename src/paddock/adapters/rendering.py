"""A table as a few lines of text, from a view: names and numbers, nothing to translate."""

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from paddock.adapters.game_modules import game_module
from paddock.games import AnyGame

NAME_WIDTH = 14  # of the column of names


@runtime_checkable
class RenderingModule(Protocol):
    """A game's module `rendering`."""

    def lines(self, game: Any, view: Any, /) -> Iterable[str]: ...


def render(game: AnyGame, view: Any) -> str:
    module: RenderingModule = game_module(game.name, "rendering")
    phase = type(view.scene).__struct_config__.tag
    to_act = " ".join(f"player_{seat}" for seat in view.to_act)
    money = "  ".join(f"player_{seat} {purse}" for seat, purse in enumerate(view.money))
    head = f"race {view.race}  {phase}  {to_act}".rstrip()
    return "\n".join((head, money, *module.lines(game, view)))
