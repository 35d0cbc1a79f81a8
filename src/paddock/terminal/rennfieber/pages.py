"""Pages to read: the keys, how to read the screens, the rules in short, odds, cards."""

from collections.abc import Mapping

from paddock.games.rennfieber.edition import RACES
from paddock.games.rennfieber.phrases import gallop_effect, money, odds
from paddock.games.rennfieber.ruleset import Levels, OddsBy
from paddock.games.rennfieber.view import RacingScene, View
from paddock.kernel.text import Text, say
from paddock.terminal.lines import Line, line
from paddock.terminal.pages import LOG, RULES, STOP, TIP, Entry, in_short, manual
from paddock.terminal.rennfieber.programme import Programme

_QUARTERS = 4
_RULES: tuple[Text, ...] = (
    say(
        "Three races. The richest player after the third one wins; horses are worth nothing in "
        "the end."
    ),
    say("Auction: horses are sold one by one. Everybody must end up with the same number."),
    say(
        "Training: each horse runs from the stable to the turf. Cards on the way change its "
        "condition, or cost or bring money. Two kinds are kept for the races: Karriere and "
        "Durchbruch."
    ),
    say(
        "Entry: everyone chooses in secret which horses run. The horse in the worst condition "
        "starts on the inside."
    ),
    say(
        "Bets: in secret, everyone puts slips on horses that they expect to win, their own or "
        "others'."
    ),
    say(
        "Turn: the race die shows how far your horse goes. Condition 3+ adds 1 if the roll is "
        "3 or less, 4+ if it is 4 or less, and so on; 5- takes 1 away. Each step goes forward, in "
        "the same lane or one beside it, never onto another horse."
    ),
    say("If the other die shows a 1 or a 6, you draw a gallop card after the move."),
    say(
        "Karriere adds spaces to one move. Durchbruch lets a horse run through others, or works "
        "like Karriere."
    ),
    say(
        "After the race, prizes are paid, the winner's condition rises, the last horse's falls, "
        "and bets are paid."
    ),
    say(
        "Odds: from all slips, divided by those on the winner, unless stated below. Type o for "
        "the table."
    ),
    say(
        "Before race 3, everybody sells some horses to the bank and buys new ones, and all horses "
        "train again."
    ),
)


def help_page(programme: Programme) -> list[Line]:
    return manual(programme, _KEYS, say("How to read the screens"), _signs(programme))


_KEYS: list[Entry] = [
    ("4500", say("a bid in the auction; 0 for none")),
    ("6", say("horse number 6 (or type its name); several: 6 11")),
    ("6 500 100, 11 200", say("slips of 500 and 100 on horse 6, of 200 on 11; 0: no bet")),
    ("3", say("move to the furthest space in lane 3; 3b is the next one behind, h home")),
    (
        "k3",
        say(
            "the same with a card: k Karriere, d Durchbruch, e Durchbruch as Karriere, g "
            "gallop card"
        ),
    ),
    ("k", say("show where that card leads; n shows the move without a card")),
    ("s", say("everybody's stables")),
    ("o", say("the table of odds")),
    ("c", say("the gallop cards that are left")),
    ("m", say("the programme: fees and prizes of all three races")),
    *(TIP, LOG, RULES, STOP),
]


def _signs(programme: Programme) -> list[Entry]:
    back = (programme.signs.back * 3, say("a card that lies face down: its condition is not shown"))
    return [
        (programme.tags[5], say("a horse: its number and its initial")),
        ("2+[4+]5+", say("its conditions from worst to best, the current one in brackets")),
        *([back] if programme.rules.levels is Levels.FACE_DOWN else ()),
        ("K D ?", say("kept cards: Karriere, Durchbruch, unknown")),
        ("+2 -1 = x", say("gallop cards: kept, slower, no bonus, misses a turn")),
        (f"{programme.signs.ghost}3b", say("on the track: where the move may end")),
        (programme.signs.line, say("the finish; a horse that crosses it a second time is home")),
        (programme.signs.pick, say("whose turn it is, and what may be chosen")),
    ]


def rules_page(programme: Programme) -> list[Line]:
    """The rules in short, and the options chosen at this table."""
    more = say("Full rules: paddock rules rennfieber")
    return in_short(programme, _RULES, more)


_RATIOS: Mapping[OddsBy, Text] = {
    OddsBy.SLIPS: say("Divide all slips by the slips on the winner. The result gives the odds:"),
    OddsBy.AMOUNTS: say(
        "Divide all money staked by the money on the winner. The result gives the odds:"
    ),
}


def odds_page(programme: Programme) -> list[Line]:
    """The table of odds: each ratio and what it pays (RF11.9)."""
    tell, edition = programme.say, programme.edition
    lines = [
        line((tell(say("The odds")), "strong")),
        Line(tell(_RATIOS[programme.rules.odds_by])),
        Line(),
    ]
    bounds = [tell(say("below {bound}", bound=programme.ratio(bound))) for bound in edition.bounds]
    width = max(map(len, bounds))
    bounds.append(tell(say("higher")))
    for bound, tenths in zip(bounds, edition.odds, strict=True):
        lines.append(line(f"{bound:<{width}}  ", (programme.written(odds(tenths)), "money")))
    paid = say("A slip on the winner pays its value times the odds, which includes your stake.")
    return [*lines, Line(), Line(tell(paid))]


def gallop_page(programme: Programme, view: View) -> list[Line]:
    """How many gallop cards of each kind are left in this race."""
    tell, scene = programme.say, view.scene
    lines = [line((tell(say("Gallop cards: left in the deck / in all")), "strong"))]
    for kind, card in enumerate(programme.edition.gallop):
        left = scene.gallop.cards[kind] if isinstance(scene, RacingScene) else card.count
        style = "ground" if left else "quiet"
        lines.append(line((f"{left:>3} / {card.count}  {tell(gallop_effect(card))}", style)))
    return lines


def programme_page(programme: Programme) -> list[Line]:
    """The terms of all races (RF10.1)."""
    tell = programme.say
    races = [Line(tell(terms(programme, race))) for race in range(1, RACES + 1)]
    return [line((tell(say("The programme")), "strong")), *races]


def terms(programme: Programme, race: int) -> Text:
    """A race in one line: its length, fee and prizes."""
    of = programme.edition.programme[race - 1]
    quarters = programme.edition.track.quarters(of.section)
    return say(
        "Race {race} of {races}: {laps} laps, entry {fee}, prizes {prizes}",
        race=race,
        races=RACES,
        laps=f"{quarters // _QUARTERS} {quarters % _QUARTERS}/{_QUARTERS}",
        fee=money(of.fee),
        prizes=" ".join(map(programme.money, of.prizes)),
    )
