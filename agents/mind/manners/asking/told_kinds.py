"""Reads what somebody says for what the agent would else ask of them: home, trade, errand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from agents.mind.speech.told.asking.answer_readings import AnswerReadings
from agents.models.embedding.answer_words import LineBehind

#: From this chance on a line answers.
TOLD = 0.6

#: What its speaker would ask, of kinds that may be asked (`known_kinds.OPEN`).
_QUESTIONS: Mapping[str, Sequence[str]] = {
    "trade": ("What do I do for a living?", "What did I do for a living?"),
    "origin": ("Where do I live?", "Where do I come from?"),
    "errand": ("What brings me here?",),
}


async def read_told_kinds(line: str, known: Collection[str], answers: AnswerReadings) -> set[str]:
    """Return of which kinds, besides those that are known, `line` tells something."""
    found, said = set[str](), LineBehind("", line)
    for kind, questions in _QUESTIONS.items():
        for question in () if kind in known else questions:
            await answers.read(question, [said])
            if any(each.likely >= TOLD for each in answers.find(question, [line]).values()):
                found.add(kind)
    return found
