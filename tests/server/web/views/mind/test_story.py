"""What is told of a turn: what was done, and why, each for itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.records import Experience, Record, Turn
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.log.codec import encode
from server.web.views.mind.story import tell_story
from tests.agents.memory.journal.support import START, did, heard, saw

LINE = "tell Bert Cobb says nine. | I was asked"
DONE = did(2, "tell Bert Cobb says nine.", 'You tell Bert, "Cobb says nine."', reason="I was asked")


@pytest.mark.parametrize("after", [(), (DONE,)], ids=["nothing came of it", "done"])
def test_why_something_was_done_is_no_part_of_what_was_done(
    tmp_path: Path, after: tuple[Experience, ...]
) -> None:
    """The model writes its private reason behind the line; nobody hears it."""
    turn = Turn("You are in The Mill.", command=LINE, at=START, after=1, revision=0, head_id="h")
    records: list[Record] = [turn, *after]
    lines = b"".join(map(encode, records))
    (tmp_path / "000000000001.jsonl").write_bytes(lines)
    story = tell_story(LineReader(tmp_path), LinePlace(0, 0), turn)
    assert story["command"] == "tell Bert Cobb says nine."
    assert story["reason"] == "I was asked"
    assert story["result"] == ('You tell Bert, "Cobb says nine."' if after else "")


ASKED = heard(1, "Ada", 'Ada asks, "What of the bell?"')


@pytest.mark.parametrize(
    ("new", "told"),
    [
        ((did(2, "look", "The Mill"),), ASKED.text),
        ((saw(2, "Wren arrives."),), None),
        ((heard(2, "Wren", 'Wren says, "Thirty."'),), None),
    ],
    ids=["its own act alone", "something seen", "something heard"],
)
def test_a_turn_that_heard_nothing_new_says_what_was_heard_before(
    tmp_path: Path, new: tuple[Experience, ...], told: str | None
) -> None:
    """It may answer what the turn before had heard and did not answer."""
    first = Turn("You are in The Mill.", command="look", at=START, after=1, revision=0, head_id="h")
    turn = Turn(
        "You are in The Mill.", command=LINE, at=START, after=1 + len(new), revision=0, head_id="h"
    )
    records: list[Record] = [ASKED, first, *new]
    before = b"".join(map(encode, records))
    (tmp_path / "000000000001.jsonl").write_bytes(before + encode(turn))
    story = tell_story(LineReader(tmp_path), LinePlace(0, len(before)), turn)
    assert (story["heard_before"] or {}).get("text") == told
