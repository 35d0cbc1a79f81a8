"""The race caller: what it says fits what happened, and gives no secret away."""

import gettext
import re
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from paddock.games.rennfieber import Rennfieber, events
from paddock.games.rennfieber.caller import Caller
from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import EDITIONS
from paddock.games.rennfieber.phrases import gallop_effect, money, odds, training_effect
from paddock.games.rennfieber.ruleset import Levels
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import redact
from paddock.kernel.log import read, read_header
from paddock.kernel.text import Argument, Badge, Text, put
from tests.rennfieber.table import GALLOP, STANDARD, TRAINING, space

LOGS = sorted((Path(__file__).parents[1] / "replays" / "rennfieber").glob("*.jsonl"))
SECRETS = (
    events.SealedBidMade,
    events.TrainingCardDrawn,
    events.EntryMade,
    events.SlipsPlaced,
    events.SaleMade,
)
NAMES = ("North", "South", "West")
ABENDROT, CAPRICE, EISVOGEL, GOLDREGEN, RUBIN = 0, 2, 4, 6, 17
PLAIN = gettext.NullTranslations()
LEVEL = re.compile(r"\b(5-|[2-5]\+|condition 0\b|(to|from|at) 0\b)")
# Two runners in the back straight: Caprice of North in lane 1, Goldregen of South in lane 2.
RUNNERS = (events.Runner(CAPRICE, 0, 1), events.Runner(GOLDREGEN, 1, 2))
BEFORE: tuple[events.Event, ...] = (
    events.LanesTaken(RUNNERS, (), (0, 0, 0)),
    events.SlipsCounted(((2, 0), (0, 1), (2, 0))),
    events.RaceStarted((0, 1), (space(1, 3), space(2, 3)), (1,)),
)


def said(
    *heard: events.Event, before: tuple[events.Event, ...] = BEFORE, levels: Levels = Levels.OPEN
) -> list[str]:
    """What the caller says of the events, with Caprice and Goldregen in the back straight."""
    caller = Caller(STANDARD, NAMES, levels)
    for event in before:
        caller.call(event)
    return [put(text, PLAIN) for event in heard for text in caller.call(event)]


def words(part: Argument) -> str:
    return put(part, PLAIN) if isinstance(part, Text) else str(part)


def arguments(key: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(key) if name}


def training(name: str, *, kept: bool = False) -> events.TrainingCardDrawn:
    return events.TrainingCardDrawn(0, CAPRICE, TRAINING.index(name), kept)


def gallop(name: str) -> events.GallopDrawn:
    return events.GallopDrawn(0, GALLOP.index(name), stays=False)


def moved(
    *path: tuple[int, int], due: int, crossed: int = 0, spent: str = ""
) -> events.RunnerMoved:
    """Caprice moves along spaces of the back straight, given as (lane, number)."""
    places = tuple(space(lane, number) for lane, number in path)
    cards = tuple(GALLOP.index(name) for name in spent.split(", ") if name)
    return events.RunnerMoved(0, "none", due, places, crossed, None, cards)


