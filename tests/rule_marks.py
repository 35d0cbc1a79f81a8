"""Which rules the tests say they prove."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def marked(source: str) -> Iterator[str]:
    """The numbers in `@pytest.mark.rule(...)` on the tests of a file."""
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
