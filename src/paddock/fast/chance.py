"""Each game's own generator: Philox 4x32 with ten rounds, and draws without bias.

Philox is based on a counter: block b of game g under seed s is a pure function of (s, g, b), four
words of 32 bits. So games never share numbers, and the order, batch or process in which they are
played makes no difference. The algorithm is that of Salmon, Moraes, Dror and Shaw, "Parallel random
numbers: as easy as 1, 2, 3" (2011), whose authors report that it passes TestU01's BigCrush; `draw`
is Lemire's multiplication with rejection, "Fast random integer generation in an interval" (2019).

A record that draws has the fields of `Drawing`. Its draws may come from a script instead. Then only
the script's numbers of outcomes are checked: each must be the number that the rules ask for.
"""

from collections.abc import Iterable
from typing import Annotated, Protocol

import numpy as np
from numpy.typing import NDArray

from paddock.fast.compiler import compiled, inlined, signed
from paddock.fast.layout import Long
from paddock.kernel.chance import Draw

# Rows of (n, value): the draws of one or more games in order.
Script = NDArray[np.int64]
UNSCRIPTED = -1
SEEDS = 1 << 64  # seeds are taken modulo this
NO_DRAWS: Script = np.zeros((0, 2), np.int64)  # for games that use their generators
Words = NDArray[np.uint32]

_WORD = np.uint64(32)
_MASK = np.uint64(0xFFFFFFFF)
_WORDS = np.uint64(1 << 32)
_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_WEYL = (np.uint64(0x9E3779B9), np.uint64(0xBB67AE85))
_ROUNDS = 10


class Drawing(Protocol):
    """What a record needs in order to draw.

    `words_used` counts the random words used; `script_row` is the next row of the script, or
    UNSCRIPTED.
    """

    seed: Annotated[np.uint64, "u8"]
    number: Annotated[np.uint64, "u8"]
    words: Annotated[Words, "u4", 4]
    words_used: Long
    script_row: Long


@compiled
def philox(key: np.uint64, low: np.uint64, high: np.uint64, words: Words) -> None:
    """Fill four words with the block of a 64-bit key and a counter of 2 x 64 bits."""
    k0, k1 = key & _MASK, key >> _WORD
    a, b, c, d = low & _MASK, low >> _WORD, high & _MASK, high >> _WORD
    for _ in range(_ROUNDS):
        left, right = _MULTIPLIERS[0] * a, _MULTIPLIERS[1] * c
        a, b = (right >> _WORD) ^ b ^ k0, right & _MASK
        c, d = (left >> _WORD) ^ d ^ k1, left & _MASK
        k0, k1 = (k0 + _WEYL[0]) & _MASK, (k1 + _WEYL[1]) & _MASK
    words[0], words[1], words[2], words[3] = a, b, c, d


@inlined
def word(game: Drawing) -> np.uint64:
    """The next 32 random bits of a game."""
    at = game.words_used & 3
    if at == 0:
        philox(game.seed, np.uint64(game.words_used >> 2), game.number, game.words)
    game.words_used += 1
    return np.uint64(game.words[at])


@inlined
def draw(game: Drawing, n: int) -> int:
    """A number from 0 to n - 1, each equally likely; n is at most 2**32."""
    number = np.uint64(n)
    while True:
        product = word(game) * number
        low = product & _MASK
        # Without this, some numbers would be drawn too often.
        if low >= number or low >= (_WORDS - number) % number:
            return signed(product >> _WORD)


@compiled
def chance(game: Drawing, script: Script, n: int) -> int:
    """A draw of the match: from the script if the game has one, else from its generator.

    Passing an array costs a reference count, which takes as long as a draw: a loop that draws often
    checks `script_row` itself.
    """
    return draw(game, n) if game.script_row == UNSCRIPTED else scripted(game, script, n)


@compiled
def scripted(game: Drawing, script: Script, n: int) -> int:
    """The next draw of the script, which must have `n` outcomes."""
    if game.script_row >= len(script):
        raise IndexError("the script has ended, but the rules need another draw")
    if script[game.script_row, 0] != n:
        raise ValueError("the script's next draw has the wrong number of outcomes")
    game.script_row += 1
    return signed(script[game.script_row - 1, 1])


def script_of(draws: Iterable[Draw]) -> Script:
    """The draws of the reference engine, in the order in which it made them."""
    return np.array([(draw.n, draw.value) for draw in draws], np.int64).reshape(-1, 2)
