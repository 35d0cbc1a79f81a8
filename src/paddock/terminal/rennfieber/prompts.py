"""What to ask, in one sentence, how to read the answer, and each choice in a few words."""

import re
from collections.abc import Sequence
from typing import assert_never

from paddock.games.rennfieber.commands import (
    Bid,
    ChooseTrainee,
    Command,
    EnterRunners,
    MoveRunner,
    PlaceSlips,
    SellHorses,
    Stake,
)
from paddock.games.rennfieber.events import Runner
from paddock.games.rennfieber.offers import (
    BidOffer,
    DiceOffer,
    EntryOffer,
    MoveOffer,
    Offer,
    SaleOffer,
    SlipsOffer,
    StartOffer,
    TraineeOffer,
    TrainingOffer,
)
from paddock.games.rennfieber.phrases import money
from paddock.games.rennfieber.view import BettingScene, RacingScene, View
from paddock.kernel.text import Text, count, say
from paddock.terminal.rennfieber.moves import HOME_LABEL, KEYS, LETTERS, PLAYS, labels, ways_of
from paddock.terminal.rennfieber.programme import Programme
from paddock.terminal.rennfieber.race import explained, whereabouts
from paddock.terminal.rennfieber.runners import Field

# Offers that a person is asked about; the others allow only one command, which is given for them.
Choice = BidOffer | TraineeOffer | EntryOffer | SlipsOffer | MoveOffer | SaleOffer
_MOST_DIGITS = 7
_THOUSAND = 1_000
# One or more slips: numbers of at least three digits, which cannot be horses.
_SLIPS = re.compile(r"((?:[ ,+]*(?<![0-9])[1-9][0-9]{2,6}(?![0-9]))+)")
_NOTHING = ("0", "-", "pass", "p", "no", "none")


def sentence(programme: Programme, seat: int, view: View, offer: Choice) -> Text:
    """Whose turn it is and what they have to do."""
    name = programme.names[seat]
    match offer:
        case BidOffer(horse=horse, least=least, most=most):
            return say(
                "{name}: what do you bid for {horse}? Type an amount from {least} to {most} in "
                "hundreds, or 0 for no bid.",
                name=name,
                horse=programme.horse(horse),
                least=money(least),
                most=money(most),
            )
        case TraineeOffer(horses=horses):
            return say(
                "{name}: which horse trains next? Type its number: {horses}.",
                name=name,
                horses=programme.horses(horses),
            )
        case EntryOffer(horses=horses, count=number):
            return count(
                "{name}: which horse runs for you in race {race}? Type its number: {horses}.",
                "{name}: which {n} horses run for you in race {race}? Type their numbers, such as "
                "{example}: {horses}.",
                number,
                name=name,
                race=view.race,
                horses=programme.horses(horses),
                example=_example(horses, number),
            )
        case SaleOffer(horses=horses, count=number):
            return count(
                "{name}: which horse do you sell to the bank? Type its number: {horses}.",
                "{name}: which {n} horses do you sell to the bank? Type their numbers, such as "
                "{example}: {horses}.",
                number,
                name=name,
                horses=programme.horses(horses),
                example=_example(horses, number),
            )
        case SlipsOffer():
            return say(
                "{name}: which horses do you bet on to win? Type each horse and your slips, such "
                "as {example}; or 0 for no bet.",
                name=name,
                example=_bet_example(view, offer),
            )
        case MoveOffer():
            return _move(programme, name, view, offer)
        case _:
            assert_never(offer)


def _example(horses: Sequence[int], number: int) -> str:
    return " ".join(str(horse + 1) for horse in horses[:number])


def _bet_example(view: View, offer: SlipsOffer) -> str:
    """An example of a bet: two slips on one horse and one on another."""
    runners = _runners(view)
    values = list(dict.fromkeys(offer.slips))
    first, second = runners[0].horse + 1, runners[-1].horse + 1
    return f"{first} {values[-2]} {values[0]}, {second} {values[1]}"


def _runners(view: View) -> tuple[Runner, ...]:
    scene = view.scene
    assert isinstance(scene, BettingScene | RacingScene)
    return scene.runners


