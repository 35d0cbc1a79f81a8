"""The protocol's schemas as files: `python -m tools.protocol` writes them to `docs/protocol/`."""

import json
from pathlib import Path

from paddock.games import GAMES
from paddock.wire.schema import json_schema

FOLDER = Path(__file__).parents[1] / "docs" / "protocol"


def documents() -> dict[str, str]:
    """The contents of each file."""
    return {f"{game}.schema.json": json.dumps(json_schema(game), indent=1) + "\n" for game in GAMES}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in documents().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
