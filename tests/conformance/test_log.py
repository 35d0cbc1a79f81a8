"""A log holds the whole match: it can be folded, read, decided again and undone."""

from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec.structs import replace

from paddock.kernel.chance import Draw, KeyedChance, commitment, match_key, seed_of_number
from paddock.kernel.game import shown_to
from paddock.kernel.log import (
    Committed,
    Entropy,
    LineEncoder,
    Log,
    Numbered,
    Revealed,
    Step,
    Undone,
    read,
    standing,
)
from paddock.kernel.match import fold
from paddock.kernel.refusal import Refusal
from paddock.kernel.verify import verify_dice, verify_rules
from tests.conformance.games import each_game
from tests.conformance.play import Session, each_session, header, taken
from tests.conformance.subject import AnyGame, Subject
from tests.records import AnyMatch, carried_out, undone, written

SECRETS = st.binary(min_size=32, max_size=32)


def same_again(value: object, kind: Any) -> None:
    """A round trip through JSON gives an equal value and the same bytes."""
    data = msgspec.json.encode(value)
    back = msgspec.json.decode(data, type=kind)
    assert back == value
    assert type(back) is type(value)
    assert msgspec.json.encode(back) == data


@each_session()
def test_events_alone_lead_to_the_live_state(session: Session) -> None:
    """Folding the log gives the state of the match after every step."""
    match = session.match()
    state = match.game.initial()
    assert match.state == state
    for step in session.play(match):
        for event in step.events:
            state = match.game.evolve(state, event)
        assert state == match.state
        assert step.events, "a step in which nothing happens"
    assert fold(match.game, standing(match.records)) == match.state


@each_session(data=st.data())
def test_a_log_read_from_its_bytes_leads_to_the_live_state(
    session: Session, data: st.DataObject
) -> None:
    """At any length: what was written can be read, and a resumed match goes on."""
    match, encoder = session.match(), LineEncoder()
    states = [match.state, *(match.state for _ in session.play(match))]
    lines = list(map(encoder.line, (header(match.game, Numbered(0)), *match.records)))
    for length in data.draw(st.sets(st.integers(0, len(states) - 1), min_size=3, max_size=6)):
        log = read(b"".join(lines[: length + 1]), match.game.types)
        assert log.records == tuple(match.records[:length])
        assert fold(match.game, log.steps) == states[length]
        resumed = resumed_at(session, log)
        assert resumed.state == states[length]
        for step in match.records[length : length + 3]:
            assert isinstance(step, Step)
            assert carried_out(resumed, step.seat, step.command) == step


def resumed_at(session: Session, log: Log[Any, Any]) -> AnyMatch:
    match = session.match()
    for record in log.records:
        match.accept(record)
    return match


@each_session(busy=True)
def test_json_keeps_everything(session: Session) -> None:
    """States, views, events (redacted ones too), commands and steps survive JSON exactly."""
    match = session.match()
    types, viewers = match.game.types, (None, *range(session.seats))
    step_type = Step[types.command, types.event]  # type: ignore[name-defined]  # known only now
    rng = Random(session.luck)
    same_again(match.state, types.state)
    for step in session.play(match):
        same_again(step, step_type)
        same_again(step.command, types.command)
        same_again(match.state, types.state)
        viewer = rng.choice(viewers)
        shown, _ = shown_to(match.game, match.state, viewer)
        seen = match.game.view(match.state, viewer)
        assert all(getattr(shown, name) == getattr(seen, name) for name in seen.__struct_fields__)
        same_again(shown, types.view)
        for event in step.events:
            same_again(event, types.event)
            same_again(match.game.redact(event, viewer), types.event)


@each_session(seed=SECRETS, data=st.data())
def test_a_provable_match_passes_both_verdicts(
    session: Session, seed: bytes, data: st.DataObject
) -> None:
    """Chance from a committed seed and the seats' entropy: dice and rules hold."""
    entropy = data.draw(st.dictionaries(st.integers(0, session.seats - 1), SECRETS))
    chance = KeyedChance(match_key(seed, entropy))
    match = session.match(chance)
    for _ in session.play(match):
        pass
    added = [Entropy(seat, value.hex()) for seat, value in entropy.items()]
    records = [header(match.game, Committed(commitment(seed))), *added, *match.records]
    unknown = read(written(records), match.game.types)
    assert verify_dice(unknown).holds == "unknown"
    log = read(written([*records, Revealed(seed.hex())]), match.game.types)
    assert verify_dice(log).holds == "yes"
    assert verify_rules(match.game, log).holds == "yes"
    assert_caught(match.game, log, Random(session.choices))


