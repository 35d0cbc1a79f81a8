"""Screenshots of Rennfieber."""

from playwright.async_api import Page

from tests.server.client import Device
from tools.screens.camera import TURN, Camera, match

SCREENS = {
    "rennfieber-auction": "Rennfieber: the auction",
    "rennfieber-training": "Rennfieber: training",
    "rennfieber-entry": "Rennfieber: choosing runners",
    "rennfieber-slips": "Rennfieber: betting slips",
    "rennfieber-race": "Rennfieber: a race, with the possible moves",
    "rennfieber-settlement": "Rennfieber: settlement of a race",
    "rennfieber-sale": "Rennfieber: selling horses",
    "rennfieber-finished": "Rennfieber: final result",
}
BESIDE: tuple[str, ...] = ()
RACES = 3


async def photograph(camera: Camera, device: Device) -> None:
    phases = {"auction": "bid", "training": "trainee", "entry": "entry", "slips": "slips"}
    async with match(device, "rennfieber") as played:
        for screen, kind in phases.items():
            await played.play(kind)
            await camera.look(f"/table/{played.table}", TURN)
            await camera.take(f"rennfieber-{screen}", _draft if kind == "slips" else None)
        await played.play("move", times=4)
        await camera.look(f"/table/{played.table}", TURN)
        await camera.take("rennfieber-race")
        await played.play(settled=1)
        await camera.wait(".settlement")
        await camera.take("rennfieber-settlement")
        if await played.play("sale"):
            await camera.look(f"/table/{played.table}", TURN)
            await camera.take("rennfieber-sale")
        await played.play(settled=RACES)
        await camera.look(f"/table/{played.table}", "[aria-labelledby=finished]")
        await camera.take("rennfieber-finished")


async def _draft(page: Page) -> None:
    """Place a slip on the first lane and one on the third."""
    for key in "13":
        await page.keyboard.press(key)
