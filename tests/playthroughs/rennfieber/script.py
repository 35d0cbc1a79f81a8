"""A script of Rennfieber plays parts of a match in full; the rest goes by rote.

A part (`auction/1`, `training/1`, `race/1`, `sale`, ...) is a list of words in the order of play,
both for chance and for choices. Choices are:

    8000, -              an offer, and none
    Komet, Komet+Orkan   the horse or horses chosen
    A100+A400+B200, -    slips on colours, and none
    2b7, home, .         where a move ends; a point is home, or else straight ahead
    karriere, ...        before it, how a card is played
    by-rote:20           the next 20 commands go by rote and are not shown

`2:` in front of a choice says that it is seat 2's, where others could answer first. Chance is
`first=2`, `tie=1`, a die, both dice as `5/6`, or a horse or a card as `[Komet]`.

By rote, the first bidder buys at the minimum, all dice of training show 6, its cards are Karriere,
Durchbruch and condition +1 in turn, nobody bets, and horses go 4 straight ahead.
"""

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import get_args

import msgspec
from msgspec import Struct

from paddock.games.rennfieber import Rennfieber, commands, offers
from paddock.games.rennfieber.state import Auction, Deck, Racing, Selling, State, Training, Waiting
from paddock.games.rennfieber.track import HOME, SECTIONS
from tests.offered import offered
from tests.playthroughs.playing import Tongue, Turn
from tests.playthroughs.rennfieber.telling import (
    COLOURS,
    EDITION,
    GALLOP,
    NAMES,
    TRAINING,
    field,
    offer,
    place,
    view_parts,
)

LEGEND = """\
> SEAT COMMAND    a command that was carried out, with its draw if there is one, and under it:
  chance          its draws if there are more: stream: value of n
  * EVENT         what happened, in full; under it who reads it otherwise
  01- PARTS       what is new in the view of seats 0 and 1 and of whoever only watches (-)
  0 may OFFER     what this seat may do next
Runners are called by colour, A to F. A space is told as lane, section (h home straight, f first
bend, b back straight, l last bend) and number: 2b7. `none 4 to 1b5 2b5`: without a card the move is
4 long and may end there. `A100+A400` are slips of 100 and 400 on A. `3×fine300` are three cards.
`slips 2001 0100` are two slips of seat 0 on A and one on D, and one of seat 1 on B. What is not
told was played by rote: whoever opens buys at the minimum, dice of training show 6, nobody bets,
horses go on straight ahead.
"""
ROTE_CARDS = ("karriere", "durchbruch", "condition+1")
PLAYS: tuple[commands.Play, ...] = get_args(commands.Play)


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    seats: int
    options: Mapping[str, str]
    told: Mapping[str, str]


class Words:
    """The words of all parts, which are taken in order."""

    def __init__(self, told: Mapping[str, str]) -> None:
        self._left = {part: text.replace("/", " ").split() for part, text in told.items()}

    def more(self, part: str) -> bool:
        return bool(self._left.get(part))

    def peek(self, part: str) -> str:
        return self._left[part][0]

    def take(self, part: str) -> str:
        return self._left[part].pop(0)

    def left(self) -> list[str]:
        return [word for words in self._left.values() for word in words]


