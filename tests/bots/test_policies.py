"""What holds for every bot: its name, its view, the rules, its budget, and how often it wins."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from paddock import fast
from paddock.bots import policies, policy, quick, rennfieber, royal_turf
from paddock.bots.rookie import Rookie
from paddock.games import AnyGame
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.ruleset import OPTIONS, SEATS
from paddock.kernel.chance import QuickChance
from paddock.lab.plan import play
from paddock.lab.workers import processes, serial
from tests.bots.decisions import chosen, decisions, explained, ignore, least_share, seated
from tests.fast.royal_turf.matches import OWN_FIGURES, SHORT_FIGURES
from tests.pairwise import pairwise
from tests.rennfieber import table as fever
from tests.rennfieber.choices import SOME_TABLES
from tests.royal_turf import table as turf

compiled = pytest.mark.compiled
HIDDEN = turf.game(4, hidden_bets="on")
SEALED = fever.game(4, auction="sealed")


def turf_tables() -> list[RoyalTurf]:
    """Tables of Royal Turf with every pair of choices and numbers of seats."""
    choices = {name: tuple(option.by_name()) for name, option in OPTIONS.items()}
    del choices["hidden_bets"]
    rounds = choices.pop("hidden_rounds")
    rows = pairwise({"seats": SEATS, "hidden": ("off", *rounds), **choices})
    bets = {choice: {"hidden_bets": "on", "hidden_rounds": choice} for choice in rounds}
    return [
        turf.game(
            row["seats"], **{name: row[name] for name in choices}, **bets.get(row["hidden"], {})
        )
        for row in rows
    ]


@pytest.mark.parametrize(
    ("game", "name", "kind"),
    [
        (turf.game(), "random", Rookie),
        (turf.game(), "punter", royal_turf.Punter),
        (turf.game(), "bluffer", royal_turf.Bluffer),
        pytest.param(turf.game(), "sharp:40", royal_turf.Sharp, marks=compiled),
        (fever.game(), "random", Rookie),
        (fever.game(), "punter", rennfieber.Punter),
        (fever.game(), "plunger", rennfieber.Plunger),
        pytest.param(fever.game(), "sharp:10", rennfieber.Sharp, marks=compiled),
    ],
)
def test_policies_are_found_by_name(game: AnyGame, name: str, kind: type) -> None:
    """By the game's name and their own; `sharp:40` has 40 rollouts."""
    assert isinstance(policy(game, name), kind)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("genius", r"no policy 'genius' .*royal-turf.*: random, punter"),
        ("genius:40", "no policy 'genius:40'"),
        *(
            (name, "cannot be given")
            for name in ("punter:40", "sharp:", "sharp:0", "sharp:-1", "sharp:many")
        ),
    ],
)
def test_an_unknown_policy_or_budget_is_refused(name: str, message: str) -> None:
    """Only a searching policy takes a number of rollouts, which is positive."""
    with pytest.raises(LookupError, match=message):
        policy(turf.game(4), name)


def test_a_number_of_rollouts_needs_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """A policy that plays as a punter must not claim that many rollouts."""
    monkeypatch.setattr(fast, "available", lambda: False)
    with pytest.raises(LookupError, match="Numba"):
        policy(turf.game(2), "sharp:10")


