"""The race caller during a race: dice, moves, gallop cards."""

from collections.abc import Iterator
from typing import assert_never

from paddock.games.rennfieber import events
from paddock.games.rennfieber.edition import GallopEffect
from paddock.games.rennfieber.notes import Notes
from paddock.games.rennfieber.phrases import further, gallop_effect, less, spot
from paddock.games.rennfieber.track import HOME
from paddock.kernel.text import Argument, Text, count, say


def running(notes: Notes, event: events.RaceEvent) -> Iterator[Text]:
    match event:
        case events.RaceStarted(order, at):
            notes.at, notes.crossed = list(at), [0] * len(at)
            first = notes.runners[order[0]].seat
            yield say("They're off! {name} will roll first.", name=notes.names[first])
        case events.TurnBegan():
            yield from notes.in_vain()
        case events.TurnMissed(runner):
            yield from notes.in_vain()
            yield say("{horse} misses a turn.", horse=notes.runner(runner))
        case events.DiceRolled(runner, race_die, die):
            yield _rolled(notes, runner, race_die, die)
        case events.RunnerMoved():
            yield from _moved(notes, event)
        case events.GallopDeckReformed():
            yield say("The gallop cards are reshuffled.")
        case events.GallopDrawn():
            yield _drew(notes, event)
        case events.ExtraMove(runner, length, race_die):
            if race_die is not None:  # otherwise the call of the card includes it
                yield say(
                    "{horse}: a {race_die} this time, so it should move {due}.",
                    horse=notes.runner(runner),
                    race_die=race_die,
                    due=length,
                )
        case _:
            assert_never(event)


def _rolled(notes: Notes, runner: int, race_die: int, die: int) -> Text:
    what: dict[str, Argument] = {**notes.entry(runner), "race_die": race_die, "die": die}
    if not notes.tells_levels:
        return say("{name} rolled {race_die} and {die} for {horse}.", **what)
    return say(
        "{name} rolled {race_die} and {die} for {horse}, condition {level}.",
        **what,
        level=notes.level(notes.runners[runner].horse),
    )


def _drew(notes: Notes, event: events.GallopDrawn) -> Text:
    card, horse = notes.edition.gallop[event.card], notes.runner(event.runner)
    if card.effect in ("inward", "outward"):
        notes.otherwise = say("There is no room for {horse} there.", horse=horse)
    return say("A gallop card for {horse}: {effect}.", horse=horse, effect=gallop_effect(card))


def _moved(notes: Notes, event: events.RunnerMoved) -> Iterator[Text]:
    notes.otherwise = None
    runner, horse = event.runner, notes.runner(event.runner)
    yield from _played(notes, event)
    yield from _weighed(notes, event)
    if not event.path:
        yield say(
            "{horse} should move {due}, but is blocked and cannot move.", horse=horse, due=event.due
        )
        return
    before, behind = notes.at[runner], notes.far(runner)
    crosses = event.crossed > notes.crossed[runner]
    notes.at[runner], notes.crossed[runner] = event.path[-1], event.crossed
    if notes.at[runner] == HOME:
        return  # the next event calls its finish
    field = [notes.far(other) for other, at in enumerate(notes.at) if at != HOME]
    passed = sum(behind < far < notes.far(runner) for far in field)
    yield _went(notes, event, before, passed)
    if crosses:
        yield say("{horse} crosses the line: one lap to go.", horse=horse)


def _went(notes: Notes, event: events.RunnerMoved, origin: int, passed: int) -> Text:
    spaces = notes.edition.track.spaces
    before, now = spaces[origin], spaces[event.path[-1]]
    where = (
        say("in lane {lane} to {spot}", lane=now.lane, spot=spot(now))
        if now.lane == before.lane
        else say("to lane {lane}, {spot}", lane=now.lane, spot=spot(now))
    )
    what: dict[str, Argument] = {
        "horse": notes.runner(event.runner),
        "went": len(event.path),
        "where": where,
    }
    if len(event.path) < event.due:
        return say(
            "{horse} is blocked and moves only {went} of {due} {where}.", **what, due=event.due
        )
    if passed:
        return count(
            "{horse} moves {went} {where}, past one other.",
            "{horse} moves {went} {where}, past {n} others.",
            passed,
            **what,
        )
    return say("{horse} moves {went} {where}.", **what)


def _played(notes: Notes, event: events.RunnerMoved) -> Iterator[Text]:
    """RF6.6, RF6.11, RF6.14: the card that was played for this move."""
    what, more = notes.entry(event.runner), further(notes.edition.karriere)
    match event.play:
        case "none":
            pass
        case "karriere":
            yield say("{name} played Karriere for {horse}: {further}.", **what, further=more)
        case "durchbruch":
            yield say("{name} played Durchbruch for {horse}: straight through the others.", **what)
        case "durchbruch_as_karriere":
            yield say("{name} played Durchbruch for {horse}: {further}.", **what, further=more)
        case "kept_gallop":
            more = further(_spent(notes, event, "keep"))
            yield say("{name} played the gallop card of {horse}: {further}.", **what, further=more)
        case _:
            assert_never(event.play)


def _weighed(notes: Notes, event: events.RunnerMoved) -> Iterator[Text]:
    """RF6.14: earlier gallop cards that affected this move."""
    horse, slow = notes.runner(event.runner), _spent(notes, event, "slow")
    if slow:
        yield say("{horse}: {less}, because of its gallop card.", horse=horse, less=less(slow))
    if any(notes.edition.gallop[card].effect == "no_bonus" for card in event.spent):
        yield say("{horse}: no condition bonus, because of its gallop card.", horse=horse)


def _spent(notes: Notes, event: events.RunnerMoved, effect: GallopEffect) -> int:
    cards = [notes.edition.gallop[card] for card in event.spent]
    return sum(card.amount for card in cards if card.effect == effect)
