"""RT4: roll, move, block, pace, finish. Positions are set by hand; horses not named are at the
start, from Othello on 33 down to Earl Grey on 27."""

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import MoveHorse, RollDie
from paddock.games.royal_turf.events import (
    DieRolled,
    HorseFinished,
    HorseMoved,
    MarksCleared,
    PaceTaken,
    RaceStopped,
)
from paddock.games.royal_turf.offers import Advance
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import AFTERWARDS, Table, betting, card, edited, game, racing, two_home


@pytest.mark.rule("RT4.1")
def test_the_first_bettor_rolls_first_then_clockwise() -> None:
    """Seat 2 placed the first bet, so it rolls and moves first; then 0, then 1."""
    placed = [(seat, 1, horse) for horse in (EG, AL) for seat in (2, 0, 1)]
    bets = [*placed, (2, 2, SW), (0, 2, SW)]
    table = Table(game(), betting(bets, first=2), {"race/1/die": [0, 0, 0, 0]})
    table.bet(2, SW)
    order = []
    for horse in (OT, NO, RF, CA):
        order.append(table.turn)
        table.go_on()
        assert table.turn == order[-1]
        table.move(horse)
    assert order == [2, 0, 1, 2]


@pytest.mark.rule("RT4.2")
@pytest.mark.parametrize(
    ("symbol", "spaces"), [("head", 3), ("cap", 6), ("saddle", 8), ("shoe", 7)]
)
def test_a_horse_advances_by_its_card(symbol: str, spaces: int) -> None:
    """Caramello's card C: head 3, cap 6, saddle 8, shoe 7."""
    table = Table(game(), racing({CA: 5}, rolled=symbol, cards={CA: card(CA, "C")}))  # type: ignore[arg-type]  # a symbol, by the list above
    assert table.move(CA)[0] == HorseMoved(0, CA, spaces, 5, 5 + spaces)


@pytest.mark.rule("RT4.2")
def test_the_die_is_rolled_before_the_choice_and_once() -> None:
    """A move before the roll is refused, and so is a second roll."""
    table = Table(game(), racing(), {"race/1/die": [3]})
    table.assert_refused(MoveHorse(table.offer().id, OT), 0, "other_command")
    assert table.go_on() == (DieRolled(0, "cap"),)
    table.assert_refused(RollDie(table.offer().id), 0, "other_command")


@pytest.mark.rule("RT4.2")
def test_only_horses_that_have_not_moved_nor_finished_may_be_chosen() -> None:
    """Horses that have moved or finished are not offered, and a command for one is refused."""
    table = Table(
        game(), racing({RF: 40, OT: 20}, rolled="head", moved=[OT, AL], podium=[RF], pace=RF)
    )
    assert [move.horse for move in table.offer().moves] == [EG, SW, CA, NO]
    for horse in (OT, AL, RF):
        table.assert_refused(MoveHorse(table.offer().id, horse), 0, "horse_not_free")


@pytest.mark.rule("RT4.2")
def test_there_is_no_pass() -> None:
    """After a roll only moves are offered, even if no horse can advance."""
    table = Table(
        game(), racing(rolled="head", moved=[AL, SW, CA, RF, NO, OT], cards={EG: card(EG)})
    )
    assert table.offer().moves == (Advance(EG, 1, -6),)
    assert table.offer().sole() == MoveHorse(table.offer().id, EG)


@pytest.mark.rule("RT4.3")
def test_a_horse_that_could_not_advance_has_moved_all_the_same() -> None:
    """Earl Grey on 27 is due 1, but 28 is taken: it stays, and is marked as moved."""
    table = Table(game(), racing(rolled="head"))
    assert table.move(EG) == (HorseMoved(0, EG, 1, -6, -6),)
    assert table.run.moved == (EG,)
    table.rolled("head")
    assert EG not in [move.horse for move in table.offer().moves]


@pytest.mark.rule("RT4.4")
def test_marks_are_cleared_when_all_have_moved() -> None:
    """After the seventh move all horses are free again."""
    table = Table(game(), racing({EG: 3}, rolled="head", moved=[AL, SW, CA, RF, NO, OT]))
    assert table.move(EG)[-1] == MarksCleared()
    assert table.run.moved == ()
    assert table.run.round == 2
    table.rolled("head")
    assert len(table.offer().moves) == 7


@pytest.mark.rule("RT4.4")
def test_marks_stay_while_one_is_still_to_move() -> None:
    """After the sixth move nothing is cleared."""
    table = Table(game(), racing({EG: 3}, rolled="head", moved=[AL, SW, CA, RF, NO]))
    table.move(EG)
    assert table.run.moved == (AL, SW, CA, RF, NO, EG)