SAID: list[tuple[events.Event, list[str]]] = [
    (
        events.AuctionOpened(1, (0, 1), (), (4, 4, 4), 2),
        ["The auction: 4 horses each. West will bid first."],
    ),
    (
        events.AuctionOpened(2, (), (12, 13), (1, 1, 1), 0),
        ["The auction: one horse each. North will bid first."],
    ),
    (
        events.HorseOffered(EISVOGEL, (0, 1)),
        ["On sale: Eisvogel, minimum price 5,000, levels 0 2+ 3+."],
    ),
    (events.BidMade(1, 12_300, (2, 0)), ["South: 12,300."]),
    (events.BidMade(1, 0, (2, 0)), ["South: no bid."]),
    (events.SealedBidMade(1, 5_000), ["South: 5,000."]),
    (events.SealedBidMade(1, 0), ["South: no bid."]),
    (events.SealedBidMade(1, None), ["South has chosen in secret."]),
    (
        events.SealedBidsOpened(((0, 5_000), (1, 0))),
        ["The bids are opened.", "North: 5,000.", "South: no bid."],
    ),
    (events.HorseSold(RUBIN, 0, 12_000, "offer"), ["Sold! North: Rubin for 12,000."]),
    (
        events.HorseSold(RUBIN, 0, 10_500, "lone_buyer"),
        ["North: Rubin for 10,500, as the only buyer left."],
    ),
    (
        events.HorseSold(RUBIN, 0, 10_500, "nobody_wanted"),
        ["Nobody wants any of these horses. North must take Rubin for 10,500."],
    ),
    (
        events.HorseSold(RUBIN, 0, 900, "what_cash_there_is"),
        ["North cannot afford any horse and gets the cheapest one, Rubin, for 900."],
    ),
    (events.HorseUnsold(RUBIN), ["Rubin finds no buyer and goes to the bottom of the stack."]),
    (events.AuctionClosed(()), ["The auction is over."]),
    (
        events.AuctionClosed((ABENDROT, RUBIN)),
        ["The auction is over.", "Unsold and out of the game: Abendrot, Rubin."],
    ),
    (
        events.TrainingOpened(1, ((0,), (1,), (2,))),
        ["Training: all horses go from the stable to the turf."],
    ),
    (events.TraineeChosen(2, RUBIN), ["West: Rubin goes into training."]),
    (
        events.TrainingStarted(1, (((0, 5), (1, 5), (2, 3)), ((0, 1), (1, 4)))),
        [
            "Rolls for the first turn: North 5, South 5, West 3.",
            "Rolls for the first turn: North 1, South 4.",
            "South will train first.",
        ],
    ),
    (events.TrainingRolled(0, CAPRICE, 4, 7), ["North rolled a 4: Caprice moves to 7."]),
    (events.TrainingRolled(0, CAPRICE, 4, 31), []),
    (events.HorseTrained(0, CAPRICE), ["North: Caprice reaches the turf in condition 5-."]),
    (events.TrainingDeckReformed(), ["The training cards are reshuffled."]),
    (training("condition 1"), ["North: a card for Caprice, condition up one level."]),
    (training("pay 200"), ["North: a card for Caprice, pay 200."]),
    (training("karriere", kept=True), ["North: Caprice gets a Karriere to keep."]),
    (training("durchbruch", kept=True), ["North: Caprice gets a Durchbruch to keep."]),
    (
        events.TrainingCardDrawn(0, CAPRICE, None, kept=True),
        ["North: Caprice gets a hidden card to keep."],
    ),
    (events.TrainingTurn(1), []),
    (events.TrainingTurn(None), []),
    (events.ConditionChanged(CAPRICE, 2), ["Caprice: condition from 5- to 2+."]),
    (events.MoneyPaid(0, 300, 300, "training"), []),
    (events.MoneyPaid(0, 300, 300, "fine"), []),
    (events.MoneyPaid(0, 1_600, 1_600, "fee"), ["North: entry fee 1,600."]),
    (events.MoneyPaid(0, 1_600, 1_600, "stakes"), ["North staked 1,600."]),
    (
        events.MoneyPaid(0, 1_600, 50, "fee"),
        ["North must pay 1,600, but only 50 is left; the rest is waived."],
    ),
    (
        events.MoneyPaid(0, 300, 0, "fine"),
        ["North must pay 300, but only 0 is left; the rest is waived."],
    ),
    (events.MoneyReceived(0, 300, "training"), []),
    (events.EntryOpened(2), ["Race 2: all players choose their runners in secret."]),
    (events.EntryMade(1, (0, 17)), ["South entered Abendrot, Rubin."]),
    (events.EntryMade(1, None), ["South has chosen in secret."]),
    (
        events.LanesTaken(
            (events.Runner(0, 0, 2), events.Runner(2, 1, 1)), (((0, 4), (2, 1)),), (0, 0)
        ),
        [
            "Rolls for the lanes: Abendrot 4, Caprice 1.",
            "Lane 1: Caprice, condition 5-, for South.",
            "Lane 2: Abendrot, condition 5-, for North.",
        ],
    ),
    (
        events.SlipsPlaced(1, (Stake(0, 100), Stake(0, 1_000), Stake(1, 500))),
        ["South: 2 slips on Caprice, worth 1,100.", "South: one slip on Goldregen, worth 500."],
    ),
    (events.SlipsPlaced(1, ()), ["South: no slips."]),
    (events.SlipsPlaced(1, None), ["South has chosen in secret."]),
    (
        events.SlipsCounted(((2, 0), (0, 1), (3, 0))),
        ["Caprice: 5 slips, North 2, West 3.", "Goldregen: one slip, South 1."],
    ),
    (events.SlipsCounted(((0, 0), (0, 0), (0, 0))), ["Nobody bets."]),
    (
        events.RaceStarted((1, 0), (space(1, 1), space(2, 1)), (1,)),
        ["They're off! South will roll first."],
    ),
    (events.TurnBegan(1), []),
    (events.TurnMissed(1, GALLOP.index("miss")), ["Goldregen misses a turn."]),
    (events.DiceRolled(0, 4, 6), ["North rolled 4 and 6 for Caprice, condition 5-."]),
    (events.GallopDeckReformed(), ["The gallop cards are reshuffled."]),
    (gallop("miss"), ["A gallop card for Caprice: miss the next turn."]),
    (events.ExtraMove(0, 2, None), []),
    (events.ExtraMove(0, 2, 3), ["Caprice: a 3 this time, so it should move 2."]),
    (events.RunnerHome(0, 4), ["Caprice is the only one left and stops: fourth."]),
    (events.RaceStopped((1, 0)), ["The race is over: Goldregen, Caprice."]),
    (events.PrizePaid(1, 1, 1, 10_000), ["South won 10,000: Goldregen is first."]),
    (events.OddsSet(0, 5, 4, 11), ["Caprice has 4 of 5 slips: the odds are 1.1."]),
    (events.OddsSet(0, 1_800, 500, 30), ["Caprice has 500 of the 1,800 staked: the odds are 3."]),
    (events.OddsSet(0, 5, 0, None), ["Caprice has no slips: nobody wins a bet."]),
    (
        events.SlipsTurned(((Stake(0, 100),), (), (Stake(1, 1_000), Stake(1, 200)))),
        [
            "The slips are turned over.",
            "North: one slip on Caprice, worth 100.",
            "West: 2 slips on Goldregen, worth 1,200.",
        ],
    ),
    (events.SlipsTurned(((), (), ())), []),
    (events.WinningsPaid(2, 1_200, 25, 3_000), ["West won 3,000: 1,200 × 2.5."]),
    (events.RaceSettled(), []),
    (events.SaleOpened(1), ["Each player chooses one horse in secret and sells it to the bank."]),
    (events.SaleOpened(3), ["Each player chooses 3 horses in secret and sells them to the bank."]),
    (events.SaleMade(0, (CAPRICE,)), ["North will sell Caprice."]),
    (events.SaleMade(0, None), ["North has chosen in secret."]),
    (events.HorseSoldBack(0, CAPRICE, 4_500), ["North: Caprice sold to the bank for 4,500."]),
    (events.MeetingEnded((2,)), ["The winner: West."]),
    (events.MeetingEnded((0, 2)), ["The win is shared: North, West."]),
    (
        moved((1, 4), (1, 5), (1, 6), due=3),
        ["Caprice moves 3 in lane 1 to back straight 6, past one other."],
    ),
]


