"""The wire's types for the browser client: `python -m tools.webtypes` writes `web/src/wire/*.ts`.

They come from the types that the server encodes, so the client's compiler notices every change.
Each type is in the file of its owner: a game, the HTTP API, or else the table.
"""

from collections.abc import Iterable, Iterator, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args, get_type_hints

from litestar.handlers import HTTPRouteHandler
from msgspec import Struct, inspect

from paddock.games import GAMES
from paddock.server.api import CONTROLLERS
from paddock.wire.messages import FromClient, ToClient

FOLDER = Path(__file__).parents[1] / "web" / "src" / "wire"
FACES = FOLDER.parent / "games"
HEAD = "// Made by `make protocol` from the server's types: change those, not this.\n"
WIDTH = 100
TABLE, HTTP = "table", "http"
# The fields of messages that hold a part of the game, and which part.
OF_THE_GAME = {"command": "command", "events": "event", "view": "view", "offer": "offer"}
KIND = """\
/** What a game puts into the messages: `ToClient<RoyalTurf>` is what its tables tell. */
export interface Kind {
  readonly command: unknown;
  readonly event: unknown;
  readonly offer: unknown;
  readonly view: unknown;
}
"""


def documents() -> dict[str, str]:
    """The text of each file."""
    unions: dict[str, dict[str, Any]] = {TABLE: {"FromClient": FromClient, "ToClient": ToClient}}
    for game in faced():
        types = GAMES[game].types
        unions[game] = {"Command": types.command, "Event": types.event, "Offer": types.offer}
        unions[game]["View"] = types.view
    unions[HTTP] = {body.__name__: body for body in _bodies()}
    named = [info for file in unions.values() for info in inspect.multi_type_info(file.values())]
    structs = list(_structs(named))
    return {f"{file}.ts": _document(file, unions[file], structs) for file in unions}


def faced() -> list[str]:
    """The games with their own screens in the browser; the plain screen needs no types."""
    return [game for game in GAMES if (FACES / game).is_dir()]


def _bodies() -> Iterator[type[Struct]]:
    """The bodies of HTTP requests and responses."""
    for controller in CONTROLLERS:
        for handler in vars(controller).values():
            if isinstance(handler, HTTPRouteHandler):
                hints = get_type_hints(handler.fn)
                yield from _structs_in(hints["return"])
                yield from _structs_in(hints.get("data"))


def _structs_in(hint: Any) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        yield hint
    for part in get_args(hint):
        yield from _structs_in(part)


def _structs(types: Iterable[inspect.Type]) -> Iterator[inspect.StructType]:
    """All types that these types use, each once, breadth first."""
    met: set[type] = set()
    waiting = list(types)
    while waiting:
        found = waiting.pop(0)
        if isinstance(found, inspect.StructType):
            if found.cls in met:
                continue
            met.add(found.cls)
            yield found
        waiting += _parts(found)


def _parts(found: inspect.Type) -> Sequence[inspect.Type]:
    match found:
        case inspect.StructType(fields=fields):
            return [field.type for field in fields]
        case inspect.UnionType(types=types):
            return types
        case inspect.TupleType(item_types=types):
            return types
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return (item,)
        case inspect.DictType(key_type=key, value_type=value):
            return (key, value)
        case inspect.Metadata(type=inner):
            return (inner,)
        case _:
            return ()


def _owner(found: inspect.StructType) -> str:
    """The file that a type belongs to."""
    match found.cls.__module__.split("."):
        case ["paddock", "games", package, *_]:
            return package.replace("_", "-")
        case ["paddock", "server", *_]:
            return HTTP
        case _:
            return TABLE


def _document(file: str, unions: dict[str, Any], structs: Sequence[inspect.StructType]) -> str:
    own = {found.cls.__name__: found for found in structs if _owner(found) == file}
    if len(own) < sum(1 for found in structs if _owner(found) == file):
        raise ValueError(f"two types of {file} have the same name")
    parts = [_interface(found) for _, found in sorted(own.items())]
    for name, union in unions.items():
        found = inspect.type_info(union)
        if isinstance(found, inspect.UnionType):
            parts.append(_alias(name, found))
    if file == TABLE:
        parts.insert(0, KIND)
    elif file in GAMES:
        parts.append(_kind(file))
    return HEAD + _imports(own.values()) + "".join(f"\n{part}" for part in parts)


def _imports(own: Iterable[inspect.StructType]) -> str:
    """Imports from the table's file, the only one that others use."""
    used = {
        part.cls.__name__
        for found in own
        for part in _inner(found)
        if isinstance(part, inspect.StructType) and _owner(part) != _owner(found)
    }
    return f'\nimport type {{ {", ".join(sorted(used))} }} from "./{TABLE}.ts";\n' if used else ""


