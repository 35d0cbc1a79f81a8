"""Updates the translation catalogues: `python -m tools.words` writes `src/paddock/words/*.po`.

It adds new sentences without a translation and drops unused ones. Sentences are the literal
arguments of `say`, `count` and `refusal`; in the browser client, of `say`, `count` and `later`.
"""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parents[1] / "src" / "paddock"
CLIENT = Path(__file__).parents[1] / "web" / "src"
WORDS = SOURCE / "words"
LANGUAGES = ("de", "fr", "it")
# The functions that take sentences: the positions of the sentence and of its plural.
FUNCTIONS = {"say": (0,), "count": (0, 1), "refusal": (1,)}

Key = str | tuple[str, str]


def sentences() -> dict[Key, list[str]]:
    """Every sentence, with its plural, and the files that use it."""
    found: dict[Key, list[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        _add(found, _in_python(file), str(file.relative_to(SOURCE)))
    for file in sorted((*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte"))):
        if not file.name.endswith(".test.ts"):
            _add(found, in_client(file), f"web/{file.relative_to(CLIENT)}")
    return found


def _add(found: dict[Key, list[str]], keys: Iterator[Key], file: str) -> None:
    for key in keys:
        files = found.setdefault(key, [])
        if file not in files:
            files.append(file)


def _in_python(file: Path) -> Iterator[Key]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = _imported(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in functions:
                positions = FUNCTIONS[name]
                found = [_literal(args[at], file) for at in positions if at < len(args)]
                if len(found) == len(positions):
                    yield (found[0], found[1]) if len(found) > 1 else found[0]
            case _:
                continue


def _imported(tree: ast.Module) -> set[str]:
    """Those that a file imports from the kernel; unrelated functions may have the same names."""
    return {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        and node.module in ("paddock.kernel.text", "paddock.kernel.refusal")
        for alias in node.names
        if alias.name in FUNCTIONS
    }


def _literal(node: ast.expr, file: Path) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case _:
            raise ValueError(f"{file}:{node.lineno}: a sentence must be written out to be found")


# An import from the client's words, and a whole argument that is a literal.
_WORDS = re.compile(r"""import \{([^}]*)\} from "(?:[./]*words|\.)/index\.svelte\.ts\"""")
_LITERAL = re.compile(r"""\s*("(?:[^"\\\n]|\\.)*")\s*[,)]""")


def in_client(file: Path) -> Iterator[Key]:
    """The sentences of a TypeScript or Svelte file that imports one of these functions."""
    text = file.read_text(encoding="utf-8")
    imported = _WORDS.search(text)
    names = re.findall(r"\w+", imported[1]) if imported else []
    functions = [name for name in ("say", "count", "later") if name in names]
    if not functions:
        return
    for call in re.finditer(rf"(?<![\w.])({'|'.join(functions)})\(", text):
        found, at = [], call.end()
        for _ in FUNCTIONS.get(call[1], FUNCTIONS["say"]):
            literal = _LITERAL.match(text, at)
            if literal is None:
                line = text.count("\n", 0, call.start()) + 1
                raise ValueError(f"{file}:{line}: a sentence must be written out, in double quotes")
            found.append(str(json.loads(literal[1])))
            at = literal.end()
        yield (found[0], found[1]) if len(found) > 1 else found[0]


def catalogue(language: str) -> Catalog:
    file = WORDS / f"{language}.po"
    if not file.exists():
        return Catalog(locale=language)
    with file.open("rb") as source:
        return read_po(source, locale=language)


def updated(language: str) -> Catalog:
    """The catalogue with exactly the current sentences, and their existing translations."""
    known = catalogue(language)
    fresh = Catalog(
        locale=language,
        project="Paddock",
        copyright_holder="the Paddock authors",
        fuzzy=False,
    )
    for key, files in sentences().items():
        singular = key if isinstance(key, str) else key[0]
        message = known.get(singular)
        fresh.add(
            key,
            message.string if message is not None else None,
            locations=[(file, None) for file in files],  # type: ignore[misc]  # no line numbers, which change with every edit
            flags=["python-brace-format"] if "{" in singular else [],
        )
    return fresh


def is_translated(message: Message) -> bool:
    """Whether every form is translated; a sentence with a plural has several."""
    return all(forms(message))


def forms(message: Message) -> Sequence[str]:
    if message.string is None or isinstance(message.string, str):
        return (message.string or "",)
    return message.string


def main() -> None:
    WORDS.mkdir(exist_ok=True)
    for language in LANGUAGES:
        fresh = updated(language)
        missing = sum(1 for message in fresh if message.id and not is_translated(message))
        with (WORDS / f"{language}.po").open("wb") as out:
            write_po(out, fresh, width=96, omit_header=True, sort_by_file=True)
        print(f"{language}: {len(fresh)} sentences, {missing} to translate")


if __name__ == "__main__":
    main()
