"""A bot that takes a seat at a table and plays the match to its end, as a client like any other.
It need not know the rules: an offer describes every legal command, and the server makes forced
moves itself.

    python examples/bot.py http://127.0.0.1:8000/table/TABLE SEAT
"""

import json
import random
import sys
from itertools import combinations
from time import sleep
from urllib.request import Request, urlopen

from websockets.sync.client import connect


def post(url, headers, **body):
    headers = {"Content-Type": "application/json", **headers}
    return json.load(urlopen(Request(url, json.dumps(body).encode(), headers)))


def commands(offer):
    match offer:
        case {"type": "bet", "values": values, "horses": hs}:  # the three of Royal Turf
            yield from ({"type": "place_bet", "value": v, "horse": h} for v in values for h in hs)
        case {"type": "name", "among": among}:
            yield from ({"type": "name_first", "seat": seat} for seat in among)
        case {"type": "move", "moves": moves}:
            yield from ({"type": "move_horse", "horse": move[0]} for move in moves)
        case {"type": "bid", "least": least, "most": most}:  # from here on Rennfieber
            yield from ({"type": "bid", "amount": n} for n in (0, *range(least, most + 1, 100)))
        case {"type": "trainee", "horses": horses}:
            yield from ({"type": "choose_trainee", "horse": horse} for horse in horses)
        case {"type": "entry" | "sale" as kind, "horses": horses, "count": n}:
            name = "enter_runners" if kind == "entry" else "sell_horses"
            yield from ({"type": name, "horses": chosen} for chosen in combinations(horses, n))
        case {"type": "slips", "slips": slips, "runners": n}:
            yield from ({"type": "place_slips", "stakes": [[c, min(slips)]]} for c in range(n))
        case {"type": "move", "plays": plays}:
            ends = ((each["play"], way[0]) for each in plays for way in each["ways"])
            yield from ({"type": "move_runner", "play": play, "to": to} for play, to in ends)


(site, table), seat = sys.argv[1].split("/table/"), sys.argv[2]
login = {"Authorization": "Bearer " + post(f"{site}/api/devices", {})["token"]}
post(f"{site}/api/tables/{table}/seats/{seat}", login, name=f"Bot {seat}")
url = f"{site.replace('http', 'ws', 1)}/api/tables/{table}/socket?seat={seat}"
with connect(url, additional_headers=login, max_queue=None) as socket:  # an unbounded queue
    for number, message in enumerate(map(json.loads, socket)):
        if message.get("status") in ("finished", "closed"):
            break
        if (request := message.get("vote")) and int(seat) not in request["agreed"]:
            yes = {"type": "answer", "id": f"{number}", "vote": request["id"], "agree": True}
            socket.send(json.dumps(yes))  # agree to every request of the other players
        if (offer := message.get("offer")) and (legal := list(commands(offer))):
            command = {**random.choice(legal), "offer": offer["id"]}
            sleep(0.1 * (message["type"] == "refused"))  # perhaps the rate limit: 40 per second
            socket.send(json.dumps({"type": "give", "id": f"{number}", "command": command}))
