"""The browser client's types: the files in web/src/wire are current, and match the server."""

import re

from tools.webtypes import FOLDER, documents, games_with_face


def declared(text: str, name: str) -> dict[str, str]:
    """The fields of an interface and their types, as TypeScript text."""
    found = re.search(
        rf"^export interface {name}\b[^{{]*\{{\n(.*?)^\}}$", text, re.MULTILINE | re.DOTALL
    )
    assert found is not None, name
    return dict(re.findall(r"^  readonly (\w+\??): (.*);$", found[1], re.MULTILINE))


def test_the_files_are_what_the_types_say() -> None:
    """`make protocol` regenerates them."""
    made = documents()
    assert {name: (FOLDER / name).read_text(encoding="utf-8") for name in made} == made
    assert set(made) == {"table.ts", "http.ts", *(f"{game}.ts" for game in games_with_face())}


def test_a_message_has_its_type_and_its_optional_fields() -> None:
    """`type` is a literal, and fields that the server omits at their default are optional."""
    table = documents()["table.ts"]
    told = declared(table, "Told")
    assert told["type"] == '"told"'
    assert told["seq"] == "number"
    assert told["events?"] == 'readonly K["event"][]'
    assert told["view?"] == 'K["view"] | null'
    assert declared(table, "Give")["command"] == 'K["command"]'
    assert declared(table, "Text")["args?"] == "Readonly<Record<string, number | string | Text>>"


def test_what_a_client_may_leave_out_is_optional() -> None:
    """A new table needs a game and seats; the rest has defaults."""
    wanted = declared(documents()["http.ts"], "NewTable")
    assert [name for name in wanted if not name.endswith("?")] == ["game", "seats"]
    assert wanted["seats"] == "readonly (string | null)[]"


def test_each_game_has_its_unions_and_is_a_kind() -> None:
    """Both games have commands of the same name, as different types in different files."""
    made = documents()
    for game, kind in (("royal-turf", "RoyalTurf"), ("rennfieber", "Rennfieber")):
        text = made[f"{game}.ts"]
        unions = ("Command", "Event", "Offer", "View")
        assert declared(text, kind) == {name.lower(): name for name in unions}
        assert declared(text, "StartMeeting") == {"type": '"start_meeting"', "offer": "string"}
    assert "export type Command = StartMeeting | NameFirst | PlaceBet |" in made["royal-turf.ts"]
