"""A room's words for phases and weather: what is wrong with them is named, and the room lives."""

from __future__ import annotations

from pathlib import Path

import pytest

from world.vault.rooms import read_rooms

NOTE = "---\n{front}\n---\nA long stone hall.\n"


def read(folder: Path, front: str) -> tuple[dict[str, str], list[str]]:
    path = folder / "The Hall.md"
    path.write_text(NOTE.format(front=front), encoding="utf-8")
    [note], errors = read_rooms(folder)
    assert note.description == "A long stone hall."
    return dict(note.words), [str(error).removeprefix(str(path)) for error in errors]


def test_words_stand_by_their_place(tmp_path: Path) -> None:
    front = "phases: {dusk: It goes grey.}\nweather:\n  snow: |\n    White,\n    all of it."
    words, errors = read(tmp_path, front)
    assert words == {"phases.dusk": "It goes grey.", "weather.snow": "White, all of it."}
    assert errors == []


@pytest.mark.parametrize(
    ("front", "message"),
    [
        ("phases:\n  evening: Grey.\n  dusk: Red.", ":3: phases has no evening; read: Grey.; "
         "allowed: dawn, morning, noon, afternoon, dusk, night"),
        ("weather: {hail: Loud., fog: White.}", ":2: weather has no hail; read: Loud.; "
         "allowed: dry, wet, fog, wind, frost, snow"),
        ("phases: {noon: [a], dusk: Red.}", ":2: these words are no text; read: ['a']; "
         "allowed: a sentence"),
        ("phases: dusk", ":2: phases is not a list of words; read: dusk; "
         "allowed: {dawn: a sentence}"),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_named_and_the_others_hold(
    tmp_path: Path, front: str, message: str
) -> None:
    words, errors = read(tmp_path, front)
    assert errors == [message]
    assert set(words.values()) <= {"Red.", "White."}
    assert bool(words) is ("Red" in front or "White" in front)
