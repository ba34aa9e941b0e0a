"""Tells whether a sentence only quotes a memory, which then cannot contradict its words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.checking.cues import CONDITIONS, DOUBT, THINKING
from agents.memory.language.attribution import locate_sentences
from agents.memory.language.evidence import Source
from agents.memory.language.words import DENYING, SAYING, SAYING_NOW, any_of
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

#: Words that leave open, or deny, what follows them in a sentence.
_UNSURE = DOUBT | THINKING | CONDITIONS | frozenset(DENYING) | {"t"}  # of "don't"
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
        each.speaker.casefold() == found["who"].casefold() and _says_so(words, each.text)
        for each in sources
    )


def _says_so(words: str, text: str) -> bool:
    """Return whether `text` has `words`, and nothing in their sentence before them by which they
    are doubted, denied, or only meant: "I doubt that it rains" does not say that it rains."""
    for start, stop in locate_sentences(text):
        # The quotation may go on with the next sentences.
        before, quoted, _ = f"{_read_plain(text[start:])}".partition(words)
        length = len(_read_plain(text[start:stop]))
        if quoted and len(before) < length and _UNSURE.isdisjoint(before.split()):
            return True
    return False


def _read_plain(text: str) -> str:
    """Return the words of `text` in small letters, without marks, between spaces."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "
