"""Whether a sentence only quotes a memory: its words cannot then be contradicted by that memory."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.language.evidence import Source
from late.late_pattern import late_pattern

#: ``I heard Cobb say: "…".``, ``Wren said to me, "…"``
_REPORT = late_pattern(
    r"\W*(?:I heard )?(?P<who>[A-Z][\w'’ -]{0,40}?) (?:says?|said|asks?|asked|calls?|called)"
    r"(?: (?:to )?(?:me|us|you))?[:,]? [\"“](?P<words>[^\"“”]+)[\"”]\W*"
)

_WORD = late_pattern(r"\w+")


def quotes_a_memory(sentence: str, sources: Sequence[Source]) -> bool:
    """Return whether `sentence` only reports words that a source has the same speaker say."""
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
