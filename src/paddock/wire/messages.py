"""The messages of a table's socket, both ways. Each is one JSON object with its `type`.

A connection is a cursor: the server sends all records after its sequence, in order, and the view
and the offer with the last one. A client that lost its connection names its last sequence when it
reconnects, and gets exactly what it missed.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from paddock.kernel.refusal import Refusal, refusal
from paddock.kernel.text import Text

PROTOCOL = 1  # of these messages: a client that names another one is refused
LONGEST_MESSAGE = 8_192
LONGEST_CHAT = 300
CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Sequence = Annotated[int, Meta(ge=0)]


# --- from a client --------------------------------------------------------------------------


class Give(Struct, frozen=True, tag="give", tag_field="type", forbid_unknown_fields=True):
    """A command of the game. Sending it again under the same id has no further effect."""

    id: CommandId
    command: Raw


class Chat(Struct, frozen=True, tag="chat", tag_field="type", forbid_unknown_fields=True):
    """A chat message to the table; it is not part of the match's log."""

    id: CommandId
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Undo(Struct, frozen=True, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Undo the asker's own last step, and everything after it."""


class Close(Struct, frozen=True, tag="close", tag_field="type", forbid_unknown_fields=True):
    """End the match as it is, and reveal its seed."""


class StandIn(Struct, frozen=True, tag="stand_in", tag_field="type", forbid_unknown_fields=True):
    """Let a bot hold an absent person's seat until they take it back."""

    seat: Annotated[int, Meta(ge=0)]


What = Undo | Close | StandIn


class Ask(Struct, frozen=True, tag="ask", tag_field="type", forbid_unknown_fields=True):
    """Ask the people of the table to agree to something; there is one vote at a time."""

    id: CommandId
    what: What


class AnswerVote(Struct, frozen=True, tag="answer", tag_field="type", forbid_unknown_fields=True):
    """Agree or disagree in the vote of that id."""

    id: CommandId
    vote: CommandId
    agree: bool


FromClient = Give | Chat | Ask | AnswerVote

_DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient, strict=True)


def read(data: str | bytes) -> FromClient | Refusal:
    """A client's message, or why it is not one."""
    if len(data) > LONGEST_MESSAGE:
        return refusal("too_long", "A message can have at most {most} bytes.", most=LONGEST_MESSAGE)
    try:
        return _DECODER.decode(data)
    except msgspec.ValidationError as error:
        return refusal("not_a_message", "This is not a valid message: {reason}.", reason=str(error))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return refusal("malformed", "This is not valid JSON: {reason}.", reason=str(error))


# --- to a client ----------------------------------------------------------------------------


class Told(Struct, frozen=True, tag="told", tag_field="type", omit_defaults=True):
    """One record of the match as this viewer may see it.

    With `undone`, all steps after that sequence are taken back. Only the newest record has `view`
    and `offer`, so a client that receives several records draws only after the last. `calls` has
    what the race caller says about the record, if the client asked for it.

    A client that asked for deltas may get `delta` instead of `view`: what has changed since the
    view that it got with record `since`. Some have a `checksum` of the view that results.
    """

    seq: int
    seat: int | None = None
    events: tuple[Any, ...] = ()
    undone: int | None = None
    view: Any = None
    delta: Any = None
    since: int | None = None
    checksum: int | None = None
    offer: Any = None
    calls: tuple[Text, ...] | None = None


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """The message was carried out and stored; `seq` is its record, if it has one."""

    id: str
    seq: int | None


class Wait(Struct, frozen=True, tag="wait", tag_field="type"):
    """The message of this id has arrived, but takes longer than usual to store. Its answer
    follows, so there is no need to send it again."""

    id: str


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """Nothing has changed. The current view and offer show what is possible instead."""

    id: str | None
    reason: Refusal
    seq: int
    view: Any
    offer: Any


class Heard(Struct, frozen=True, tag="heard", tag_field="type"):
    """A chat message; `text` is null if it was hidden."""

    number: int
    seat: int | None
    name: str
    text: str | None


class SeatInfo(Struct, frozen=True):
    """Who has a seat. `here`: someone is connected for it. `alike`: the name looks like another
    name at this table."""

    name: str | None
    policy: str | None
    stand_in: str | None
    here: bool
    alike: bool


class Vote(Struct, frozen=True):
    """The vote under way: what `seat` asks for, and which seats have agreed so far.

    `seq` is the sequence that an undo goes back to; otherwise, the sequence when it was asked.
    """

    id: str
    seat: int
    what: What
    seq: int
    agreed: tuple[int, ...]


Status = Literal["waiting", "playing", "finished", "closed"]


class TableInfo(Struct, frozen=True, tag="table", tag_field="type"):
    """Everything about a table that everyone may know, except the match itself.

    `left` is the number of seconds left on the clock when this was sent; null if no clock runs.
    """

    id: str
    game: str
    options: dict[str, str]
    edition: str
    status: Status
    listed: bool
    seats: tuple[SeatInfo, ...]
    commitment: str
    seed: str | None
    clock: int | None
    left: float | None
    seq: int
    vote: Vote | None
    rematch: str | None


class Head(Struct, frozen=True, tag="head", tag_field="type"):
    """A heartbeat with the table's newest sequence. If yours is lower at two heartbeats in a row,
    or if a command of yours has had neither an answer nor a `wait` by the second, a message was
    lost: reconnect, and send the command again."""

    seq: int
    status: Status


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    """The server closes the connection; come back after `after` seconds."""

    reason: Refusal
    after: int


ToClient = Told | Done | Wait | Refused | Heard | TableInfo | Head | Bye
