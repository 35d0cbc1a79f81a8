"""The protocol's schemas as files: `python -m tools.protocol` writes them to `docs/protocol/`."""

import json
from pathlib import Path

from paddock import __version__
from paddock.games import GAMES
from paddock.wire.schema import asyncapi, json_schema

FOLDER = Path(__file__).parents[1] / "docs" / "protocol"


def documents() -> dict[str, str]:
    """The text of each file."""
    found = {f"{game}.schema.json": json_schema(game) for game in GAMES}
    found["asyncapi.json"] = asyncapi(__version__)
    return {name: json.dumps(schema, indent=1) + "\n" for name, schema in found.items()}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in documents().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
