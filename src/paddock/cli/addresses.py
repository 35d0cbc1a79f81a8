"""The addresses of a server: on this device, on your network, and in a browser."""

import os
import sys
import webbrowser
from socket import AF_INET, SOCK_DGRAM, socket
from threading import Thread
from typing import Self

import typer
from msgspec import Struct

EVERYWHERE = ("0.0.0.0", "::")  # hosts of a server that is open to the network
_ANYWHERE = ("192.0.2.1", 9)  # an address reserved for documentation


class Addresses(Struct, frozen=True):
    """The address on this device, the one on your network, if any, and whether to open it."""

    here: str
    home: str | None
    browser: bool

    @classmethod
    def of(cls, host: str, port: int, *, browser: bool) -> Self:
        if host not in EVERYWHERE:
            return cls(_address(host, port), None, browser)
        found = home_host()
        return cls(_address("127.0.0.1", port), found and _address(found, port), browser)

    def tell(self) -> None:
        typer.echo(f"Paddock is at {self.here}")
        if self.home is not None:
            typer.echo(f"For others on your network: {self.home}")
        if self.browser and has_screen():
            # In a thread, because some browsers block until they are closed.
            Thread(target=webbrowser.open, args=(self.here,), daemon=True).start()


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def home_host() -> str | None:
    """This device's address in its network. Nothing is sent: UDP sockets only look up a route."""
    with socket(AF_INET, SOCK_DGRAM) as looking:
        try:
            looking.connect(_ANYWHERE)
        except OSError:
            return None  # there is no network
        return str(looking.getsockname()[0])


def has_screen() -> bool:
    """Whether a browser would open in a window, and not in this terminal."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
