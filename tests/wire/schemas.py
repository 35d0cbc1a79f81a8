"""Validators for the messages of a table's socket, from the AsyncAPI document."""

from jsonschema_rs import Draft202012Validator

from paddock.wire.schema import asyncapi


def validator(game: str, union: str) -> Draft202012Validator:
    """For `ToClient` or `FromClient` where this game is played."""
    schema = {"$ref": f"#/components/schemas/{game}.{union}"}
    return Draft202012Validator(schema | {"components": asyncapi("1")["components"]})