@pytest.mark.parametrize(("event", "sentences"), SAID)
def test_what_is_said(event: events.Event, sentences: list[str]) -> None:
    """Some events go without a word."""
    assert said(event) == sentences


def test_every_kind_of_event_is_called() -> None:
    """The list above has every kind."""
    assert {type(event) for event, _ in SAID} == set(get_args(events.Event))


@pytest.mark.parametrize(
    ("move", "sentences"),
    [
        (moved((1, 4), due=1), ["Caprice moves 1 in lane 1 to back straight 4, past one other."]),
        (moved((2, 4), due=1), ["Caprice moves 1 to lane 2, back straight 4, past one other."]),
        (
            moved((1, 4), due=3),
            ["Caprice is blocked and moves only 1 of 3 in lane 1 to back straight 4."],
        ),
        (moved(due=3), ["Caprice should move 3, but is blocked and cannot move."]),
        (
            moved((1, 4), due=1, spent="slow 1, slow 2"),
            [
                "Caprice: 3 spaces fewer, because of its gallop card.",
                "Caprice moves 1 in lane 1 to back straight 4, past one other.",
            ],
        ),
        (
            moved((1, 4), due=1, spent="no bonus"),
            [
                "Caprice: no condition bonus, because of its gallop card.",
                "Caprice moves 1 in lane 1 to back straight 4, past one other.",
            ],
        ),
        (
            events.RunnerMoved(0, "karriere", 4, (HOME,), 2, TRAINING.index("karriere")),
            ["North played Karriere for Caprice: 3 spaces further."],
        ),
        (
            events.RunnerMoved(0, "durchbruch", 4, (HOME,), 2, TRAINING.index("durchbruch")),
            ["North played Durchbruch for Caprice: straight through the others."],
        ),
        (
            events.RunnerMoved(
                0, "durchbruch_as_karriere", 4, (HOME,), 2, TRAINING.index("durchbruch")
            ),
            ["North played Durchbruch for Caprice: 3 spaces further."],
        ),
        (
            events.RunnerMoved(0, "kept_gallop", 4, (HOME,), 2, None, (GALLOP.index("keep"),)),
            ["North played the gallop card of Caprice: 2 spaces further."],
        ),
    ],
)
def test_moves_and_why(move: events.RunnerMoved, sentences: list[str]) -> None:
    """How far it went and was due, the lane, whom it passed, and which cards counted."""
    assert said(move) == sentences


