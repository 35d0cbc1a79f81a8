"""The protocol of a table's socket as an AsyncAPI document, with a JSON Schema for each message.

It is generated from the types that the codecs read and write, so it always matches them. Each game
has its own schemas, because a message's `command`, `events`, `view` and `offer` depend on the game.
"""

from inspect import cleandoc
from typing import Any

import msgspec

from paddock.games import GAMES
from paddock.wire.messages import PROTOCOL, FromClient, ToClient

SOCKET = "/api/tables/{table}/socket"
Schema = dict[str, Any]
_NUMBER: Schema = {"type": "integer", "minimum": 0}
_FLAG: Schema = {"type": "boolean"}
# The parameters of the socket's address, with what they mean.
QUERY: Schema = {
    name: {**kind, "description": meaning}
    for name, kind, meaning in (
        ("seat", _NUMBER, "Your own seat; leave it out to watch."),
        ("after", _NUMBER | {"default": 0}, "The last sequence that the client has."),
        ("caller", _FLAG | {"default": False}, "Whether `told` has the race caller's `calls`."),
        ("talk", _FLAG | {"default": True}, "Whether to send the chat: `heard`."),
        ("deltas", _FLAG | {"default": False}, "Whether `told` may have a `delta` of the view."),
        ("protocol", _NUMBER | {"default": PROTOCOL}, "The version of these messages."),
    )
}


def asyncapi(version: str) -> Schema:
    """A document with a channel for each game, all at the same address."""
    schemas: Schema = {}
    channels: Schema = {}
    operations: Schema = {}
    for game in GAMES:
        schemas |= {f"{game}.{name}": schema for name, schema in _definitions(game).items()}
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
            "clients send, and sends them the match.",
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
                "query": {"type": "object", "properties": QUERY},
            }
        },
    }


def _definitions(game: str) -> Schema:
    """The schema of every type by name."""
    types, where = GAMES[game].types, f"#/components/schemas/{game}.{{name}}"
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

    def of_game(name: str) -> Schema:
        return {"$ref": where.format(name=name)}

    # The fields of messages that are open in the types, because they depend on the game. There is
    # no view before the match, and no offer out of turn.
    open_fields: dict[str, Schema] = {
        "command": of_game("Command"),
        "events": {"type": "array", "items": of_game("Event")},
        "view": {"anyOf": [of_game("View"), {"type": "null"}]},
        "offer": {"anyOf": [of_game("Offer"), {"type": "null"}]},
    }
    for message in ("Give", "Told", "Refused"):
        fields = found[message]["properties"]
        for name in fields.keys() & open_fields.keys():
            default = {k: v for k, v in fields[name].items() if k == "default"}
            fields[name] = open_fields[name] | default
    tidied: Schema = _tidied(dict(sorted(found.items())))
    return tidied


def _tidied(schema: Any) -> Any:
    """A schema with dedented docstrings, and lists instead of tuples.

    Without `discriminator`, which means something else in AsyncAPI.
    """
    match schema:
        case dict():
            return {
                key: cleandoc(value)
                if key == "description" and isinstance(value, str)
                else _tidied(value)
                for key, value in schema.items()
                if key != "discriminator"
            }
        case list() | tuple():
            return [_tidied(item) for item in schema]
        case _:
            return schema


def _names(union: Any) -> list[str]:
    return [message.__name__ for message in union.__args__]
