"""Stables: each horse with its scale of conditions, the current one in brackets, and its cards."""

from collections.abc import Collection, Mapping, Sequence

from rich.cells import cell_len

from paddock.games.rennfieber.derived import face_down
from paddock.games.rennfieber.edition import LEVELS
from paddock.games.rennfieber.view import View
from paddock.kernel.text import say
from paddock.terminal.lines import Line, columned, fit, line
from paddock.terminal.rennfieber.programme import Programme

_SCALE = 3 * len(LEVELS) + 1  # columns


def scale(programme: Programme, view: View, horse: int) -> Line:
    """All six levels: dots for those not on its card, brackets around its current one.

    For a card that lies face down: its back, at the same width.
    """
    printed, level = programme.edition.horses[horse].levels, programme.level(view, horse)
    if level is None:
        return _back(programme)
    cells = Line()
    opened = False
    for name in LEVELS:
        present = name == level
        cells.append("[" if present else "]" if opened else " ", "rolled" if present else "")
        shown = name if name in printed else programme.signs.dot
        style = "rolled" if present else "ground" if name in printed else "quiet"
        cells.append(f"{shown:>2}", style)
        opened = present
    return cells.append("]" if opened else " ")


def _back(programme: Programme) -> Line:
    word = f" {programme.say(say('face down'))} "
    return Line(fit(" " + word.center(_SCALE - 1, programme.signs.back), _SCALE), "quiet")


def kept(programme: Programme, view: View, horse: int) -> str:
    """A sign for each kept card: its initial for its owner, ? for others (RF3.6)."""
    cards = view.horses[horse].cards
    if cards is None:
        return "?" * view.horses[horse].kept
    return "".join(programme.edition.training[card].effect[0].upper() for card in cards)


def owned(view: View, seat: int) -> tuple[int, ...]:
    return tuple(number for number, horse in enumerate(view.horses) if horse.owner == seat)


def names_width(programme: Programme, view: View, horses: Sequence[int]) -> int:
    """The width of the names, so that no name touches the opening bracket of a scale."""
    return max(
        (
            cell_len(programme.titles[horse]) + (programme.level(view, horse) == LEVELS[0])
            for horse in horses
        ),
        default=0,
    )


def rows(
    programme: Programme,
    view: View,
    horses: Sequence[int],
    picks: Collection[int] = (),
    notes: Mapping[int, str] | None = None,
) -> list[Line]:
    """A row for each horse: owner, number, name, scale, kept cards, and a note."""
    width = names_width(programme, view, horses)
    found = []
    for horse in horses:
        owner = view.horses[horse].owner
        row = line(
            (programme.signs.pick if horse in picks else " ", "pick"),
            (f"{' ' if owner is None else programme.marks[owner]} ", "quiet"),
            (f"{horse + 1:>2} {fit(programme.titles[horse], width)}", "strong"),
            scale(programme, view, horse),
        )
        cards = kept(programme, view, horse)
        row.append(cards, "pick")
        row.append(f" {notes[horse]}" if notes and horse in notes else "", "quiet")
        found.append(row)
    return found


def everybody(programme: Programme, view: View, width: int) -> list[Line]:
    """All horses with an owner, stable by stable."""
    horses = [horse for seat in range(len(view.money)) for horse in owned(view, seat)]
    return columned(rows(programme, view, horses), width)


def stable_page(programme: Programme, view: View, width: int) -> list[Line]:
    """Everybody's horses and money, and what the signs mean."""
    tell = programme.say
    lines: list[Line] = [line((tell(say("The stables")), "strong")), Line()]
    for seat, money in enumerate(view.money):
        lines.append(
            line((programme.who(seat), "strong"), (f"  {programme.money(money)}", "money"))
        )
        lines += columned(rows(programme, view, owned(view, seat)), width)
    lines += [Line(), Line(tell(_LEGEND)), Line(tell(_CARDS))]
    if face_down(programme.rules, view):
        lines.append(Line(tell(_DOWN)))
    return lines


_LEGEND = say(
    "In brackets: the current condition. 3+ adds a space to a roll of up to 3, 4+ of up to 4, and "
    "so on; 5- takes one away."
)
_DOWN = say("Face down: horses that do not run. You have to remember their condition.")
_CARDS = say("Then the kept cards: ? unknown, K Karriere, D Durchbruch. Only you see yours.")
