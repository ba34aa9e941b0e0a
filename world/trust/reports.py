"""Free words that could pass for the world's own report of what happens.

The forms of reports are the sentences in force: those of the texts that begin with somebody's
name, those of the deeds of things, and those of happenings.  So a new sentence is known here by
itself, and there is no list of verbs to keep.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from late.late_pattern import late_pattern
from world.names import key_of

_HOLE = late_pattern(r"\{(\w*)\}")
_TOKEN = late_pattern(r"[^\W_]+(?:['’-][^\W_]+)*")
_ANYBODY = "\ue000"
"""Stands for a name in a form."""
_ANYTHING = "\ue001"


def reads_as_report(
    text: str, *sentences: Iterable[str], names: Collection[str] | None = None
) -> bool:
    """Return whether a part of `text` has the form of one of the groups of `sentences`.

    Each group is read once and remembered: those that stay the same should not stand in one with
    those that change from room to room.

    A sentence may have placeholders.  Who does it is the first word, any word with a capital, or,
    where `names` are given, one of them alone.  Punctuation, quotation marks and case make no
    difference otherwise.
    """
    patterns = [_compile_forms(tuple(group)) for group in sentences]
    known = None if names is None else {key_of(name) for name in names}
    words = _TOKEN.findall(text)
    plain = [key_of(word) for word in words]  # letters of other scripts that look Latin, too
    line, at = " ".join(plain), 0
    for number, word in enumerate(words):
        for found in (pattern.match(line, at) for pattern in patterns):
            if found and (found["who"] is None or _is_name(word, number, known)):
                return True
        at += len(plain[number]) + 1
    return False


def _is_name(word: str, number: int, known: Collection[str] | None) -> bool:
    if known is not None:
        return key_of(word) in known
    return number == 0 or word[0].isupper()


def list_report_sentences(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield those of `texts` (key and sentence) that report what somebody does.

    They begin with the actor; or with a name and have no other placeholder.  Emotes themselves
    have no form of their own.
    """
    for _, raw in texts:
        holes = _HOLE.findall(raw)
        if raw.startswith("{actor}") or (raw.startswith("{name}") and len(holes) == 1):
            yield raw


@lru_cache(maxsize=256)
def _compile_forms(sentences: tuple[str, ...]) -> re.Pattern[str]:
    forms = dict.fromkeys(form for each in sentences if (form := _make_form(each)))
    bare = [form for form in forms if not form.startswith(_ANYBODY)]
    named = [form.removeprefix(_ANYBODY).strip() for form in forms if form.startswith(_ANYBODY)]
    who = rf"(?P<who>\S+) (?:{_join_forms(named)})"
    return re.compile(rf"(?:{who}|{_join_forms(bare)})(?:\s|$)")


def _join_forms(forms: Iterable[str]) -> str:
    patterns = (re.escape(form).replace(_ANYTHING, r"\S.*?") for form in forms)
    return "|".join(patterns) or r"(?!)"


def _make_form(sentence: str) -> str:
    """Return the words of a sentence with marks for its holes; empty: it says nothing itself."""
    first = sentence.startswith(("{actor}", "{name}"))
    marked = _HOLE.sub(lambda hole: f" {_ANYTHING} ", _HOLE.sub("", sentence, count=1 * first))
    words = re.findall(rf"{_ANYTHING}|{_TOKEN.pattern}", marked)
    literal = [each for each in words if each != _ANYTHING]
    if not literal or (first and words[0] == _ANYTHING):
        return ""
    form = " ".join(map(key_of, words))
    return f"{_ANYBODY} {form}" if first else form
