"""The key file: the seed of a game whose dice can be proved, kept apart until the game is over.

Whoever reads it could foretell every roll, so only its owner may.
"""

import os
import shlex
from pathlib import Path
from typing import Any

from paddock.kernel.chance import SEED_BYTES, commitment
from paddock.kernel.log import Committed, Log
from paddock.kernel.text import Text, say
from paddock.terminal import disk
from paddock.terminal.refusal import Refused


def key_file(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def write_key(path: Path, seed: bytes) -> None:
    """Keep the seed of the log at `path`, never over that of another log, or leave no key."""
    key = key_file(path)
    try:
        file = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise Refused(
            say(
                "{key} is there already: it may be the key of a log that was moved. "
                "Move it away, or save under another name.",
                key=str(key),
            )
        ) from error
    try:
        disk.write(file, seed.hex().encode() + b"\n")
    except OSError:
        key.unlink()
        raise
    finally:
        os.close(file)


def read_key(path: Path, log: Log[Any, Any]) -> bytes | None:
    """The seed that the log at `path` is committed to, where it is still a secret."""
    chance = log.header.chance
    if not isinstance(chance, Committed) or log.revealed is not None:
        return None
    key = key_file(path)
    try:
        seed = bytes.fromhex(key.read_text(encoding="ascii"))
    except FileNotFoundError as error:
        raise Refused(
            say(
                "{key} is missing. It holds the seed of the dice: without it this game can be "
                "looked at (paddock replay show {file}), but not played on.",
                key=str(key),
                file=shlex.quote(str(path)),
            )
        ) from error
    except OSError as error:
        raise Refused(disk.unreadable(key, error)) from error
    except ValueError as error:
        raise Refused(_other(key, path)) from error
    if len(seed) != SEED_BYTES or commitment(seed) != chance.commitment:
        raise Refused(_other(key, path))
    return seed


def _other(key: Path, path: Path) -> Text:
    return say(
        "{key} is not the key of {file}: the seed in it is not the one that the log is "
        "committed to.",
        key=str(key),
        file=str(path),
    )
