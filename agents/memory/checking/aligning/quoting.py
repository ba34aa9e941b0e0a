"""Tells whether a sentence only quotes a memory, which then cannot contradict its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.evidence import Source
from agents.memory.language.words import SAYING, SAYING_NOW, any_of
from late.late_pattern import late_pattern

#: ``I heard Cobb say: "…".``, ``Wren said to me, "…"``
_REPORT = late_pattern(
    r"\W*(?:I heard )?(?P<who>[A-Z][\w'’ -]{0,40}?) (?:says?|said|asks?|asked|calls?|called)"
    r"(?: (?:to )?(?:me|us|you))?[:,]? [\"“](?P<words>[^\"“”]+)[\"”]\W*"
)

#: ``I said: "…"``, ``I said "…", "…" and "…".``
_OWN = late_pattern(
    rf"\W*I (?:{any_of(SAYING)})(?: (?:to )?[A-Z][\w'’-]*)?[:,]?"
    r" (?P<words>[\"“][^\"“”]+[\"”](?:(?:, | and |, and )[\"“][^\"“”]+[\"”])*)\W*"
)
_QUOTED = late_pattern(r"[\"“]([^\"“”]+)[\"”]")
#: A memory of one's own words begins so.
_SAID_IT = late_pattern(rf"^You (?:{any_of(SAYING_NOW)})\b", re.MULTILINE)

_WORD = late_pattern(r"\w+")


def quotes_a_memory(sentence: str, sources: Sequence[Source]) -> bool:
    """Return whether `sentence` only reports words that a source has the same speaker say."""
    if own := _OWN.fullmatch(sentence):
        said = [_read_plain(each.text) for each in sources if _SAID_IT.search(each.text)]
        quoted = [_read_plain(each) for each in _QUOTED.findall(own["words"])]
        return all(any(each in text for text in said) for each in quoted)
    found = _REPORT.fullmatch(sentence)
    if found is None:
        return False
    words = _read_plain(found["words"])
    return any(
        each.speaker.casefold() == found["who"].casefold() and words in _read_plain(each.text)
        for each in sources
    )


def _read_plain(text: str) -> str:
    """Return the words of `text` in small letters, without marks, between spaces."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "
