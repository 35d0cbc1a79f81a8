"""Commands from JSON. Anything that is not a command of the game is refused with a reason."""

from typing import Any

import msgspec

from paddock.kernel.refusal import Refusal, refusal

LONGEST_COMMAND = 4096


class Codec:
    """Reads the commands of one game."""

    def __init__(self, command: Any) -> None:
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(command, strict=True)

    def command(self, data: bytes) -> Any | Refusal:
        if len(data) > LONGEST_COMMAND:
            return refusal(
                "too_long",
                "A command can have at most {most} bytes; this one has {found}.",
                most=LONGEST_COMMAND,
                found=len(data),
            )
        try:
            return self._decoder.decode(data)
        except msgspec.ValidationError as error:
            return refusal(
                "not_a_command", "This is not a command of the game: {reason}.", reason=str(error)
            )
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return refusal("malformed", "This is not valid JSON: {reason}.", reason=str(error))
