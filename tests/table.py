"""For every game's rule tests: a table with scripted chance, and figures with a change."""

import gettext
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Never, TypeVar

from paddock.kernel.chance import Chance, Draw, ScriptedChance
from paddock.kernel.game import Command, Event, Game, Progress, State
from paddock.kernel.refusal import Refusal
from paddock.kernel.text import put
from tests.offered import offered

Rules = TypeVar("Rules", bound=Game[Any, Any, Any, Any])
Kind = TypeVar("Kind")


class NoChance:
    """Chance for steps that must not draw."""

    def draw(self, stream: str, index: int, n: int) -> Never:
        raise AssertionError(f"drew {stream} {index} of {n}")


class Table(Generic[Rules, State, Command, Event]):
    """A game that a test plays; without a script, any draw fails."""

    def __init__(
        self,
        rules: Rules,
        state: State | None = None,
        chance: Chance | Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.game = rules
        self.state: State = rules.initial() if state is None else state
        if chance is None:
            self.chance: Chance = NoChance()
        elif isinstance(chance, Mapping):
            self.chance = ScriptedChance(chance)
        else:
            self.chance = chance
        self.events: tuple[Event, ...] = ()
        self.draws: tuple[Draw, ...] = ()

    @property
    def turn(self) -> int:
        """The seat to act, or the first of several."""
        return self.game.to_act(self.state)[0]

    def offer(self, seat: int | None = None) -> Any:
        return offered(self.game, self.state, self.turn if seat is None else seat)

    def give(self, command: Command, seat: int | None = None) -> Progress[State, Event] | Refusal:
        return self.game.decide(
            self.state, self.turn if seat is None else seat, command, self.chance
        )

    def _do(self, command: Command, seat: int | None = None) -> tuple[Event, ...]:
        progress = self.give(command, seat)
        assert not isinstance(progress, Refusal), progress
        before, after = self.state, progress.state
        assert total(after) == total(before)
        self.state, self.events, self.draws = after, progress.events, progress.draws
        return progress.events

    def go_on(self) -> tuple[Event, ...]:
        """Give the only command that the current offer allows."""
        return self._do(self.offer().sole())

    def of(self, *kinds: type[Kind]) -> list[Kind]:
        """The events of these kinds that the last command led to."""
        return [event for event in self.events if isinstance(event, kinds)]

    def assert_refused(self, command: Command, seat: int, code: str) -> None:
        """Refused with this code and a whole sentence; the state does not change."""
        before = self.state
        refused = self.give(command, seat)
        assert isinstance(refused, Refusal)
        assert refused.code == code
        assert self.state is before
        sentence = put(refused.text, gettext.NullTranslations())
        assert sentence.endswith((".", ")."))
        assert "{" not in sentence


def total(state: Any) -> int:
    """All the money in a state."""
    money: int = state.ledger.total
    return money


def edited(whole: Mapping[str, Any], path: str, value: object) -> dict[str, Any]:
    """Figures with one of them changed; the path is like `horses.2.cards`."""
    figures: Any = copied(whole)
    *way, last = path.split(".")
    target = figures
    for key in way:
        target = target[int(key)] if isinstance(target, list) else target[key]
    target[int(last) if isinstance(target, list) else last] = value
    return dict(figures)


def copied(data: object) -> object:
    match data:
        case Mapping():
            return {key: copied(value) for key, value in data.items()}
        case list():
            return [copied(value) for value in data]
        case _:
            return data