@pytest.mark.rule("RT4.5")
def test_the_rulebooks_example() -> None:
    """Albino, due 6 with the sixth and the fifth space occupied, advances 4."""
    albino = {AL: card(AL, "C")}  # shows 6 for the saddle
    table = Table(game(), racing({AL: 10, CA: 15, NO: 16}, rolled="saddle", cards=albino))
    assert table.offer().moves[AL] == Advance(AL, 6, 14)
    assert table.move(AL)[0] == HorseMoved(0, AL, 6, 10, 14)


@pytest.mark.rule("RT4.5")
def test_passing_over_horses_is_free() -> None:
    """Only a horse on the space due is in the way."""
    albino = {AL: card(AL, "C")}
    table = Table(game(), racing({AL: 10, CA: 11, NO: 13, RF: 15}, rolled="saddle", cards=albino))
    table.move(AL)
    assert table.run.progress[AL] == 16


@pytest.mark.rule("RT4.5")
def test_at_worst_it_stays_where_it_was() -> None:
    """All spaces up to the one due are taken, so the horse does not move. It never goes back."""
    table = Table(
        game(), racing({SW: 10, CA: 11, NO: 12, RF: 13, AL: 9}, rolled="head", cards={SW: card(SW)})
    )
    assert table.move(SW)[0] == HorseMoved(0, SW, 3, 10, 10)


@pytest.mark.rule("RT4.6")
@pytest.mark.parametrize(("start", "due", "home"), [(27, 6, False), (27, 7, True), (33, 1, True)])
def test_a_lap_ends_past_33(start: int, due: int, home: bool) -> None:
    """Progress 33 is the last space before the line, and 34 is home."""
    spaces = {1: card(EG), 6: card(NO), 7: card(OT)}
    horse = {1: EG, 6: NO, 7: OT}[due]
    clear = {other: 2 + other for other in range(7)}
    table = Table(game(), racing(clear | {horse: start}, rolled="head", cards={horse: spaces[due]}))
    table.move(horse)
    assert table.run.progress[horse] == start + due
    assert (horse in table.run.podium) is home


@pytest.mark.rule("RT4.6")
def test_the_start_lies_before_the_line() -> None:
    """With a 7, Othello goes from 33 to 7. With a 15, Earl Grey goes from 27 to 9."""
    table = Table(game(), racing(rolled="head"))
    table.move(OT)
    assert table.run.progress[OT] == 7
    table.rolled("cap")
    table.move(EG)
    assert table.run.progress[EG] == 9
    assert game().rules.edition.space(9) == 9


@pytest.mark.rule("RT4.7")
def test_a_leader_is_blocked_by_a_horse_still_at_the_start() -> None:
    """Othello at 22 is due 7. Horses at the start hold 29, 28 and 27, so it ends on 26."""
    table = Table(game(), racing({OT: 22}, rolled="head"))
    table.move(OT)
    assert table.run.progress[OT] == 26


@pytest.mark.rule("RT4.7")
def test_a_horse_at_the_start_is_blocked_by_the_leader() -> None:
    """Earl Grey on 27 is due 6, but the leader is on 33, at the end of its lap."""
    apart = {OT: 33, NO: 20, RF: 21, CA: 22, SW: 23, AL: 24}
    figures = {EG: card(NO)}  # a 6 for the head, so that Earl Grey is due just 33
    table = Table(game(), racing(apart, rolled="head", cards=figures))
    table.move(EG)
    assert table.run.progress[EG] == -1


@pytest.mark.rule("RT4.7")
def test_the_hindmost_is_so_by_progress_not_by_space() -> None:
    """Earl Grey, still on 27 at the start, is last, though others are on lower numbers."""
    table = Table(game(), two_home({CA: 9, SW: 8, AL: 7}), AFTERWARDS)
    assert RaceStopped(EG) in table.move(OT)


@pytest.mark.rule("RT4.8")
def test_the_first_to_pass_18_takes_the_pace_and_keeps_it() -> None:
    """Nougat passes 18 and takes it. Othello passes 18 later and does not."""
    table = Table(game(), racing({NO: 14, OT: 17}, rolled="head"))
    assert table.move(NO)[1:] == (PaceTaken(NO),)
    table.rolled("head")
    table.move(OT)
    assert table.of(PaceTaken) == []
    assert table.run.pace == NO


