"""The call of a record depends on the records before it alone, whatever was taken back."""

from collections.abc import Callable
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import StartMeeting
from paddock.games.royal_turf.events import HorseMoved, HorsePlaced, RaceOpened
from paddock.kernel.chance import Draw
from paddock.kernel.log import Record, Step, Undone
from paddock.kernel.narrator import Narrator, forked
from paddock.kernel.text import Text, put
from tests.records import opened

LOGS = sorted((Path(__file__).parents[1] / "replays").glob("*/*.jsonl"))


def played(file: Path) -> tuple[Any, list[str], list[Step[Any, Any]]]:
    game, log = opened(file.read_bytes())
    return game, [seat.name for seat in log.header.seats], list(log.steps)


def plainly(game: Any, names: list[str], steps: list[Any], viewer: int | None) -> list[Any]:
    """What a single caller says that hears everything."""
    caller = game.caller(names)
    return [
        tuple(text for event in step.events for text in caller.call(game.redact(event, viewer)))
        for step in steps
    ]


def with_undos(steps: list[Step[Any, Any]]) -> tuple[list[Record[Any, Any]], list[int]]:
    """Records in which every step without chance is undone and repeated.

    Also returns where in these records the final steps are.
    """
    records: list[Record[Any, Any]] = []
    places: list[int] = []
    for step in steps:
        place = len(records) + 1
        again = Step(place, step.seat, step.id, step.command, step.draws, step.events)
        records.append(again)
        if not step.draws:
            records += [
                Undone(place + 1, place - 1),
                Step(place + 2, step.seat, step.id, step.command, (), step.events),
            ]
        places.append(len(records))
    return records, places


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_same_is_said_live_later_and_after_an_undo(file: Path) -> None:
    """The words are the same live, after joining late, and after undos."""
    game, names, steps = played(file)
    for viewer in (None, 0, game.seats - 1):
        expected = plainly(game, names, steps, viewer)
        live = Narrator(game, names, viewer)
        assert [live.said(steps[:seq], seq) for seq in range(1, len(steps) + 1)] == expected
        assert live.said(steps, len(steps)) == expected[-1]  # asked again
        late = Narrator(game, names, viewer)
        half = len(steps) // 2
        assert late.said(steps, half) == expected[half - 1]
        records, places = with_undos(steps)
        assert len(records) > len(steps)
        undone = Narrator(game, names, viewer)
        said: dict[int, tuple[Text, ...]] = {
            seq: undone.said(records, seq) for seq in range(1, len(records) + 1)
        }
        assert [said[place] for place in places] == expected
        for record in records:
            if isinstance(record, Undone):
                assert said[record.seq] == ()
                assert said[record.seq - 1] == said[record.seq + 1]


def test_another_move_in_place_of_one_that_was_taken_back() -> None:
    """After the undo Earl Grey is back on its space, so Albino passes it."""
    game = RoyalTurf.make(2, {}, RoyalTurf.standard())
    grid = (RaceOpened(1), HorsePlaced(0, 0, 0), HorsePlaced(1, 3, -1))
    command = StartMeeting("start")
    records: list[Record[Any, Any]] = [
        Step(1, 0, "a", command, (Draw("cards", 0, 2, 1),), grid),
        Step(2, 0, "b", command, (), (HorseMoved(0, 0, 5, 0, 5),)),
        Undone(3, 1),
        Step(4, 0, "c", command, (), (HorseMoved(0, 1, 4, -1, 3),)),
    ]
    narrator = Narrator(game, ["North", "South"], None)
    said = [
        [put(text, NullTranslations()) for text in narrator.said(records, seq)] for seq in (2, 4)
    ]
    assert said == [
        ["Earl Grey moves 5 to space 5."],
        ["Albino moves 4 to space 3, past one other."],
    ]


def test_several_steps_are_taken_back_at_once() -> None:
    """After several steps were undone at once, the words are those of a match without them."""
    game, names, steps = played(LOGS[0])
    at = next(
        at for at in range(len(steps) - 2) if not any(step.draws for step in steps[at : at + 2])
    )
    first, second = steps[at : at + 2]
    records: list[Record[Any, Any]] = [*steps[: at + 2], Undone(at + 3, at)]
    for place, step in ((at + 4, first), (at + 5, second)):
        records.append(Step(place, step.seat, step.id, step.command, (), step.events))
    narrator = Narrator(game, names, None)
    said = [narrator.said(records, seq) for seq in range(1, len(records) + 1)]
    assert said[-2:] == said[at : at + 2] and any(said[-2:])


def test_to_whom_all_is_revealed_nothing_is_hidden() -> None:
    """With `revealed`, the call includes every seat's secrets; a spectator hears less."""
    for file in LOGS:
        game, names, steps = played(file)
        caller = game.caller(names)
        whole = [text for step in steps for event in step.events for text in caller.call(event)]
        narrator = Narrator(game, names, None, revealed=True)
        heard = [text for n in range(len(steps)) for text in narrator.said(steps, n + 1)]
        assert heard == whole
        watched = [text for said in plainly(game, names, steps, None) for text in said]
        hidden = any(game.redact(event, None) != event for step in steps for event in step.events)
        assert (watched != whole) == hidden


class Part:
    def __init__(self) -> None:
        self.horses = [3, 5]


class Mind:
    def __init__(self) -> None:
        self.said = ["They're off!"]
        self.at = {3: 7}
        self.home = {5}
        self.lanes = [[3], [5]]
        self.pasts: dict[int, list[int]] = {3: [1, 4]}
        self.part = Part()


@pytest.mark.parametrize(
    "hear",
    [
        lambda mind: mind.said.append("Blocked."),
        lambda mind: mind.at.update({3: 9}),
        lambda mind: mind.home.add(3),
        lambda mind: mind.lanes[0].append(5),
        lambda mind: mind.pasts[3].append(7),
        lambda mind: mind.part.horses.clear(),
        lambda mind: setattr(mind.part, "horses", []),
    ],
    ids=["list", "dict", "set", "list of lists", "dict of lists", "part's list", "part"],
)
def test_a_fork_shares_nothing_that_changes(hear: Callable[[Mind], None]) -> None:
    """Whatever the fork hears, wherever it stores it, the original is unaffected."""
    first = Mind()
    fork = forked(first)
    assert plain(fork) == plain(first) == plain(Mind())
    hear(fork)
    assert plain(fork) != plain(first) == plain(Mind())


def plain(mind: Mind) -> dict[str, Any]:
    return {**vars(mind), "part": vars(mind.part)}
