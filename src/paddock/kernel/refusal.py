"""Refusals: a refused command changes nothing and draws nothing."""

from msgspec import Struct

from paddock.kernel.text import Argument, Text


class Refusal(Struct, frozen=True):
    """Why a command was refused: a stable code for programs, a sentence for people."""

    code: str
    text: Text


def refusal(code: str, key: str, /, **args: Argument) -> Refusal:
    return Refusal(code, Text(key, args))
