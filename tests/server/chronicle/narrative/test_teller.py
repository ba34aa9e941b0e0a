"""Who may read what, how much of it, and what is written into the vault."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative import portions
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


EVERYTHING = [happened(f"Thing {number} happens.", 200 * number) for number in range(40)]


def read_page(entries: list[ChronicleEntry], page: int, days: int = 14) -> str:
    told = library(Path(), entries).tell(ADA, lambda each: True, days, page, "@narrative 14")
    return told or "nothing"


def test_a_long_story_has_pages_and_all_of_it_is_on_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Page 1 is the latest; each begins with its day, is no longer than it may be, and names the
    command for what was before; the last one says that it is the last."""
    monkeypatch.setattr(portions, "MOST_SHOWN", 300)
    pages = [read_page(EVERYTHING, number) for number in range(1, 30)]
    count = next(at for at, page in enumerate(pages) if page.startswith("There is no page"))
    assert count > 5 and pages[count] == f"There is no page {count + 1}. The last is page {count}."
    bodies, ends = zip(*(page.rsplit("\n\n", 1) for page in pages[:count]), strict=True)
    told = "\n".join(reversed(bodies))
    assert re.findall(r"Thing (\d+) happens", told) == [str(number) for number in range(40)]
    for number, (body, end) in enumerate(zip(bodies[:-1], ends[:-1], strict=True), 2):
        assert end.endswith(f"What was before: @narrative 14 page {number})")
        assert len(body) <= 300 and re.match(r"The \w+ day of \w+\n\n\w+\.", body)
    assert ends[-1] == f"(Page {count}, the last: nothing of this time was before.)"


def test_a_long_day_has_pages_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fits into one page is in one; else a page begins with each day."""
    hours = [happened(f"Hour {number // 9} strikes.", 400 * number - 1200) for number in range(27)]
    whole = read_page(hours, 1, 3)
    assert all(f"Hour {number} " in whole for number in range(3)) and "age 1" not in whole
    monkeypatch.setattr(portions, "MOST_SHOWN", len(whole) // 2)
    days = [read_page(hours, number, 3) for number in (1, 2, 3)]
    for number, page in enumerate(days):
        assert set(re.findall(r"Hour (\d)", page)) == {str(2 - number)}


def test_the_talk_of_a_crowd_is_cut_where_a_word_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """One scene can be longer than a page, and longer than a connection takes at once."""
    monkeypatch.setattr(portions, "MOST_SHOWN", 400)
    crowd = [happened(f"Guest{number} nods at number-{number}.", 1) for number in range(60)]
    pages = [read_page(crowd, number) for number in range(1, 20)]
    bodies = [page.rsplit("\n\n", 1)[0] for page in pages if not page.startswith("There is no")]
    assert len(bodies) > 4 and all(len(body) <= 400 for body in bodies)
    named = re.findall(r"number-(\d+)\.", "\n".join(reversed(bodies)))
    assert named == [str(number) for number in range(60)]


def test_what_no_page_tells_any_more_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "MOST_READ", 10)
    told = read_page(EVERYTHING, 1)
    assert "Thing 30 " in told and "Thing 29 " not in told
    assert told.endswith("as 10 lines of the chronicle reach; what was before is told no more.)")


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
