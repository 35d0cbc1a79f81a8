"""The addresses that a server prints, and when it opens a browser."""

import webbrowser
from threading import Event

import pytest

from paddock.cli import addresses
from paddock.cli.addresses import Addresses

HERE = "http://127.0.0.1:8000"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Set once a browser is opened."""
    asked = Event()
    monkeypatch.setattr(webbrowser, "open", lambda address: asked.set())
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    return asked


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", HERE), ("::1", "http://[::1]:8000"), ("me", "http://me:8000")]
)
def test_a_server_for_this_device_has_one_address(host: str, shown: str) -> None:
    """It is the one that was asked for."""
    assert Addresses.of(host, 8000, browser=False) == Addresses(shown, None, False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_for_the_home_network_prints_its_address_there(
    host: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It comes after the address for this device; without a network there is none."""
    for home, told in (
        ("192.168.1.7", "For others on your network: http://192.168.1.7:8000\n"),
        (None, ""),
    ):
        monkeypatch.setattr(addresses, "home_host", lambda home=home: home)
        Addresses.of(host, 8000, browser=False).tell()
        assert capsys.readouterr().out == f"Paddock is at {HERE}\n{told}"


def test_a_browser_is_opened_if_there_is_a_screen(
    opened: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is opened only on request, and never inside the terminal."""
    Addresses(HERE, None, True).tell()
    assert not addresses.has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    Addresses(HERE, None, False).tell()
    assert not opened.is_set()
    Addresses(HERE, None, True).tell()
    assert opened.wait(10)
