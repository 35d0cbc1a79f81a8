"""RF3: horses train from the stable to the turf, and draw cards on the way."""

from collections.abc import Mapping, Sequence

import pytest

from paddock.games.rennfieber.events import (
    ConditionChanged,
    EntryOpened,
    HorseTrained,
    MoneyPaid,
    MoneyReceived,
    TraineeChosen,
    TrainingCardDrawn,
    TrainingDeckReformed,
    TrainingRolled,
    TrainingStarted,
    TrainingTurn,
)
from paddock.games.rennfieber.state import Deck, Entering, Note, State
from tests.rennfieber.table import (
    DURCHBRUCH,
    KARRIERE,
    STANDARD,
    TRAINING,
    TRAINING_COUNTS,
    Table,
    game,
    in_training,
    racing,
    training_draw,
)

# Horses by index, with their levels.
BERNSTEIN = 1  # 5- 2+ 3+
CAPRICE = 2  # 5- 0 2+ 3+ 4+ 5+
FEUERTANZ = 5  # 5- 2+ 4+ 5+
HERBSTWIND = 7  # 2+ 3+


def rolled(state: State, die: int, card: str | None = None) -> Table:
    """The seat to act rolls this number and draws this card, if any."""
    script = {"training/1/die": [die - 1]}
    if card is not None:
        script["training/1/card"] = [training_draw(card, state.training.cards)]
    table = Table(game(state.seats), state, script)
    table.go_on()
    return table


def drawing(
    card: str,
    horse: int = CAPRICE,
    *,
    level: str | None = None,
    money: Sequence[int] = (20_000,) * 4,
    kept: Mapping[int, Sequence[str]] | None = None,
) -> Table:
    """Seat 0's horse goes to space 3, a card space, and draws this card."""
    levels = {} if level is None else {horse: level}
    state = in_training((horse, 8, 9, 10), levels=levels, money=money, kept=kept)
    return rolled(state, 3, card)


# --- turns ----------------------------------------------------------------------------------


@pytest.mark.rule("RF3.1")
def test_all_players_choose_a_horse_and_the_highest_die_starts() -> None:
    """They choose in any order. The dice show 2, 5, 3 and 4, so seat 1 starts."""
    state = in_training((None,) * 4, waiting=((0, 1), (2, 3), (4, 5), (6, 7)), turn=None)
    table = Table(game(), state, {"training/1/start": [1, 4, 2, 3]})
    assert table.game.to_act(table.state) == (0, 1, 2, 3)
    for seat, horse in ((2, 4), (0, 1), (3, 7), (1, 2)):
        table.train(horse, seat)
    assert table.events == (
        TraineeChosen(1, 2),
        TrainingStarted(1, (((0, 2), (1, 5), (2, 3), (3, 4)),)),
    )
    assert table.training.trainee == (1, 2, 4, 7)
    assert table.game.to_act(table.state) == (1,)


@pytest.mark.rule("RF3.1")
def test_ties_roll_again() -> None:
    """Seats 0, 2 and 3 roll a 6. Of these, 0 and 3 roll a 4. Then 3 is higher."""
    state = in_training((None,) * 4, waiting=((0,), (2,), (4,), (6,)), turn=None)
    table = Table(game(), state, {"training/1/start": [5, 0, 5, 5, 3, 1, 3, 0, 2]})
    for seat in range(4):
        table.train(2 * seat, seat)
    assert table.of(TrainingStarted) == [
        TrainingStarted(
            3, (((0, 6), (1, 1), (2, 6), (3, 6)), ((0, 4), (2, 2), (3, 4)), ((0, 1), (3, 3)))
        )
    ]


@pytest.mark.rule("RF3.1")
@pytest.mark.parametrize(
    ("trainees", "turn", "following"),
    [
        ((0, 1, 2, 3), 1, 2),
        ((0, 1, 2, 3), 3, 0),
        ((0, None, None, 6), 0, 3),
        ((0, None, None, None), 0, 0),
    ],
)
def test_turns_go_clockwise_with_one_roll_each(
    trainees: Sequence[int | None], turn: int, following: int
) -> None:
    """A player with no horse left is skipped, and the last one goes on alone."""
    assert rolled(in_training(trainees, turn=turn), 1).events[-1] == TrainingTurn(following)


@pytest.mark.rule("RF3.1")
def test_after_the_turf_the_next_turn_starts_another_horse() -> None:
    """Seat 0's horse is done. In its next turn seat 0 chooses another one and rolls."""
    state = in_training((0, 2), at=(29, 0), waiting=((1, 4, 5), ()))
    table = Table(game(2), state, {"training/1/die": [2, 0, 4]})
    table.go_on()
    assert table.of(HorseTrained) == [HorseTrained(0, 0)]
    assert table.turn == 1
    table.go_on()
    assert table.turn == 0
    assert table.offer().horses == (1, 4, 5)
    table.train(4)
    assert table.turn == 0
    table.go_on()
    assert table.training.space == (5, 1)
    assert table.training.trainee == (4, 2)
    assert table.training.waiting[0] == (1, 5)


