"""Checks that a log of Rennfieber shows the dice and cards that it drew.

Written from docs/formats alone, without reading the program. `independent_verifier` checks that
the draws follow from the seed, and Paddock itself checks the rules.
"""

import json
from typing import Any

Event = dict[str, Any]


class Deck:
    """How many cards of each kind are still to be drawn, and how many were used."""

    def __init__(self, counts: list[int]) -> None:
        self.cards = list(counts)
        self.used = [0] * len(counts)

    def take(self, place: int) -> int:
        """The kind of the card at this place, with the kinds in the edition's order."""
        kind = 0
        while place >= self.cards[kind]:
            place -= self.cards[kind]
            kind += 1
        self.cards[kind] -= 1
        return kind

    def use(self, kinds: list[int]) -> None:
        for kind in kinds:
            self.used[kind] += 1
        kinds.clear()

    def reform(self) -> None:
        self.cards = [a + b for a, b in zip(self.cards, self.used, strict=True)]
        self.used = [0] * len(self.used)


class Onlooker:
    def __init__(self, header: Event) -> None:
        self.seats = len(header["seats"])
        self.faces = header["edition"]["race_die"]["faces"]
        self.training = Deck([card["count"] for card in header["edition"]["training"]["cards"]])
        self.gallop = Deck([])
        self.kept: dict[int, list[int]] = {}  # training cards by horse
        self.force: dict[int, list[int]] = {}  # gallop cards by runner
        self.horses: list[int] = []  # of runners
        self.stack: list[int] = []  # the shuffled part of it
        self.bids: list[list[int]] = []
        self.round = self.race = self.lots = 0
        self.draws: list[list[Any]] = []

    def _pull(self, stream: str, n: int) -> int:
        """The next draw of the step, which must be this one."""
        if not self.draws or (self.draws[0][0], self.draws[0][2]) != (stream, n):
            raise ValueError(f"{stream} of {n} should have been drawn, not {self.draws}")
        return int(self.draws.pop(0)[3])

    def _same(self, shown: object, drawn: object) -> None:
        if shown != drawn:
            raise ValueError(f"{shown} is shown, {drawn} was drawn")

    def step(self, record: Event) -> None:
        self.draws = list(record["draws"])
        for event in record["events"]:
            getattr(self, f"_on_{event['type']}", lambda event: None)(event)
        if self.draws:
            raise ValueError(f"{self.draws[0]} was drawn for nothing")

    # --- auction

    def _on_auction_opened(self, event: Event) -> None:
        self.round, self.lots = event["number"], 0
        self.stack = sorted(event["shuffled"])
        self._same(event["first"], self._pull(f"auction/{self.round}/first", self.seats))

    def _top(self, horse: int) -> None:
        if horse in self.stack:
            place = self._pull(f"auction/{self.round}/horse", len(self.stack))
            self._same(horse, self.stack.pop(place))

    def _on_horse_offered(self, event: Event) -> None:
        self._top(event["horse"])
        self.lots += 1
        self.bids = []

    def _on_sealed_bids_opened(self, event: Event) -> None:
        self.bids = event["bids"]

    def _on_horse_unsold(self, event: Event) -> None:
        self._top(event["horse"])

    def _on_horse_sold(self, event: Event) -> None:
        if event["how"] == "what_cash_there_is":
            return
        self._top(event["horse"])
        stream = f"auction/{self.round}/tie/{self.lots}"
        if event["how"] == "offer":
            best = max((amount for _, amount in self.bids), default=0)
            tied = sorted(seat for seat, amount in self.bids if amount == best)
            if len(tied) > 1:
                self._same(event["seat"], tied[self._pull(stream, len(tied))])
        elif event["how"] == "nobody_wanted" and self.draws and self.draws[0][0] == stream:
            self.draws.pop(0)  # only the rules know the seats that were tied

    # --- training

    def _throws(self, event: Event, stream: str) -> None:
        for throw in event["throws"]:
            for _, die in throw:
                self._same(die, self._pull(stream, 6) + 1)

    def _on_training_opened(self, event: Event) -> None:
        self.round = event["number"]
        self.training.reform()

    def _on_training_started(self, event: Event) -> None:
        self._throws(event, f"training/{self.round}/start")

    def _on_training_rolled(self, event: Event) -> None:
        self._same(event["die"], self._pull(f"training/{self.round}/die", 6) + 1)

    def _on_training_deck_reformed(self, event: Event) -> None:
        self.training.reform()

    def _on_training_card_drawn(self, event: Event) -> None:
        place = self._pull(f"training/{self.round}/card", sum(self.training.cards))
        kind = self.training.take(place)
        self._same(event["card"], kind)
        if event["kept"]:
            self.kept.setdefault(event["horse"], []).append(kind)
        else:
            self.training.use([kind])

    def _on_horse_sold_back(self, event: Event) -> None:
        self.training.use(self.kept.get(event["horse"], []))

    # --- race

    def _on_entry_opened(self, event: Event) -> None:
        self.race = event["race"]

    def _on_lanes_taken(self, event: Event) -> None:
        self.horses = [runner["horse"] for runner in event["runners"]]
        self._throws(event, f"race/{self.race}/tie")

    def _on_race_started(self, event: Event) -> None:
        self.gallop = Deck(event["gallop"])
        self.force = {runner: [] for runner in range(len(self.horses))}

    def _race_die(self, shown: int) -> None:
        face = self._pull(f"race/{self.race}/race_die", 6)
        self._same(shown, self.faces[face])

    def _on_dice_rolled(self, event: Event) -> None:
        self._race_die(event["race_die"])
        self._same(event["die"], self._pull(f"race/{self.race}/die", 6) + 1)

    def _on_extra_move(self, event: Event) -> None:
        if event["race_die"] is not None:
            self._race_die(event["race_die"])

    def _on_gallop_deck_reformed(self, event: Event) -> None:
        self.gallop.reform()
        for kind in event["without"]:
            self.gallop.cards[kind] -= 1
            self.gallop.use([kind])

    def _on_gallop_drawn(self, event: Event) -> None:
        kind = self.gallop.take(self._pull(f"race/{self.race}/gallop", sum(self.gallop.cards)))
        self._same(event["card"], kind)
        if event["stays"]:
            self.force[event["runner"]].append(kind)
        else:
            self.gallop.use([kind])

    def _on_runner_moved(self, event: Event) -> None:
        for kind in event["spent"]:
            self.force[event["runner"]].remove(kind)
            self.gallop.use([kind])
        if event["card"] is not None:
            self.kept[self.horses[event["runner"]]].remove(event["card"])
            self.training.use([event["card"]])

    def _on_turn_missed(self, event: Event) -> None:
        self.force[event["runner"]].remove(event["card"])
        self.gallop.use([event["card"]])

    def _on_runner_home(self, event: Event) -> None:
        self.gallop.use(self.force[event["runner"]])


def look(data: bytes) -> str:
    """The first event that differs from its draw, or an empty string. The log must be valid."""
    header, *records = [json.loads(line) for line in data.splitlines()]
    steps: list[Event] = []
    for record in records:
        if record["kind"] == "step":
            steps.append(record)
        elif record["kind"] == "undone":
            steps = [step for step in steps if step["seq"] <= record["to"]]
    onlooker = Onlooker(header)
    for step in steps:
        try:
            onlooker.step(step)
        except ValueError as error:
            return f"step {step['seq']}: {error}"
    return ""
