"""Makes foreign text harmless, whether people typed it or models wrote it.

Removed are control characters (C0, C1, DEL), bidirectional controls, zero-width and
interlinear marks, byte-order marks and the tags block; line and paragraph separators
become spaces; lone surrogates become U+FFFD; combining marks are capped.  In a line every run of
spaces, of whatever width, and of characters that look empty becomes one space, so that nobody can
push words to the beginning of a terminal's next line.  What is left is literal text: it is never
a template and never markup.
"""

from __future__ import annotations

import re
from unicodedata import category

from late.late_pattern import late_pattern

MARKS_PER_BASE = 4
"""Combining marks (and joiners) that one base character may carry."""

ARROW, ARROWS, EQUALS = "->", "->|→", "="
"""Patterns of the signs between a name and what it is to get. Where a line has not the one of its
command, the other stands for it."""

CLUSTER = 32
"""The longest grapheme, in characters, that cutting takes care not to split."""

_SPACES = late_pattern(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
_SPACES_IN_LINE = late_pattern(r"[\t\v\f\x1c-\x1f\x85\u2028\u2029]+")
_REMOVED = late_pattern(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    r"\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_BLANK = "\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LOOKS_EMPTY = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159"
_GAP = late_pattern(rf"[{_BLANK}{_LOOKS_EMPTY}]+")
_DOUBLE_QUOTES = str.maketrans(dict.fromkeys('"“”„‟«»＂〝〞〟❝❞', "'"))
_SURROGATE = late_pattern(r"[\ud800-\udfff]")
_NEWLINE = late_pattern(r"\r\n?")
_JOINERS = "\u200c\u200d"


def clean_line(text: str, limit: int, *, keeps_gaps: bool = False) -> str:
    """Return `text` as one harmless line of at most `limit` characters, without outer spaces.

    Runs of spaces become one, unless the line `keeps_gaps` for the time being.
    """
    if not (text.isascii() and text.isprintable()):
        text = _cap_marks(_make_harmless(_SPACES.sub(" ", text)))
    text = (text if keeps_gaps else close_gaps(text)).strip()
    return text if len(text) <= limit else cut(text, limit).rstrip()


def close_gaps(text: str) -> str:
    """Return `text` with one space for each run of spaces and characters that look empty."""
    return " ".join(text.split()) if text.isascii() else _GAP.sub(" ", text)


def soften_speech(words: str) -> str:
    """Return `words` with single quotation marks for double ones, so that nobody can close their
    own quotation and go on in another's name."""
    if '"' not in words and words.isascii():
        return words
    return words.translate(_DOUBLE_QUOTES)


def clean_text(text: str, limit: int) -> str:
    """Return `text` as harmless lines separated by ``\\n``, at most `limit` characters in all.

    Indentation is kept; spaces at the ends of lines and empty lines around the text are not.
    """
    if text.isascii() and text.isprintable():
        text = text.rstrip()
        return text if len(text) <= limit else cut(text, limit).rstrip()
    text = _SPACES_IN_LINE.sub(" ", _NEWLINE.sub("\n", text))
    text = _cap_marks(_harmless_lines(text))
    lines = [line.rstrip() for line in text.split("\n")]
    return cut("\n".join(lines).strip("\n"), limit).rstrip()


def cut(text: str, limit: int) -> str:
    """Return the beginning of `text`, at most `limit` characters, not splitting a grapheme."""
    if len(text) <= limit:
        return text
    end = max(0, limit)
    for place in range(end, max(0, end - CLUSTER), -1):
        if not _is_joined(text, place):
            return text[:place]
    return text[:end]


def _make_harmless(text: str) -> str:
    return _SURROGATE.sub("\ufffd", _REMOVED.sub("", text))


def _harmless_lines(text: str) -> str:
    return "\n".join(_make_harmless(line) for line in text.split("\n"))


def is_mark(char: str) -> bool:
    """Return whether `char` joins the character before it: a combining mark, joiner or selector."""
    return char >= "\u0300" and (char in _JOINERS or category(char)[0] == "M")


def _cap_marks(text: str) -> str:
    if not any(is_mark(char) for char in text):
        return text
    kept: list[str] = []
    run = 0
    for char in text:
        run = run + 1 if is_mark(char) else 0
        if run <= MARKS_PER_BASE:
            kept.append(char)
    return "".join(kept)


def _is_joined(text: str, place: int) -> bool:
    before, after = text[place - 1], text[place]
    if is_mark(after) or before == "\u200d" or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    return _is_flag(after) and _flags_before(text, place) % 2 == 1


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flags_before(text: str, place: int) -> int:
    start = place
    while start > 0 and _is_flag(text[start - 1]):
        start -= 1
    return place - start


def split_at_sign(text: str, *signs: str) -> tuple[str, str, str]:
    """Split `text` as `str.partition` does, at the first match of the first of `signs` that it has.

    `signs` are patterns: the one of a command's syntax, then what may stand for it. The parts have
    no spaces around them.
    """
    for sign in signs:
        found = re.search(sign, text)
        if found:
            return text[: found.start()].strip(), found[0], text[found.end() :].strip()
    return text.strip(), "", ""
