"""Together, the playthroughs of Rennfieber show every option, card and event."""

from pathlib import Path
from typing import get_args

from paddock.games.rennfieber.events import Event, GallopDeckReformed, TrainingDeckReformed
from paddock.games.rennfieber.ruleset import OPTIONS
from tests.playthroughs.rennfieber.telling import GALLOP, TRAINING

TOLD = "".join(file.read_text("utf-8") for file in sorted(Path(__file__).parent.glob("*.txt")))


def test_every_option_and_number_of_runners() -> None:
    """Each choice of each option, and tables with one, two and three runners each."""
    choices = [
        f"  {name}={choice}\n" for name, option in OPTIONS.items() for choice in option.by_name()
    ]
    tables = [f"Seats: {seats}." for seats in (2, 3, 4, 6)]
    assert [missing for missing in (*choices, *tables) if missing not in TOLD] == []


def test_every_card() -> None:
    """Each kind of card in both decks is drawn."""
    drawn = [f"card={kind} kept=" for kind in TRAINING] + [f"card={kind} stays=" for kind in GALLOP]
    assert [missing for missing in drawn if missing not in TOLD] == []


def test_every_event() -> None:
    """Except for a deck that is reformed: that text would be too long to read."""
    kinds = set(get_args(Event)) - {GallopDeckReformed, TrainingDeckReformed}
    tags = [str(kind.__struct_config__.tag) for kind in kinds]
    assert [tag for tag in tags if f"  * {tag}" not in TOLD] == []
