"""Screens of positions set up by hand, as plain lines, and whole random matches to draw."""

import os
from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from pathlib import Path
from random import Random
from typing import Any

from paddock.games import AnyGame
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Progress
from paddock.kernel.log import Committed, Header, Seat
from paddock.terminal.face import face_of
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.palette import ASCII, UNICODE
from paddock.terminal.screen import Shown, Size
from tests.offered import offered

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("You", "Marta", "Old Tom", "Li", "Edna", "Fritz")
ORDINARY = (80, 24)
_BOTS = {"royal-turf": "punter", "rennfieber": "random"}


def face(game: AnyGame, *, ascii_only: bool = False, names: Sequence[str] = NAMES) -> Any:
    """The game's own face; all seats but the first are bots."""
    bot = _BOTS[game.name]
    seats = [Seat(name, bot if seat else None) for seat, name in enumerate(names[: game.seats])]
    header = Header.of(game, seats, Committed("0" * 64))
    words = Words(NullTranslations(), ascii_only=ascii_only)
    return face_of(game, header, words, ASCII if ascii_only else UNICODE)


def shown(
    game: AnyGame,
    state: Any,
    said: Sequence[str] = (),
    viewer: int | None = 0,
    speaker: Any = None,
) -> Shown:
    """A moment as its viewer sees it, with a question if the viewer has a choice to make."""
    speaker = speaker or face(game)
    view = game.view(state, viewer)
    offer = None if viewer is None else game.offer(state, viewer)
    if viewer is None or offer is None or offer.sole() is not None:
        return Shown(view, "Somebody else's turn.", said)
    return Shown(view, speaker.programme.say(speaker.question(viewer, view, offer)), said, offer)


def board(
    game: AnyGame,
    state: Any,
    size: tuple[int, int] = ORDINARY,
    said: Sequence[str] = (),
    viewer: int | None = 0,
    speaker: Any = None,
) -> list[str]:
    speaker = speaker or face(game)
    frame = speaker.frame(shown(game, state, said, viewer, speaker), Size(*size))
    return plain([*frame.above, *frame.below])


def page(game: AnyGame, state: Any, key: str, speaker: Any = None) -> list[str]:
    """The page that a key opens."""
    speaker = speaker or face(game)
    return plain(speaker.page(key, shown(game, state, speaker=speaker), Size(*ORDINARY)))


def settled(game: AnyGame, state: Any, events: Sequence[Any]) -> list[str]:
    """The page that these events bring up for everybody."""
    return plain(face(game).settled(events, game.view(state, None)))


def plain(lines: Sequence[Line]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def golden(name: str, lines: Sequence[str]) -> None:
    """Compare with the approved page; GOLDEN=write approves a new one."""
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("GOLDEN") == "write":
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "\n".join(lines) + "\n" == file.read_text(encoding="utf-8"), (
        f"{name} looks different now (see CONTRIBUTING: Accept changed pages):\n" + "\n".join(lines)
    )


def random_match(game: AnyGame, seed: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """The state after each step of a whole match, with the step's events."""
    state, rng, chance = game.initial(), Random(seed), QuickChance(seed)
    while not game.winners(state):
        seat = rng.choice(game.to_act(state))
        progress = game.decide(state, seat, offered(game, state, seat).sample(rng), chance)
        assert isinstance(progress, Progress)
        state = progress.state
        yield state, progress.events


def some_states(game: AnyGame, seed: int) -> Iterator[Any]:
    """One in five states of a random match, but not its end."""
    rng = Random(seed)
    for state, _ in random_match(game, seed):
        if rng.randrange(5) == 0 and not game.winners(state):
            yield state