@pytest.mark.rule("RT4.8")
def test_a_horse_blocked_short_of_18_does_not_take_the_pace() -> None:
    """Othello is due on 18, but Nougat is there: it ends on 17."""
    table = Table(game(), racing({OT: 11, NO: 18}, rolled="head", pace=None))
    table.move(OT)
    assert table.run.progress[OT] == 17
    assert table.of(PaceTaken) == []


@pytest.mark.rule("RT4.8")
@pytest.mark.rule("RT4.9")
def test_pace_and_finish_in_one_move() -> None:
    """This takes a track with the pace on 33, say. The pace comes first."""
    figures = edited("track.pace", 33)
    table = Table(RoyalTurf.make(3, {}, figures), racing({OT: 30}, rolled="head"))
    assert table.move(OT) == (HorseMoved(0, OT, 7, 30, 37), PaceTaken(OT), HorseFinished(OT, 1))


@pytest.mark.rule("RT4.9")
def test_places_are_taken_in_order_and_horses_leave_the_track() -> None:
    """The second horse home gets place 2, and no longer blocks any space."""
    table = Table(game(), racing({RF: 40, OT: 30, NO: 24}, rolled="head", podium=[RF], pace=RF))
    assert HorseFinished(OT, 2) in table.move(OT)
    assert table.run.podium == (RF, OT)
    table.rolled("head")
    table.move(NO)
    assert table.run.progress[NO] == 30 - 4  # 30..27 hold Caramello to Earl Grey at the start


@pytest.mark.rule("RT4.9")
def test_a_finishing_horse_is_never_blocked() -> None:
    """It is home though a horse is on the space past the line. Finished horses do not block."""
    table = Table(game(), racing({OT: 31, NO: 5, RF: 38}, rolled="head", podium=[RF], pace=RF))
    assert table.move(OT)[0] == HorseMoved(0, OT, 7, 31, 38)
    table.rolled("head")
    assert table.move(NO)[0] == HorseMoved(1, NO, 6, 5, 11)


@pytest.mark.rule("RT4.7")
@pytest.mark.rule("RT4.9")
def test_the_last_space_of_the_lap_can_be_taken() -> None:
    """33 lies before the line: a horse due there is not home, and can be blocked."""
    nougat = {NO: 27, OT: 0, RF: 2, CA: 3, SW: 4, AL: 5, EG: 6}
    table = Table(game(), racing(nougat, rolled="head"))
    table.move(NO)
    assert table.run.progress[NO] == 32
    assert table.run.podium == ()


@pytest.mark.rule("RT4.10")
def test_the_race_stops_with_the_third_and_the_hindmost_is_last() -> None:
    """The third finish ends the race at once. Albino has come least far and is last."""
    table = Table(game(), two_home({CA: 12, SW: 11, AL: 7, EG: 8}, moved=[CA]), AFTERWARDS)
    events = table.move(OT)
    assert events[1:3] == (HorseFinished(OT, 3), RaceStopped(AL))
    assert table.state.race == 2
    assert table.state.past[0].podium == (RF, NO, OT)
    assert table.state.past[0].last == AL


@pytest.mark.rule("RT4.10")
def test_the_race_goes_on_after_the_second() -> None:
    """Two horses home do not end it."""
    table = Table(game(), racing({RF: 40, OT: 30}, rolled="head", podium=[RF], pace=RF))
    table.move(OT)
    assert table.of(RaceStopped) == []


@pytest.mark.rule("RT4.11")
def test_a_finisher_that_was_the_last_unmoved_clears_the_marks() -> None:
    """All the others have moved, so the round is over when the last one finishes."""
    table = Table(game(), racing({OT: 30}, rolled="head", moved=[EG, AL, SW, CA, RF, NO], pace=RF))
    assert table.move(OT)[-2:] == (HorseFinished(OT, 1), MarksCleared())


@pytest.mark.rule("RT4.11")
def test_a_finish_while_others_are_unmoved_clears_nothing() -> None:
    """Two have yet to move, so the marks stay. The finished horse does not count any more."""
    table = Table(game(), racing({OT: 30, EG: 3}, rolled="head", moved=[AL, SW, CA, RF], pace=RF))
    table.move(OT)
    assert table.of(MarksCleared) == []
    assert table.run.moved == (AL, SW, CA, RF)  # its card no longer counts
    table.rolled("head")
    table.move(NO)
    assert table.of(MarksCleared) == []
    table.rolled("head")
    assert table.move(EG)[-1] == MarksCleared()


@pytest.mark.rule("RT4.11")
def test_the_third_finish_clears_nothing() -> None:
    """The race is over, so there is no next round."""
    table = Table(game(), two_home(moved=[EG, AL, SW, CA]), AFTERWARDS)
    table.move(OT)
    assert table.of(MarksCleared) == []
