"""Ways for a game to give a secret away. Each takes a game and returns a leaky variant of it."""

from collections.abc import Callable
from hashlib import sha256
from inspect import getattr_static
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from paddock.kernel.chance import Chance
from paddock.kernel.game import Answer, Decision, Progress
from paddock.kernel.refusal import Refusal, refusal
from tests.conformance.subject import AnyGame

Kind = type[AnyGame]


def in_view(kind: Kind, change: Callable[[Any, Any, Any, int | None], Any]) -> Kind:
    """`change` gets the game, the view, the state and the viewer, and returns another view."""

    def view(game: AnyGame, state: Any, viewer: int | None) -> Any:
        return change(game, bound(kind, "view", game)(state, viewer), state, viewer)

    return _with(kind, view=view)


def in_events(kind: Kind, change: Callable[[Any, Any, int | None], Any]) -> Kind:
    """`change` gets an event, its redacted form and the viewer, and returns another form."""

    def redact(game: AnyGame, event: Any, viewer: int | None) -> Any:
        return change(event, bound(kind, "redact", game)(event, viewer), viewer)

    return _with(kind, redact=redact)


def bound(kind: Kind, name: str, game: AnyGame) -> Callable[..., Any]:
    """A method of the game without its leak; some are functions that take no game."""
    method: Callable[..., Any] = getattr_static(kind, name).__get__(game, kind)
    return method


def unredacted(kind: Kind, *events: type[Any]) -> Kind:
    """Everyone can read these events in full."""
    return in_events(
        kind, lambda event, redacted, _: event if isinstance(event, events) else redacted
    )


def in_offers(kind: Kind, change: Callable[[Any, Any, int], Any]) -> Kind:
    """`change` gets an offer, the state and the seat, and returns another offer."""

    def offer(game: AnyGame, state: Any, seat: int) -> Any:
        before = bound(kind, "offer", game)(state, seat)
        return None if before is None else change(before, state, seat)

    return _with(kind, offer=offer)


def marked(offer: Any, secret: object) -> Any:
    """The offer's id contains a hash of something secret, so a viewer can test a guess."""
    mark = sha256(msgspec.json.encode(secret)).hexdigest()[:8]
    return replace(offer, id=f"{offer.id}/{mark}")


def in_refusals(kind: Kind, why: Callable[[Any, Any], object]) -> Kind:
    """Refusals contain what `why` makes of the game and the state, unless that is empty."""

    def change(game: AnyGame, state: Any, _command: Answer, answer: Any, _chance: Chance) -> Any:
        told = why(game, state)
        if isinstance(answer, Refusal) and told != "":
            return refusal(answer.code, "No: {why}.", why=str(told))
        return answer

    return _in_decisions(kind, change)


def in_draws(kind: Kind, draws: Callable[[Any, Any, Any, Any], bool]) -> Kind:
    """One more draw, wherever `draws` says so of the game, the state, the command and the answer.

    The indexes of later draws show it.
    """

    def change(game: AnyGame, state: Any, command: Answer, answer: Any, chance: Chance) -> Any:
        if isinstance(answer, Progress) and draws(game, state, command, answer):
            extra: Decision[Any, Any] = Decision(state, chance, game.evolve)
            extra.draw("cheers", 0, 6)
            return replace(answer, draws=(*answer.draws, *extra.draws))
        return answer

    return _in_decisions(kind, change)


def silent(kind: Kind, *events: type[Any]) -> Kind:
    """An undo can take back steps from before these events revealed something."""

    def reveals(game: AnyGame, event: Any) -> bool:
        return not isinstance(event, events) and bound(kind, "reveals", game)(event)

    return _with(kind, reveals=reveals)


def _in_decisions(kind: Kind, change: Callable[[Any, Any, Answer, Any, Chance], Any]) -> Kind:
    def decide(game: AnyGame, state: Any, seat: int, command: Answer, chance: Chance) -> Any:
        answer = bound(kind, "decide", game)(state, seat, command, chance)
        return change(game, state, command, answer, chance)

    return _with(kind, decide=decide)


def _with(kind: Kind, **methods: Callable[..., Any]) -> Kind:
    return cast("Kind", type(f"Leaky{kind.__name__}", (kind,), methods))
