"""The games as OpenSpiel sees them: parameters, copies, pickles, observers, chance."""

import pickle
from typing import Any

import pyspiel
import pytest

from paddock.adapters.openspiel.game import table_game
from paddock.kernel.game import Unplayable

HIDDEN = "python_paddock_royal_turf(players=2,hidden_bets=on)"


def opened(name: str = HIDDEN) -> Any:
    """The first choice, if every draw is 0."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    return state


def test_parameters_are_the_games_options() -> None:
    """Given options are used; the others have their defaults."""
    game = pyspiel.load_game("python_paddock_rennfieber(players=3,auction=sealed)")
    options = game.tree.game.options
    assert (game.num_players(), options["auction"], options["odds_by"]) == (3, "sealed", "slips")
    assert str(game) == "python_paddock_rennfieber(auction=sealed,players=3)"


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"players": 7}, "2 to 6 players, not 7"),
        ({"players": 2, "cards": "marked"}, "cards cannot be marked"),
        ({"players": 2, "hidden_rounds": "three"}, "requires hidden_bets=on"),
    ],
)
def test_what_cannot_be_played_is_refused(parameters: dict[str, Any], reason: str) -> None:
    """With the game's own reason."""
    with pytest.raises(Unplayable, match=reason):
        table_game("royal-turf")(parameters)


def test_an_unknown_parameter_is_refused() -> None:
    """OpenSpiel itself knows the list of parameters."""
    with pytest.raises(pyspiel.SpielError, match="colour"):
        pyspiel.load_game("python_paddock_royal_turf(colour=red)")


def test_outcomes_are_as_many_as_the_die_has_faces() -> None:
    """They are equally likely; the text of one names what is drawn."""
    state = opened("python_paddock_royal_turf(players=2)")
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
    assert state.action_to_string(4) == "race/1/die 4"
    assert state.legal_actions(1) == state.legal_actions() == [0, 1, 2, 3, 4, 5]


def test_only_the_player_to_act_has_legal_actions() -> None:
    """As in all games of OpenSpiel."""
    state = opened()
    acting = state.current_player()
    assert state.legal_actions(acting) == state.legal_actions() != []
    assert state.legal_actions(1 - acting) == []
    with pytest.raises(ValueError, match="not a player"):
        state.legal_actions(-3)


def test_what_is_handed_out_may_be_changed() -> None:
    """Callers may change the lists of actions and outcomes that they get."""
    state = opened()
    state.legal_actions().clear()
    assert state.legal_actions()
    root = pyspiel.load_game(HIDDEN).new_initial_state()
    root.chance_outcomes().clear()
    assert len(root.chance_outcomes()) == 21


def test_an_illegal_action_changes_nothing() -> None:
    """State and history stay the same, at a choice and at a draw."""
    for state in (opened(), pyspiel.load_game(HIDDEN).new_initial_state()):
        before, history = str(state), state.history()
        with pytest.raises(ValueError, match="not among the legal actions"):
            state.apply_action(pyspiel.load_game(HIDDEN).num_distinct_actions())
        assert (str(state), state.history()) == (before, history)


def test_a_copy_goes_its_own_way() -> None:
    """A copy has the original's history; what it does then leaves the original unchanged."""
    state = opened()
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy.history()[:-1] == state.history()
    assert str(copy) != str(state)


def test_a_stored_state_knows_what_it_knew() -> None:
    """A pickled state has the same information states, and keeps them as the match goes on."""
    state = opened()
    state.apply_action(state.legal_actions()[0])
    stored = pickle.loads(pickle.dumps(state))
    for _ in range(3):
        for seat in range(2):
            assert stored.information_state_string(seat) == state.information_state_string(seat)
        state.apply_action(state.legal_actions()[0])
        stored.apply_action(stored.legal_actions()[0])


def test_a_resampled_state_begins_without_a_history() -> None:
    """The real history has secrets. The state can still be copied, pickled and played."""
    state = opened()
    state.apply_action(state.legal_actions()[0])
    viewer = state.current_player()
    sampled = state.resample_from_infostate(viewer, lambda: 0.9)
    assert sampled.history() == [] != state.history()
    assert str(sampled) != str(state)
    for same in (sampled, sampled.clone(), pickle.loads(pickle.dumps(sampled))):
        known = same.information_state_string(viewer)
        assert known == state.information_state_string(viewer)
    sampled.apply_action(sampled.legal_actions()[0])
    assert len(sampled.history()) == 1


def test_observers_show_a_player_and_nothing_else() -> None:
    """An information state has no array, and there is no observer for spectators."""
    game = pyspiel.load_game(HIDDEN)
    kind = pyspiel.IIGObservationType
    assert game.make_py_observer(kind(perfect_recall=True)).tensor is None
    for other in (
        kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
        kind(perfect_recall=False, public_info=False),
    ):
        assert game.make_py_observer(other) is None
    observer = game.make_py_observer()
    state = opened()
    observer.set_from(state, 1)
    assert observer.tensor.tolist() == state.observation_tensor(1)
    assert sum(map(len, observer.dict.values())) == len(observer.tensor)
