"""A room's place on maps: read from its note, kept by the room, wrong ones refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.world.transcript import Play
from world.vault.map_pins import FARTHEST, keep_map_pin, read_map_pin, read_pin
from world.vault.markdown import Note, NoteError, parse_note


def note(value: str) -> Note:
    return parse_note(Path("The Hall.md"), f"---\nstart: true\nmap: {value}\n---\nA hall.\n")


@pytest.mark.parametrize(
    ("value", "place"),
    [("[1, -2]", (1.0, -2.0)), ("[0.25, 1e2]", (0.25, 100.0)), (f"[{FARTHEST}, 0]", (1000.0, 0.0))],
)
def test_a_place_is_two_numbers(value: str, place: tuple[float, float]) -> None:
    play = Play()
    with play.world.changes() as tx:
        keep_map_pin(tx, play.hall, read_map_pin(note(value)))
    assert read_pin(play.hall) == place
    with play.world.changes() as tx:
        keep_map_pin(tx, play.hall, "")
    assert read_pin(play.hall) is None


@pytest.mark.parametrize(
    "value", ["[1]", "[1, 2, 3]", "[a, 2]", "[.nan, 0]", "[.inf, 0]", "[1001, 0]", "here", "{x: 1}"]
)
def test_a_wrong_place_is_named_with_its_line(value: str) -> None:
    with pytest.raises(NoteError) as refused:
        read_map_pin(note(value))
    assert refused.value.line == 3 and "two numbers from -1000 to 1000" in str(refused.value)


def test_a_room_lies_nowhere_in_particular_without_one() -> None:
    assert read_map_pin(parse_note(Path("The Hall.md"), "A hall.\n")) == ""
    assert read_pin(Play().hall) is None
