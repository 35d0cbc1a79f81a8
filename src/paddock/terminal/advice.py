"""Advice: what a bot thinks each choice is worth, as a table with the best choice first."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import isnan, nan
from random import SystemRandom
from typing import Any
from warnings import catch_warnings

from msgspec import Struct

from paddock.bots import adviser, policy, weakness
from paddock.bots.explain import MONEY, NOTHING, WIN, Explained, Explanation, Unit, Valued
from paddock.games import AnyGame
from paddock.kernel.game import Answer, Offer
from paddock.kernel.text import count, say
from paddock.terminal.columns import Column, joined
from paddock.terminal.face import Face
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.palette import Signs

MOST = 12  # options shown unless the player asks for all
_BAR = 12
_GAP = 2
_PER_MILLE, _PER_CENT = 1_000, 100
NO_ADVISER = say("No bot gives advice in this game.")


class Advice(Struct, frozen=True):
    """An explanation, the view and offer it explains, and what was played, if anything was."""

    view: Any
    offer: Any
    explanation: Explanation[Any]
    played: Answer | None = None


class Adviser:
    """The game's own advising bot, created on first use."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    @cached_property
    def _bot(self) -> Explained[Any, Any] | None:
        name = adviser(self._game.name)
        if name is None:
            return None
        with catch_warnings(action="ignore", category=RuntimeWarning):
            made = policy(self._game, name)
        assert isinstance(made, Explained)
        return made

    def asked(self, view: Any, offer: Offer[Any]) -> Advice | None:
        """None where the game has no adviser."""
        if self._bot is None:
            return None
        return Advice(view, offer, self._bot.explain(view, offer, SystemRandom()))


def hint(advice: Advice | None, game: str, face: Face, words: Words, signs: Signs) -> list[Line]:
    """The page that a player sees who asks for a tip."""
    if advice is None:
        return [Line(words(NO_ADVISER))]
    by = advice.explanation.by
    title = say(
        "What the bot {policy} thinks of your choices, knowing only what you know", policy=by
    )
    why = reasons(game, adviser(game) or by, by, words)
    return [Line(words(title), "strong"), Line(), *table(advice, face, words, signs), *why]


def reasons(game: str, asked: str, by: str, words: Words) -> list[Line]:
    """Why the values come from a different policy than the one that was asked."""
    asked, _, _ = asked.partition(":")
    if asked == by:
        return []
    weak = weakness(game, asked)
    borrowed = say("Here the bot {policy} uses the values of {other}.", policy=asked, other=by)
    return [Line(words(text), "quiet") for text in (borrowed, weak) if text is not None]


def table(
    advice: Advice, face: Face, words: Words, signs: Signs, most: int | None = MOST
) -> list[Line]:
    """The best options, best first. What was played is always included, whatever its rank."""
    ranked = advice.explanation.ranked()
    shown = [
        option
        for place, option in enumerate(ranked)
        if most is None or place < most or option.command == advice.played
    ]
    if advice.played is not None and all(o.command != advice.played for o in ranked):
        shown.append(Valued(advice.played, nan, note=say("not considered")))
    columns = [*_choices(advice, shown, face, words, signs)]
    if advice.explanation.unit != NOTHING:
        columns += _worths(shown, advice.explanation.unit, face, words, signs)
    if any(option.worlds for option in shown):
        worlds = [Line(str(option.worlds or ""), "quiet") for option in shown]
        columns.append(Column(words(say("tries")), worlds, right=True))
    notes = [Line(words(option.note) if option.note else "", "quiet") for option in shown]
    if any(notes):
        columns.append(Column("", notes))
    lines = joined(columns, _GAP)
    for row in lines:
        row.rstrip()
    left = len(ranked) - most if most is not None else 0
    if left > 0:
        more = count("and one more choice", "and {n} more choices", left)
        lines.append(Line(words(more), "quiet"))
    return [*lines, Line(), Line(words(advice.explanation.unit.meaning), "quiet")]


def _choices(
    advice: Advice, options: Sequence[Valued[Any]], face: Face, words: Words, signs: Signs
) -> Iterator[Column]:
    """Each option in words, with a sign before the one that was played."""
    played = [option.command == advice.played for option in options]
    yield Column("", [Line(signs.pick if was else " ", "pick") for was in played])
    choices = [face.described(option.command, advice.view, advice.offer) for option in options]
    yield Column(words(say("choice")), [Line(choice) for choice in choices])


def _worths(
    options: Sequence[Valued[Any]], unit: Unit, face: Face, words: Words, signs: Signs
) -> Iterator[Column]:
    """Values, their standard errors where they were sampled, and bars."""
    values = [_number(option.value, unit, face, words) for option in options]
    yield Column(words(unit.heading), [Line(value, "strong") for value in values], right=True)
    if any(option.error for option in options):
        errors = [
            f"{signs.error} {_number(option.error, unit, face, words)}" if option.error else ""
            for option in options
        ]
        yield Column("", [Line(error, "quiet") for error in errors])
    yield Column("", [Line(bar) for bar in _bars(options, signs)])


def _number(value: float, unit: Unit, face: Face, words: Words) -> str:
    """Rounded to a useful precision; empty for an option that was not considered."""
    if isnan(value):
        return ""
    if unit == MONEY:
        amount = round(value)
        return f"{'-' if amount < 0 else ''}{face.money(abs(amount))}"
    if unit == WIN:
        parts = round(value * _PER_MILLE)
        whole, tenth = divmod(abs(parts), 10)
        written = words(say("{whole}.{tenth}", whole=whole, tenth=tenth))
    else:
        parts = round(value * _PER_CENT)
        whole, rest = divmod(abs(parts), 100)
        written = words(say("{whole}.{rest:02}", whole=whole, rest=rest))
    return f"{'-' if parts < 0 else ''}{written}"


def _bars(options: Sequence[Valued[Any]], signs: Signs) -> list[str]:
    """Bars proportional to the values, measured from 0, or from the lowest value if negative."""
    values = [option.value for option in options if not isnan(option.value)]
    least = min(0.0, *values)
    span = max(values) - least or 1.0
    lengths = [(option.value - least) / span for option in options]
    return ["" if isnan(part) else signs.bar * round(_BAR * part) for part in lengths]
