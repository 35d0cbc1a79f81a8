"""The auction of the second Rennfieber (RF2)."""

from collections.abc import Mapping

from tests.rennfieber.oracle_table import Illegal, Table


class Auction:
    """`loose` is the shuffled part of the stack, `under` its known bottom, next horse first."""

    def __init__(
        self, table: Table, horses: list[int], need: list[int], options: Mapping[str, str]
    ) -> None:
        self.table = table
        self.way = options["auction"]
        self.lone_takes = options["last_buyer"] == "takes"
        self.need = need
        self.loose: list[int] = []
        self.under: list[int] = []
        if options["offer_order"] == "shuffled":  # RF2.1
            self.loose = list(horses)
        else:
            self.under = list(horses)
        self.unsold_running = 0
        self.horse: int | None = None
        self.bidders: list[int] = []
        self.lone = False
        self.best: tuple[int, int] | None = None  # (amount, seat)
        self.sealed: dict[int, int] = {}
        self.over = False
        self.next_seat = table.draw("first bidder", table.seats)  # RF2.9
        self._go_on()

    # ---- who may pay what -------------------------------------------------------------------

    def stack(self) -> list[int]:
        return self.loose + self.under

    def most(self, seat: int, horse: int) -> int:
        """RF2.6: what is left after paying for the cheapest others that the seat still needs."""
        others = sorted(self.table.price(other) for other in self.stack() if other != horse)
        return self.table.cash[seat] - sum(others[: self.need[seat] - 1])

    def can_pay(self, seat: int, horse: int) -> bool:
        return self.most(seat, horse) >= self.table.price(horse)

    def short(self) -> list[int]:
        """The seats that still need horses, the next to bid first."""
        return [seat for seat in self.table.clockwise(self.next_seat) if self.need[seat] > 0]

    # ---- until a player has to choose -------------------------------------------------------

    def _go_on(self) -> None:
        self.horse = None
        while self.short():
            payers = [
                seat
                for seat in self.short()
                if any(self.can_pay(seat, horse) for horse in self.stack())
            ]
            if not payers:  # RF2.8
                cheapest = min(self.stack(), key=lambda horse: (self.table.price(horse), horse))
                seat = self.short()[0]
                price = min(self.table.price(cheapest), self.table.cash[seat])
                self._sell(cheapest, seat, price, "what_cash_there_is")
                continue
            nobody_wants = self.unsold_running >= len(self.stack())
            horse = self._top()
            able = [seat for seat in payers if self.can_pay(seat, horse)]
            self.lone = len(payers) == 1  # RF2.9
            if not able:  # RF2.4
                self._put_under(horse)
            elif self.lone and self.lone_takes:
                self._sell(horse, able[0], self.table.price(horse), "lone_buyer")
            elif nobody_wants:  # RF2.7
                self._sell(horse, self._with_fewest(able), self.table.price(horse), "nobody_wanted")
            else:
                self.horse, self.bidders, self.best, self.sealed = horse, able, None, {}
                return
        self.over = True
        self.table.facts.append(("left over", sorted(self.stack())))  # RF2.1

    def _top(self) -> int:
        """Turn up the next horse; it stays in the stack until it is sold or put under."""
        if self.loose:
            horse = sorted(self.loose)[self.table.draw("horse", len(self.loose))]
            self.loose.remove(horse)
            self.under.insert(0, horse)
        return self.under[0]

    def _put_under(self, horse: int) -> None:
        self.under.remove(horse)
        self.under.append(horse)
        self.unsold_running += 1
        self.table.facts.append(("unsold", horse))

    def _with_fewest(self, seats: list[int]) -> int:
        fewest = min(len(self.table.stables[seat]) for seat in seats)
        among = sorted(seat for seat in seats if len(self.table.stables[seat]) == fewest)
        return among[self.table.draw("tie", len(among))] if len(among) > 1 else among[0]

    def _sell(self, horse: int, seat: int, price: int, how: str) -> None:
        if horse in self.loose:
            self.loose.remove(horse)
        else:
            self.under.remove(horse)
        self.table.cash[seat] -= price
        self.table.stables[seat].append(horse)
        self.table.stables[seat].sort()
        self.need[seat] -= 1
        self.unsold_running = 0
        self.next_seat = (seat + 1) % self.table.seats  # RF2.5: left of the last buyer
        self.table.facts.append(("sold", horse, seat, price, how))

    # ---- offers -----------------------------------------------------------------------------

    def expects(self) -> str:
        return "bid"

    def to_act(self) -> list[int]:
        if self.way == "sealed":
            return [seat for seat in self.bidders if seat not in self.sealed]
        return self.bidders[:1]

    def legal(self, seat: int) -> list[int]:
        """RF2.5, RF2.9: every amount that a seat may offer, in hundreds; 0 for none."""
        assert self.horse is not None
        least = self.table.price(self.horse)
        if self.lone:
            return [0, least]
        if self.best is not None:
            least = self.best[0] + 100
        return [0, *range(least, self.most(seat, self.horse) + 1, 100)]

    def bid(self, seat: int, amount: int) -> None:
        if seat not in self.to_act() or amount not in self.legal(seat):
            raise Illegal("no such offer")
        if self.way == "sealed":
            self.sealed[seat] = amount
            if not self.to_act():
                self._open_sealed()
            return
        self.bidders.remove(seat)
        if amount > 0:
            self.best = (amount, seat)
            if self.way == "ascending":
                self.bidders.append(seat)
        self._look_for_end()

    def _look_for_end(self) -> None:
        assert self.horse is not None
        if self.best is not None and self.bidders in ([], [self.best[1]]):
            self._sell(self.horse, self.best[1], self.best[0], "offer")  # RF2.3
            self._go_on()
        elif not self.bidders:
            self._put_under(self.horse)
            self._go_on()

    def _open_sealed(self) -> None:
        assert self.horse is not None
        highest = max(self.sealed.values())
        self.bidders = []
        if highest > 0:
            among = sorted(seat for seat, amount in self.sealed.items() if amount == highest)
            winner = among[0]
            if len(among) > 1:
                winner = among[self.table.draw("tie", len(among))]
            self.best = (highest, winner)
        self._look_for_end()
