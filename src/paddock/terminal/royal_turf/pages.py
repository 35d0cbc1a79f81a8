"""Pages to read: what can be typed, how the table is read, the rules in short."""

from __future__ import annotations

from collections.abc import Mapping

from paddock.games.royal_turf.ruleset import OPTIONS, hidden_bets_recommended
from paddock.kernel.text import Text, say
from paddock.terminal.lines import Line, line
from paddock.terminal.ordinals import ORDINALS
from paddock.terminal.royal_turf.cards import SHORT
from paddock.terminal.royal_turf.programme import Programme

_RECONSTRUCTED = say(
    "The cards of the box are printed in no rulebook we have: their figures are a reconstruction "
    "of our own. To enter those of your box: paddock edition new FILE"
)

_RECOMMENDED = say("With so few players hidden bets are recommended (RT6.1): --hidden-bets.")

_EXAMPLE = 5

_RULES: tuple[Text, ...] = (
    say(
        "Three races. The richest after the third wins; the third counts double unless told below."
    ),
    say("Bets: in turn, each player puts one token at a time on horses, never two on one horse."),
    say(
        "Turn: the die is thrown; you move one horse that has not moved in this round by the "
        "figure that its card shows for the die. You must move one, yours or anybody's."
    ),
    say("One horse to a space: whoever would land on another stops behind it."),
    say("Once all have moved, all are free again."),
    say("The first horse to reach or pass the pace space takes the pace, which pays."),
    say("When the third horse is home the race is over. The hindmost costs its backers."),
    say("Pay: the fewer bets on a horse, the more each earns. Type p for the figures."),
)


def opening_page(programme: Programme) -> list[Line]:
    """Who sits down to which figures."""
    tell, edition = programme.say, programme.edition
    lines = [line((tell(say("Royal Turf")), "act")), Line()]
    seats = zip(programme.seats, programme.marks, programme.names, strict=True)
    for seat, mark, name in seats:
        row = line((f"{mark} {name}", "strong"))
        if seat.policy is not None:
            row.append(f"  {tell(say('bot: {policy}', policy=seat.policy))}", "quiet")
        lines.append(row)
    name = programme.words.shown(edition.name)
    lines += [Line(), Line(tell(say("Figures: {name}.", name=name)))]
    if edition.reconstructed:
        lines.append(Line(tell(_RECONSTRUCTED)))
    if hidden_bets_recommended(programme.rules.seats) and not programme.rules.hidden:
        lines.append(Line(tell(_RECOMMENDED)))
    return lines


def help_page(programme: Programme) -> list[Line]:
    tell = programme.say
    return [
        line((tell(say("What you can type")), "strong")),
        *_listed(programme, _keys(programme)),
        Line(),
        line((tell(say("How to read the table")), "strong")),
        *_listed(programme, _signs(programme)),
    ]


def _keys(programme: Programme) -> list[tuple[str, Text]]:
    letters = programme.words.shown(programme.edition.horses[_EXAMPLE - 1].letters).lower()
    bet = say("bet: your 2 on horse {n}, also 2 {letters}", n=_EXAMPLE, letters=letters)
    move = say("move horse {n}, also {letters}", n=_EXAMPLE, letters=letters)
    return [
        (f"2 {_EXAMPLE}", bet),
        (f"{_EXAMPLE}", move),
        ("p", say("what bets pay")),
        ("t", say("a tip: what a bot makes of each choice")),
        ("l", say("the log: what has happened")),
        ("r", say("the rules in short")),
        ("?", say("this page")),
        ("q", say("stop here; the game is saved and can be resumed")),
    ]


def _signs(programme: Programme) -> list[tuple[str, Text]]:
    tell = programme.say
    ghost = f"{programme.signs.ghost}{_EXAMPLE}"
    return [
        (programme.tags[_EXAMPLE - 1], say("a horse: saddlecloth number and letters")),
        (" ".join(map(tell, SHORT.values())), say("its card: head, cap, saddle and shoe")),
        ("[10]", say("the figure that the die calls for")),
        (f"22 {tell(ORDINALS[1])}", say("its space, and its place in the race")),
        (" ".join(map(tell, ORDINALS[:3])), say("pounds for one bet as the bets lie now")),
        ("A2 B1 C?", say("tokens: a seat's letter and the value, ? if it lies face down")),
        (tell(say("4 of 6")), say("blocked: it would go 4 spaces, not 6")),
        (ghost, say("on the track: horse {n} would land there", n=_EXAMPLE)),
    ]


def _listed(programme: Programme, entries: list[tuple[str, Text]]) -> list[Line]:
    width = max(len(sign) for sign, _ in entries) + 2
    return [line((f"{sign:<{width}}", "pick"), programme.say(text)) for sign, text in entries]


def rules_page(programme: Programme, options: Mapping[str, str]) -> list[Line]:
    """In short, and what this table has settled on where the rulebooks differ."""
    tell = programme.say
    lines = [line((tell(say("The rules in short")), "strong"))]
    lines += [Line(tell(rule)) for rule in _RULES]
    lines += [Line(), line((tell(say("At this table")), "strong"))]
    for name, chosen in options.items():
        option = OPTIONS[name]
        lines.append(Line(f"{tell(option.about)} {tell(option.by_name()[chosen].text)}"))
    lines += [Line(), Line(tell(say("All of them, numbered: paddock rules royal-turf")))]
    return lines
