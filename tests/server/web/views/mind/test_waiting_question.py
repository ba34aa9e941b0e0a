"""A question that was put to an agent alone is told while it waits, with what ended the wait."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.records import Record, Turn
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.log.codec import encode
from server.web.views.mind.story import tell_story
from tests.agents.memory.journal.support import START, did, heard, saw

ASKED = 'Ada tells you, "What is new?"'


def took_turn(after: int) -> Turn:
    return Turn("You are here.", command="look", at=START, after=after, revision=0, head_id="h")


def looked(number: int) -> Record:
    return did(number, "look", "The Mill")


def told(number: int) -> Record:
    return did(number, "tell Ada Nothing.", 'You tell Ada, "Nothing."')


@pytest.mark.parametrize(
    ("records", "turn", "waiting"),
    [
        ([heard(1, "Ada", ASKED), took_turn(1), looked(2)], 1, (1, 1, 0)),
        ([heard(1, "Ada", ASKED), took_turn(1), told(2)], 1, None),
        ([heard(1, "Ada", 'Ada tells you, "Good day."'), took_turn(1), looked(2)], 1, None),
        ([heard(1, "Ada", 'Ada says, "What is new?"'), took_turn(1), looked(2)], 1, None),
        ([heard(1, "Ada", ASKED), took_turn(1)], 1, (1, 1, 0)),
        (
            [heard(1, "Ada", ASKED), took_turn(1), looked(2), took_turn(2), looked(3)],
            3,
            (1, 2, 0),
        ),
        (
            [heard(1, "Ada", ASKED), took_turn(1), looked(2), took_turn(2), told(3)],
            1,
            (1, 1, 3),
        ),
        (
            [heard(1, "Ada", ASKED), took_turn(1), looked(2), took_turn(2), told(3)],
            3,
            None,
        ),
        (
            [heard(1, "Ada", ASKED), took_turn(1), told(2), saw(3, "Wren arrives."), took_turn(3)],
            4,
            None,
        ),
        ([took_turn(0), heard(1, "Ada", ASKED), looked(2)], 0, None),
    ],
    ids=[
        "in one turn",
        "answered",
        "no question",
        "said to all",
        "nothing came of the turn",
        "over two turns",
        "answered a turn later",
        "the turn that answered",
        "answered before",
        "asked while it thought",
    ],
)
def test_a_question_to_it_alone_waits_until_it_says_something(
    tmp_path: Path, records: list[Record], turn: int, waiting: tuple[int, int, int] | None
) -> None:
    (tmp_path / "000000000001.jsonl").write_bytes(b"".join(map(encode, records)))
    place = LinePlace(0, len(b"".join(map(encode, records[:turn]))))
    taken = records[turn]
    assert isinstance(taken, Turn)
    story = tell_story(LineReader(tmp_path), place, taken)
    found = story["waiting"]
    assert (found and (found["seq"], found["turns"], found["said"])) == waiting
