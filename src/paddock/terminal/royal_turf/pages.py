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
    say(
        "Bets: players take turns to put one token on a horse, never two of their own on the same "
        "one."
    ),
    say(
        "Turn: roll the die, then move any horse that has not moved this round, by the number that "
        "its card shows for that symbol. You must move one, whether you bet on it or not."
    ),
    say("One horse per space: a horse that would land on another one stops behind it."),
    say("Once every horse has moved, all of them may move again."),
    say(
        "The first horse to reach or pass the pace space takes the pace, and bets on it earn extra "
        "money."
    ),
    say("The race is over when the third horse is home. The last horse costs its backers money."),
    say("Pay: the fewer bets on a horse, the more each earns. Type p for the table."),
)


def help_page(programme: Programme) -> list[Line]:
    reading = say("How to read the table")
    return manual(programme, _keys(programme), reading, _signs(programme))


def _keys(programme: Programme) -> list[Entry]:
    letters = programme.words.shown(programme.edition.horses[_EXAMPLE - 1].letters).lower()
    bet = say("bet your 2 on horse {n} (or type 2 {letters})", n=_EXAMPLE, letters=letters)
    move = say("move horse {n} (or type {letters})", n=_EXAMPLE, letters=letters)
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
        ("[10]", say("the number for the symbol rolled")),
        (f"22 {tell(ORDINALS[1])}", say("its space, and its place in the race")),
        (" ".join(map(tell, ORDINALS[:3])), say("pounds for each bet, as things stand")),
        ("A2 B1 C?", say("tokens: the player's letter and the value, ? if face down")),
        (tell(say("4 of 6")), say("blocked: it can go only 4 spaces, not 6")),
        (ghost, say("on the track: horse {n} would land there", n=_EXAMPLE)),
    ]


def rules_page(programme: Programme) -> list[Line]:
    """The rules in short, and the options chosen at this table."""
    more = say("Full rules: paddock rules royal-turf")
    return in_short(programme, _RULES, more)
