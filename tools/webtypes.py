"""Generates the browser client's types: `python -m tools.webtypes` writes `web/src/wire/*.ts`.

They are derived from the types that the server encodes, so the client's compiler notices every
change. Each type is in the file of its owner: a game, the HTTP API, or else the table.
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
# The fields of messages with a type of the game, and the name of that type in `Kind`.
GAME_FIELDS = {"command": "command", "events": "event", "view": "view", "offer": "offer"}
KIND = """\
/** A game's types in messages: `ToClient<RoyalTurf>` is what its tables send. */
export interface Kind {
  readonly command: unknown;
  readonly event: unknown;
  readonly offer: unknown;
  readonly view: unknown;
}
"""


def documents() -> dict[str, str]:
    """The contents of each file."""
    unions: dict[str, dict[str, Any]] = {TABLE: {"FromClient": FromClient, "ToClient": ToClient}}
    for game in games_with_face():
        types = GAMES[game].types
        unions[game] = {"Command": types.command, "Event": types.event, "Offer": types.offer}
        unions[game]["View"] = types.view
    unions[HTTP] = {body.__name__: body for body in _bodies()}
    named = [info for file in unions.values() for info in inspect.multi_type_info(file.values())]
    structs = list(_structs(named))
    return {f"{file}.ts": _document(file, unions[file], structs) for file in unions}


def games_with_face() -> list[str]:
    """The games with their own face in the browser; the plain one needs no types."""
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
    for argument in get_args(hint):
        yield from _structs_in(argument)


def _structs(types: Iterable[inspect.Type]) -> Iterator[inspect.StructType]:
    """All structs that these types use, each once, breadth first."""
    seen: set[type] = set()
    queue = list(types)
    while queue:
        info = queue.pop(0)
        if isinstance(info, inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info
        queue += _children(info)


def _children(info: inspect.Type) -> Sequence[inspect.Type]:
    match info:
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


def _owner(info: inspect.StructType) -> str:
    """The file that a type belongs to."""
    match info.cls.__module__.split("."):
        case ["paddock", "games", package, *_]:
            return package.replace("_", "-")
        case ["paddock", "server", *_]:
            return HTTP
        case _:
            return TABLE


def _document(file: str, unions: dict[str, Any], structs: Sequence[inspect.StructType]) -> str:
    own = {info.cls.__name__: info for info in structs if _owner(info) == file}
    if len(own) < sum(1 for info in structs if _owner(info) == file):
        raise ValueError(f"two types of {file} have the same name")
    declarations = [_interface(info) for _, info in sorted(own.items())]
    for name, union in unions.items():
        info = inspect.type_info(union)
        if isinstance(info, inspect.UnionType):
            declarations.append(_alias(name, info))
    if file == TABLE:
        declarations.insert(0, KIND)
    elif file in GAMES:
        declarations.append(_kind(file))
    return HEAD + _imports(own.values()) + "".join(f"\n{text}" for text in declarations)


def _imports(own: Iterable[inspect.StructType]) -> str:
    """Imports from the table's file, the only one that others use."""
    used = {
        inner.cls.__name__
        for info in own
        for inner in _inner(info)
        if isinstance(inner, inspect.StructType) and _owner(inner) != _owner(info)
    }
    return f'\nimport type {{ {", ".join(sorted(used))} }} from "./{TABLE}.ts";\n' if used else ""


def _inner(info: inspect.Type) -> Iterator[inspect.Type]:
    """The types named in a type's own declaration."""
    for child in _children(info):
        yield child
        if not isinstance(child, inspect.StructType):
            yield from _inner(child)


def _interface(info: inspect.StructType) -> str:
    if info.array_like:
        return _row(info)
    lines = [*_comment(info.cls), f"export interface {_name(info)} {{"]
    if info.tag_field is not None:
        lines.append(f"  readonly {info.tag_field}: {_literal(info.tag)};")
    lines += [
        f"  readonly {field.encode_name}{_optional(info, field)}: {_field_type(info, field)};"
        for field in info.fields
    ]
    return "\n".join([*lines, "}"]) + "\n"


def _row(info: inspect.StructType) -> str:
    """A type that is sent as an array: its fields in order, without names."""
    fields = ", ".join(f"{field.name}: {_field_type(info, field)}" for field in info.fields)
    declared = f"export type {_name(info)} = readonly [{fields}];"
    return "\n".join([*_comment(info.cls), declared]) + "\n"


def _optional(info: inspect.StructType, field: inspect.Field) -> str:
    """Clients may omit fields that have a default, and the server omits some."""
    settings = info.cls.__struct_config__
    optional = settings.omit_defaults or settings.forbid_unknown_fields
    return "?" if optional and not field.required else ""


def _field_type(info: inspect.StructType, field: inspect.Field) -> str:
    if _is_generic(info) and field.name in GAME_FIELDS:
        inner = f'K["{GAME_FIELDS[field.name]}"]'
        # There is no view before the match, and no offer for a seat that is not to act.
        nullable = field.name in ("view", "offer")
        return f"{inner} | null" if nullable else _typescript(field.type, inner)
    return _typescript(field.type)


def _is_generic(info: inspect.StructType) -> bool:
    return _owner(info) == TABLE and any(
        field.name in GAME_FIELDS and _has_any(field.type) for field in info.fields
    )


def _has_any(info: inspect.Type) -> bool:
    return isinstance(info, inspect.AnyType | inspect.RawType) or any(
        _has_any(child) for child in _children(info)
    )


def _name(info: inspect.StructType) -> str:
    return info.cls.__name__ + ("<K extends Kind = Kind>" if _is_generic(info) else "")


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
        isinstance(member, inspect.StructType) and _is_generic(member)
        for member in _children(union)
    )
    head = f"export type {name}{'<K extends Kind = Kind>' if generic else ''} ="
    line = f"{head} {_typescript(union)};"
    if len(line) <= WIDTH:
        return line + "\n"
    return "\n".join([head, *(f"  | {_typescript(member)}" for member in _children(union))]) + ";\n"


def _kind(game: str) -> str:
    kind = "".join(word.title() for word in game.split("-"))
    fields = "".join(
        f"  readonly {name}: {name.title()};\n" for name in ("command", "event", "offer", "view")
    )
    return (
        f"/** The game for the messages of its tables. */\nexport interface {kind} {{\n{fields}}}\n"
    )


def _typescript(info: inspect.Type, inner: str = "unknown") -> str:  # noqa: PLR0911  # one case for each kind of type
    """A type in TypeScript; `inner` stands for a field of any type."""
    match info:
        case inspect.StructType(cls=kind):
            return kind.__name__ + ("<K>" if _is_generic(info) else "")
        case inspect.UnionType(types=types):
            return " | ".join(_typescript(member, inner) for member in types)
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"readonly {_bracketed(_typescript(item, inner))}[]"
        case inspect.TupleType(item_types=items):
            return f"readonly [{', '.join(_typescript(item, inner) for item in items)}]"
        case inspect.DictType(value_type=value):
            return f"Readonly<Record<string, {_typescript(value, inner)}>>"
        case inspect.LiteralType(values=values):
            return " | ".join(_literal(value) for value in values)
        case inspect.Metadata(type=bare):
            return _typescript(bare, inner)
        case inspect.AnyType() | inspect.RawType():
            return inner
        case _:
            return _PLAIN[type(info)]


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
