"""Chance: known answers, uniform values, independence of the order of use, scripts and records."""

import hashlib
import hmac
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from paddock.kernel.chance import (
    Chance,
    Draw,
    KeyedChance,
    QuickChance,
    RecordedChance,
    ScriptedChance,
    UnforeseenDraw,
    commitment,
    match_key,
    seed_of_number,
)

PAGE = Path(__file__).parents[2] / "docs" / "formats" / "chance.md"
SEED = bytes(range(32))
ENTROPY = {2: b"\xff" * 32, 0: hashlib.sha256(b"lucky").digest()}
KEY = match_key(SEED, ENTROPY)


def test_commitment_and_keys_are_those_of_the_page() -> None:
    """The page's values for seed, entropy and key match, also when computed with hashlib alone."""
    page = PAGE.read_text()
    seat0, seat2 = ENTROPY[0], ENTROPY[2]
    message = b"paddock/key/1\n" + b"\x00" + seat0 + b"\x02" + seat2
    assert hmac.new(SEED, message, "sha256").digest() == KEY
    assert commitment(SEED) == hashlib.sha256(b"paddock/commit/1\n" + SEED).hexdigest()
    assert seed_of_number(7) == hashlib.sha256(b"paddock/number/1\n7").digest()
    for value in (SEED, seat0, match_key(SEED, {}), KEY, seed_of_number(7)):
        assert value.hex() in page
    assert commitment(SEED) in page


def test_draws_are_those_of_the_page() -> None:
    """Every row of the page's table and both rejections are right."""
    rows = re.findall(
        r"\| `(\S+)` \| (\d+) \| (\d+) \| `([0-9a-f]{16})` \| (\d+) \|", PAGE.read_text()
    )
    assert len(rows) == 14
    chance = KeyedChance(KEY)
    for stream, index, n, word, value in rows:
        message = f"{stream}/{index}/0".encode()
        assert hmac.new(KEY, message, "sha256").digest()[:8].hex() == word
        assert int(word, 16) % int(n) == int(value)
        assert chance.draw(stream, int(index), int(n)) == int(value)
    assert chance.draw("x", 0, 2**63 + 1) == 994007396566497251
    assert chance.draw("x", 4, 2**63 + 1) == 7015062388363384751


@pytest.mark.parametrize("chance", [KeyedChance(KEY), QuickChance(4, 7)])
@pytest.mark.parametrize("n", [2, 3, 6, 20, 21])
def test_values_are_even_and_do_not_depend_on_the_one_before(chance: Chance, n: int) -> None:
    """Single values and pairs pass a chi-square test; the samples are fixed, so it is stable."""
    values = [chance.draw("even", index, n) for index in range(20_000)]
    singles = Counter(values)
    assert chisquare([singles[value] for value in range(n)]).pvalue > 1e-4
    pairs = Counter(zip(values[::2], values[1::2], strict=True))
    assert chisquare([pairs[a, b] for a in range(n) for b in range(n)]).pvalue > 1e-4


@given(
    key=st.binary(min_size=32, max_size=32),
    stream=st.text(min_size=1, max_size=20),
    index=st.integers(0, 10_000),
    n=st.integers(1, 2**40),
)
def test_a_draw_is_a_pure_function_within_bounds(
    key: bytes, stream: str, index: int, n: int
) -> None:
    """Two sources with the same key agree, whatever was drawn before, and stay below n."""
    used = KeyedChance(key)
    used.draw("other", 0, 6)
    value = KeyedChance(key).draw(stream, index, n)
    assert 0 <= value < n
    assert used.draw(stream, index, n) == value


def test_streams_and_indexes_and_keys_differ() -> None:
    """No two streams, start indexes or keys give the same sequence."""
    sequences = {
        tuple(chance.draw(stream, index, 6) for index in range(start, start + 30))
        for chance in (KeyedChance(KEY), KeyedChance(SEED), QuickChance(1), QuickChance(1, 2))
        for stream in ("race/1/die", "race/2/die")
        for start in (0, 1)
    }
    assert len(sequences) == 16


def test_entropy_of_any_seat_changes_the_key() -> None:
    """Every seat's entropy changes the key, and it matters which seat added it."""
    keys = {
        match_key(SEED, entropy)
        for entropy in (
            {},
            {0: b"a" * 32},
            {1: b"a" * 32},
            {0: b"b" * 32},
            {0: b"a" * 32, 1: b"a" * 32},
        )
    }
    assert len(keys) == 5


def test_a_key_has_32_bytes() -> None:
    """A key of any other length is an error."""
    with pytest.raises(ValueError, match="32 bytes, not 31"):
        KeyedChance(bytes(31))


def test_a_script_is_followed_and_no_more() -> None:
    """Values come in order by stream; a draw past the end or out of range raises an error."""
    chance = ScriptedChance({"die": [5, 0]})
    assert [chance.draw("die", 0, 6), chance.draw("die", 1, 6)] == [5, 0]
    for stream, index, n in (("die", 2, 6), ("card", 0, 6), ("die", 0, 5)):
        with pytest.raises(UnforeseenDraw):
            chance.draw(stream, index, n)


def test_a_record_gives_its_draws_in_order_and_no_others() -> None:
    """Another stream, index or size than recorded raises an error, and so does an extra draw."""
    draws = [Draw("die", 0, 6, 3), Draw("die", 1, 6, 1)]
    chance = RecordedChance(draws)
    assert chance.draw("die", 0, 6) == 3
    assert not chance.exhausted()
    assert chance.draw("die", 1, 6) == 1
    assert chance.exhausted()
    with pytest.raises(UnforeseenDraw, match="no draw for die 2"):
        chance.draw("die", 2, 6)
    for stream, index, n in (("card", 0, 6), ("die", 1, 6), ("die", 0, 5)):
        with pytest.raises(UnforeseenDraw):
            RecordedChance(draws).draw(stream, index, n)
