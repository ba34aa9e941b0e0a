"""What is kept of intentions survives a restart; what cannot be read is set aside."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.boundaries import StorageTrouble
from agents.mind.intentions.choosing import Ending
from agents.mind.intentions.pursuit import Pursuit
from agents.mind.intentions.state import (
    IntentionFile,
    IntentionState,
    decode_state,
    encode_state,
)
from tests.agents.mind.intentions.support import NOON, TimedStage, lines_of

NUMBERS = st.integers(0, 10**9)
NAMES = st.text(max_size=12)
PURSUITS = st.builds(
    Pursuit, NAMES, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, st.integers(-1, 9),
    NAMES, st.booleans(),
)  # fmt: skip
STATES = st.builds(
    IntentionState,
    st.none() | PURSUITS,
    st.lists(PURSUITS, max_size=3).map(tuple),
    st.dictionaries(NAMES, st.builds(Ending, NUMBERS, NAMES), max_size=3),
    st.dictionaries(NAMES, NUMBERS, max_size=3),
    st.lists(st.tuples(NUMBERS, NAMES), max_size=3).map(tuple),
)


@given(STATES)
def test_what_is_written_reads_back_the_same(state: IntentionState) -> None:
    assert decode_state(encode_state(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"v": 2}',
        '{"v": 1}',
        encode_state(IntentionState()).replace('"present": null', '"present": {"name": 7}'),
        encode_state(IntentionState()).replace('"present": null', '"present": {"mood": "x"}'),
        encode_state(IntentionState()).replace('"endings": {}', '"endings": {"x": 3}'),
        encode_state(IntentionState()).replace('"interrupted": []', '"interrupted": [null]'),
    ],
)
def test_a_damaged_file_is_set_aside_and_life_goes_on(tmp_path: Path, text: str) -> None:
    warned: list[str] = []
    path = tmp_path / "Wren.json"
    path.write_text(text)
    file = IntentionFile(path, warned.append)
    assert file.load() == IntentionState()
    assert len(warned) == 1 and str(path) in warned[0] and "Wren.damaged" in warned[0]
    assert (tmp_path / "Wren.damaged").read_text() == text
    state = IntentionState(used={"a/0": 1})
    file.save(state)
    assert IntentionFile(path, warned.append).load() == state
    assert len(warned) == 1


def test_a_missing_file_is_no_trouble_and_a_full_disk_is_told_once(tmp_path: Path) -> None:
    warned: list[str] = []
    assert IntentionFile(tmp_path / "new" / "Wren.json", warned.append).load() == IntentionState()
    assert warned == []
    (tmp_path / "Wren.json").mkdir()
    told: list[StorageTrouble] = []
    file = IntentionFile(tmp_path / "Wren.json", warned.append, "Wren", told.append)
    file.save(IntentionState())
    file.save(IntentionState())
    assert len(warned) == 1 and "cannot be written" in warned[0]
    (tmp_path / "Wren.json").rmdir()
    file.save(IntentionState())
    file.save(IntentionState())
    assert [(each.kind, each.owner, bool(each.reason)) for each in told] == [
        ("intentions", "Wren", True),
        ("intentions", "Wren", False),
    ]


PLAN = """
go about:
  every: 1 day
  steps: [emote begins., {until: {seen: copper}}, emote goes on., emote ends.]
"""


async def test_a_restart_goes_on_with_the_present_step(tmp_path: Path) -> None:
    """The step that waits waits on; what was done is not done again, nor for a day after."""
    path, warned = tmp_path / "kept.json", list[str]()
    stage = TimedStage(tmp_path, start=NOON)
    stage.wren(PLAN, kept=IntentionFile(path, warned.append))
    await stage.clock.advance(30)
    await stage.close()
    again = TimedStage(tmp_path, start=NOON + 60)
    wren = again.wren(PLAN, kept=IntentionFile(path, warned.append))
    before = len(lines_of(wren))
    assert "emote begins." in lines_of(wren)
    await again.clock.advance(1)
    again.visit(wren)
    again.world.announce(again.ada.id, "light", "A copper light opens.")
    await again.clock.advance(1000)
    since = [line for line in lines_of(wren)[before:] if line.startswith("emote ")]
    assert "emote begins." not in since
    assert (since.count("emote goes on."), since.count("emote ends.")) == (1, 1)
    assert again.course[-1] == "go about: done"
    assert warned == []
    await again.close()


async def test_a_deed_whose_note_was_lost_counts_all_the_same(tmp_path: Path) -> None:
    """A crash between the deed and the file: the memories tell that the step was done."""
    path, warned = tmp_path / "kept.json", list[str]()
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(PLAN, kept=IntentionFile(path, warned.append))
    await stage.clock.advance(0)
    assert lines_of(wren) == ["emote begins."]
    kept = decode_state(path.read_text())
    assert kept.present is not None and kept.present.step == 1
    path.write_text(
        path.read_text()
        .replace('"step": 1', '"step": 0')
        .replace(f'"step_after": {kept.present.step_after}', '"step_after": 0')
    )
    await stage.close()
    again = TimedStage(tmp_path, start=NOON + 60)
    wren = again.wren(PLAN, kept=IntentionFile(path, warned.append))
    await again.clock.advance(60)
    assert lines_of(wren).count("emote begins.") == 1
    await again.close()


async def test_a_state_ahead_of_the_memories_is_not_followed(tmp_path: Path) -> None:
    """As after an archive was put back from a backup: its intention is forgotten."""
    path = tmp_path / "kept.json"
    file = IntentionFile(path, lambda what: None)
    file.save(IntentionState(present=Pursuit("go about", 0, 500, step=2, step_after=500)))
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(PLAN, kept=file)
    assert wren.intentions.state.present is None
    await stage.close()
