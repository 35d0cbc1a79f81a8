"""Generates the tutorial: `python -m tools.tutorial` writes
`web/src/games/royal-turf/first-race.json`.

A race of Royal Turf with scripted cards, dice and choices of all players, played by the real rules.
The file has the frames of a replay as the newcomer sees them, with the newcomer's offers.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from paddock.games.royal_turf.commands import Command, MoveHorse, PlaceBet, RollDie, StartMeeting
from paddock.games.royal_turf.game import RoyalTurf
from paddock.kernel.chance import ScriptedChance
from paddock.kernel.game import printed, shown_to
from paddock.kernel.log import Step
from paddock.kernel.match import Match
from paddock.kernel.narrator import Narrator
from paddock.kernel.refusal import Refusal

FILE = Path(__file__).parents[1] / "web/src/games/royal-turf/first-race.json"
NEWCOMER, BOWLER, ASCOT = range(3)
NAMES = ("You", "Bowler", "Ascot")
# Earl Grey, Albino, Sahara Wind, Caramello, Red Fox, Nougat, Othello.
EG, AL, SW, CA, RF, NO, OT = range(7)
HEAD, CAP, SADDLE, SHOE = 0, 3, 4, 5  # faces of the die

# The cards as they are turned for race 1: Nougat starts in front, Earl Grey last.
CARDS = (15, 9, 13, 18, 7, 4, 0)
NEXT_CARDS = (16, 10, 14, 19, 8, 5, 1)  # for race 2, which is set up when race 1 is paid out
# (token, horse) in order of play, three players in each row.
BETS = (
    *((2, OT), (2, NO), (1, OT)),
    *((1, EG), (1, CA), (2, RF)),
    *((1, SW), (1, SW), (1, AL)),
)
# (face thrown, horse moved) in order of play, a round in each row. In round 2 Nougat is blocked and
# does not move; in round 3 Earl Grey takes the pace; in round 5 Earl Grey, Sahara Wind and, with
# the last move, Othello come home.
MOVES = (
    *((CAP, EG), (HEAD, NO), (SADDLE, RF), (HEAD, OT), (CAP, CA), (SHOE, AL), (HEAD, SW)),
    *((HEAD, EG), (HEAD, RF), (CAP, NO), (SADDLE, CA), (HEAD, OT), (CAP, SW), (SHOE, AL)),
    *((SADDLE, RF), (SADDLE, EG), (CAP, CA), (CAP, NO), (CAP, SW), (HEAD, AL), (HEAD, OT)),
    *((SADDLE, EG), (SADDLE, CA), (CAP, NO), (SADDLE, SW), (HEAD, AL), (HEAD, RF), (HEAD, OT)),
    *((HEAD, CA), (CAP, NO), (SADDLE, EG), (HEAD, AL), (SHOE, RF), (CAP, SW), (HEAD, OT)),
    (HEAD, OT),
)


def document() -> bytes:
    """The file, a frame on each line."""
    game = RoyalTurf.make(len(NAMES), {}, RoyalTurf.standard())
    match = Match(game, _chance())
    frames = [_frame(match, None)]
    _give(match, frames, NEWCOMER, StartMeeting)
    for turn, (value, horse) in enumerate(BETS):
        _give(match, frames, turn % len(NAMES), PlaceBet, value=value, horse=horse)
    for turn, (_, horse) in enumerate(MOVES):
        _give(match, frames, turn % len(NAMES), RollDie)
        _give(match, frames, turn % len(NAMES), MoveHorse, horse=horse)
    narrator = Narrator(game, NAMES, NEWCOMER)
    for seq, frame in enumerate(frames):
        frame["calls"] = narrator.said(match.records, seq)
    head = {"names": NAMES, "options": game.options, "figures": printed(game)}
    lines = b",\n".join(msgspec.json.encode(frame) for frame in frames)
    return msgspec.json.encode(head)[:-1] + b',"frames":[\n' + lines + b"\n]}\n"


def _chance() -> ScriptedChance:
    return ScriptedChance(
        {
            "race/1/card": _positions(range(21), CARDS),
            "race/1/first": (NEWCOMER,),
            "race/1/die": [face for face, _ in MOVES],
            "race/2/card": _positions(
                [card for card in range(21) if card not in CARDS], NEXT_CARDS
            ),
        }
    )


def _positions(pile: Sequence[int], cards: Sequence[int]) -> list[int]:
    """The position of each card among those left, which are in ascending order."""
    left = list(pile)
    positions = []
    for card in cards:
        positions.append(left.index(card))
        left.remove(card)
    return positions


def _give(
    match: Match[Any, Any, Any, Any],
    frames: list[dict[str, Any]],
    seat: int,
    kind: type[Command],
    **choice: int,
) -> None:
    offer = match.game.offer(match.state, seat)
    assert offer is not None, f"seat {seat} is not to act at record {len(frames)}"
    step = match.propose(seat, kind(offer.id, **choice))
    assert not isinstance(step, Refusal), f"{step.code} at record {len(frames)}"
    match.accept(step)
    frames.append(_frame(match, step))


def _frame(match: Match[Any, Any, Any, Any], step: Step[Any, Any] | None) -> dict[str, Any]:
    """What the newcomer sees after a step, or at the beginning."""
    view, offer = shown_to(match.game, match.state, NEWCOMER)
    return {
        "seq": len(match.records),
        "seat": step.seat if step else None,
        "events": step.events if step else (),
        "view": view,
        "offer": offer,
    }


def main() -> None:
    FILE.write_bytes(document())


if __name__ == "__main__":
    main()
