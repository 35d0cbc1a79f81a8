"""The guided first race: `python -m tools.tutorial` writes
`web/src/games/royal-turf/first-race.json`.

A race of Royal Turf made for learning: cards, dice and all players' choices are scripted, the rules
are the game's own. The file has the frames of a replay as the newcomer sees them, with the offer
when it is the newcomer's turn.
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
from paddock.kernel.rejection import Rejected

FILE = Path(__file__).parents[1] / "web/src/games/royal-turf/first-race.json"
NEWCOMER, BOWLER, ASCOT = range(3)
NAMES = ("You", "Bowler", "Ascot")
EARL_GREY, ALBINO, SAHARA_WIND, CARAMELLO, RED_FOX, NOUGAT, OTHELLO = range(7)
HEAD, CAP, SADDLE, SHOE = 0, 3, 4, 5  # faces of the die

# The cards as they are turned for race 1: Nougat starts in front, Earl Grey last.
CARDS = (15, 9, 13, 18, 7, 4, 0)
NEXT_CARDS = (16, 10, 14, 19, 8, 5, 1)  # for race 2, which is set up when race 1 is paid out
# Each bettor in turn: the token, the horse.
BETS = (
    (2, OTHELLO),
    (2, NOUGAT),
    (1, OTHELLO),
    (1, EARL_GREY),
    (1, CARAMELLO),
    (2, RED_FOX),
    (1, SAHARA_WIND),
    (1, SAHARA_WIND),
    (1, ALBINO),
)
# Each rider in turn: the face thrown, the horse moved.
RIDES = (
    (CAP, EARL_GREY),
    (HEAD, NOUGAT),
    (SADDLE, RED_FOX),
    (HEAD, OTHELLO),
    (CAP, CARAMELLO),
    (SHOE, ALBINO),
    (HEAD, SAHARA_WIND),
    # Round 2: Nougat is blocked and does not move at all.
    (HEAD, EARL_GREY),
    (HEAD, RED_FOX),
    (CAP, NOUGAT),
    (SADDLE, CARAMELLO),
    (HEAD, OTHELLO),
    (CAP, SAHARA_WIND),
    (SHOE, ALBINO),
    # Round 3: Earl Grey takes the pace.
    (SADDLE, RED_FOX),
    (SADDLE, EARL_GREY),
    (CAP, CARAMELLO),
    (CAP, NOUGAT),
    (CAP, SAHARA_WIND),
    (HEAD, ALBINO),
    (HEAD, OTHELLO),
    # Round 4.
    (SADDLE, EARL_GREY),
    (SADDLE, CARAMELLO),
    (CAP, NOUGAT),
    (SADDLE, SAHARA_WIND),
    (HEAD, ALBINO),
    (HEAD, RED_FOX),
    (HEAD, OTHELLO),
    # Round 5 and the last move: Earl Grey, Sahara Wind and Othello come home.
    (HEAD, CARAMELLO),
    (CAP, NOUGAT),
    (SADDLE, EARL_GREY),
    (HEAD, ALBINO),
    (SHOE, RED_FOX),
    (CAP, SAHARA_WIND),
    (HEAD, OTHELLO),
    (HEAD, OTHELLO),
)


def document() -> bytes:
    """The file, a frame on each line."""
    game = RoyalTurf.make(len(NAMES), {}, RoyalTurf.standard())
    match = Match(game, _chance())
    frames = [_frame(match, None)]
    _give(match, frames, NEWCOMER, StartMeeting)
    for turn, (value, horse) in enumerate(BETS):
        _give(match, frames, turn % len(NAMES), PlaceBet, value=value, horse=horse)
    for turn, (_, horse) in enumerate(RIDES):
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
            "race/1/die": [face for face, _ in RIDES],
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
    assert not isinstance(step, Rejected), f"{step.code} at record {len(frames)}"
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
