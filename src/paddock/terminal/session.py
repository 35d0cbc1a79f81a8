"""A match at one keyboard: people and bots take turns until it is over or the people leave.

A person who plays alone sees what their seat sees. If several share the screen, it shows only
public information between their turns; if the game has secrets, the keyboard is handed over behind
a blank page.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from paddock.kernel.game import Answer, Offer, Policy, Turn, chosen, turns
from paddock.kernel.log import Seat, Step
from paddock.kernel.refusal import Refusal
from paddock.kernel.text import Text, say
from paddock.terminal.advice import Adviser, hint
from paddock.terminal.face import Face
from paddock.terminal.keyboard import Left, Resized
from paddock.terminal.lines import Line
from paddock.terminal.opening import Opened
from paddock.terminal.screen import Screen, Shown

AnyPolicy = Policy[Any, Any]
PROMPT = "> "


def needs_screening(face: Face, seats: Iterable[Seat]) -> bool:
    """Whether several people share this keyboard and must not see each other's secrets."""
    return face.secret and sum(seat.policy is None for seat in seats) > 1


class Session:
    def __init__(
        self, opened: Opened, policies: Mapping[int, AnyPolicy], face: Face, screen: Screen
    ) -> None:
        self.match, seats = opened.match, opened.header.seats
        self.opened = opened
        self._names = [seat.name for seat in seats]
        self._policies = policies
        self._face = face
        self._screen = screen
        self._persons = [seat for seat in range(len(seats)) if seat not in policies]
        # Whose view to show while nobody is asked: that of a person alone, or the public one.
        self._watching = self._persons[0] if len(self._persons) == 1 else None
        self._at_keyboard = self._watching
        self._screened = needs_screening(face, seats)
        self._heard = {viewer: face.commentary() for viewer in {None, *self._persons}}
        # What each person had been told when they were last asked.
        self._told: dict[int | None, list[str]] = {}
        self._latest: tuple[Any, ...] = ()
        self._adviser = Adviser(self.match.game)

    def play(self, pause: float) -> None:
        """Play to the end; raises `Left` if the players leave earlier."""
        while not self.match.game.winners(self.match.state):
            turn = self._next()
            if self._is_asked(turn):
                if pause:
                    self._screen.keyboard.forget()
                self._ask(turn.seat, turn.offer)
                continue
            self._wait(turn.seat, turn.offer, pause * self._face.weight(self._latest))
            command = turn.sole or self._chosen(turn)
            step = self._submit(turn.seat, command)
            assert isinstance(step, Step), f"{command} was offered and refused: {step}"

    def _next(self) -> Turn[Any]:
        """Of several seats to act: first those that need no question, then the one at the keyboard.

        This keeps the number of hand-overs low when several people choose in secret.
        """
        return min(
            turns(self.match.game, self.match.state),
            key=lambda turn: (self._is_asked(turn), turn.seat != self._at_keyboard),
        )

    def _is_asked(self, turn: Turn[Any]) -> bool:
        """Whether a person has a choice to make; forced commands are carried out without asking."""
        return turn.sole is None and turn.seat not in self._policies

    def hear(self, steps: Iterable[Step[Any, Any]]) -> None:
        """Take in the steps from before this session."""
        for step in steps:
            for viewer, commentary in self._heard.items():
                commentary.hear(self.match.game.redact(event, viewer) for event in step.events)
        self._told = {viewer: [*heard.paragraphs] for viewer, heard in self._heard.items()}

    def _chosen(self, turn: Turn[Any]) -> Answer:
        rng = self.opened.rng(len(self.match.records) + 1)
        policy = self._policies[turn.seat]
        command: Answer = chosen(self.match.game, self.match.state, turn, policy, rng)
        return command

    def _wait(self, seat: int, offer: Offer[Any], pause: float) -> None:
        if self._screen.live and pause:
            shown = self._shown(self._watching, self._face.waiting(seat, offer), None, "")
            self._screen.show(self._face.frame(shown, self._screen.size))
        self._screen.keyboard.pause(pause)

    def _ask(self, seat: int, offer: Offer[Any]) -> None:
        """Ask until the seat has given a command that could be carried out."""
        viewer = self._reader(seat, offer)
        view = self.match.game.view(self.match.state, viewer)
        notice: Text | None = None
        typed = ""
        while True:
            task = self._face.question(seat, view, offer)
            shown = self._shown(viewer, task, offer, self._screen.words(notice) if notice else "")
            if not typed:
                self._screen.show(self._face.frame(shown, self._screen.size))
                try:
                    typed = self._screen.ask(PROMPT)
                except Resized:
                    continue
            notice = None
            page = self._page(typed.casefold(), shown)
            if page:
                typed = self._screen.turn(page)  # what is typed there counts as an answer too
            elif typed:
                outcome = self._answer(seat, typed, shown)
                if outcome is None:
                    return
                notice, typed = outcome, ""

    def _reader(self, seat: int, offer: Offer[Any]) -> int | None:
        """Whose view to show while a seat is asked: the public one if nothing is secret."""
        if not self._screened:
            return seat
        if not self._face.private(offer):
            self._at_keyboard = None
            return None
        if self._at_keyboard != seat:
            self._hand_over(seat)
        return seat

    def _answer(self, seat: int, typed: str, shown: Shown) -> Text | None:
        """Carry out what was typed; returns why it was refused, or None if it was done."""
        told = [*shown.said]
        answer = self._face.understood(typed, shown.view, shown.offer)
        outcome = answer if isinstance(answer, Text) else self._submit(seat, answer)
        if isinstance(outcome, Step):
            self._told[shown.view.viewer] = told
            return None
        return outcome.text if isinstance(outcome, Refusal) else outcome

    def _page(self, typed: str, shown: Shown) -> list[Line]:
        """The page that was asked for, if it was a page."""
        if typed == "q":
            raise Left
        if typed == "l":
            title = self._screen.words(say("What has happened, the latest first"))
            return [Line(title, "strong"), *map(Line, reversed(shown.said))]
        if typed == "t":
            return self._tip(shown)
        return self._face.page(typed, shown, self._screen.size)

    def _tip(self, shown: Shown) -> list[Line]:
        """What a bot would do. Refused while everybody is watching: it knows the seat's secrets."""
        words = self._screen.words
        if shown.view.viewer is None:
            return [Line(words(say("A tip would show the others what you have.")))]
        advice = self._adviser.asked(shown.view, shown.offer)
        return hint(advice, self.match.game.name, self._face, words, self._screen.signs)

    def _hand_over(self, seat: int) -> None:
        """Pass the keyboard to the next person without showing them anyone else's secrets."""
        name = self._screen.words.shown(self._names[seat])
        self._screen.wipe()
        self._screen.turn(
            [Line(self._screen.words(say("Hand the keyboard to {name}.", name=name)), "act")],
            self._screen.words(say("{name}: press Enter when nobody else is looking. ", name=name)),
        )
        self._screen.wipe()
        self._at_keyboard = seat

    def _submit(self, seat: int, command: Answer) -> Step[Any, Any] | Refusal:
        step = self.opened.give(seat, command)
        if isinstance(step, Step):
            self._tell(step)
        return step

    def _tell(self, step: Step[Any, Any]) -> None:
        """Announce what a step did, and show a page for it if it settled something."""
        redact = self.match.game.redact
        self._latest = step.events
        heard = self._heard[self._watching]
        before = [*heard.paragraphs]
        for viewer, commentary in self._heard.items():
            said = commentary.hear([redact(event, viewer) for event in step.events])
            if viewer == self._watching and not self._screen.live:
                self._screen.print(Line(sentence) for sentence in said)
        view = self.match.game.view(self.match.state, self._watching)
        settlement = self._face.settled(step.events, view)
        if settlement and self._persons:
            self._screen.keyboard.forget()
            first = heard.paragraphs[-_news(before, heard.paragraphs)]
            self._screen.turn([Line(first), *settlement])
            self._at_keyboard = self._watching  # everybody has been watching

    def _shown(self, viewer: int | None, task: Text, offer: Any, notice: str) -> Shown:
        view = self.match.game.view(self.match.state, viewer)
        said = self._heard[viewer].paragraphs
        fresh = _news(self._told.get(viewer, []), said)
        return Shown(view, self._screen.words(task), said, offer, notice, fresh)


def _news(told: list[str], said: list[str]) -> int:
    """How many paragraphs are new or, in the case of the last one told, have grown since."""
    return len(said) - len(told) + (told[-1:] != said[len(told) - 1 : len(told)])
