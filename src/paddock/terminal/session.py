"""A match at one keyboard: people in turn, bots between them, until it is over or they leave.

One person alone sees what their seat sees. Several share the screen: between their turns it shows
what everybody may know, and where bets are secret the keyboard is handed over behind a blank page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from paddock.kernel.game import Answer, Offer, Policy, Rng
from paddock.kernel.log import Seat, Step
from paddock.kernel.match import Match
from paddock.kernel.rejection import Rejected
from paddock.kernel.text import Text, say
from paddock.terminal.face import Face
from paddock.terminal.keyboard import Left, Resized
from paddock.terminal.lines import Line
from paddock.terminal.screen import Screen

AnyMatch = Match[Any, Any, Any, Any]
AnyPolicy = Policy[Any, Any]
PROMPT = "> "


def needs_screening(face: Face, seats: Iterable[Seat]) -> bool:
    """Whether people share this keyboard who must not see each other's secrets."""
    return face.secret and sum(seat.policy is None for seat in seats) > 1


class Session:
    """`rng` gives a bot its own generator for the step of a number."""

    def __init__(
        self,
        match: AnyMatch,
        seats: tuple[Seat, ...],
        policies: Mapping[int, AnyPolicy],
        rng: Callable[[int], Rng],
        face: Face,
        screen: Screen,
    ) -> None:
        self.match = match
        self._names = [seat.name for seat in seats]
        self._policies = policies
        self._rng = rng
        self._face = face
        self._screen = screen
        self._persons = [seat for seat in range(len(seats)) if seat not in policies]
        # Whom the screen is for while nobody is asked: a person alone, or everybody.
        self._watching = self._persons[0] if len(self._persons) == 1 else None
        self._at_keyboard = self._watching
        self._screened = needs_screening(face, seats)
        self._heard = {viewer: face.commentary() for viewer in {None, *self._persons}}

    def play(self, pause: float) -> None:
        """On to the end; raises `Left` if whoever plays has had enough before."""
        while not self.match.game.winners(self.match.state):
            seat = self.match.game.to_act(self.match.state)[0]
            offers = self.match.offers(seat)
            sole = offers[0].sole() if len(offers) == 1 else None
            if sole is None and seat not in self._policies:
                if pause:
                    self._screen.keyboard.forget()
                self._ask(seat, offers[0])
                continue
            self._wait(seat, offers[0], pause)
            command = sole or self._chosen(seat, offers)
            step = self._submit(seat, command)
            assert isinstance(step, Step), f"{command} was offered and refused: {step}"

    def hear(self, steps: Iterable[Step[Any, Any]]) -> None:
        """Steps taken before this session began."""
        for step in steps:
            for viewer, commentary in self._heard.items():
                commentary.hear(self.match.game.redact(event, viewer) for event in step.events)

    def _chosen(self, seat: int, offers: tuple[Offer[Any], ...]) -> Answer:
        """By the policy, from what its seat may see."""
        view = self.match.game.view(self.match.state, seat)
        command: Answer = self._policies[seat].choose(
            view, offers, self._rng(len(self.match.records) + 1)
        )
        return command

    def _wait(self, seat: int, offer: Offer[Any], pause: float) -> None:
        if self._screen.live and pause:
            self._show(self._watching, self._face.waiting(seat, offer), None, "")
        self._screen.keyboard.pause(pause)

    def _ask(self, seat: int, offer: Offer[Any]) -> None:
        """Until the seat has given a command that is carried out."""
        if self._screened and self._at_keyboard != seat:
            self._hand_over(seat)
        view = self.match.game.view(self.match.state, seat)
        notice: Text | None = None
        while True:
            task = self._face.question(seat, view, offer)
            self._show(seat, task, offer, self._screen.words(notice) if notice else "")
            try:
                typed = self._screen.ask(PROMPT)
            except Resized:
                continue
            if not self._turn_to_page(typed.casefold(), seat, view):
                answer = self._face.understood(typed, offer)
                outcome = answer if isinstance(answer, Text) else self._submit(seat, answer)
                if isinstance(outcome, Step):
                    return
                notice = outcome.text if isinstance(outcome, Rejected) else outcome
            else:
                notice = None

    def _turn_to_page(self, typed: str, seat: int, view: Any) -> bool:
        """Whether a page was asked for, and read; an empty line is the board itself."""
        if typed == "q":
            raise Left
        if typed == "l":
            title = self._screen.words(say("What has happened, the latest first"))
            said = reversed(self._heard[seat].paragraphs)
            lines = [Line(title, "strong"), *map(Line, said)]
        else:
            lines = self._face.page(typed, view)
        if lines:
            self._screen.turn(lines)
        return bool(lines) or not typed

    def _hand_over(self, seat: int) -> None:
        """Nothing of one person's secrets stays for the next one to see."""
        name = self._screen.words.shown(self._names[seat])
        self._screen.wipe()
        self._screen.turn(
            [Line(self._screen.words(say("Hand the keyboard to {name}.", name=name)), "act")],
            self._screen.words(say("{name}: press Enter when nobody else looks. ", name=name)),
        )
        self._screen.wipe()
        self._at_keyboard = seat

    def _submit(self, seat: int, command: Answer) -> Step[Any, Any] | Rejected:
        step = self.match.submit(seat, command)
        if isinstance(step, Step):
            self._tell(step)
        return step

    def _tell(self, step: Step[Any, Any]) -> None:
        """What a step did: said to everyone, and shown on a page of its own if money was paid."""
        redact = self.match.game.redact
        turn = len(self._heard[None].paragraphs) - 1
        for viewer, commentary in self._heard.items():
            said = commentary.hear([redact(event, viewer) for event in step.events])
            if viewer == self._watching and not self._screen.live:
                self._screen.print(Line(sentence) for sentence in said)
        view = self.match.game.view(self.match.state, None)
        settlement = self._face.settled(step.events, view)
        if settlement and self._persons:
            self._screen.keyboard.forget()
            self._screen.turn([Line(self._heard[None].paragraphs[turn]), *settlement])

    def _show(self, viewer: int | None, task: Text, offer: Any, notice: str) -> None:
        view = self.match.game.view(self.match.state, viewer)
        said = self._heard[viewer].paragraphs
        words = self._screen.words
        self._screen.show(
            self._face.frame(view, words(task), said, offer, notice, self._screen.size)
        )