def _inner(found: inspect.Type) -> Iterator[inspect.Type]:
    """The types named in a type's own declaration."""
    for part in _parts(found):
        yield part
        if not isinstance(part, inspect.StructType):
            yield from _inner(part)


def _interface(found: inspect.StructType) -> str:
    if found.array_like:
        return _row(found)
    lines = [*_comment(found.cls), f"export interface {_name(found)} {{"]
    if found.tag_field is not None:
        lines.append(f"  readonly {found.tag_field}: {_literal(found.tag)};")
    lines += [
        f"  readonly {field.encode_name}{_mark(found, field)}: {_of(found, field)};"
        for field in found.fields
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _row(found: inspect.StructType) -> str:
    """A type that is sent as an array: its fields in order, without names."""
    fields = ", ".join(f"{field.name}: {_of(found, field)}" for field in found.fields)
    declared = f"export type {_name(found)} = readonly [{fields}];"
    return "\n".join([*_comment(found.cls), declared]) + "\n"


def _mark(found: inspect.StructType, field: inspect.Field) -> str:
    """Clients may omit fields that have a default, and the server omits some."""
    settings = found.cls.__struct_config__
    optional = settings.omit_defaults or settings.forbid_unknown_fields
    return "?" if optional and not field.required else ""


def _of(found: inspect.StructType, field: inspect.Field) -> str:
    if _is_generic(found) and field.name in OF_THE_GAME:
        inner = f'K["{OF_THE_GAME[field.name]}"]'
        written = _written(field.type, inner)
        # There is no view before the match, and no offer for a seat that is not to act.
        return f"{inner} | null" if field.name in ("view", "offer") else written
    return _written(field.type)


def _is_generic(found: inspect.StructType) -> bool:
    return _owner(found) == TABLE and any(
        field.name in OF_THE_GAME and _is_open(field.type) for field in found.fields
    )


def _is_open(found: inspect.Type) -> bool:
    return isinstance(found, inspect.AnyType | inspect.RawType) or any(
        _is_open(part) for part in _parts(found)
    )


def _name(found: inspect.StructType) -> str:
    return found.cls.__name__ + ("<K extends Kind = Kind>" if _is_generic(found) else "")


def _comment(kind: type) -> list[str]:
    lines = cleandoc(kind.__doc__ or "").splitlines()
    match lines:
        case []:
            return []
        case [line] if len(line) + len("/**  */") <= WIDTH:
            return [f"/** {line} */"]
        case _:
            return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def _alias(name: str, union: inspect.Type) -> str:
    generic = any(
        isinstance(part, inspect.StructType) and _is_generic(part) for part in _parts(union)
    )
    head = f"export type {name}{'<K extends Kind = Kind>' if generic else ''} ="
    line = f"{head} {_written(union)};"
    if len(line) <= WIDTH:
        return line + "\n"
    return "\n".join([head, *(f"  | {_written(part)}" for part in _parts(union))]) + ";\n"


def _kind(game: str) -> str:
    name = "".join(word.title() for word in game.split("-"))
    fields = "".join(
        f"  readonly {part}: {part.title()};\n" for part in ("command", "event", "offer", "view")
    )
    return (
        f"/** The game for the messages of its tables. */\nexport interface {name} {{\n{fields}}}\n"
    )


def _written(found: inspect.Type, inner: str = "unknown") -> str:  # noqa: PLR0911  # one case for each kind of type
    """A type in TypeScript; `inner` stands for a field of any type."""
    match found:
        case inspect.StructType(cls=kind):
            return kind.__name__ + ("<K>" if _is_generic(found) else "")
        case inspect.UnionType(types=types):
            return " | ".join(_written(part, inner) for part in types)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"readonly {_bracketed(_written(item, inner))}[]"
        case inspect.TupleType(item_types=items):
            return f"readonly [{', '.join(_written(item, inner) for item in items)}]"
        case inspect.DictType(value_type=value):
            return f"Readonly<Record<string, {_written(value, inner)}>>"
        case inspect.LiteralType(values=values):
            return " | ".join(_literal(value) for value in values)
        case inspect.Metadata(type=bare):
            return _written(bare, inner)
        case inspect.AnyType() | inspect.RawType():
            return inner
        case _:
            return _PLAIN[type(found)]


_PLAIN: dict[type, str] = {
    inspect.BoolType: "boolean",
    inspect.FloatType: "number",
    inspect.IntType: "number",
    inspect.NoneType: "null",
    inspect.StrType: "string",
}


def _bracketed(item: str) -> str:
    return f"({item})" if " " in item else item


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
