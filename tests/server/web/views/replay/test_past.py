"""What the past is for whom: events, ways, who was where, and thoughts."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.log.codec import encode
from server.chronicle.entry import GAP, ChronicleEntry, encode_entry
from server.chronicle.narrative.readers import ChronicleReader
from server.web.views.replay import past as replay
from server.web.views.replay.minds import list_thoughts
from server.web.views.replay.past import Past, UnknownPlace, list_all
from server.web.views.replay.whereabouts import find_whereabouts
from tests.server.chronicle.support import MORNING, happened
from world.nature import Nature

GUEST, ADA, ROOT = ChronicleReader(""), ChronicleReader("Ada"), ChronicleReader("Root", True)

GOES = Nature.MOVEMENT
ENTRIES = (
    happened("Moss digs.", 0, actor="Moss", agents=("Moss", "Wren")),
    happened("Ada sings.", 10, actor="Ada", people=("Ada", "Bert"), agents=("Moss",)),
    happened("Moss leaves.", 20, kind=GOES, actor="Moss", event="leave", people=("Ada",)),
    happened("Moss comes.", 20, "The Garden", GOES, "Moss", "arrive"),
    happened("Bert leaves.", 30, kind=GOES, actor="Bert", event="leave", people=("Ada", "Bert")),
)


@pytest.fixture
def past(tmp_path: Path) -> Past:
    (tmp_path / "2026-11-22.jsonl").write_bytes(b"".join(map(encode_entry, ENTRIES)))
    return Past(tmp_path)


def texts(events: list[ChronicleEntry]) -> list[str]:
    return [each.text for each in events]


def test_who_was_there_is_shown_it_and_all_are_shown_where_agents_go(past: Past) -> None:
    assert texts(past.read(ROOT, MORNING, None).events) == [each.text for each in ENTRIES]
    assert texts(past.read(ADA, MORNING, None).events) == [each.text for each in ENTRIES]
    shown = past.read(GUEST, MORNING, None).events
    assert texts(shown) == ["Moss digs.", "", "Moss comes."]
    assert (shown[1].actor, shown[1].agents, shown[1].people) == ("Moss", ("Moss",), ())


def test_a_stretch_ends_where_it_shall_and_goes_on_where_it_ended(
    past: Past, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = MORNING + timedelta(seconds=15)
    assert texts(past.read(ROOT, MORNING, until).events) == ["Moss digs.", "Ada sings."]
    monkeypatch.setattr(replay, "MOST_EVENTS", 2)
    first = past.read(ROOT, MORNING, None)
    assert texts(first.events) == ["Moss digs.", "Ada sings."] and first.next
    assert texts(past.read(ROOT, first.next, None).events) == ["Moss leaves.", "Moss comes."]
    assert not first.later
    everything = list_all(past, ROOT, MORNING, MORNING + timedelta(days=1))
    assert texts(list(everything)) == [each.text for each in ENTRIES]
    for wrong in ("", "x", "2026-11-22.jsonl", "../2026-11-22.jsonl@1", "2026-11-23.jsonl@0"):
        with pytest.raises(UnknownPlace):
            past.read(ROOT, wrong, None)


def test_what_happens_after_the_end_is_read_from_there_on(past: Past) -> None:
    """In the same file and in that of another day; nothing is told twice."""
    all_read = past.read(ROOT, MORNING, None)
    assert not all_read.next
    none_yet = past.read(ROOT, all_read.later, None)
    assert (none_yet.events, none_yet.later) == ([], all_read.later)
    newest = ENTRIES[-1].at
    for later in (timedelta(seconds=1), timedelta(days=1)):
        entry = replace(ENTRIES[-1], at=newest + later, text=f"Later by {later}.")
        with (past.folder / f"{entry.at:%Y-%m-%d}.jsonl").open("ab") as file:
            file.write(encode_entry(entry))
    more = past.read(ROOT, none_yet.later, None)
    assert texts(more.events) == ["Later by 0:00:01.", "Later by 1 day, 0:00:00."]
    assert not past.read(ROOT, more.later, None).events


def test_an_empty_chronicle_has_no_place(tmp_path: Path) -> None:
    stretch = Past(tmp_path).read(ROOT, MORNING, None)
    assert (stretch.events, stretch.next, stretch.later) == ([], "", "")


def test_who_was_where_follows_from_coming_going_and_being_seen(past: Past) -> None:
    """The newest sight counts, and who has left is nowhere."""
    moment = past.find_moment(ROOT, MORNING + timedelta(seconds=60))
    assert [(each.name, each.room, each.came) for each in moment.people] == [
        ("Ada", "The Hall", False), ("Moss", "The Garden", True), ("Wren", "The Hall", False),
    ]  # fmt: skip
    early = past.find_moment(ROOT, MORNING + timedelta(seconds=15))
    assert {each.name: each.room for each in early.people}["Moss"] == "The Hall"
    assert texts(early.events) == ["Moss digs.", "Ada sings."]


def test_people_are_hidden_from_who_was_not_there(past: Past) -> None:
    moment = past.find_moment(GUEST, MORNING + timedelta(seconds=60))
    assert [each.name for each in moment.people] == ["Moss", "Wren"]
    assert texts(moment.events) == ["Moss digs.", "Moss comes."]


def test_a_gap_says_nothing_of_who_was_where() -> None:
    gap = ChronicleEntry(MORNING, None, "", GAP, "", lost=3, agents=("Moss",))
    assert find_whereabouts([gap], ROOT) == []


def test_how_busy_it_was(past: Past) -> None:
    parts = past.measure(MORNING - timedelta(seconds=100), MORNING + timedelta(seconds=100), 4)
    assert parts[:2] == [0, 0] and parts[2] > 0 and parts[3] == 0


def test_thoughts_of_all_agents_come_in_order(tmp_path: Path) -> None:
    """Own ones alone, and not what everybody saw."""
    minds = {
        "Moss": [(0, "thought", Nature.THOUGHT), (20, "action", Nature.DISTANT_SPEECH)],
        "Wren": [(10, "thought", Nature.DREAM), (11, "action", Nature.SPEECH),
                 (12, "observation", Nature.PRIVATE_SPEECH), (90, "thought", Nature.THOUGHT)],
    }  # fmt: skip
    for name, memories in minds.items():
        folder = tmp_path / "agents" / name / "archive"
        folder.mkdir(parents=True)
        lines = [
            encode(Experience(seq, MORNING + timedelta(seconds=at), f"{name} {at}", source,
                              nature=nature))
            for seq, (at, source, nature) in enumerate(memories, 1)
        ]  # fmt: skip
        (folder / "000000000001.jsonl").write_bytes(b"".join([*lines, b"torn"]))
    found = list_thoughts(tmp_path, MORNING, MORNING + timedelta(seconds=60))
    assert [(name, memory.text) for _, name, memory in found] == [
        ("Moss", "Moss 0"), ("Wren", "Wren 10"), ("Moss", "Moss 20"),
    ]  # fmt: skip
