"""A minimal WebSocket client, so that clients take little of the machine."""

import asyncio
import base64
import secrets
import struct
from collections.abc import Callable, Mapping
from typing import cast

import msgspec

# Frames (RFC 6455): the codes of text, ping and pong; sizes that announce longer ones.
TEXT, PING, PONG, HEADER, SHORT, LONG = 1, 9, 10, 2, 126, 127


class Client(asyncio.Protocol):
    """Reads frames, and sends text frames with a mask of zeros."""

    def __init__(
        self,
        path: str,
        headers: Mapping[str, str],
        receive: "Callable[[Client, bytes], None]",
        seat: int = 0,
    ) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self.seat = seat
        self._path, self._headers, self._receive = path, headers, receive
        self._buffer = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no instance of it
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        own = "".join(f"{name}: {value}\r\n" for name, value in self._headers.items())
        self.transport.write(
            f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n{own}"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            self._open = True
            self.ready.set_result(b" 101 " in head)
        start = 0
        while len(buffer) - start >= HEADER:
            size, body = buffer[start + 1], start + HEADER
            if size == SHORT:
                size, body = int.from_bytes(buffer[body : body + 2]), body + 2
            elif size == LONG:
                size, body = int.from_bytes(buffer[body : body + 8]), body + 8
            if len(buffer) < body + size:
                break
            if buffer[start] & 15 == TEXT:
                self._receive(self, buffer[body : body + size])
            elif buffer[start] & 15 == PING:
                self._frame(PONG, buffer[body : body + size])
            start = body + size
        self._buffer = buffer[start:]

    def send(self, message: object) -> None:
        self.send_text(msgspec.json.encode(message))

    def send_text(self, text: bytes) -> None:
        self._frame(TEXT, text)

    def _frame(self, kind: int, data: bytes) -> None:
        if self.transport.is_closing():  # the load has ended
            return
        if len(data) < SHORT:
            head = struct.pack("!BB", 128 | kind, 128 | len(data))
        else:
            head = struct.pack("!BBH", 128 | kind, 128 | SHORT, len(data))
        self.transport.write(head + b"\0\0\0\0" + data)
