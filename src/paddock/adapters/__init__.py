"""The games as environments of other libraries: numbered actions, arrays, masks, seeds.

Each adapter is a module named after its library, and only that module imports the library:
`paddock.adapters.pettingzoo`, `paddock.adapters.gymnasium`, `paddock.adapters.openspiel`. What
they share, `paddock.adapters.encoding`, needs NumPy. `docs/adapters.md` lists every number.
"""

from paddock.extras import command

try:
    import numpy  # noqa: F401  # all of them need it
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"NumPy is not installed. To install it: {command('adapters')}", name=missing.name
    ) from missing