def _move(programme: Programme, name: str, view: View, offer: MoveOffer) -> Text:
    field, (bare, *cards) = Field.of(programme, view, offer), offer.plays
    reasons = ", ".join(programme.say(part) for part in explained(field, bare.play))
    ends = labels(programme.edition.track, bare)
    more = "; ".join(
        programme.say(
            count(
                "{key} {play}, {n} space",
                "{key} {play}, {n} spaces",
                ways.length,
                key=LETTERS[ways.play],
                play=PLAYS[ways.play],
            )
        )
        for ways in cards
    )
    played = say(
        " Cards: {cards}. {key} shows where the horse can go with that card, {key}{label} moves it "
        "there.",
        cards=more,
        key=LETTERS[cards[0].play] if cards else "",
        label=next(iter(labels(programme.edition.track, cards[0])), "") if cards else "",
    )
    return say(
        "{name}: {horse} moves {length}{reasons}. Type where to: {ends}.{cards}",
        name=name,
        horse=field.horse(offer.runner),
        length=bare.length,
        reasons=f" ({reasons})" if reasons else "",
        ends=_ends(list(ends)),
        cards=played if cards else "",
    )


def _ends(ends: Sequence[str]) -> Text | str:
    """The furthest space of each lane and, as a hint that there are others, one more label."""
    lanes = " ".join(label for label in ends if label.isdecimal())
    behind = [label for label in ends if label[0].isdecimal() and not label.isdecimal()]
    if HOME_LABEL in ends:
        home = say("{label} home", label=HOME_LABEL)
        return say("{home}, {ends}", home=home, ends=lanes) if lanes else home
    if not behind:
        return lanes
    return say("{ends}, or another mark such as {label}", ends=lanes, label=behind[0])


def waiting(programme: Programme, seat: int, offer: Offer) -> Text:
    """Whose turn it is, when nobody at the keyboard is asked."""
    name = programme.names[seat]
    match offer:
        case StartOffer():
            waiting = say("{name} will start the match.", name=name)
        case BidOffer():
            waiting = say("Waiting for {name} to bid.", name=name)
        case TraineeOffer():
            waiting = say("Waiting for {name} to choose a horse to train.", name=name)
        case TrainingOffer():
            waiting = say("{name} will roll the die.", name=name)
        case DiceOffer():
            waiting = say("{name} will roll the dice.", name=name)
        case EntryOffer():
            waiting = say("Waiting for {name} to choose runners.", name=name)
        case SlipsOffer():
            waiting = say("Waiting for {name} to bet.", name=name)
        case MoveOffer():
            waiting = say("Waiting for {name} to move.", name=name)
        case SaleOffer():
            waiting = say("Waiting for {name} to choose what to sell.", name=name)
        case _:
            assert_never(offer)
    return waiting


def understood(programme: Programme, typed: str, view: View, offer: Choice) -> Command | Text:
    """The command that was meant, or what could be typed; `decide` says whether it is legal."""
    match offer:
        case BidOffer():
            return _offered(typed, offer)
        case TraineeOffer(id=id):
            horse = programme.find_horse(typed)
            return _no_horse(programme, offer.horses) if horse is None else ChooseTrainee(id, horse)
        case EntryOffer(id=id) | SaleOffer(id=id):
            horses = _horses(programme, typed)
            if horses is None:
                return _no_horse(programme, offer.horses)
            is_entry = isinstance(offer, EntryOffer)
            return EnterRunners(id, horses) if is_entry else SellHorses(id, horses)
        case SlipsOffer():
            return _staked(programme, typed, view, offer)
        case MoveOffer():
            return _moved(programme, typed, offer)
        case _:
            assert_never(offer)


def _offered(typed: str, offer: BidOffer) -> Command | Text:
    if typed.casefold() in _NOTHING:
        return Bid(offer.id, 0)
    amount = _amount(typed)
    if amount is None:
        return say("Type an amount such as {least}, or 0 for no bid.", least=str(offer.least))
    return Bid(offer.id, amount)


def _amount(typed: str) -> int | None:
    """An amount of money, with any thousands separator."""
    if not re.fullmatch(r"[0-9]{1,3}([,.'\s]?[0-9]{3})*|[0-9]+", typed):
        return None
    digits = re.sub(r"[^0-9]", "", typed)
    return int(digits) if len(digits) <= _MOST_DIGITS else None


def _horses(programme: Programme, typed: str) -> tuple[int, ...] | None:
    """One or more horses, with or without commas; one name may have several words."""
    whole = programme.find_horse(typed)
    if whole is not None:
        return (whole,)
    parts = typed.split(",") if "," in typed else typed.split()
    found = [programme.find_horse(part.strip()) for part in parts]
    horses = tuple(horse for horse in found if horse is not None)
    return horses if len(horses) == len(found) else None