@compiled
@pytest.mark.parametrize(
    ("kind", "game", "message"),
    [
        (royal_turf.Sharp, turf.game(4), "no better than punter"),
        (rennfieber.Sharp, fever.game(), "Without Numba"),
    ],
)
def test_without_numba_the_sharp_is_weaker(
    kind: Any, game: AnyGame, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A warning is given; then it bets and rides as a punter, and can play a whole match."""
    monkeypatch.setattr(fast, "available", lambda: False)
    with pytest.warns(RuntimeWarning, match=message):
        weak = kind(game)
    weak.prepare()
    punter = policy(game, "punter")
    for state, seat in decisions(game, punter, QuickChance(3), Random(3)):
        if type(state.phase).__name__ == "Racing" and seat == 0:
            assert chosen(game, weak, state) == chosen(game, punter, state)
    assert play(game, [weak, punter, punter, punter], 5, 0, ignore)


@pytest.mark.parametrize(
    ("game", "bot", "every", "matches"),
    [
        (HIDDEN, "punter", 1, 4),
        (HIDDEN, "bluffer", 3, 2),
        pytest.param(HIDDEN, "sharp:40", 4, 1, marks=compiled),
        (SEALED, "punter", 1, 1),
        (SEALED, "plunger", 3, 1),
        pytest.param(SEALED, "sharp:30", 8, 1, marks=compiled),
    ],
)
def test_bots_see_only_their_view(game: Any, bot: str, every: int, matches: int) -> None:
    """States that look the same to a seat are explained the same, to the last digit."""
    by, punter, rng, different = policy(game, bot), policy(game, "punter"), Random(1), 0
    for number in range(matches):
        made = decisions(game, punter, QuickChance(7, number), Random(number))
        for state, seat in islice(made, None, None, every):
            sampled = game.sample(game.view(state, seat), rng)
            different += sampled != state
            assert explained(game, by, sampled, seat) == explained(game, by, state, seat)
    assert different > 10


@pytest.mark.parametrize(
    "game", [*turf_tables(), *(fever.game(seats, **options) for seats, options in SOME_TABLES)]
)
def test_bots_obey_the_rules(game: Any) -> None:
    """Whole matches at tables with every pair of choices."""
    names = [name for name in policies(game.name) if quick(game.name, name)]
    bots = [seated(game, names[seat % len(names)]) for seat in range(game.seats)]
    assert play(game, bots, 5, 0, ignore)


@compiled
@pytest.mark.parametrize(
    "game",
    [
        *turf_tables()[::3],
        RoyalTurf.make(3, {"hidden_bets": "on"}, OWN_FIGURES),
        RoyalTurf.make(3, {"hidden_bets": "on"}, SHORT_FIGURES),
        fever.game(2, auction="once_around", odds_by="amounts", stakes="unlimited"),
        fever.game(3, auction="sealed", last_horse="called_in", entry_fee="per_player"),
        fever.game(6, offer_order="number", last_buyer="takes", stakes="unlimited"),
    ],
)
def test_the_sharp_obeys_the_rules(game: AnyGame) -> None:
    """A whole match against all bots, with several options and editions."""
    other = "bluffer" if isinstance(game, RoyalTurf) else "plunger"
    names = ["sharp:15", "punter", other, "random", "punter", other][: game.seats]
    assert play(game, [policy(game, name) for name in names], 5, 0, ignore)


# A bot and its opponents, rounds without and with `--long`, and the least share of wins.
CONTESTS = (
    *(
        pytest.param(
            turf.game(seats, hidden_bets=hidden),
            ("punter", "random"),
            (60 // seats, 2_000 // seats),
            min(0.8, 2 / seats),
            marks=[pytest.mark.long] if seats % 2 != place else [],
        )
        for seats in SEATS
        for place, hidden in enumerate(("on", "off"))
    ),
    (turf.game(4), ("bluffer", "random"), (15, 15), 0.5),
    (HIDDEN, ("bluffer", "random"), (15, 15), 0.5),
    (fever.game(4), ("punter", "random"), (25, 125), 0.8),
    (fever.game(4), ("plunger", "random"), (8, 8), 0.4),
    # A few games would prove nothing: the sharps' own tests show what they play for.
    *(
        pytest.param(game, (bot, others), (rounds, rounds), share, marks=pytest.mark.long)
        for game, bot, others, rounds, share in (
            (turf.game(4), "punter", "random", 5_000, 0.9),
            (turf.game(4), "sharp:300", "punter", 100, 0.35),
            (HIDDEN, "sharp:300", "punter", 100, 0.35),
            (fever.game(4), "sharp:300", "punter", 40, 0.35),
        )
    ),
)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("game", "names", "rounds", "share"), CONTESTS)
def test_a_bot_beats_weaker_ones(
    game: AnyGame, names: tuple[str, str], rounds: tuple[int, int], share: float, long: bool
) -> None:
    """Even the lower end of the interval is well above its fair share of the wins."""
    crew = processes(2) if long else serial
    assert least_share(game, *names, rounds[long], crew) > share