@pytest.mark.rule("RF3.1")
def test_one_horse_per_player_is_on_the_track_also_with_two() -> None:
    """While a horse is in training, its owner can only roll."""
    table = Table(game(2), in_training((0, 2), at=(4, 0), waiting=((1, 4), (3,))))
    assert type(table.offer()).__name__ == "TrainingOffer"


@pytest.mark.rule("RF3.1")
@pytest.mark.rule("RF3.4")
def test_when_all_have_trained_the_entries_open() -> None:
    """The last horse reaches the turf, and race 1 is next."""
    table = rolled(in_training((0, None, None, None), at=(28, 0, 0, 0)), 5)
    assert table.events[-2:] == (TrainingTurn(None), EntryOpened(1))
    assert isinstance(table.state.phase, Entering)


# --- the track ------------------------------------------------------------------------------


@pytest.mark.rule("RF3.2")
@pytest.mark.parametrize("die", [1, 2, 4, 5])
def test_a_roll_advances_the_horse(die: int) -> None:
    """By what the ordinary die shows."""
    table = rolled(in_training((0, 1, 2, 3)), die)
    assert table.events[0] == TrainingRolled(0, 0, die, die)
    assert table.training.space[0] == die
    assert [(draw.stream, draw.n) for draw in table.draws] == [("training/1/die", 6)]


@pytest.mark.rule("RF3.2")
def test_spaces_may_be_shared() -> None:
    """Seat 0's horse reaches seat 1's space, and both stay there."""
    table = rolled(in_training((0, 1, 2, 3), at=(3, 5, 0, 0)), 2)
    assert table.training.space == (5, 5, 0, 0)


@pytest.mark.rule("RF3.3")
@pytest.mark.rule("RF11.8")
@pytest.mark.parametrize("space", range(1, 31))
def test_cards_lie_on_fourteen_spaces(space: int) -> None:
    """A move that ends there draws a card; one that ends elsewhere does not."""
    state = in_training((0, 1, 2, 3), at=(space - 1, 0, 0, 0))
    table = rolled(state, 1, "condition 1")
    assert bool(table.of(TrainingCardDrawn)) == (space in STANDARD.training_cards)


@pytest.mark.rule("RF3.3")
def test_passing_over_a_card_space_draws_nothing() -> None:
    """The move leads from 2 to 7, over 3 and 6."""
    table = rolled(in_training((0, 1, 2, 3), at=(2, 0, 0, 0)), 5)
    assert table.of(TrainingCardDrawn) == []


@pytest.mark.rule("RF3.3")
def test_a_card_is_shown_to_all_and_takes_effect_at_once() -> None:
    """Everyone sees the card in the event. Then it takes effect and is discarded."""
    table = drawing("condition 1", level="2+")
    drawn = TrainingCardDrawn(0, CAPRICE, 0, kept=False)
    assert table.events[1:3] == (drawn, ConditionChanged(CAPRICE, 3))
    assert table.game.redact(drawn, 2) == drawn
    assert table.state.training.discards[0] == 1
    assert table.game.view(table.state, 2).discards[0] == 1


@pytest.mark.rule("RF3.4")
@pytest.mark.rule("RF11.8")
@pytest.mark.parametrize(("at", "die", "done"), [(29, 1, False), (29, 2, True), (28, 6, True)])
def test_the_turf_lies_after_space_30_and_needs_no_exact_roll(
    at: int, die: int, done: bool
) -> None:
    """Space 30 is still on the track. Any steps left over are lost."""
    table = rolled(in_training((0, 1, 2, 3), at=(at, 0, 0, 0)), die)
    assert bool(table.of(HorseTrained)) == done
    assert (table.training.trainee[0] is None) == done
    assert table.training.space[0] == (31 if done else 30)


# --- cards ----------------------------------------------------------------------------------


@pytest.mark.rule("RF3.5")
@pytest.mark.parametrize(
    ("horse", "card", "before", "after"),
    [
        (CAPRICE, "condition 1", "5-", "0"),
        (CAPRICE, "condition 2", "5-", "2+"),
        (CAPRICE, "condition -1", "3+", "2+"),
        (CAPRICE, "condition 2", "4+", "5+"),
        (CAPRICE, "condition 1", "5+", "5+"),
        (CAPRICE, "condition -1", "5-", "5-"),
        (BERNSTEIN, "condition 1", "5-", "2+"),
        (BERNSTEIN, "condition -1", "2+", "5-"),
        (FEUERTANZ, "condition 1", "2+", "4+"),
        (FEUERTANZ, "condition 2", "2+", "5+"),
        (HERBSTWIND, "condition 2", "2+", "3+"),
        (HERBSTWIND, "condition -1", "2+", "2+"),
    ],
)
def test_condition_goes_along_the_levels_printed_on_the_card(
    horse: int, card: str, before: str, after: str
) -> None:
    """One up or down is one step on that card, and never past its ends."""
    table = drawing(card, horse, level=before)
    assert table.condition(horse) == after


