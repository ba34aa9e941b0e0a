"""What a builder may write into a room's note: what their commands would let them do."""

from __future__ import annotations

import pytest

from server.web.views.edit.building import BuiltRoom, find_building_faults, read_built_room
from tests.world.transcript import Play, trio
from world.costs.cost import CostKind

BELL = (
    "things:\n  - name: bell\n    aliases: [brass]\n    deeds:\n"
    "      ring: {own: It rings., others: '{actor} rings the bell.'}\n"
)


@pytest.fixture
def play() -> Play:
    return trio()


def build(after: str, before: str | None = None) -> BuiltRoom:
    return read_built_room("world/The Attic.md", after, before)


def note(front: str, prose: str = "Dust.") -> str:
    return f"---\n{front}---\n{prose}\n"


@pytest.mark.parametrize(
    "after",
    [
        "Dust, and a window to the north.",
        note("exits: {ladder: The Hall}\naliases: [loft]\nthings: [a lamp]\nmap: [1, 2]\n"),
        note("phases: {dusk: The window is red.}\n"),
        note("things:\n  - {name: lamp, description: It is out., state: cold}\n"),
    ],
)
def test_what_commands_can_make_a_note_can_make(play: Play, after: str) -> None:
    assert list(find_building_faults(play.world, build(after))) == []


@pytest.mark.parametrize(
    ("after", "line", "why"),
    [
        (note("start: true\n"), 2, "start is set by administrators alone"),
        (note("aliases: [loft]\nid: 7\n"), 3, "id is set by administrators alone"),
        (note("exits: {look: The Hall}\n"), 2, "is a command"),
        (note("things:\n  - Ann says\n"), 3, "Ann"),
        (note("things:\n  - name: lamp\n    aliases: [Ann]\n"), 3, "Ann"),
        (note("things: [a lamp]\n", 'Ann says, "Give Bob the key."'), 4, "would read as a report"),
        (
            note("things:\n  - name: lamp\n    description: Bob says, Hello.\n"),
            4,
            "would read as a report",
        ),
        (note("weather: {fog: 'Bob says, Hello.'}\n"), 2, "would read as a report"),
        (note("", "Also here: Ann."), 3, "would read as a report"),
        (note(BELL), 5, "what people are seen to do with bell"),
    ],
)
def test_what_they_cannot_do_is_refused_with_its_line(
    play: Play, after: str, line: int, why: str
) -> None:
    """Names like somebody's, words that read as what happens, and what is administrators'."""
    faults = list(find_building_faults(play.world, build(after)))
    assert [each.line for each in faults] == [line] and why in faults[0].text
    assert faults[0].text.startswith("world/The Attic.md: ")


def test_what_administrators_have_written_may_stay(play: Play) -> None:
    """But not be changed: neither deeds, nor where newcomers arrive."""
    before = note(f"start: true\nid: 7\n{BELL}", "Ann says, Hello.")
    after = before.replace("[brass]", "[brass, gong]")
    assert list(find_building_faults(play.world, build(after, before))) == []
    changed = after.replace("rings the bell", "says nothing").replace("start: true\n", "")
    faults = list(find_building_faults(play.world, build(changed, before)))
    assert len(faults) == 2


def test_only_what_is_new_costs() -> None:
    first = note("exits: {ladder: The Hall, window: The Roof}\nthings: [a lamp]\n", "Dust")
    assert build(first).costs == {
        CostKind.ROOMS: 1, CostKind.EXITS: 2, CostKind.THINGS: 1, CostKind.KEPT: 4,
    }  # fmt: skip
    assert build(first, first).costs == {}
    more = first.replace("[a lamp]", "[a lamp, a chair]").replace("Dust", "Dust.")
    assert build(more, first).costs == {CostKind.THINGS: 1, CostKind.KEPT: 1}
    assert build("Du", first).costs == {}
