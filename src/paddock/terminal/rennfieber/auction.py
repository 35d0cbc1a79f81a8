"""The auction room: the horse on sale, the bids, and the horses still to come (RF2)."""

from collections.abc import Callable

from rich.cells import cell_len

from paddock.games.rennfieber.ruleset import AuctionKind
from paddock.games.rennfieber.view import AuctionScene, SeenLot, View
from paddock.kernel.text import Text, count, say
from paddock.terminal.lines import Line, columned, fit, flowed, line
from paddock.terminal.rennfieber.programme import Programme
from paddock.terminal.rennfieber.stable import names_width, owned, scale
from paddock.terminal.screen import Size

Listed = Callable[[Programme, View, tuple[int, ...], int], list[Line]]


def room(programme: Programme, view: View, scene: AuctionScene, size: Size) -> list[Line]:
    """The whole room. Where space is short, the horses still to come go without their scales."""
    lines: list[Line] = []
    if scene.lot is not None:
        lines += [
            _on_sale(programme, view, scene.lot),
            _standing(programme, scene.lot, size.width),
            Line(),
        ]
    lines += _buyers(programme, view, scene, size.width)
    stack = _stack(programme, view, scene, _offers, size.width)
    if sum(bool(row) for row in [*lines, *stack]) > size.height:
        stack = _stack(programme, view, scene, _prices, size.width)
    return [*lines, Line(), *stack]


def _on_sale(programme: Programme, view: View, lot: SeenLot) -> Line:
    tell, card = programme.say, programme.edition.horses[lot.horse]
    return line(
        (tell(say("On sale: {horse}", horse=programme.horse(lot.horse))), "strong"),
        " ",
        scale(programme, view, lot.horse),
        f" {tell(say('minimum'))} ",
        (programme.money(card.price), "money"),
    )


def _standing(programme: Programme, lot: SeenLot, width: int) -> Line:
    """The highest bid so far and, if it fits, how bids are made at this table (RF2.5)."""
    tell = programme.say
    if programme.rules.sealed:
        return Line(tell(say("Sealed bids: one each, in secret; the highest wins.")))
    how = (
        say("one bid each, in turn")
        if programme.rules.auction is AuctionKind.ONCE_AROUND
        else say("in turn until only one bidder is left")
    )
    if lot.holder is None:
        row = Line(tell(say("No bid yet")))
    else:
        row = line(
            f"{tell(say('Highest bid'))} ",
            (programme.money(lot.standing), "money"),
            f" {programme.who(lot.holder)}",
        )
    more = Line(f"  ({tell(how)})", "quiet")
    return row + more if row.cell_len + more.cell_len <= width else row


def _buyers(programme: Programme, view: View, scene: AuctionScene, width: int) -> list[Line]:
    """A row for each seat: its money, needs, position in the bidding, and horses."""
    tell = programme.say
    names = max(map(cell_len, programme.names))
    needs = [
        tell(count("needs {n}", "needs {n}", short) if short else say("needs none"))
        for short in scene.short
    ]
    found = [_state(programme, scene, seat) for seat in range(len(needs))]
    states = ["-" if state is None else tell(state) for state in found]
    rows, down = [], programme.signs.back * 2
    for seat, money in enumerate(view.money):
        acting = seat in view.to_act
        row = line(
            (programme.signs.pick if acting else " ", "pick"),
            (f"{programme.marks[seat]} ", "quiet"),
            (fit(programme.names[seat], names), "strong"),
            (f" {programme.money(money):>7}", "money"),
            f"  {fit(needs[seat], max(map(cell_len, needs)))}",
            (f"  {fit(states[seat], max(map(cell_len, states)))}  ", "pick" if acting else ""),
        )
        horses = owned(view, seat)
        full = ", ".join(
            f"{programme.horse(horse)} {programme.level(view, horse) or down}" for horse in horses
        )
        short = " ".join(programme.tags[horse] for horse in horses)
        rows.append(row.append(full if row.cell_len + cell_len(full) <= width else short))
    return rows


def _state(programme: Programme, scene: AuctionScene, seat: int) -> Text | None:
    """A seat's position in the bidding for the horse on sale."""
    lot = scene.lot
    if lot is None or not scene.short[seat]:
        return None
    if programme.rules.sealed:
        done = dict(lot.sealed)
        if seat in done:
            own = done[seat]
            return say("sealed") if own is None else _offered(programme, own)
        return say("still to bid") if seat in lot.bidders else say("out")
    if seat == lot.holder:
        return _offered(programme, lot.standing)
    return say("in") if seat in lot.bidders else say("out")


def _offered(programme: Programme, amount: int) -> Text:
    return say("bids {amount}", amount=programme.money(amount)) if amount else say("no bid")


def _stack(
    programme: Programme, view: View, scene: AuctionScene, listed: Listed, width: int
) -> list[Line]:
    """The horses still to come: first those in unknown order, then those in known order (RF2.4)."""
    lines: list[Line] = []
    tell = programme.say
    if scene.shuffled:
        title = say("Still to come, in unknown order:")
        lines += [Line(tell(title), "quiet"), *listed(programme, view, scene.shuffled, width)]
    if scene.under:
        title = (
            say("Then the unsold ones, in this order:")
            if scene.shuffled
            else say("Still to come, in this order:")
        )
        lines += [Line(tell(title), "quiet"), *listed(programme, view, scene.under, width)]
    return lines or [Line(tell(say("No other horse is left.")), "quiet")]


def _offers(programme: Programme, view: View, horses: tuple[int, ...], width: int) -> list[Line]:
    names = names_width(programme, view, horses)
    rows = [
        line(
            f"{horse + 1:>2} ",
            fit(programme.titles[horse], names),
            scale(programme, view, horse),
            (f"{programme.money(programme.edition.horses[horse].price):>6}", "money"),
        )
        for horse in horses
    ]
    return columned(rows, width)


def _prices(programme: Programme, _view: View, horses: tuple[int, ...], width: int) -> list[Line]:
    """The same without scales, for when space is short."""
    rows = [
        line(
            f"{programme.horse(horse)} ",
            (programme.money(programme.edition.horses[horse].price), "money"),
        )
        for horse in horses
    ]
    return flowed(rows, width)
