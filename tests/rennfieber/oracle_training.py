"""The training of the second Rennfieber (RF3)."""

from tests.rennfieber.oracle_table import Illegal, Table


class Training:
    """`waiting` has each seat's horses still to train, `on_track` the horse in training."""

    def __init__(self, table: Table) -> None:
        self.table = table
        table.deck.extend(table.discards)  # RF9.3
        table.discards.clear()
        self.waiting = [sorted(stable) for stable in table.stables]
        self.on_track: dict[int, tuple[int, int]] = {}  # seat: (horse, space)
        self.turn: int | None = None

    @property
    def over(self) -> bool:
        return not self.on_track and not any(self.waiting)

    def expects(self) -> str:
        if self.turn is None or self.turn not in self.on_track:
            return "choose"
        return "roll training"

    def to_act(self) -> list[int]:
        if self.turn is None:  # RF3.1: before the first die all choose
            return [seat for seat in range(self.table.seats) if seat not in self.on_track]
        return [self.turn]

    def choose(self, seat: int, horse: int) -> None:
        if self.expects() != "choose" or seat not in self.to_act():
            raise Illegal("no choice now")
        if horse not in self.waiting[seat]:
            raise Illegal("not a horse to train")
        self.waiting[seat].remove(horse)
        self.on_track[seat] = (horse, 0)
        if self.turn is None and len(self.on_track) == self.table.seats:
            self.turn = self._highest_die()

    def _highest_die(self) -> int:
        among = list(range(self.table.seats))
        while len(among) > 1:
            thrown = {seat: self.table.die() for seat in among}
            among = [seat for seat in among if thrown[seat] == max(thrown.values())]
        return among[0]

    def roll(self, seat: int) -> None:
        if self.expects() != "roll training" or self.turn != seat:
            raise Illegal("no roll now")
        track = self.table.figures["training_track"]
        horse, space = self.on_track[seat]
        die = self.table.die()
        space = min(space + die, track["spaces"] + 1)
        self.table.facts.append(("trained", seat, horse, die, space))
        if space > track["spaces"]:  # RF3.4
            del self.on_track[seat]
        else:
            self.on_track[seat] = (horse, space)
            if space in track["cards"]:  # RF3.3
                self._card(seat, horse)
        self._next_turn(seat)

    def _card(self, seat: int, horse: int) -> None:
        table = self.table
        kind = table.draw_card("training card", table.deck, table.discards)
        if kind is None:
            return
        table.facts.append(("card", seat, horse, kind))
        card = table.figures["training"]["cards"][kind]
        if card["effect"] in ("karriere", "durchbruch"):  # RF3.6
            table.kept[horse].append(kind)
            return
        table.discards.append(kind)
        if card["effect"] == "condition":
            table.change_condition(horse, card["amount"])
        elif card["effect"] == "pay":
            table.pay(seat, card["amount"], "training")
        elif card["effect"] == "receive":
            table.cash[seat] += card["amount"]
            table.facts.append(("received", seat, card["amount"]))

    def _next_turn(self, seat: int) -> None:
        """RF3.1: clockwise to the next seat with a horse on the track or waiting."""
        for other in self.table.clockwise((seat + 1) % self.table.seats):
            if other in self.on_track or self.waiting[other]:
                self.turn = other
                return
