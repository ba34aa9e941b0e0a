from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

import pytest

from benchmarks import locomo


def turn(name: str, speaker: str, text: str, image: str | None = None) -> dict[str, object]:
    at = "1:56 pm on 8 May, 2023"
    return {
        "id": name, "session": 1, "at": at, "speaker": speaker, "text": text, "image": image
    }  # fmt: skip


TURNS = [
    turn("D1:1", "Ada", "Where did you put the lantern?"),
    turn("D1:2", "Fern", "It is under the bridge."),
    turn("D1:3", "Ada", "Look at this!", "a photo of a heron"),
]
QUESTIONS = [
    {
        "id": "q1",
        "category": 1,
        "question": "Where was the lantern put?",
        "evidence": ["D1:1", "D1:2"],
    },
    {"id": "q2", "category": 4, "question": "What did Ada show?", "evidence": ["D1:3"]},
    {"id": "q3", "category": 4, "question": "Which zither?", "evidence": ["D1:2"]},
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [{"id": "conv-1", "turns": TURNS, "questions": QUESTIONS}]
    (tmp_path / locomo.FILE).write_text(json.dumps(rows), encoding="utf-8")
    return tmp_path


def test_a_turn_becomes_a_memory(data: Path) -> None:
    """A turn is what somebody says at its time; an image is what they show."""
    (conversation,) = locomo.read(data)
    first, _, last = conversation.memories
    assert first.text == 'Ada says, "Where did you put the lantern?"'
    assert (first.seq, first.speaker, first.place) == (1, "Ada", "")
    assert first.at.isoformat() == "2023-05-08T13:56:00+00:00"
    assert last.text == 'Ada says, "Look at this!" (Ada shows a photo of a heron)'
    assert conversation.questions[0].evidence == {1, 2}


def test_a_question_is_found_when_all_its_evidence_is(data: Path) -> None:
    """Half the evidence is none, and what costs more than the budget is not found."""
    measured: list[locomo.EvidenceFound] = []
    # On a thread of its own: the reactor's loop is this thread's.
    runner = threading.Thread(
        target=lambda: measured.extend(locomo.measure(data, budgets=(20, 500)))
    )
    runner.start()
    runner.join()
    (evidence,) = measured
    assert evidence.found == {20: (False, False, False), 500: (True, True, False)}
    assert evidence.share(500) == pytest.approx(2 / 3)
    lines = list(locomo.list_evidence(measured))
    assert lines[1].split() == ["conv-1", "(3)", "0.0", "66.7"]
    assert "ms (p99)" in lines[-1]


def test_absent_data_is_skipped_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the data there is nothing to measure, which is said and is no failure."""
    monkeypatch.setattr(sys, "argv", ["locomo", "--data", str(tmp_path)])
    locomo.main()
    said = capsys.readouterr().out
    assert said.startswith("Skipped: there is no conversations.json in ")