@pytest.mark.rule("RF3.3")
@pytest.mark.rule("RF1.9")
@pytest.mark.parametrize(
    ("card", "cash", "paid"),
    [("pay 200", 900, 200), ("pay 300", 900, 300), ("pay 500", 900, 500), ("pay 500", 400, 400)],
)
def test_cards_that_cost_money(card: str, cash: int, paid: int) -> None:
    """The bank gets the money. What a player cannot pay is forgiven."""
    table = drawing(card, money=(cash, 0, 0, 0))
    assert table.of(MoneyPaid) == [MoneyPaid(0, int(card[4:]), paid, "training")]
    assert table.money[0] == cash - paid


@pytest.mark.rule("RF3.3")
@pytest.mark.parametrize("amount", [300, 500])
def test_cards_that_bring_money(amount: int) -> None:
    """The bank pays it."""
    table = drawing(f"receive {amount}", money=(100, 0, 0, 0))
    assert table.of(MoneyReceived) == [MoneyReceived(0, amount, "training")]
    assert table.money == (100 + amount, 0, 0, 0)


@pytest.mark.rule("RF3.6")
@pytest.mark.parametrize("card", ["karriere", "durchbruch"])
def test_karriere_and_durchbruch_are_kept_unseen_by_their_horse(card: str) -> None:
    """Its owner knows the kind. The others see that the horse has one card more."""
    table = drawing(card)
    kind = TRAINING.index(card)
    drawn = TrainingCardDrawn(0, CAPRICE, kind, kept=True)
    assert drawn in table.events
    assert table.game.redact(drawn, 0) == drawn
    for viewer in (1, None):
        assert table.game.redact(drawn, viewer) == TrainingCardDrawn(0, CAPRICE, None, kept=True)
        seen = table.game.view(table.state, viewer)
        assert (seen.horses[CAPRICE].kept, seen.horses[CAPRICE].cards) == (1, None)
        assert seen.chronicle == (Note("drawn", 0, CAPRICE, None),)
    assert table.game.view(table.state, 0).horses[CAPRICE].cards == (kind,)
    assert table.state.horses[CAPRICE].kept == (kind,)
    assert table.state.training.discards[kind] == 0


@pytest.mark.rule("RF3.6")
def test_kept_cards_pile_up_by_the_horse() -> None:
    """A second one joins the first. Everyone sees how many there are."""
    table = drawing("durchbruch", kept={CAPRICE: ["karriere"], 8: ["karriere"]})
    assert table.state.horses[CAPRICE].kept == (KARRIERE, DURCHBRUCH)
    seen = table.game.view(table.state, None)
    assert (seen.horses[CAPRICE].kept, seen.horses[8].kept) == (2, 1)


@pytest.mark.rule("RF3.6")
def test_kept_cards_cannot_be_played_in_training() -> None:
    """Only the roll is offered."""
    table = Table(game(), in_training((CAPRICE, 8, 9, 10), kept={CAPRICE: ["karriere"]}))
    assert type(table.offer()).__name__ == "TrainingOffer"


@pytest.mark.rule("RF3.7")
def test_an_empty_deck_is_reformed_from_the_discards() -> None:
    """Two cards are kept and 43 discarded: the draw is one of these 43."""
    kept = {8: ["karriere"], 9: ["durchbruch"]}
    discards = list(TRAINING_COUNTS)
    discards[KARRIERE] -= 1
    discards[DURCHBRUCH] -= 1
    deck = Deck((0,) * len(TRAINING), tuple(discards))
    state = in_training((CAPRICE, 8, 9, 10), kept=kept, deck=deck)
    draw = training_draw("receive 500", discards)
    table = Table(game(), state, {"training/1/die": [2], "training/1/card": [draw]})
    table.go_on()
    assert table.events[1] == TrainingDeckReformed()
    assert table.draws[-1].n == 43
    assert table.money[0] == 20_500
    assert sum(table.state.training.discards) == 1
    assert table.state.training.size == 42


@pytest.mark.rule("RF3.7")
def test_a_deck_is_not_reformed_before_it_is_empty() -> None:
    """The last card is drawn, and the discards stay discarded."""
    cards, discards = [0] * len(TRAINING), list(TRAINING_COUNTS)
    cards[0], discards[0] = 1, 15
    state = in_training((CAPRICE, 8, 9, 10), deck=Deck(tuple(cards), tuple(discards)))
    table = Table(game(), state, {"training/1/die": [2], "training/1/card": [0]})
    table.go_on()
    assert table.of(TrainingDeckReformed) == []
    assert table.draws[-1].n == 1


@pytest.mark.rule("RF3.8")
@pytest.mark.rule("RF3.7")
def test_a_played_card_is_discarded() -> None:
    """It is shown to all, and can be drawn again once the deck is reformed."""
    picture = "back\n1  A . . . . . ."
    table = Table(game(), racing(picture, dice=(2, 2), kept={0: ["karriere"]}))
    before = table.state.training.reformed().cards[KARRIERE]
    table.move(max(table.ends("karriere")), "karriere")
    assert table.state.training.reformed().cards[KARRIERE] == before + 1
    assert table.state.chronicle == (Note("played", 0, 0, KARRIERE),)
    assert table.game.view(table.state, 3).chronicle == table.state.chronicle
