"""What all players choose at the same time: runners, slips, horses to sell (RF4, RF5, RF9)."""

from collections.abc import Mapping, Sequence
from typing import Any

from paddock.games.rennfieber.derived import derive
from paddock.games.rennfieber.offers import EntryOffer, SaleOffer
from paddock.games.rennfieber.rules import betting
from paddock.games.rennfieber.ruleset import StakeLimit
from paddock.games.rennfieber.view import BettingScene, EnteringScene, SellingScene, View
from paddock.kernel.text import Text, count, say
from paddock.terminal.columns import Column, joined
from paddock.terminal.lines import Line, broken, columned, flowed, line
from paddock.terminal.rennfieber.programme import SILKS, Programme
from paddock.terminal.rennfieber.stable import everybody, kept, owned, rows, scale
from paddock.terminal.standings import piece


def entering(
    programme: Programme, view: View, scene: EnteringScene, offer: Any, width: int
) -> list[Line]:
    """Marks the horses that may not run because they ran in race 1 (RF4.1)."""
    barred = derive(programme.rules, view, offer).barred
    notes = dict.fromkeys(barred, programme.say(say("ran in race 1")))
    return _stables(programme, view, scene, offer, notes, width)


def selling(
    programme: Programme, view: View, scene: SellingScene, offer: Any, width: int
) -> list[Line]:
    """Shows what the bank pays for each horse: the price of its card and condition (RF9.1)."""
    prices = derive(programme.rules, view, offer).prices or {}
    notes = {
        horse: programme.say(say("the bank pays {price}", price=programme.money(price)))
        for horse, price in prices.items()
    }
    return _stables(programme, view, scene, offer, notes, width)


def _stables(
    programme: Programme,
    view: View,
    scene: EnteringScene | SellingScene,
    offer: Any,
    notes: Mapping[int, str],
    width: int,
) -> list[Line]:
    """Who has confirmed, the viewer's own horses with notes, then the others' horses."""
    tell = programme.say
    lines = choosing(programme, view, scene.confirmed, width)
    if view.viewer is None:
        return [*lines, Line(), *everybody(programme, view, width)]
    picks = offer.horses if isinstance(offer, EntryOffer | SaleOffer) else ()
    lines += [Line(), line((tell(say("Your stable")), "strong"))]
    lines += rows(programme, view, owned(view, view.viewer), picks, notes)
    if scene.own is not None:
        lines.append(Line(tell(say("Your choice: {horses}.", horses=programme.horses(scene.own)))))
    others = [
        horse
        for seat in range(len(view.money))
        if seat != view.viewer
        for horse in owned(view, seat)
    ]
    title = line((tell(say("The others")), "strong"))
    return [*lines, Line(), title, *columned(rows(programme, view, others), width)]


def choosing(programme: Programme, view: View, confirmed: Sequence[bool], width: int) -> list[Line]:
    """The seats, each with whether it has confirmed its choice."""
    pieces = []
    for seat, done in enumerate(confirmed):
        text = programme.say(say("confirmed") if done else say("choosing"))
        style = "quiet" if done else "pick"
        pieces.append(piece(programme, view, seat).append(f" {text}", style))
    return flowed(pieces, width)


def _limit(programme: Programme, view: View, scene: BettingScene) -> Text:
    """How much may be staked, on how many horses (RF5.2, RF5.4)."""
    most = programme.money(derive(programme.rules, view, None).most or 0)
    horses = betting.colours_allowed(len(scene.runners))
    match programme.rules.stakes:
        case StakeLimit.COVERED:
            return count(
                "Bet on at most one horse, up to {most} in all (the entry fee is set aside).",
                "Bet on at most {n} horses, up to {most} in all (the entry fee is set aside).",
                horses,
                most=most,
            )
        case StakeLimit.UNLIMITED:
            return count(
                "Bet on at most one horse, up to {most} in all. An unpaid slip wins nothing.",
                "Bet on at most {n} horses, up to {most} in all. An unpaid slip wins nothing.",
                horses,
                most=most,
            )


def placing(programme: Programme, view: View, scene: BettingScene, width: int) -> list[Line]:
    """The runners by lane, and the viewer's slips."""
    lines = [*field(programme, view, scene), Line()]
    lines += choosing(programme, view, scene.confirmed, width)
    if view.viewer is None:
        return lines
    tell, values = programme.say, programme.rules.slips
    slips = tell(say("Your slips: {values}.", values=_values(programme, values)))
    lines += [Line(), *broken(Line(f"{slips} {tell(_limit(programme, view, scene))}"), width)]
    if scene.own is not None:
        placed = ", ".join(
            tell(
                say(
                    "{value} on {horse}",
                    value=programme.money(stake.value),
                    horse=programme.tags[scene.runners[stake.colour].horse],
                )
            )
            for stake in scene.own
        )
        lines += broken(Line(tell(say("You have placed: {slips}.", slips=placed or "-"))), width)
    return lines


def _values(programme: Programme, values: Sequence[int]) -> str:
    return ", ".join(
        f"{values.count(value)} × {programme.money(value)}"
        if values.count(value) > 1
        else programme.money(value)
        for value in dict.fromkeys(values)
    )


def field(programme: Programme, view: View, scene: BettingScene) -> list[Line]:
    """The runners from the inside out: lane, horse, owner, condition, kept cards (RF4.4)."""
    tell = programme.say
    order = sorted(range(len(scene.runners)), key=lambda colour: scene.runners[colour].lane)
    running = [scene.runners[colour] for colour in order]
    horses = [runner.horse for runner in running]
    columns = [
        Column(tell(say("lane")), [Line(str(runner.lane)) for runner in running], right=True),
        Column(
            "",
            [
                Line(f"{programme.tags[scene.runners[c].horse]:>3}", f"silk.{SILKS[c]}")
                for c in order
            ],
        ),
        Column(tell(say("horse")), [Line(programme.titles[h], "strong") for h in horses]),
        Column(tell(say("owner")), [Line(programme.who(r.seat)) for r in running]),
        Column(tell(say("condition")), [scale(programme, view, h) for h in horses]),
        Column(tell(say("cards")), [Line(kept(programme, view, h), "pick") for h in horses]),
    ]
    return joined(columns, 1)
