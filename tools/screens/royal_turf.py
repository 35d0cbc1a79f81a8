"""Screenshots of Royal Turf, and of what tables of any game have."""

from playwright.async_api import Page

from tests.server.client import Device
from tools.screens.camera import TURN, Camera, match, side

SCREENS = {
    "royal-turf-bets": "Royal Turf: placing bets",
    "royal-turf-hidden-bets": "Royal Turf: hidden bets",
    "royal-turf-race": "Royal Turf: a race, previewing a move",
    "royal-turf-settlement": "Royal Turf: settlement of a race",
    "royal-turf-finished": "Royal Turf: final result, with the dice check",
}
# The screens of any game that are photographed at these tables.
BESIDE = ("payouts", "log", "menu", "proof", "replay")
RACES = 3


async def photograph(camera: Camera, device: Device) -> None:
    await _open_bets(camera, device)
    await _hidden_bets(camera, device)


async def _open_bets(camera: Camera, device: Device) -> None:
    async with match(device, "royal-turf") as played:
        await played.play("bet", times=2)
        await camera.look(f"/table/{played.table}", TURN)
        await camera.take("royal-turf-bets")
        await played.play("move", times=3)
        await camera.look(f"/table/{played.table}", TURN)
        await camera.take("royal-turf-race", _choose_horse)
        await camera.take("payouts", lambda page: side(page, 3, 0))
        await camera.take("log", lambda page: side(page, 1, 1))
        await camera.take("menu", lambda page: page.locator("header .menu").click())
        await played.play("bet", settled=1)
        await camera.wait(".settlement")
        await camera.take("royal-turf-settlement")
        await played.play(settled=RACES)
        await camera.look(f"/table/{played.table}", "[aria-labelledby=finished]")
        await camera.take("royal-turf-finished")
        await camera.take("proof", _open_proof)
        await camera.look(f"/replay/{played.table}?at=60", "h1")
        await camera.take("replay")


async def _hidden_bets(camera: Camera, device: Device) -> None:
    async with match(device, "royal-turf", options={"hidden_bets": "on"}) as played:
        await played.play("bet", times=3)
        await camera.look(f"/table/{played.table}", TURN)
        await camera.take("royal-turf-hidden-bets")


async def _choose_horse(page: Page) -> None:
    """Select the last horse that may move; only Enter would move it."""
    for key in "1234567":
        await page.keyboard.press(key)


async def _open_proof(page: Page) -> None:
    await page.locator("[aria-labelledby=finished] button[aria-haspopup=dialog]").click()
