"""Commands from JSON: valid ones are read, anything else is refused with a code and a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.games import GAMES
from paddock.games.royal_turf.commands import MoveHorse, PlaceBet, RollDie
from paddock.kernel.refusal import Refusal
from paddock.wire.codec import Codec

CODEC = Codec(GAMES["royal-turf"].types.command)


@pytest.mark.parametrize(
    ("data", "command"),
    [
        (b'{"type":"roll_die","offer":"race/1/roll/1"}', RollDie("race/1/roll/1")),
        (b'{"type":"move_horse","offer":"x","horse":3}', MoveHorse("x", 3)),
        (b'{"type":"place_bet","offer":"x","value":2,"horse":6}', PlaceBet("x", 2, 6)),
    ],
)
def test_a_command_is_read(data: bytes, command: object) -> None:
    """`type` names the command, and the other fields are read into it."""
    assert CODEC.command(data) == command


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "malformed"),
        (b"{", "malformed"),
        (b'{"type":"roll_die","offer":"x"} trailing', "malformed"),
        (b"\xff\xfe", "malformed"),
        pytest.param(b"[" * 4000, "not_a_command", id="deep"),
        (b"null", "not_a_command"),
        (b"[]", "not_a_command"),
        (b"{}", "not_a_command"),
        (b'{"type":"win","offer":"x"}', "not_a_command"),
        (b'{"type":"roll_die"}', "not_a_command"),
        (b'{"type":"roll_die","offer":7}', "not_a_command"),
        (b'{"type":"roll_die","offer":"x","seat":1}', "not_a_command"),
        (b'{"type":"move_horse","offer":"x","horse":"3"}', "not_a_command"),
        (b'{"type":"move_horse","offer":"x","horse":3.5}', "not_a_command"),
        (b'{"type":"move_horse","offer":"x","horse":true}', "not_a_command"),
        (b'{"type":"move_horse","offer":"x","horse":null}', "not_a_command"),
        (b'{"type":"place_bet","offer":"x","value":2}', "not_a_command"),
        pytest.param(b" " * 5000, "too_long", id="long"),
    ],
)
def test_anything_else_is_refused(data: bytes, code: str) -> None:
    """Broken JSON, unknown types, wrong or unknown fields are refused and never crash."""
    refused = CODEC.command(data)
    assert isinstance(refused, Refusal)
    assert refused.code == code


@given(st.binary(max_size=300) | st.text().map(str.encode))
def test_no_bytes_crash_the_codec(data: bytes) -> None:
    """For any input, the answer is a command or a refusal."""
    answer = CODEC.command(data)
    assert isinstance(answer, Refusal) or answer.offer is not None
