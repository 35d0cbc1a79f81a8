"""The HTTP API: devices, tables, seats, finished matches, rules, editions. All of it is JSON.

A refusal has a status, a stable code, and a sentence as a gettext key with arguments, which the
client translates. A device token identifies the client, in the `Authorization: Bearer` header or in
the cookie that `POST /api/devices` sets.
"""

from paddock.server.api.games import Games
from paddock.server.api.replays import Files, Matches
from paddock.server.api.seats import Devices, Seats
from paddock.server.api.tables import Tables

CONTROLLERS = (Games, Devices, Tables, Matches, Seats, Files)
