"""Why an agent has advised something, or thinks so: "Why would you say that?" """

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.follow_ups import asks_reason
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.kinds import found_by
from agents.mind.speech.told.worries import asks_advice
from agents.mind.voice.question_kinds import UNANSWERED
from agents.mind.voice.voice import Voice
from late.late_pattern import late_pattern

#: A reason goes before a detail of whatever was named in the advice.
REASON_FIT = 0.9

#: How many of its latest lines it does not say again.
LATELY = 8

#: What asks for what the hearer thinks, or would do.
_OPINION = late_pattern(
    r"\bwhat (?:would|do) you (?:do|think|make of|say|reckon)\b|\byour (?:opinion|view|advice)\b"
    r"|\bwould you (?:have|rather)\b|\bhow would you\b|\bdo you (?:think|reckon|believe)\b"
    r"|\b(?:should|shall|ought|must) (?:I|we)\b|\bdo I\b[^?.]* or \b"
    r"|^\W*should (?:I|we|s?he|they)\b",
    re.IGNORECASE,
)


def give_reason(voice: Voice, heard: str, talk: TalkHistory) -> Iterator[Candidate]:
    """Yield why the agent said what it was asked to advise or to think; nothing where the last
    question asked for neither, or the answer was a question."""
    last = talk.last
    if last is None or last.answer.endswith("?") or not asks_reason(heard):
        return
    unknown = [line for kind in UNANSWERED for line in voice.list_for(kind)]
    unknown += [each.text for each in voice.find_otherwise(question=True)]
    if any(each in last.answer for each in unknown):
        return  # who could not say has no reason
    if not (asks_advice(last.heard) or _OPINION.search(last.heard)):
        return
    for line in voice.list_for("reason"):
        if not any(line in own for own in talk.own[-LATELY:]):
            yield Candidate(line, Origin.VOICE, REASON_FIT, found=found_by.REASON)
