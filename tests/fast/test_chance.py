"""The generator is Philox, its draws are fair, and scripts are followed exactly."""

from collections import Counter
from typing import Annotated, Any

import numpy as np
import pytest
from scipy.stats import chisquare

from paddock.fast.chance import UNSCRIPTED, Words, chance, draw, philox, script_of, word
from paddock.fast.layout import Long, layout
from paddock.kernel.chance import Draw

# The test vectors published with the algorithm: key, counter, words.
KNOWN = [
    ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    (
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0xA4093822, 0x299F31D0),
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


class Game:
    seed: Annotated[np.uint64, "u8"]
    number: Annotated[np.uint64, "u8"]
    words: Annotated[Words, "u4", 4]
    words_used: Long
    script_row: Long


def game(seed: int = 0, number: int = 0, script_row: int = UNSCRIPTED) -> Any:
    rows = np.zeros(1, layout(Game))
    rows["seed"], rows["number"], rows["script_row"] = seed, number, script_row
    return rows[0]


def long_word(low: int, high: int) -> np.uint64:
    return np.uint64(low | high << 32)


@pytest.mark.parametrize(("key", "counter", "expected"), KNOWN)
def test_philox_gives_the_known_answers(
    key: tuple[int, int], counter: tuple[int, int, int, int], expected: tuple[int, ...]
) -> None:
    """Three blocks, as published."""
    words = np.zeros(4, np.uint32)
    philox(long_word(*key), long_word(*counter[:2]), long_word(*counter[2:]), words)
    assert tuple(words.tolist()) == expected


def test_a_game_counts_through_the_blocks_of_its_own_number() -> None:
    """The seed is the key, and the game's number is the upper half of the counter."""
    one = game(seed=2**63 + 5, number=2**40 + 3)
    got = [word(one) for _ in range(12)]
    expected: list[int] = []
    for block in range(3):
        words = np.zeros(4, np.uint32)
        philox(np.uint64(2**63 + 5), np.uint64(block), np.uint64(2**40 + 3), words)
        expected += words.tolist()
    assert got == expected


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 21])
def test_draws_are_even(n: int) -> None:
    """All numbers from 0 to n - 1 are drawn equally often."""
    one = game(seed=n)
    found = Counter(draw(one, n) for _ in range(5_000))
    assert set(found) == set(range(n))
    assert n == 1 or chisquare(list(found.values())).pvalue > 1e-6


def test_a_word_that_would_bias_the_draw_is_rejected() -> None:
    """Of n = 3 x 2**30 outcomes a quarter of all words would come up twice."""
    n = 3 << 30
    for seed in range(50):
        one, other = game(seed), game(seed)
        value = draw(one, n)
        used = int(one["words_used"])
        words = [int(word(other)) for _ in range(used)]
        # Lemire: a word is kept if the low half of word x n is at least 2**32 % n.
        kept = [(at * n) % 2**32 >= 2**32 % n for at in words]
        assert kept == [False] * (used - 1) + [True]
        assert value == words[-1] * n >> 32


def test_a_script_is_followed_and_leaves_the_generator_alone() -> None:
    """Values come in order; a different number of outcomes, or one draw too many, is an error."""
    script = script_of([Draw("race/1/die", 0, 6, 4), Draw("race/1/first", 0, 3, 2)])
    one = game(script_row=0)
    assert [chance(one, script, 6), chance(one, script, 3)] == [4, 2]
    assert one["words_used"] == 0
    with pytest.raises(IndexError, match="has ended"):
        chance(one, script, 6)
    with pytest.raises(ValueError, match="wrong number"):
        chance(game(script_row=0), script, 7)


def test_without_a_script_chance_uses_the_generator() -> None:
    """It gives the same numbers as `draw`."""
    nothing = script_of([])
    one, other = game(9, 9), game(9, 9)
    assert [chance(one, nothing, 6) for _ in range(9)] == [draw(other, 6) for _ in range(9)]
