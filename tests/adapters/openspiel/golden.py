"""Whole matches in OpenSpiel, written down so that tests can play them again.

A playthrough has a line for each choice: the actions up to the next choice as numbers, the same in
words, and checksums of what every state on the way shows. Below it are the lines that have changed
in the rendering of the table, and the whole state in words where a phase of the game begins.

`python -m tests.adapters.openspiel.golden` writes all of them anew, with the same actions as long
as they are legal: read the difference before you accept it.
"""

from collections.abc import Iterator, Sequence
from difflib import unified_diff
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from random import Random
from textwrap import wrap
from typing import Any

import pyspiel

import paddock.adapters.openspiel  # noqa: F401  # registers the games

SEED = 1  # of the actions where no script applies
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
DIGITS = 4  # of a checksum
DICE = ("die ", "dice ")  # lines of a rendering that the words of the actions repeat
BETWEEN = " | "
# What the checksums of a line are of.
PARTS = (
    *("the state as text", "information states", "observations as text", "observations as arrays"),
    *("legal actions", "returns"),
)
TYPE = (
    *("short_name", "long_name", "dynamics", "chance_mode", "information", "utility"),
    *("reward_model", "min_num_players", "max_num_players", "parameter_specification"),
    *("provides_information_state_string", "provides_information_state_tensor"),
    *("provides_observation_string", "provides_observation_tensor"),
)
GAME = (
    *("num_players", "num_distinct_actions", "max_chance_outcomes", "max_game_length"),
    *("max_chance_nodes_in_history", "min_utility", "max_utility", "utility_sum"),
)


def played(name: str, script: Sequence[int] = ()) -> Iterator[str]:
    """The lines of a playthrough; after the first illegal action, random ones are played."""
    game, left, rng = pyspiel.load_game(name), list(script), Random(SEED)
    yield name
    yield from _facts(game)
    state, phases, known = game.new_initial_state(), set[str](), dict[str, str]()
    actions, words, passed = list[str](), list[str](), [sha256() for _ in PARTS]
    while True:
        for digest, part in zip(passed, _shown(state), strict=True):
            digest.update(repr(part).encode())
        if actions and not state.is_chance_node():
            sums = (digest.hexdigest()[:DIGITS] for digest in passed)
            yield BETWEEN.join((" ".join(actions), ", ".join(words), " ".join(sums)))
            actions, words, passed = [], [], [sha256() for _ in PARTS]
        lines = _lines(state)
        _race, _number, phase, *_acting = str(state).splitlines()[1].split()
        if phase not in phases:
            phases.add(phase)
            yield from whole(state)
            known = lines
        elif not state.is_chance_node():
            yield from (f"    {line}" for plain, line in lines.items() if plain not in known)
            known = lines
        if state.is_terminal():
            return
        legal = state.legal_actions()
        if not left or left[0] not in legal:
            left = [rng.choice(legal)]
        action = left.pop(0)
        actions.append(str(action))
        words.append(state.action_to_string(action))
        state.apply_action(action)


def whole(state: Any) -> Iterator[str]:
    """A state in words: what all see, what a player sees besides, arrays, and legal actions."""
    _number, *public = str(state).splitlines()
    yield ""
    yield from (f"    {line}" for line in public)
    for player in range(state.num_players()):
        own = state.observation_string(player).splitlines()
        yield from (f"    player_{player} sees {line}" for line in own if line not in public)
        observer = state.get_game().make_py_observer()
        observer.set_from(state, player)
        fields = (
            f"{name} {' '.join(f'{at}:{numbers[at]:.5g}' for at in numbers.nonzero()[0])}"
            for name, numbers in observer.dict.items()
            if numbers.any()
        )
        yield from _paragraph(f"array of player_{player}", "; ".join(fields))
    legal = (f"{action} {state.action_to_string(action)}" for action in state.legal_actions())
    yield from _paragraph("legal", "; ".join(legal))
    yield f"    returns {state.returns()}"


def difference(path: Path) -> str:
    """How a match differs from its playthrough, in words; empty if it does not."""
    written = path.read_text(encoding="utf-8").splitlines()
    shown = list(played(written[0], _script(written)))
    for old, new in zip_longest(written, shown, fillvalue=""):
        if old != new:
            changes = unified_diff(written, shown, "expected", "now", lineterm="", n=0)
            return "\n".join((_explained(old, new), "Everything that differs:", *changes))
    return ""


def _explained(old: str, new: str) -> str:
    """How two lines differ."""
    *before, sums = old.split(BETWEEN)
    *after, others = new.split(BETWEEN)
    if not before or before != after:
        return f"Expected: {old}\nNow:      {new}"
    parts = (
        name
        for name, one, other in zip(PARTS, sums.split(), others.split(), strict=True)
        if one != other
    )
    return f"After {before[-1]}, something has changed in: {', '.join(parts)}"


def _script(lines: Sequence[str]) -> list[int]:
    """The actions in these lines."""
    turns = (line.split(BETWEEN)[0] for line in lines if BETWEEN in line)
    return [int(action) for turn in turns for action in turn.split()]


def _facts(game: Any) -> Iterator[str]:
    """OpenSpiel's facts about the game."""
    for name in TYPE:
        yield f"{name}: {getattr(game.get_type(), name)}"
    for name in GAME:
        yield f"{name}: {getattr(game, name)()}"
    fields = game.make_py_observer().dict.items()
    yield from _paragraph("array", "; ".join(f"{name} {len(each)}" for name, each in fields))


def _shown(state: Any) -> tuple[object, ...]:
    """Everything that OpenSpiel can ask of a state, by `PARTS`."""
    players = range(state.num_players())
    legal = state.legal_actions()
    chances = state.chance_outcomes() if state.is_chance_node() else ()
    return (
        str(state),
        [state.information_state_string(player) for player in players],
        [state.observation_string(player) for player in players],
        [state.observation_tensor(player) for player in players],
        (
            state.current_player(),
            legal,
            [state.action_to_string(action) for action in legal],
            chances,
        ),
        (state.rewards(), state.returns()),
    )


def _lines(state: Any) -> dict[str, str]:
    """The lines about money and horses; the keys are without the mark of whose turn it is."""
    lines = str(state).splitlines()[2:]
    return {line.lstrip("> "): line for line in lines if not line.startswith(DICE)}


def _paragraph(title: str, words: str) -> list[str]:
    return wrap(f"{title}: {words}", 100, initial_indent="    ", subsequent_indent="      ")


if __name__ == "__main__":
    for path in PLAYTHROUGHS.glob("*.txt"):
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(played(lines[0], _script(lines))) + "\n", encoding="utf-8")