def _no_horse(programme: Programme, horses: Sequence[int]) -> Text:
    return say(
        "Type a horse's number or name. You may choose: {horses}.", horses=programme.horses(horses)
    )


def _staked(programme: Programme, typed: str, view: View, offer: SlipsOffer) -> Command | Text:
    """Horses with their slips; numbers from 100 up are slips, so commas are optional."""
    if typed.casefold() in _NOTHING:
        return PlaceSlips(offer.id, ())
    runners = {runner.horse: colour for colour, runner in enumerate(_runners(view))}
    stakes: list[Stake] = []
    backed = _SLIPS.split(_with_thousands(typed, offer.slips))
    # The parts alternate between a horse and its slips; nothing may follow the last slips.
    for horse, values in zip(backed[0::2], backed[1::2], strict=False):
        colour = runners.get(_number(programme, horse))
        if colour is None:
            break
        stakes += [Stake(colour, int(value)) for value in re.findall("[0-9]+", values)]
    else:
        if stakes and not backed[-1].strip():
            return PlaceSlips(offer.id, tuple(stakes))
    return say(
        "Type a horse and the slips on it, such as {example}. The runners: {horses}.",
        example=_bet_example(view, offer),
        horses=programme.horses(list(runners)),
    )


def _number(programme: Programme, typed: str) -> int:
    """The horse, or -1, which is no runner."""
    horse = programme.find_horse(typed.strip(" ,"))
    return -1 if horse is None else horse


def _with_thousands(typed: str, slips: Sequence[int]) -> str:
    """Allow a slip of 1000 to be written as 1,000."""
    for value in {slip for slip in slips if slip >= _THOUSAND}:
        thousands, rest = divmod(value, _THOUSAND)
        typed = re.sub(rf"\b{thousands}[,.']{rest:03}\b", str(value), typed)
    return typed


def _moved(programme: Programme, typed: str, offer: MoveOffer) -> Command | Text:
    """A label, possibly with a card's letter before it; 3a means 3."""
    word = typed.casefold().replace(" ", "").removeprefix(programme.signs.ghost)
    play = KEYS.get(word[:1], "none")
    ways = ways_of(offer, play)
    if ways is None:
        return say("This horse does not have that card.")
    ends = labels(programme.edition.track, ways)
    wanted = word[1:] if word[:1] in KEYS else word
    for label, to in ends.items():
        if wanted in (label, f"{label}a"):
            return MoveRunner(offer.id, play, to)
    before = "" if play == "none" else LETTERS[play]
    return say(
        "Type one of the spaces marked on the track: {ends}. 3 is the furthest one in lane 3, 3b "
        "the next one behind it.",
        ends=" ".join(f"{before}{label}" for label in ends),
    )


def described(programme: Programme, command: Command, view: View, offer: Offer) -> str:
    """A choice in a few words."""
    match command:
        case Bid(amount=amount):
            return programme.money(amount) if amount else programme.say(say("no bid"))
        case ChooseTrainee(horse=horse):
            return programme.horse(horse)
        case EnterRunners(horses=horses) | SellHorses(horses=horses):
            return programme.horses(horses)
        case PlaceSlips(stakes=stakes):
            return _slips(programme, view, stakes)
        case MoveRunner() if isinstance(offer, MoveOffer):
            return _ride(programme, command, offer)
        case _:
            raise ValueError(f"{command} is not a choice")


def _slips(programme: Programme, view: View, stakes: Sequence[Stake]) -> str:
    """Each horse with its slips, the largest first."""
    scene = view.scene
    assert isinstance(scene, BettingScene)
    backed: dict[int, list[int]] = {}
    for stake in stakes:
        backed.setdefault(scene.runners[stake.colour].horse, []).append(stake.value)
    bets = [
        f"{programme.horse(horse)} {' '.join(map(str, sorted(values, reverse=True)))}"
        for horse, values in backed.items()
    ]
    return ", ".join(bets) or programme.say(say("no bets"))


def _ride(programme: Programme, ride: MoveRunner, offer: MoveOffer) -> str:
    """What to type for the move, the card, and where it leads."""
    ways = ways_of(offer, ride.play)
    assert ways is not None
    ends = labels(programme.edition.track, ways)
    label = next(label for label, to in ends.items() if to == ride.to)
    place = programme.say(whereabouts(programme, ride.to))
    if ride.play == "none":
        return f"{label}: {place}"
    return f"{LETTERS[ride.play]}{label}: {programme.say(PLAYS[ride.play])}, {place}"
