"""Pages to read: the keys, how to read the table, the rules in short."""

from paddock.kernel.text import Text, say
from paddock.terminal.lines import Line
from paddock.terminal.pages import HELP, LOG, RULES, STOP, TIP, Entry, in_short, manual
from paddock.terminal.royal_turf.cards import SHORT
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.standings import ORDINALS

_EXAMPLE = 5

_RULES: tuple[Text, ...] = (
    say(
        "Three races. The richest player after the third one wins; the third counts double "
        "unless stated below."
    ),
    say("Bets: in turn, each player puts one token at a time on horses, never two on one horse."),
    say(
        "Turn: the die is thrown; you move one horse that has not moved in this round by the "
        "figure that its card shows for the die. You must move one, yours or anybody's."
    ),
    say("One horse per space: a horse that would land on another one stops behind it."),
    say("Once all have moved, all are free again."),
    say("The first horse to reach or pass the pace space takes the pace, which pays."),
    say("The race is over when the third horse is home. The last horse costs its backers money."),
    say("Pay: the fewer bets on a horse, the more each earns. Type p for the figures."),
)


def help_page(programme: Programme) -> list[Line]:
    reading = say("How to read the table")
    return manual(programme, _keys(programme), reading, _signs(programme))


def _keys(programme: Programme) -> list[Entry]:
    letters = programme.words.shown(programme.edition.horses[_EXAMPLE - 1].letters).lower()
    bet = say("bet: your 2 on horse {n}, also 2 {letters}", n=_EXAMPLE, letters=letters)
    move = say("move horse {n}, also {letters}", n=_EXAMPLE, letters=letters)
    return [
        (f"2 {_EXAMPLE}", bet),
        (f"{_EXAMPLE}", move),
        ("p", say("what bets pay")),
        *(TIP, LOG, RULES, HELP, STOP),
    ]


def _signs(programme: Programme) -> list[Entry]:
    tell = programme.say
    ghost = f"{programme.signs.ghost}{_EXAMPLE}"
    return [
        (programme.tags[_EXAMPLE - 1], say("a horse: saddlecloth number and letters")),
        (" ".join(map(tell, SHORT.values())), say("its card: head, cap, saddle and shoe")),
        ("[10]", say("the figure that the die calls for")),
        (f"22 {tell(ORDINALS[1])}", say("its space, and its place in the race")),
        (" ".join(map(tell, ORDINALS[:3])), say("pounds for one bet as the bets lie now")),
        ("A2 B1 C?", say("tokens: a seat's letter and the value, ? if it lies face down")),
        (tell(say("4 of 6")), say("blocked: it can go only 4 spaces, not 6")),
        (ghost, say("on the track: horse {n} would land there", n=_EXAMPLE)),
    ]


def rules_page(programme: Programme) -> list[Line]:
    """The rules in short, and the options chosen at this table."""
    more = say("All of them, numbered: paddock rules royal-turf")
    return in_short(programme, _RULES, more)
