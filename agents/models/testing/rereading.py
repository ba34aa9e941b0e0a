"""The rehearsal model's second reading of a summary: by words, and never better than they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from late.late_pattern import late_pattern

_MEMORY = late_pattern(r"^\[(\d+)\] (.+)$", re.MULTILINE)
_SENTENCE = late_pattern(r"^(\d+)\. (.+?) \[([\d, ]+)\]$", re.MULTILINE)
_FIGURE, _WORD = late_pattern(r"\d+"), late_pattern(r"\w{4,}")
_SPEAKER = late_pattern(r"([A-Z][\w'’-]*) \w+s, \"")

#: What has so much of the words of a memory is borne out.
_BORNE_OUT = 0.5


def answer_sentences(prompt: str) -> str:
    """Return a line for each sentence of a request for a second reading: `yes`, `no` or `open`."""
    memories = {int(number): text for number, text in _MEMORY.findall(prompt)}
    lines = []
    for number, sentence, named in _SENTENCE.findall(prompt):
        grounds = [memories[int(each)] for each in _FIGURE.findall(named) if int(each) in memories]
        lines.append(f"{number}: {_judge(sentence, grounds)}")
    return "\n".join(lines)


def _judge(sentence: str, grounds: Sequence[str]) -> str:
    known = " ".join(grounds)
    speaker = _SPEAKER.match(sentence)
    if speaker and not any(each.startswith(f"{speaker[1]} ") for each in grounds):
        return "no"
    if not set(_FIGURE.findall(sentence)) <= set(_FIGURE.findall(known)):
        return "no"
    words, told = _list_words(sentence), _list_words(known)
    return "yes" if len(words & told) >= _BORNE_OUT * len(words) else "open"


def _list_words(text: str) -> set[str]:
    """Return the beginnings of a text's longer words: of one verb they are mostly the same."""
    return {each[:4] for each in _WORD.findall(text.casefold())}
