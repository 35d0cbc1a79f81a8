"""Files written by hand stay short, and classes small."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUFFIXES = {".c", ".css", ".js", ".py", ".svelte", ".ts"}
GENERATED = ("web/node_modules", "web/src/wire", "src/paddock/server/client")
MOST_LINES, MOST_LINES_OF_TESTS = 500, 700
MOST_METHODS = 20  # public ones, with properties and those inherited within the project
Name = tuple[str, str]  # a module, and a name in it


def sources() -> Iterator[Path]:
    for folder in ("src", "web", "tools", "tests", "examples"):
        for path in (ROOT / folder).rglob("*"):
            generated = path.relative_to(ROOT).as_posix().startswith(GENERATED)
            if path.suffix in SUFFIXES and not generated:
                yield path


def test_no_file_is_long() -> None:
    """500 lines at most, 700 in a test."""
    for path in sources():
        is_test = path.is_relative_to(ROOT / "tests")
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= (MOST_LINES_OF_TESTS if is_test else MOST_LINES), path


class Classes:
    """The classes of some modules, with their bases and public methods."""

    def __init__(self, modules: dict[str, ast.Module]) -> None:
        self.found: dict[Name, ast.ClassDef] = {}
        self._imported: dict[Name, Name] = {}
        for module, tree in modules.items():
            for node in ast.walk(tree):
                match node:
                    case ast.ClassDef(name=name):
                        self.found[module, name] = node
                    case ast.ImportFrom(module=str(origin), names=names):
                        for alias in names:
                            known_as = (module, alias.asname or alias.name)
                            self._imported[known_as] = (origin, alias.name)
                    case _:
                        pass

    def methods(self, of: Name) -> set[str]:
        """The public methods of a class, and of its bases as far as they are among these."""
        while of in self._imported:
            of = self._imported[of]
        if of not in self.found:
            return set()
        own = {
            node.name
            for node in self.found[of].body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[0] != "_"
        }
        return own.union(*(self.methods(self._base(of[0], node)) for node in self.found[of].bases))

    def _base(self, module: str, node: ast.expr) -> Name:
        match node:
            case ast.Subscript(value=value):
                return self._base(module, value)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                return ".".join(self._imported.get((module, name), (name,))), attribute
            case _:
                return module, ast.unparse(node)


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part not in ("src", "__init__"))


def test_no_class_has_many_public_methods() -> None:
    """20 at most, protocols included."""
    python = [path for path in sources() if path.suffix == ".py"]
    classes = Classes({module_of(path): ast.parse(path.read_bytes()) for path in python})
    counts = {name: len(classes.methods(name)) for name in classes.found}
    assert {name: count for name, count in counts.items() if count > MOST_METHODS} == {}


def test_inherited_methods_are_counted() -> None:
    """Under any name by which a base is imported, but not if it comes from another project."""
    base = "class Base(list):\n    def one(self): ...\n    @property\n    def two(self): ...\n"
    near = "from a import Base as B\nclass Near(B[int]):\n    def _no(self): ...\n"
    far = "import b\nfrom c import other\nclass Far(b.Near, other.Class):\n    def two(self): ...\n"
    classes = Classes({"a": ast.parse(base), "b": ast.parse(near), "c.far": ast.parse(far)})
    assert classes.methods(("b", "Near")) == classes.methods(("c.far", "Far")) == {"one", "two"}
