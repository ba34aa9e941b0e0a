"""Who may read what, how much of it, and what is written into the vault."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative import teller as telling
from server.chronicle.narrative.readers import ChronicleReader
from server.chronicle.narrative.teller import NarrativeTeller
from tests.server.chronicle.support import MORNING, happened
from tests.texts import shipped_texts

HOUR = 3600
ADA, BOB = ChronicleReader("Ada"), ChronicleReader("Bob")
ENTRIES = [
    happened("The day before.", -HOUR),
    happened("Moss nods.", 0, actor="Moss"),
    happened("Ada nods.", 5, actor="Ada", people=("Ada",)),
    happened("Moss smiles at Ada.", 10, actor="Moss", people=("Ada",)),
    happened("Wren waves.", 15, "The Garden", actor="Wren"),
]


def library(folder: Path, entries: list[ChronicleEntry]) -> NarrativeTeller:
    return NarrativeTeller(folder, shipped_texts(), lambda: iter(entries[::-1]))


def read(reader: ChronicleReader, days: int = 1, room: str = "") -> str:
    told = library(Path(), ENTRIES).tell(reader, lambda each: room in ("", each.room), days)
    return " ".join(told.split())


@pytest.mark.parametrize(
    ("reader", "seen"),
    [
        (ADA, {"Moss nods", "Ada nods", "Moss smiles"}),
        (BOB, {"Moss nods"}),
        (ChronicleReader("Root", administrator=True), {"Moss nods", "Ada nods", "Moss smiles"}),
        (ChronicleReader("Ada", since=MORNING), {"Moss nods", "Ada nods", "Moss smiles"}),
        (ChronicleReader("Ada", since=MORNING + timedelta(seconds=60)), {"Moss nods"}),
    ],
    ids=["was there", "was not", "administrator", "guest", "the next guest of that name"],
)
def test_people_read_what_they_were_there_for(reader: ChronicleReader, seen: set[str]) -> None:
    """What agents do among themselves is for everybody; a guest's name was somebody else's."""
    told = read(reader, room="The Hall")
    every = {"Moss nods", "Ada nods", "Moss smiles"}
    assert {each for each in every if each in told} == seen


def test_a_day_is_the_worlds_and_more_can_be_asked_for() -> None:
    """An hour ago was another day."""
    assert "The day before" not in read(ADA) and "The day before" in read(ADA, days=2)
    assert library(Path(), []).tell(ADA, lambda each: True, 3) == ""


def test_a_long_story_loses_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal gets the latest; no heading is left without a paragraph."""
    monkeypatch.setattr(telling, "MOST_SHOWN", 300)
    entries = [happened(f"Thing {number} happens.", 200 * number) for number in range(40)]
    told = library(Path(), entries).tell(ADA, lambda each: True, 14)
    paragraphs = told.split("\n\n")
    assert paragraphs[0] == "(What was earlier is left out here.)"
    assert "Thing 39 happens." in paragraphs[-1] and "Thing 5 " not in told
    assert len(told) <= 300 + len(paragraphs[0]) + 2
    assert paragraphs[1].startswith("The ") and "happens" not in paragraphs[1]


def test_no_more_is_read_than_a_narrative_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy day must not take the processor for minutes."""
    monkeypatch.setattr(telling, "MOST_READ", 2)
    assert "Moss nods" not in read(ADA)


def test_pages_are_written_by_days_of_utc_for_this_user_alone(tmp_path: Path) -> None:
    """As their lines are; a second time replaces the first."""
    entries = [happened("Yesterday.", -86_400), *ENTRIES]
    for _ in range(2):
        written = library(tmp_path, entries).write_pages(2)
    paths = [tmp_path / "2026-11-22.md", tmp_path / "2026-11-21.md"]
    assert written == [str(path) for path in paths] and sorted(tmp_path.iterdir()) == paths[::-1]
    text = paths[0].read_text()
    assert text.startswith("---\ntype: narrative\nday: 2026-11-22\nlines: 5\n---\n# 2026-11-22\n")
    assert "**[[The Hall]]**, eight o'clock. Moss nods." in text and "Yesterday" not in text
    assert paths[0].stat().st_mode & 0o777 == 0o600
