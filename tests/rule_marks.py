"""The rules that a page numbers, and those that the tests are marked with."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path


def numbered(page: str) -> list[str]:
    """The rules with a paragraph of their own."""
    return re.findall(r"\*\*(R[TF]\d+\.\d+)\*\*", page)


def proved(folder: Path) -> set[str]:
    """The rules that the tests of a folder are marked with."""
    return {number for file in folder.glob("test_*.py") for number in marked(file.read_text())}


def marked(source: str) -> Iterator[str]:
    """The numbers in `@pytest.mark.rule(...)` in the source of a test file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for decorator in node.decorator_list:
                match decorator:
                    case ast.Call(
                        func=ast.Attribute(attr="rule"), args=[ast.Constant(value=str(number))]
                    ):
                        yield number
                    case _:
                        continue
