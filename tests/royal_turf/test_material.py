"""RT1 and RT7: what is in the box. Figures are the rulebook's, or marked as ours."""

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.edition import EDITIONS
from paddock.games.royal_turf.events import RaceOpened
from paddock.kernel.game import Unplayable
from tests.royal_turf.horses import AL, EG, OT
from tests.royal_turf.table import STANDARD, Table, card, edited, game, racing, turning

SEVEN = [card(horse) for horse in range(7)]


@pytest.mark.rule("RT1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_play(seats: int) -> None:
    """Each number of players from two to six has that many seats."""
    assert len(game(seats).initial().ledger.purses) == seats


@pytest.mark.rule("RT1.1")
@pytest.mark.parametrize("seats", [-1, 0, 1, 7])
def test_no_other_number_can_play(seats: int) -> None:
    """One player is too few and seven are too many. The refusal says so."""
    with pytest.raises(Unplayable) as refused:
        game(seats)
    assert [reason.code for reason in refused.value.reasons] == ["seats"]


@pytest.mark.rule("RT1.2")
def test_the_track_is_a_loop_of_33() -> None:
    """1 comes right after 33."""
    assert STANDARD.spaces == 33
    assert [STANDARD.space(progress) for progress in (-6, -1, 0, 1, 18, 33)] == [
        27, 32, 33, 1, 18, 33,
    ]  # fmt: skip


@pytest.mark.rule("RT1.3")
def test_seven_horses_in_board_order() -> None:
    """They are in the order of the board, each with its coat."""
    assert [(horse.name, horse.coat) for horse in STANDARD.horses] == [
        ("Earl Grey", "grey"),
        ("Albino", "white"),
        ("Sahara Wind", "beige"),
        ("Caramello", "caramel"),
        ("Red Fox", "russet"),
        ("Nougat", "brown"),
        ("Othello", "black"),
    ]


@pytest.mark.rule("RT1.4")
def test_three_cards_a_horse() -> None:
    """21 cards, three for each horse, each with four moves."""
    assert [card.horse for card in STANDARD.cards] == [horse for horse in range(7) for _ in "ABC"]
    assert STANDARD.cards[card(OT, "C")].shoe == 7
    assert STANDARD.moves["shoe"][card(OT, "C")] == 7


@pytest.mark.rule("RT1.5")
def test_the_die_shows_the_head_on_three_faces() -> None:
    """Three heads, and one each of cap, saddle and shoe."""
    assert sorted(STANDARD.faces) == ["cap", "head", "head", "head", "saddle", "shoe"]


@pytest.mark.rule("RT1.5")
@pytest.mark.parametrize(
    ("value", "symbol"),
    [(0, "head"), (1, "head"), (2, "head"), (3, "cap"), (4, "saddle"), (5, "shoe")],
)
def test_each_face_is_as_likely(value: int, symbol: str) -> None:
    """A roll is one draw of six."""
    table = Table(game(), racing(), {"race/1/die": [value]})
    table.go_on()
    assert table.run.rolled == symbol


@pytest.mark.rule("RT1.6")
def test_tokens_are_1_1_2() -> None:
    """The 0 is used only for hidden bets."""
    assert game().rules.tokens == (1, 1, 2)
    assert game(hidden_bets="on").rules.tokens == (0, 1, 1, 2)


@pytest.mark.rule("RT1.7")
def test_every_amount_is_a_multiple_of_50_and_the_bank_never_runs_dry() -> None:
    """All figures of the edition are multiples of 50; the bank may owe."""
    figures = [figure for row in STANDARD.payout for figure in row]
    assert all(figure % 50 == 0 for figure in figures)
    ledger = game().initial().ledger.pay_out(0, 1_000_000)
    assert (ledger.bank, ledger.purses[0]) == (-1_000_000, 1_000_000)


@pytest.mark.rule("RT1.7")
def test_an_edition_with_odd_amounts_is_refused() -> None:
    """The notes in the box could not pay such an amount."""
    with pytest.raises(ValueError, match=r"payout.pace: 120, expected .* multiple of 50"):
        EDITIONS.read(edited("payout.pace", 120))


@pytest.mark.rule("RT1.8")
def test_players_start_with_nothing_and_money_is_open() -> None:
    """Every view shows the money of all players."""
    rules = game(4)
    state = rules.initial()
    assert state.ledger.purses == (0, 0, 0, 0)
    assert rules.view(state, 2).money == rules.view(state, None).money == (0, 0, 0, 0)


@pytest.mark.rule("RT7.1")
def test_the_cards_fit_what_is_known() -> None:
    """They have what the sources say of single cards, and all have the same mean move."""
    cards = STANDARD.cards
    assert all(3 * c.head + c.cap + c.saddle + c.shoe == 30 for c in cards)
    assert any(c.horse == OT and c.shoe == 7 for c in cards)
    assert any(c.horse == OT and c.head == 7 for c in cards)
    albino = [(c.head, c.cap, c.saddle, c.shoe) for c in cards if c.horse == AL]
    assert (1, 3, 12, 12) in albino and any(6 in moves for moves in albino)
    assert any(c.horse == EG and (c.head, c.cap) == (1, 15) for c in cards)
    assert {c.head for c in cards} == set(range(1, 8))
    assert max(max(c.cap, c.saddle, c.shoe) for c in cards) == 15


@pytest.mark.rule("RT7.2")
def test_the_cards_are_those_of_the_table_and_marked_a_reconstruction() -> None:
    """The figures are those of RT7.2, and every horse is labelled."""
    table = {
        "Othello": "7/4/3/2 6/3/5/4 5/4/4/7",
        "Nougat": "6/1/4/7 5/8/4/3 6/2/7/3",
        "Red Fox": "5/3/9/3 4/6/5/7 5/9/2/4",
        "Caramello": "4/10/5/3 4/4/3/11 3/6/8/7",
        "Sahara Wind": "3/5/12/4 3/11/6/4 2/7/9/8",
        "Albino": "1/3/12/12 1/9/10/8 2/13/6/5",
        "Earl Grey": "1/15/8/4 1/7/5/15 1/10/3/14",
    }
    for number, horse in enumerate(STANDARD.horses):
        cards = [c for c in STANDARD.cards if c.horse == number]
        assert " ".join(f"{c.head}/{c.cap}/{c.saddle}/{c.shoe}" for c in cards) == table[horse.name]
        assert horse.provenance == "reconstruction"
    assert STANDARD.reconstructed


@pytest.mark.rule("RT7.2")
def test_another_edition_is_played_by_its_own_figures() -> None:
    """A horse moves as the card of that edition says."""
    figures = edited("horses.6.cards.0", [2, 4, 3, 17])
    rules = RoyalTurf.make(2, {}, figures)
    script = {"race/1/card": turning(reversed(SEVEN)), "race/1/first": [0], "race/1/die": [5]}
    table = Table(rules, chance=script)
    assert table.go_on()[0] == RaceOpened(1)
    for horse in range(3):
        table.bet(table.offer().values[-1], horse)
        table.bet(table.offer().values[-1], horse)
    table.go_on()
    table.move(OT)
    assert table.run.progress[OT] == 17
