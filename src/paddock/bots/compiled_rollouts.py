"""Compiled rollouts, prepared in the background: nobody at a table waits for a compiler.

If compiling fails, a warning is logged once, and bots play without simulations.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import cache, partial
from importlib import import_module
from logging import getLogger
from threading import Thread
from typing import Any, ClassVar
from warnings import warn

from paddock import fast
from paddock.bots.explain import Command, Valued, win_share
from paddock.bots.search import Budget, Evaluate, Prior, search
from paddock.kernel.text import Text, english, say

SECONDS = 0.2  # per choice


@cache
def load(module: str) -> Future[Any]:
    """The module of this name, prepared in its own thread once per process.

    That takes seconds, or up to a minute where nothing is cached yet.
    """
    future: Future[Any] = Future()
    Thread(target=_prepare, args=(module, future), name="compile", daemon=True).start()
    return future


def is_ready(future: Future[Any]) -> bool:
    """Whether the module is prepared, without an error."""
    return future.done() and future.exception() is None


def _prepare(module: str, future: Future[Any]) -> None:
    try:
        rollouts = import_module(module)
        rollouts.warm()
        future.set_result(rollouts)
    except BaseException as error:  # noqa: BLE001  # raised again where the result is read
        warning = say(
            "The bots play more weakly than usual, because their simulations could not be "
            "compiled: {reason}.",
            reason=repr(error),
        )
        getLogger(__name__).warning(english(warning))
        future.set_exception(error)


class Searcher:
    """A policy that tries its options in compiled rollouts of its game.

    With a budget of rollouts it is deterministic, and waits until the compiled code is ready.
    """

    ROLLOUTS: ClassVar[str]  # the module with the game's rollouts

    def __init__(self, game: Any, *, seconds: float = SECONDS, rollouts: int | None = None) -> None:
        self._game = game
        self._budget = Budget(seconds=seconds) if rollouts is None else Budget(rollouts=rollouts)
        self._waits = rollouts is not None
        self._module = load(self.ROLLOUTS) if fast.available() else None
        if self._module is None:
            warn(english(self.weaker()), RuntimeWarning, stacklevel=2)

    @staticmethod
    def weaker() -> Text:
        """The message for players when Numba is not installed."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Wait until it can play at full strength."""
        if self._module is not None:
            self._module.result()

    @property
    def _ready(self) -> bool:
        return self._module is not None and (self._waits or is_ready(self._module))

    @property
    def _rollouts(self) -> Any:
        assert self._module is not None
        return self._module.result()

    def _search(
        self, options: Sequence[Valued[Command]], evaluate: Callable[..., Any], prior: Prior
    ) -> list[Valued[Command]]:
        """The same options with the values that the search found."""
        rollout: Evaluate = partial(evaluate, [option.command for option in options])
        return [
            win_share(option.command, estimate.value, estimate.error, estimate.worlds)
            for option, estimate in zip(options, search(rollout, prior, self._budget), strict=True)
        ]
