"""The games as environments of other libraries: numbered actions, arrays, masks, seeds.

Each adapter is a module named after its library, and only that module imports the library:
`paddock.adapters.pettingzoo`, `paddock.adapters.gymnasium`, `paddock.adapters.openspiel`. All of
them use `paddock.adapters.encoding`, which needs NumPy. `docs/adapters.md` lists every number.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from paddock.extras import command


@contextmanager
def needed(name: str | None = None) -> Iterator[None]:
    """If an import fails, raise an error that says what to install; `name` is its usual name."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise ModuleNotFoundError(
            f"{name or missing.name} is not installed. To install it: {command('adapters')}",
            name=missing.name,
        ) from missing


with needed("NumPy"):
    import numpy  # noqa: F401  # every adapter needs it