class Fate:
    """Chance as the script says, or by rote where it says nothing.

    Cards are drawn from the deck as it lies in `state`, which the play brings up to date.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self.by_rote = False
        self.state: State | None = None
        self._lots: list[int] = []

    def draw(self, stream: str, index: int, n: int) -> int:
        race_or_so, number, what, *_ = stream.split("/")
        part = f"{race_or_so}/{number}"
        if what == "horse" and index == 0:
            self._lots = list(range(12) if number == "1" else range(12, 18))
        if self.by_rote or not self._words.more(part):
            value = self._rote(what, index, n)
        else:
            value = self._told(what, self._words.take(part))
        if what == "horse":
            del self._lots[value]
        return value

    def _rote(self, what: str, index: int, n: int) -> int:
        match what:
            case "die" if n == 6 and not self._racing():
                return 5
            case "die":
                return 2
            case "race_die":
                return EDITION.race_die.index(4)
            case "start":
                return n - 1 if index == 0 else 0
            case "tie":
                return index % n
            case "card":
                return self._rote_card(index)
            case _:
                return 0

    def _rote_card(self, index: int) -> int:
        assert self.state is not None
        deck = self.state.training
        kind = TRAINING.index(ROTE_CARDS[index % len(ROTE_CARDS)])
        return _turned(deck, kind) if deck.cards[kind] else 0

    def _told(self, what: str, word: str) -> int:
        match what:
            case "first" | "tie" if "=" in word:
                return int(word.partition("=")[2])
            case "horse":
                return self._lots.index(NAMES.index(word.strip("[]")))
            case "card":
                assert self.state is not None
                return _turned(self.state.training, TRAINING.index(word.strip("[]")))
            case "gallop":
                return _turned(self._racing_deck(), GALLOP.index(word.strip("[]")))
            case "race_die":
                return EDITION.race_die.index(int(word))
            case _:
                return int(word) - 1

    def _racing(self) -> bool:
        return self.state is not None and isinstance(self.state.phase, Racing)

    def _racing_deck(self) -> Deck:
        assert self.state is not None and isinstance(self.state.phase, Racing)
        return self.state.phase.gallop


def _turned(deck: Deck, kind: int) -> int:
    """The draw that turns a card of this kind."""
    cards = deck.cards if deck.size else deck.reformed().cards
    assert cards[kind], "no such card is left"
    return sum(cards[:kind])


class RennfieberPlay:
    tongue = Tongue(LEGEND, field, offer, view_parts, (commands.MoveRunner,))

    def __init__(self, path: Path) -> None:
        script = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Script)
        self.title = script.title
        self.game = Rennfieber.make(script.seats, script.options, EDITION.figures)
        self._words = Words(script.told)
        self.chance = Fate(self._words)
        self._rote = 0

    def next(self, state: State) -> Turn | None:
        if not self._words.left() or not self.game.to_act(state):
            return None
        self.chance.state = state
        part = part_of(state)
        if not self._rote and self._words.more(part) and self._words.peek(part).startswith("by-"):
            self._rote = int(self._words.take(part).partition(":")[2])
        by_rote = self._rote > 0 or not self._words.more(part)
        self._rote = max(self._rote - 1, 0)
        self.chance.by_rote = by_rote
        if by_rote:
            seat = self.game.to_act(state)[0]
            return Turn(seat, rote(state, offered(self.game, state, seat)), told=False)
        return self._told(state, part)

    def _told(self, state: State, part: str) -> Turn:
        seat = self.game.to_act(state)[0]
        asked = offered(self.game, state, seat)
        if isinstance(asked, offers.StartOffer | offers.TrainingOffer | offers.DiceOffer):
            return Turn(seat, rote(state, asked))
        word = self._words.take(part)
        if word[1:2] == ":":
            seat, word = int(word[0]), word[2:]
            asked = offered(self.game, state, seat)
        play: commands.Play = "none"
        if word in PLAYS:
            play, word = word, self._words.take(part)
        return Turn(seat, answer(state, asked, word, play))

    def left(self) -> list[str]:
        return self._words.left()


def part_of(state: State) -> str:
    match state.phase:
        case Waiting():
            return "auction/1"
        case Auction(number):
            return f"auction/{number}"
        case Training(number):
            return f"training/{number}"
        case Selling():
            return "sale"
        case _:
            return f"race/{state.race}"


def answer(state: State, asked: offers.Offer, word: str, play: commands.Play) -> commands.Command:
    match asked:
        case offers.BidOffer(id):
            return commands.Bid(id, 0 if word == "-" else int(word))
        case offers.TraineeOffer(id):
            return commands.ChooseTrainee(id, NAMES.index(word))
        case offers.EntryOffer(id):
            return commands.EnterRunners(id, tuple(map(NAMES.index, word.split("+"))))
        case offers.SaleOffer(id):
            return commands.SellHorses(id, tuple(map(NAMES.index, word.split("+"))))
        case offers.SlipsOffer(id):
            slips = [] if word == "-" else word.split("+")
            return commands.PlaceSlips(
                id, tuple(commands.Stake(COLOURS.index(slip[0]), int(slip[1:])) for slip in slips)
            )
        case offers.MoveOffer(id, plays=plays):
            (ways,) = [ways.ways for ways in plays if ways.play == play]
            named = {place(way.to): way.to for way in ways}
            assert word == "." or word in named, f"{word} is none of {list(named)}"
            return commands.MoveRunner(id, play, ahead(state, ways) if word == "." else named[word])
        case offers.StartOffer() | offers.TrainingOffer() | offers.DiceOffer():
            return rote(state, asked)


def rote(state: State, asked: offers.Offer) -> commands.Command:
    match asked:
        case offers.StartOffer() | offers.TrainingOffer() | offers.DiceOffer():
            return asked.sole()
        case offers.BidOffer(id, horse, least, most):
            opens = least == EDITION.horses[horse].price <= most
            return commands.Bid(id, least if opens else 0)
        case offers.TraineeOffer(id, horses):
            return commands.ChooseTrainee(id, horses[0])
        case offers.EntryOffer(id, horses, count):
            return commands.EnterRunners(id, horses[:count])
        case offers.SlipsOffer(id):
            return commands.PlaceSlips(id, ())
        case offers.MoveOffer(id, plays=plays):
            return commands.MoveRunner(id, "none", ahead(state, plays[0].ways))
        case offers.SaleOffer(id, horses, count):
            return commands.SellHorses(id, horses[:count])


def ahead(state: State, ways: tuple[offers.Way, ...]) -> int:
    """Home if possible, else as far as possible in the lane of the runner to move, or near it."""
    run, spaces = state.phase, EDITION.track.spaces
    assert isinstance(run, Racing)
    origin = spaces[run.at[run.turn]]

    def worse(way: offers.Way) -> tuple[int, Fraction]:
        if way.to == HOME:
            return -1, Fraction(0)
        end = spaces[way.to]
        return abs(end.lane - origin.lane), -((end.centre - origin.centre) % len(SECTIONS))

    return min(ways, key=worse).to