def assert_caught(game: AnyGame, log: Log[Any, Any], rng: Random) -> None:
    """A changed draw or event, a missing step or a wrong undo: some verdict says no."""
    steps = log.steps
    at = rng.choice([place for place, step in enumerate(steps) if step.draws])
    step, rest = steps[at], steps[at + 1 :]
    first, *others = step.draws
    other = replace(step, draws=(replace(first, value=first.value + 1), *others))
    assert verify_dice(replace(log, records=(*steps[:at], other, *rest))).holds == "no"
    more = replace(step, draws=(*step.draws, Draw("more", 0, 2, 0)))
    silent = replace(step, events=step.events[:-1])
    back = Undone(step.seq + 1, step.seq - 1)
    for forged in ((more, *rest), (silent, *rest), (step, back), rest):
        records = (*steps[:at], *forged)
        verdict = verify_rules(game, replace(log, records=records))
        assert verdict.holds == "no" or not forged


@each_session()
def test_a_numbered_match_is_the_same_match_again(session: Session) -> None:
    """A numbered seed and the same choices give the same bytes, and the dice verdict holds."""
    logs = []
    for _ in range(2):
        match = session.match(KeyedChance(match_key(seed_of_number(session.luck), {})))
        for _ in session.play(match):
            pass
        logs.append(written([header(match.game, Numbered(session.luck)), *match.records]))
    assert logs[0] == logs[1]
    assert verify_dice(read(logs[0], session.subject.game.types)).holds == "yes"


@each_session()
def test_undo_reaches_back_to_chance_and_no_further(session: Session) -> None:
    """An undo restores the state. It never takes back a draw or a reveal."""
    match = session.match()
    rng = Random(session.choices)
    past = [(0, match.state)]  # the steps not undone, with the state after each
    barrier = 0  # no undo to before this step
    taken_back = 0
    while not match.game.winners(match.state) and len(match.records) < session.subject.longest:
        step = taken(match, *session.chosen(match, rng))
        past.append((step.seq, match.state))
        if step.draws or any(map(match.game.reveals, step.events)):
            barrier = step.seq
        # Rarely enough that a round of choices without chance comes to its end.
        if rng.randrange(4 * session.seats) == 0:
            taken_back += try_undo(match, past, barrier, rng.randrange(-1, step.seq + 2))
        elif rng.randrange(2 * session.seats) == 0:
            taken_back += try_undo(match, past, barrier, step.seq - rng.randrange(3))
    assert match.game.winners(match.state)
    data = written([header(match.game, Numbered(0)), *match.records])
    log = read(data, match.game.types)
    assert log.records == tuple(match.records)
    assert fold(match.game, log.steps) == match.state
    resumed = resumed_at(session, log)
    assert (resumed.state, resumed.records) == (match.state, match.records)
    assert verify_rules(match.game, log).holds == "yes"
    assert taken_back == sum(isinstance(record, Undone) for record in log.records)


def try_undo(match: AnyMatch, past: list[tuple[int, Any]], barrier: int, to: int) -> bool:
    """Ask for an undo, and keep `past`, the stack of steps not undone, up to date."""
    before, count = match.state, len(match.records)
    answer = undone(match, to)
    if to < barrier or to >= past[-1][0]:
        assert isinstance(answer, Refusal) and answer.code == "not_undoable"
        assert match.state is before and len(match.records) == count
        return False
    assert answer == Undone(count + 1, to)
    while past[-1][0] > to:
        past.pop()
    assert match.state == past[-1][1]
    assert match.state == fold(match.game, standing(match.records))
    return True


@each_game
def test_some_steps_can_be_taken_back(subject: Subject) -> None:
    """So the test above does undo choices."""
    session = Session(subject, subject.seats[0], subject.options[0], 1, 1)
    match = session.match()
    assert any(isinstance(undone(match, step.seq - 1), Undone) for step in session.play(match))
