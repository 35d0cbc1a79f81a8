"""Commands from JSON. Anything that is not a command of the game is refused with a reason."""

from typing import Any

import msgspec

from paddock.kernel.rejection import Rejected, reject

LONGEST_COMMAND = 4096


class Codec:
    """Reads the commands of one game."""

    def __init__(self, command: Any) -> None:
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(command, strict=True)

    def command(self, data: bytes) -> Any | Rejected:
        if len(data) > LONGEST_COMMAND:
            return reject(
                "too_long",
                "A command can have at most {most} bytes; this one has {found}.",
                most=LONGEST_COMMAND,
                found=len(data),
            )
        try:
            return self._decoder.decode(data)
        except msgspec.ValidationError as error:
            return reject(
                "not_a_command", "This is not a command of the game: {reason}.", reason=str(error)
            )
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return reject("malformed", "This is not valid JSON: {reason}.", reason=str(error))
