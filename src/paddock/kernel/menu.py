"""A generic offer: a list of all the commands that a seat may give."""

from typing import Generic

from msgspec import Struct

from paddock.kernel.game import Command, Rng
from paddock.kernel.refusal import Refusal, refusal
from paddock.kernel.text import Text


class Menu(Struct, Generic[Command], frozen=True, tag="menu"):
    """A question, every command that answers it, and the words for each command.

    Terminal and browser show a number or a button for each command, so a game whose offers are
    menus can be played everywhere, even without screens of its own.
    """

    id: str
    question: Text
    commands: tuple[Command, ...]
    words: tuple[Text, ...]

    def refuse(self, command: Command) -> Refusal | None:
        if command in self.commands:
            return None
        return refusal("not_offered", "That is not one of your choices.")

    def sole(self) -> Command | None:
        return self.commands[0] if len(self.commands) == 1 else None

    def sample(self, rng: Rng) -> Command:
        return self.commands[rng.randrange(len(self.commands))]
