"""What goes over a table's socket, both ways. Each message is one JSON object with its `type`.

A connection is a cursor: the server sends what lies after its sequence, in order, and the view and
the offer with the last of it. Whatever is lost, naming the last sequence on the next connection
brings exactly what was missed.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from paddock.kernel.rejection import Rejected, reject
from paddock.kernel.text import Text

LONGEST_MESSAGE = 8_192
LONGEST_CHAT = 300
CommandId = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,64}$")]
Sequence = Annotated[int, Meta(ge=0)]


# --- from a client --------------------------------------------------------------------------


class Give(Struct, frozen=True, tag="give", tag_field="type", forbid_unknown_fields=True):
    """A command of the game. Sent again under the same id it has no further effect."""

    id: CommandId
    command: Raw


class Chat(Struct, frozen=True, tag="chat", tag_field="type", forbid_unknown_fields=True):
    """Words for the table; they are no part of the match's log."""

    id: CommandId
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_CHAT)]


class Undo(Struct, frozen=True, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """To take back the asker's own last step, and whatever came after it."""


class Close(Struct, frozen=True, tag="close", tag_field="type", forbid_unknown_fields=True):
    """To end the match where it stands; its seed is revealed."""


class StandIn(Struct, frozen=True, tag="stand_in", tag_field="type", forbid_unknown_fields=True):
    """To let a bot hold the seat of somebody absent, until they take it back."""

    seat: Annotated[int, Meta(ge=0)]


What = Undo | Close | StandIn


class Ask(Struct, frozen=True, tag="ask", tag_field="type", forbid_unknown_fields=True):
    """Ask the people of the table for something; one thing is asked at a time."""

    id: CommandId
    what: What


class AnswerAsk(Struct, frozen=True, tag="answer", tag_field="type", forbid_unknown_fields=True):
    """Agree, or not, to what is asked under that id."""

    id: CommandId
    asked: CommandId
    agree: bool


FromClient = Give | Chat | Ask | AnswerAsk

_DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient, strict=True)


def read(data: str | bytes) -> FromClient | Rejected:
    """A client's message, or why it is none."""
    if len(data) > LONGEST_MESSAGE:
        return reject("too_long", "A message has at most {most} bytes.", most=LONGEST_MESSAGE)
    try:
        return _DECODER.decode(data)
    except msgspec.ValidationError as error:
        return reject("not_a_message", "This is not a message: {reason}.", reason=str(error))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return reject("malformed", "This is not JSON: {reason}.", reason=str(error))


# --- to a client ----------------------------------------------------------------------------


class Told(Struct, frozen=True, tag="told", tag_field="type", omit_defaults=True):
    """One record of the match as this viewer may read it.

    `undone` is set where steps after that sequence were taken back. `view` and `offer` come with
    the newest record only: whoever gets several draws once, at the last. `calls` is what the race
    caller says of it to this viewer, for whoever asked for it.
    """

    seq: int
    seat: int | None = None
    events: tuple[Any, ...] = ()
    undone: int | None = None
    view: Any = None
    offer: Any = None
    calls: tuple[Text, ...] | None = None


class Done(Struct, frozen=True, tag="done", tag_field="type"):
    """What was asked for is carried out and durable; `seq` is its record, if it has one."""

    id: str
    seq: int | None


class Wait(Struct, frozen=True, tag="wait", tag_field="type"):
    """What was sent under this id has arrived, and takes longer than usual to store. Its answer
    follows: there is no need to send it again."""

    id: str


class Refused(Struct, frozen=True, tag="refused", tag_field="type"):
    """Nothing has changed. The present view and offer show what may be done instead."""

    id: str | None
    reason: Rejected
    seq: int
    view: Any
    offer: Any


class Heard(Struct, frozen=True, tag="heard", tag_field="type"):
    """Somebody's words; None for the words if they were hidden."""

    number: int
    seat: int | None
    name: str
    text: str | None


class SeatInfo(Struct, frozen=True):
    """Who sits there. `alike`: the name looks like another's at this table."""

    name: str | None
    policy: str | None
    stand_in: str | None
    here: bool
    alike: bool


class Asked(Struct, frozen=True):
    """What `seat` asks of the table, and who has agreed so far.

    `seq` is the sequence that an undo goes back to, else the one at which it was asked.
    """

    id: str
    seat: int
    what: What
    seq: int
    agreed: tuple[int, ...]


Status = Literal["waiting", "playing", "finished", "closed"]


class TableInfo(Struct, frozen=True, tag="table", tag_field="type"):
    """All that everybody may know of a table besides the match itself.

    `left` is how many seconds were left of the clock when this was sent; None where none runs.
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
    asked: Asked | None
    rematch: str | None


class Head(Struct, frozen=True, tag="head", tag_field="type"):
    """A heartbeat: how far the table has got. Whoever has not got that far, or whose command has
    had neither an answer nor a `wait` since the last one, has lost a message: connect again, and
    send it again."""

    seq: int
    status: Status


class Bye(Struct, frozen=True, tag="bye", tag_field="type"):
    """The server goes, or has had enough; come back after so many seconds."""

    reason: Rejected
    after: int


ToClient = Told | Done | Wait | Refused | Heard | TableInfo | Head | Bye
