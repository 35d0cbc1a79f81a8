"""The HTTP side: devices, tables, people, finished logs, rules, editions. All of it is JSON.

What cannot be done is refused with a status, a stable code, and a sentence as a gettext key with
its arguments, which the client puts into words. Who asks is told by a device token, in the
`Authorization: Bearer` header or in the cookie that `POST /api/devices` sets.
"""

from paddock.server.api.games import Games
from paddock.server.api.replays import Files, Matches
from paddock.server.api.seats import Devices, Seats
from paddock.server.api.tables import Tables

CONTROLLERS = (Games, Devices, Tables, Matches, Seats, Files)
