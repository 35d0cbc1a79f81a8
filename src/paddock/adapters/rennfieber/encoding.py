"""Rennfieber in numbers; a compound command takes several of the game's `actions`."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.layout import finished
from paddock.adapters.rennfieber.observation import MONEY, Observer
from paddock.games.rennfieber import Rennfieber, commands, offers
from paddock.games.rennfieber.actions import (
    CONFIRM,
    HORSE,
    PASS,
    PLAY,
    PLAYS,
    SLIP,
    numbers,
    slip_kinds,
)
from paddock.games.rennfieber.edition import COLOURS
from paddock.games.rennfieber.rules.auction import RAISE as HUNDRED
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import View


class Encoding:
    def __init__(self, game: Rennfieber) -> None:
        self._edition = game.rules.edition
        self._slips = slip_kinds(game.rules)
        powers, self._raise, self._space, self._home = numbers(game.rules)
        self._raises = tuple(2**power for power in reversed(range(powers)))
        self.size = self._home + 1
        self._observer = Observer(game.rules)
        self.layout = self._observer.layout

    def legal(self, offer: offers.Offer | None, draft: tuple[int, ...] = ()) -> list[int]:
        match offer:
            case offers.MoveOffer():
                if not draft and len(offer.plays) > 1:
                    return sorted(PLAY + PLAYS.index(ways.play) for ways in offer.plays)
                return self._ways(offer, draft)
            case offers.BidOffer():
                return self._bids(offer, draft)
            case offers.TraineeOffer(horses=horses):
                return [HORSE + horse for horse in horses]
            case (
                offers.EntryOffer(horses=horses, count=count)
                | offers.SaleOffer(horses=horses, count=count)
            ):
                left = [HORSE + horse for horse in horses if not draft or HORSE + horse > draft[-1]]
                # Enough horses must be left for the choices still to come.
                return left[: len(left) - (count - len(draft)) + 1]
            case offers.SlipsOffer():
                return self._stakes(offer, draft)
            case _:
                return []

    def _ways(self, offer: offers.MoveOffer, draft: tuple[int, ...]) -> list[int]:
        play = PLAYS[draft[0] - PLAY] if draft else offer.plays[0].play
        (ways,) = [ways.ways for ways in offer.plays if ways.play == play]
        return sorted(self._space_of(way.to) for way in ways)

    def _space_of(self, to: int) -> int:
        return self._home if to == HOME else self._space + to

    def _bids(self, offer: offers.BidOffer, draft: tuple[int, ...]) -> list[int]:
        if offer.most < offer.least:
            return [PASS]
        left = (offer.most - offer.least) // HUNDRED - self._raised(draft)
        after = draft[-1] - self._raise + 1 if draft else 0
        raises = enumerate(self._raises[after:], start=self._raise + after)
        legal = [CONFIRM] if draft else [CONFIRM, PASS]
        return legal + [number for number, hundreds in raises if hundreds <= left]

    def _raised(self, draft: tuple[int, ...]) -> int:
        """The hundreds added to the lowest bid."""
        return sum(self._raises[action - self._raise] for action in draft)

    def _stakes(self, offer: offers.SlipsOffer, draft: tuple[int, ...]) -> list[int]:
        stakes = [self._stake(action) for action in draft]
        money = offer.most - sum(stake.value for stake in stakes)
        left = Counter(offer.slips)
        left.subtract(stake.value for stake in stakes)
        colours = {stake.colour for stake in stakes}
        if len(colours) < offer.colours:
            colours = set(range(offer.runners))
        legal = [
            SLIP + COLOURS * kind + colour
            for kind, value in enumerate(self._slips)
            if left[value] and value <= money
            for colour in sorted(colours)
        ]
        return [CONFIRM] + [action for action in legal if not draft or action >= draft[-1]]

    def _stake(self, action: int) -> commands.Stake:
        kind, colour = divmod(action - SLIP, COLOURS)
        return commands.Stake(colour, self._slips[kind])

    def command(self, offer: offers.Offer, actions: tuple[int, ...]) -> commands.Command | None:
        last = actions[-1]
        match offer:
            case offers.MoveOffer() if last >= self._space:
                play = PLAYS[actions[0] - PLAY] if len(actions) > 1 else offer.plays[0].play
                to = HOME if last == self._home else last - self._space
                return commands.MoveRunner(offer.id, play, to)
            case offers.BidOffer() if last == PASS:
                return commands.Bid(offer.id, 0)
            case offers.BidOffer() if last == CONFIRM:
                return commands.Bid(offer.id, offer.least + HUNDRED * self._raised(actions[:-1]))
            case offers.TraineeOffer(id=name):
                return commands.ChooseTrainee(name, last - HORSE)
            case offers.EntryOffer(id=name, count=count) if len(actions) == count:
                return commands.EnterRunners(name, tuple(action - HORSE for action in actions))
            case offers.SaleOffer(id=name, count=count) if len(actions) == count:
                return commands.SellHorses(name, tuple(action - HORSE for action in actions))
            case offers.SlipsOffer(id=name) if last == CONFIRM:
                return commands.PlaceSlips(
                    name, tuple(self._stake(action) for action in actions[:-1])
                )
            case _:
                return None

    def actions(self, offer: offers.Offer, command: commands.Command) -> tuple[int, ...]:
        match command:
            case commands.MoveRunner(play=play, to=to):
                assert isinstance(offer, offers.MoveOffer)
                card = (PLAY + PLAYS.index(play),) if len(offer.plays) > 1 else ()
                return (*card, self._space_of(to))
            case commands.Bid(amount=amount):
                assert isinstance(offer, offers.BidOffer)
                return self._bid(offer, amount)
            case commands.ChooseTrainee(horse=horse):
                return (HORSE + horse,)
            case commands.EnterRunners(horses=horses) | commands.SellHorses(horses=horses):
                return tuple(sorted(HORSE + horse for horse in horses))
            case commands.PlaceSlips(stakes=stakes):
                slips = (
                    SLIP + COLOURS * self._slips.index(stake.value) + stake.colour
                    for stake in stakes
                )
                return (*sorted(slips), CONFIRM)
            case _:
                raise ValueError(f"{type(command).__name__} is not a choice")

    def _bid(self, offer: offers.BidOffer, amount: int) -> tuple[int, ...]:
        if not amount:
            return (PASS,)
        raised = (amount - offer.least) // HUNDRED
        raises = enumerate(self._raises, start=self._raise)
        return (*(number for number, hundreds in raises if hundreds & raised), CONFIRM)

    def describe(self, action: int) -> str:
        if action in (CONFIRM, PASS):
            return "pass" if action == PASS else "confirm"
        if action < PLAY:
            return f"choose {self._edition.horses[action - HORSE].name}"
        if action < SLIP:
            return f"play {PLAYS[action - PLAY]}"
        if action < self._raise:
            stake = self._stake(action)
            return f"slip {stake.value} on colour {stake.colour}"
        if action < self._space:
            return f"raise by {HUNDRED * self._raises[action - self._raise]}"
        if action == self._home:
            return "go home"
        space = self._edition.track.spaces[action - self._space]
        return f"go to lane {space.lane}, section {space.section}, space {space.number}"

    def observe(self, view: View, draft: tuple[int, ...] = ()) -> NDArray[np.float32]:
        """Actions that end a draft (confirm, pass, a space) have no field: they make it a command,
        which may still wait for a draw."""
        buffer = self._observer.observe(view)
        at, raises = self.layout.offsets, []
        for action in draft:
            if action < HORSE or action >= self._space:
                continue
            if action < PLAY:
                buffer[at["draft_horses"] + action - HORSE] = 1
            elif action < SLIP:
                buffer[at["draft_play"] + action - PLAY] = 1
            elif action < self._raise:
                slips = draft.count(action) / self._observer.slips
                buffer[at["draft_slips"] + action - SLIP] = slips
            else:
                raises.append(action)
        buffer[at["draft_raise"]] = HUNDRED * self._raised(tuple(raises)) / MONEY
        return finished(buffer)
