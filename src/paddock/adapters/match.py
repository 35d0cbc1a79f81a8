"""A match from one choice to the next; forced moves are made automatically."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from paddock.adapters.encoding import Draft, Encoding, encoding
from paddock.games import AnyGame
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import next_turn
from paddock.kernel.refusal import Refusal

# What a seat sees, and a mask of its legal actions.
Observed = tuple[NDArray[np.float32], NDArray[np.int8]]


class Match(Protocol):
    """A match in which `seat` must choose; None when it is over."""

    seat: int | None

    @property
    def game(self) -> AnyGame: ...

    @property
    def encoding(self) -> Encoding: ...

    @property
    def state(self) -> Any:
        """The state of the match, as far as a spectator's view and the winners need it."""

    def begin(self, seed: int, number: int) -> None:
        """Start a match; the same numbers and actions always give the same match."""

    def act(self, action: int) -> None:
        """Take an action. Raises `ValueError` if it is illegal, and then changes nothing."""

    def observe(self, seat: int) -> Observed:
        """The mask is blank unless the seat must choose."""


class ReferenceMatch:
    """A match of any game on the reference engine.

    Players who choose at the same time do so in seat order. None of them sees what the others have
    chosen before all have chosen, except for Rennfieber's trainees, which are public at once.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.encoding = encoding(game)
        self.state = game.initial()
        self.seat: int | None = None
        self._legal: list[int] = []
        self._draft: Draft = ()
        self._chance = QuickChance(0)

    def begin(self, seed: int, number: int) -> None:
        self._chance = QuickChance(seed, number)
        self.state = self.game.initial()
        self._draft = ()
        self._advance()

    def act(self, action: int) -> None:
        if action not in self._legal or self.seat is None:
            raise ValueError(f"action {action} is not legal")
        self._draft = (*self._draft, action)
        command = self.encoding.command(self.game.offer(self.state, self.seat), self._draft)
        if command is not None:
            self._carry_out(self.seat, command)
        self._advance()

    def observe(self, seat: int) -> Observed:
        """Only the player who makes a draft sees it."""
        mask = np.zeros(self.encoding.size, np.int8)
        draft: Draft = ()
        if seat == self.seat:
            mask[self._legal] = 1
            draft = self._draft
        return self.encoding.observe(self.game.view(self.state, seat), draft), mask

    def _advance(self) -> None:
        """Play on to the next seat that has a choice."""
        game, encoding = self.game, self.encoding
        while (turn := next_turn(game, self.state)) is not None:
            command = turn.sole
            if command is None:
                legal = encoding.legal(turn.offer, self._draft)
                if len(legal) > 1:
                    self.seat, self._legal = turn.seat, legal
                    return
                self._draft = (*self._draft, *legal)
                command = encoding.command(turn.offer, self._draft)
            if command is not None:
                self._carry_out(turn.seat, command)
        self.seat, self._legal = None, []

    def _carry_out(self, seat: int, command: Any) -> None:
        progress = self.game.decide(self.state, seat, command, self._chance)
        if isinstance(progress, Refusal):
            raise TypeError(f"an offered command was rejected: {progress.code}")
        self.state, self._draft = progress.state, ()
