"""The protocol of a table's socket for programs: JSON Schema, and an AsyncAPI document.

Both are made from the very types that the codecs read and write, so they cannot drift from them.
What a message has of a game (`command`, `events`, `view`, `offer`) differs from game to game: each
has a schema of its own.
"""

from inspect import cleandoc
from typing import Any

import msgspec

from paddock.games import GAMES
from paddock.wire.messages import FromClient, ToClient

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SOCKET = "/api/tables/{table}/socket"
# The messages' fields that hold something of the game: the union that stands there, how often.
_ONE, _MANY = "one", "many"
_OF_THE_GAME = (
    ("Give", "command", "Command", _ONE),
    ("Told", "events", "Event", _MANY),
    ("Told", "view", "View", _ONE),
    ("Told", "offer", "Offer", _ONE),
    ("Refused", "view", "View", _ONE),
    ("Refused", "offer", "Offer", _ONE),
)

Schema = dict[str, Any]


def json_schema(game: str) -> Schema:
    """Everything that goes over the socket of a table where this game is played."""
    return {
        "$schema": DIALECT,
        "title": f"The socket of a table of {game}",
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/ToClient"}],
        "$defs": _definitions(game, "#/$defs/{name}"),
    }


def asyncapi(version: str) -> Schema:
    """The same for tools that know AsyncAPI: a channel for each game, at the same address."""
    schemas: Schema = {}
    channels: Schema = {}
    operations: Schema = {}
    for game in GAMES:
        where = f"#/components/schemas/{game}.{{name}}"
        found = _without_discriminators(_definitions(game, where))
        schemas |= {f"{game}.{name}": schema for name, schema in found.items()}
        channels[game] = _channel(game)
        for action, union in (("receive", FromClient), ("send", ToClient)):
            operations[f"{game}.{action}"] = {
                "action": action,
                "channel": {"$ref": f"#/channels/{game}"},
                "messages": [
                    {"$ref": f"#/channels/{game}/messages/{name}"} for name in _names(union)
                ],
            }
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Paddock",
            "version": version,
            "description": "The socket of a table, from the server's side: it receives what "
            "clients send, and sends what they are told.",
        },
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
        "components": {"schemas": schemas},
    }


def _channel(game: str) -> Schema:
    return {
        "address": SOCKET,
        "title": f"A table of {game}",
        "parameters": {"table": {"description": "The table's id."}},
        "messages": {
            name: {"name": name, "payload": {"$ref": f"#/components/schemas/{game}.{name}"}}
            for name in (*_names(FromClient), *_names(ToClient))
        },
        "bindings": {
            "ws": {
                "bindingVersion": "0.1.0",
                "method": "GET",
                "query": {
                    "type": "object",
                    "properties": {
                        "seat": {
                            "type": "integer",
                            "minimum": 0,
                            "description": "One's own seat; left out by whoever only watches.",
                        },
                        "after": {
                            "type": "integer",
                            "minimum": 0,
                            "default": 0,
                            "description": "The last sequence that the client has.",
                        },
                        "caller": {
                            "type": "boolean",
                            "default": False,
                            "description": "Whether the race caller is heard: `calls` of `told`.",
                        },
                        "talk": {
                            "type": "boolean",
                            "default": True,
                            "description": "Whether people's words are heard: `heard`.",
                        },
                    },
                },
            }
        },
    }


def _definitions(game: str, where: str) -> Schema:
    """Every type by name; `where` makes a reference of a name."""
    types = GAMES[game].types
    unions = {
        "FromClient": FromClient,
        "ToClient": ToClient,
        "Command": types.command,
        "Event": types.event,
        "Offer": types.offer,
        "View": types.view,
    }
    made, found = msgspec.json.schema_components(unions.values(), ref_template=where)
    found |= {name: schema for name, schema in zip(unions, made, strict=True) if name != "View"}
    for message, field, union, how in _OF_THE_GAME:
        _fill(found[message]["properties"], field, {"$ref": where.format(name=union)}, how)
    tidied: Schema = _tidied(dict(sorted(found.items())))
    return tidied


def _fill(fields: Schema, field: str, item: Schema, how: str) -> None:
    """Say what an open field holds; where it may be missing, null stands for that."""
    known = fields[field]
    wanted: Schema = {"type": "array", "items": item} if how == _MANY else item
    # There is no view before the match, and no offer for who is not to act.
    optional = field in ("view", "offer")
    filled: Schema = {"anyOf": [wanted, {"type": "null"}]} if optional else dict(wanted)
    if "default" in known:
        filled["default"] = known["default"]
    fields[field] = filled


def _tidied(schema: Any) -> Any:
    """Docstrings without the indentation that they have in the source; lists as JSON has them."""
    match schema:
        case dict():
            return {
                key: cleandoc(value)
                if key == "description" and isinstance(value, str)
                else _tidied(value)
                for key, value in schema.items()
            }
        case list() | tuple():
            return [_tidied(item) for item in schema]
        case _:
            return schema


def _without_discriminators(schema: Any) -> Any:
    """AsyncAPI has that word too, but means something else by it."""
    match schema:
        case dict():
            return {
                key: _without_discriminators(value)
                for key, value in schema.items()
                if key != "discriminator"
            }
        case list():
            return [_without_discriminators(item) for item in schema]
        case _:
            return schema


def _names(union: Any) -> list[str]:
    return [message.__name__ for message in union.__args__]