@pytest.mark.rule("RF6.15")
def test_the_first_passage_of_the_line_and_the_second() -> None:
    """After the first there is one lap to go. A horse past the line is ahead of one before it."""
    at_line = (space(1, 9, "home"), space(2, 8, "home"))
    start = (events.LanesTaken(RUNNERS, (), (0, 0, 0)), events.RaceStarted((0, 1), at_line, (1,)))
    crossing = events.RunnerMoved(0, "none", 1, (space(1, 1, "first bend"),), 1)
    assert said(crossing, before=start) == [
        "Caprice moves 1 in lane 1 to first bend 1.",
        "Caprice crosses the line: one lap to go.",
    ]
    behind = events.RunnerMoved(1, "none", 1, (space(2, 9, "home"),), 0)
    assert said(behind, before=(*start, crossing)) == [
        "Goldregen moves 1 in lane 2 to home straight 9."
    ]
    passing = events.RunnerMoved(1, "none", 2, (space(2, 9, "home"), space(2, 1, "first bend")), 1)
    assert said(passing, before=(*start, crossing)) == [
        "Goldregen moves 2 in lane 2 to first bend 1, past one other.",
        "Goldregen crosses the line: one lap to go.",
    ]


def test_nobody_passes_a_horse_that_is_home() -> None:
    """The caller calls its finish, but not its last move."""
    home: tuple[events.Event, ...] = (
        events.RunnerMoved(1, "none", 2, (HOME,), 2),
        events.RunnerHome(1, 1),
    )
    *first, last = said(*home, moved((1, 4), due=1))
    assert first == ["Goldregen is home, first!"]
    assert last == "Caprice moves 1 in lane 1 to back straight 4."


@pytest.mark.rule("RF3.5")
def test_a_card_that_changes_nothing() -> None:
    """A horse at its lowest level stays there. The next card does change it."""
    down, up = training("condition -1"), training("condition 2")
    assert said(
        down,
        events.TrainingTurn(0),
        up,
        events.ConditionChanged(CAPRICE, 2),
        events.TrainingTurn(1),
    ) == [
        "North: a card for Caprice, condition down one level.",
        "Caprice stays at 5-.",
        "North: a card for Caprice, condition up 2 levels.",
        "Caprice: condition from 5- to 2+.",
    ]


@pytest.mark.rule("RF6.14")
def test_a_lane_shift_without_room() -> None:
    """Said when the next turn begins or is missed. A shift that succeeds is called as a move."""
    inward, outward = gallop("inward"), gallop("outward")
    assert said(inward, events.TurnBegan(1)) == [
        "A gallop card for Caprice: one lane inward if there is room.",
        "There is no room for Caprice there.",
    ]
    assert said(outward, events.TurnMissed(1, 0), events.TurnBegan(0))[1:] == [
        "There is no room for Caprice there.",
        "Goldregen misses a turn.",
    ]
    assert said(outward, moved((2, 4), due=1), events.TurnBegan(1))[1:] == [
        "Caprice moves 1 to lane 2, back straight 4, past one other."
    ]


