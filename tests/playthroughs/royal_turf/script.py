"""A script of Royal Turf, with all its chance and all its choices."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from paddock.games.royal_turf import RoyalTurf, commands, offers
from paddock.games.royal_turf.state import State
from paddock.kernel.chance import ScriptedChance
from tests.offered import offered
from tests.playthroughs.playing import Tongue, Turn
from tests.playthroughs.royal_turf.telling import EDITION, HORSES, field, offer, view_parts

LEGEND = f"""\
> SEAT COMMAND    a command that was carried out, with its draw if there is one, and under it:
  chance          its draws if there are more: stream: value of n
  * EVENT         what happened, in full; under it who reads it otherwise
  01- PARTS       what is new in the view of seats 0 and 1 and of whoever only watches (-)
  0 may OFFER     what this seat may do next; `EG 8>2`: due 8 spaces, it would land on 2
Horses have two letters ({" ".join(HORSES)} in board order), cards a third. A card's moves stand
as head/cap/saddle/shoe. Places on the track are counted from the line (RT4.6): 0 is space 33 of the
start, -6 is space 27, 34 and more is home. `1:EG=2` is a 2 of seat 1 on Earl Grey, `?` lies face
down. `pays EG 3 bets 250/200/150`: what a single bet gets for first/second/third place by now.
"""


class Race(Struct, frozen=True, forbid_unknown_fields=True):
    """`first` is drawn or named. It is left out if one seat alone is the richest.

    Bets are words like OT2 in the order of play, rides are pairs like `cap EG`. The script ends
    with the set-up of a race without bets. A race that is not `told` is played but not shown.
    """

    cards: tuple[int, ...]
    bets: str = ""
    rides: str = ""
    first: int | None = None
    told: bool = True


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    seats: int
    options: Mapping[str, str]
    races: tuple[Race, ...]


def chance(script: Script) -> ScriptedChance:
    values: dict[str, list[int]] = {}
    for number, race in enumerate(script.races, start=1):
        values[f"race/{number}/card"] = list(race.cards)
        values[f"race/{number}/die"] = [
            EDITION.faces.index(symbol) for symbol in race.rides.split()[::2]
        ]
        if race.first is not None:
            values[f"race/{number}/first"] = [race.first]
    return ScriptedChance(values)


class RoyalTurfPlay:
    """The choices of a script in order."""

    tongue = Tongue(LEGEND, field, offer, view_parts, (commands.MoveHorse,))

    def __init__(self, path: Path) -> None:
        script = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Script)
        self.title = script.title
        self.game = RoyalTurf.make(script.seats, script.options, EDITION.figures)
        self.chance = chance(script)
        self._races = script.races
        self._named = [iter([race.first]) for race in script.races]
        self._bets = iter([bet for race in script.races for bet in race.bets.split()])
        self._rides = iter([horse for race in script.races for horse in race.rides.split()[1::2]])

    def next(self, state: State) -> Turn | None:
        race = self._races[max(state.race, 1) - 1]
        if not (self.game.to_act(state) and race.bets):
            return None
        (seat,) = self.game.to_act(state)
        asked = offered(self.game, state, seat)
        return Turn(seat, self._answer(state.race, asked), told=race.told)

    def _answer(self, race: int, offered: offers.Offer) -> commands.Command:
        match offered:
            case offers.StartOffer(id):
                return commands.StartMeeting(id)
            case offers.RollOffer(id):
                return commands.RollDie(id)
            case offers.NameOffer(id):
                named = next(self._named[race - 1])
                assert named is not None
                return commands.NameFirst(id, named)
            case offers.BetOffer(id):
                word = next(self._bets)
                return commands.PlaceBet(id, int(word[2:]), HORSES[word[:2]])
            case offers.MoveOffer(id):
                return commands.MoveHorse(id, HORSES[next(self._rides)])

    def left(self) -> list[str]:
        return [*self._bets, *self._rides]
