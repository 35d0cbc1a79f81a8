"""A request that cannot be met: a file, a name, a terminal that will not do."""

from paddock.kernel.text import Text


class Refused(Exception):
    """Nothing was changed; the text says why, and what can be done instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.key)
        self.text = text