@pytest.mark.rule("RF4.3")
def test_why_a_better_horse_starts_inside() -> None:
    """It is the only one with a 0 on its card. This is said only if it matters."""
    lanes = events.LanesTaken(RUNNERS, (), (0, 0, 0))
    better = events.ConditionChanged(CAPRICE, 5)
    assert (
        said(better, lanes)[-1] == "Only Caprice has a 0 on its card, so it starts on the inside."
    )
    assert said(events.ConditionChanged(CAPRICE, 1), lanes)[-1].startswith("Lane 2")


@pytest.mark.rule("RF9.1")
def test_what_a_sale_is_made_of() -> None:
    """The card's price, and the amount for its condition."""
    trained = events.ConditionChanged(CAPRICE, 3)
    assert said(trained, events.HorseSoldBack(0, CAPRICE, 7_500))[1:] == [
        "North: Caprice sold to the bank for 7,500: 4,500 plus 3,000 for condition 3+."
    ]


def test_a_lone_slip() -> None:
    """The singular is used."""
    counted = events.SlipsCounted(((1, 0), (0, 0), (0, 0)))
    assert said(counted, events.OddsSet(0, 1, 1, 11))[1:] == [
        "Caprice has the only slip: the odds are 1.1."
    ]


def test_every_kind_of_card_has_its_own_words() -> None:
    """No two kinds are described alike."""
    told = [words(training_effect(card)) for card in STANDARD.training]
    told += [words(gallop_effect(card)) for card in STANDARD.gallop]
    assert len(set(told)) == len(STANDARD.training) + len(STANDARD.gallop)
    assert words(gallop_effect(STANDARD.gallop[GALLOP.index("keep")])) == (
        "keep it: 2 spaces further, once in this race"
    )


def test_money_and_odds_can_be_read() -> None:
    """Thousands have a separator. Odds have tenths only if they need them."""
    amounts = (0, 999, 1_000, 65_007, 1_234_050)
    assert [words(money(amount)) for amount in amounts] == [
        "0", "999", "1,000", "65,007", "1,234,050",
    ]  # fmt: skip
    assert [words(odds(tenths)) for tenths in (11, 20, 150)] == ["1.1", "2", "15"]


@pytest.mark.parametrize(
    ("event", "other"),
    [
        (events.SealedBidMade(1, 5_000), events.SealedBidMade(1, 0)),
        (training("karriere", kept=True), training("durchbruch", kept=True)),
        (events.EntryMade(1, (0, 1)), events.EntryMade(1, (2, 3))),
        (events.SlipsPlaced(1, (Stake(0, 100),)), events.SlipsPlaced(1, ())),
        (events.SaleMade(1, (0, 1)), events.SaleMade(1, (2, 3))),
    ],
)
@pytest.mark.rule("RF5.3")
def test_no_secret_is_told(event: events.Event, other: events.Event) -> None:
    """Others hear the same, whatever was chosen or drawn. The owner hears what it was."""
    for viewer in (2, None):
        assert said(redact(event, viewer)) == said(redact(other, viewer))
    assert isinstance(event, SECRETS)
    assert said(redact(event, event.seat)) != said(redact(other, event.seat))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_whole_matches(log: Path) -> None:
    """Every viewer hears the match to its end, in sentences that use all their arguments.

    Viewers hear different things only of secret choices and of kept cards.
    """
    steps = read(log.read_bytes(), Rennfieber.types).steps
    told = [event for step in steps for event in step.events]
    header = read_header(log.read_bytes())
    edition, names = EDITIONS.read(header.edition), [seat.name for seat in header.seats]
    callers = {viewer: Caller(edition, names) for viewer in (None, *range(len(names)))}
    for event in told:
        heard = [callers[viewer].call(redact(event, viewer)) for viewer in callers]
        for text in heard[0]:
            assert set(text.args) - {"n"} <= arguments(text.key) | arguments(text.many)
            assert put(text, PLAIN)
        if len(set(map(str, heard))) > 1:
            assert isinstance(event, SECRETS)
    assert put(callers[None].call(told[-1])[-1], PLAIN).startswith("The win")


