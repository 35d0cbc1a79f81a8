"""The games as other libraries' environments: numbered actions, arrays, masks, seeds.

Each adapter lives in the module named after the library that it needs, and imports it there only:
`paddock.adapters.pettingzoo`, `paddock.adapters.gymnasium`, `paddock.adapters.openspiel`. What
they share, `paddock.adapters.encoding`, needs NumPy. `docs/adapters.md` lists every number.
"""

from paddock.extras import command

try:
    import numpy  # noqa: F401  # what all of them need
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"NumPy is not installed: {command('adapters')}", name=missing.name
    ) from missing
