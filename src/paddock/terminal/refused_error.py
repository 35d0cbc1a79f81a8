"""A request that cannot be met, for instance because of a file, a name or the terminal."""

from paddock.kernel.text import Text


class RefusedError(Exception):
    """Nothing was changed; the text says why, and what to do instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.key)
        self.text = text