WITHOUT_LEVELS: dict[str, tuple[tuple[events.Event, ...], list[str]]] = {
    "lanes": (
        (events.LanesTaken((events.Runner(0, 0, 2), events.Runner(2, 1, 1)), (), (0, 0)),),
        ["Lane 1: Caprice, for South.", "Lane 2: Abendrot, for North."],
    ),
    "the only 0": (
        (events.ConditionChanged(CAPRICE, 3), events.LanesTaken(RUNNERS, (), (0, 0))),
        [
            "Caprice: condition up 3 levels.",
            "Lane 1: Caprice, for North.",
            "Lane 2: Goldregen, for South.",
            "Only Caprice has a 0 on its card, so it starts on the inside.",
        ],
    ),
    "dice": ((events.DiceRolled(0, 4, 6),), ["North rolled 4 and 6 for Caprice."]),
    "turf": ((events.HorseTrained(0, CAPRICE),), ["North: Caprice reaches the turf."]),
    "a card": (
        (training("condition 2"), events.ConditionChanged(CAPRICE, 2), events.TrainingTurn(1)),
        ["North: a card for Caprice, condition up 2 levels."],
    ),
    "a card, in part": (
        (
            events.ConditionChanged(CAPRICE, 1),
            training("condition 2"),
            events.ConditionChanged(CAPRICE, 2),
        ),
        [
            "Caprice: condition up one level.",
            "North: a card for Caprice, condition up 2 levels.",
            "Caprice: condition up one level, the most possible.",
        ],
    ),
    "a card, in vain, then a race": (
        (training("condition 1"), events.TrainingTurn(None), events.ConditionChanged(CAPRICE, 1)),
        [
            "North: a card for Caprice, condition up one level.",
            "Caprice: condition unchanged.",
            "Caprice: condition up one level.",
        ],
    ),
    "after a race": (
        (events.ConditionChanged(CAPRICE, 1), events.ConditionChanged(CAPRICE, 0)),
        ["Caprice: condition up one level.", "Caprice: condition down one level."],
    ),
    "sale": (
        (events.HorseSoldBack(0, CAPRICE, 7_500),),
        ["North: Caprice sold to the bank for 7,500."],
    ),
}


@pytest.mark.rule("RF4.4")
@pytest.mark.parametrize("case", WITHOUT_LEVELS)
def test_no_line_tells_a_level_where_cards_lie_face_down(case: str) -> None:
    """Players can read old lines again, so these only say how a level changes."""
    heard, expected = WITHOUT_LEVELS[case]
    assert said(*heard, levels=Levels.FACE_DOWN) == expected


@pytest.mark.rule("RF4.4")
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_no_line_of_a_whole_match_tells_a_level(log: Path) -> None:
    """Except for the levels on the card of a horse on sale. With open levels many lines do."""
    header = read_header(log.read_bytes())
    told = [e for step in read(log.read_bytes(), Rennfieber.types).steps for e in step.events]
    edition, names = EDITIONS.read(header.edition), [seat.name for seat in header.seats]

    def telling(levels: Levels) -> list[str]:
        caller = Caller(edition, names, levels)
        lines = [put(text, PLAIN) for event in told for text in caller.call(event)]
        return [line for line in lines if LEVEL.search(line) and not line.startswith("On sale: ")]

    assert telling(Levels.FACE_DOWN) == []
    assert len(telling(Levels.OPEN)) > 100


def test_a_runner_is_named_with_its_lane_and_silks_until_its_race_is_settled() -> None:
    """Before and after that, with the number of its card."""
    caller = Caller(STANDARD, NAMES)

    def badges(event: events.Event) -> list[Badge | None]:
        (text,) = caller.call(event)
        (horses,) = (each for name, each in text.args.items() if name in ("horse", "horses"))
        assert isinstance(horses, Text)
        named = [horses] if horses.badge else horses.args.values()
        return [each.badge for each in named if isinstance(each, Text)]

    cards = [Badge(CAPRICE + 1), Badge(GOLDREGEN + 1)]
    assert badges(events.EntryMade(0, (CAPRICE, GOLDREGEN))) == cards
    for event in BEFORE:
        caller.call(event)
    assert badges(events.TurnMissed(1, 0)) == [Badge(2, 1)]
    assert badges(events.RaceStopped((1, 0))) == [Badge(2, 1), Badge(1, 0)]
    assert badges(events.HorseUnsold(RUBIN)) == [Badge(RUBIN + 1)]
    assert caller.call(events.RaceSettled()) == ()
    assert badges(events.SaleMade(0, (CAPRICE, GOLDREGEN))) == cards
