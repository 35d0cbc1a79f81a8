"""Plays a script and writes the match line by line: commands, draws, events, views, offers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from paddock.kernel.chance import Chance, Draw
from paddock.kernel.game import Game
from paddock.kernel.log import Step
from paddock.kernel.match import Match
from tests.playthroughs.telling import Parts, changes, mark, wrapped
from tests.records import carried_out

AnyGame = Game[Any, Any, Any, Any]


@dataclass(frozen=True)
class Tongue:
    """How a game is written: its legend, fields of commands and events, offers, views.

    Commands of the types in `go_on` follow the command before without an empty line.
    """

    legend: str
    field: Callable[[Struct, str, Any], str]
    offer: Callable[[Any], str]
    parts: Callable[[Any], Parts]
    go_on: tuple[type[Struct], ...]

    def struct(self, data: Struct) -> str:
        """A command or an event: its kind and its fields."""
        fields = msgspec.structs.asdict(data).items()
        told = [f"{name}={self.field(data, name, value)}" for name, value in fields]
        return " ".join([str(data.__struct_config__.tag), *told])


@dataclass(frozen=True)
class Turn:
    """A seat and its next command. Some commands are played but not shown."""

    seat: int
    command: Any
    told: bool = True


class Play(Protocol):
    """A script that is being played."""

    @property
    def title(self) -> str: ...

    @property
    def game(self) -> AnyGame: ...

    @property
    def chance(self) -> Chance: ...

    @property
    def tongue(self) -> Tongue: ...

    def next(self, state: Any) -> Turn | None:
        """The next turn, or None when the script is done."""
        ...

    def left(self) -> list[str]:
        """The words of the script that have not been used."""
        ...


def played(play: Play) -> Iterator[str]:
    """The match, line by line."""
    game, tongue = play.game, play.tongue
    match = Match[Any, Any, Any, Any](game, play.chance)
    yield from (play.title, "=" * len(play.title), "")
    yield f"Seats: {game.seats}. Options:"
    yield from (f"  {name}={choice}" for name, choice in game.options.items())
    yield from ("", *tongue.legend.splitlines(), "")
    viewers = (*range(game.seats), None)
    before = {viewer: Parts() for viewer in viewers}
    untold = 0
    while True:
        turn = play.next(match.state)
        if turn is None or turn.told:
            if untold:
                yield from ("", f"(commands that are not told: {untold})")
            untold = 0
            after = {viewer: tongue.parts(game.view(match.state, viewer)) for viewer in viewers}
            yield from changes(before, after)
            before = after
            yield from offered(tongue, game, match.state)
        if turn is None:
            break
        step = carried_out(match, turn.seat, turn.command)
        assert isinstance(step, Step), f"{turn} {step}"
        if turn.told:
            yield from happened(tongue, game, step)
        else:
            untold += 1
    assert not play.left(), "the script has more than the match needs"


def offered(tongue: Tongue, game: AnyGame, state: Any) -> Iterator[str]:
    for seat in range(game.seats):
        if (asked := game.offer(state, seat)) is not None:
            yield from wrapped(f"  {seat} may ", [tongue.offer(asked)], "")


def happened(tongue: Tongue, game: AnyGame, step: Step[Any, Any]) -> Iterator[str]:
    command = msgspec.structs.replace(step.command, offer="")
    if not isinstance(command, tongue.go_on):
        yield ""
    told = tongue.struct(command).replace(" offer=", "")
    yield from wrapped("> ", [f"{step.seat} {told}{lone(step.draws)}"], "")
    if len(step.draws) > 1:
        yield from drawn(step.draws)
    for event in step.events:
        yield from wrapped("  * ", tongue.struct(event).split(), "")
        others: dict[str, str] = {}
        for viewer in (*range(game.seats), None):
            read_as = tongue.struct(game.redact(event, viewer))
            if read_as != tongue.struct(event):
                others[read_as] = others.get(read_as, "") + mark(viewer)
        for read_as, viewers in others.items():
            yield f"    {viewers} read {read_as}"


def lone(draws: tuple[Draw, ...]) -> str:
    """A single draw is shown beside its command."""
    return "".join(f", {d.stream}: {d.value} of {d.n}" for d in draws) if len(draws) == 1 else ""


def drawn(draws: tuple[Draw, ...]) -> Iterator[str]:
    for stream in dict.fromkeys(draw.stream for draw in draws):
        values = [f"{draw.value} of {draw.n}" for draw in draws if draw.stream == stream]
        yield from wrapped(f"  chance {stream}: ", values, ",")
