"""Bring texts and names into the form in which they are stored, searched and compared."""

from __future__ import annotations

import re

from agents.memory.language.words import MONTHS
from late.late_pattern import late_pattern

_DAY = rf"\d{{1,2}} (?:{'|'.join(each.capitalize() for each in MONTHS)}) \d{{4}}"
_UPDATED = late_pattern(rf" \((?:of: [^()]*; )?since {_DAY}(?:; (?:before|earlier|but): [^()]*)?\)")


def clean_unicode(text: str) -> str:
    """Return `text` without what SQLite cannot keep: NUL characters and lone surrogates."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def fold_name(name: str) -> str:
    """Return a name in the form for comparing: folded in case, with single spaces."""
    return " ".join(clean_unicode(name).casefold().split())


def remove_signature(text: str, author: str) -> str:
    """Return the text of a gesture without its author in front: ``[Ada] Ada waves.``"""
    return text.removeprefix(f"[{author}] ")


def mentions_name(text: str, name: str) -> bool:
    """Return whether `text` has `name` in it as a word, in any case."""
    # Most texts are told apart without a pattern, which is dear to make for each name.
    if not name or name.casefold() not in text.casefold():
        return False
    pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
    return re.search(pattern, text, re.IGNORECASE) is not None


def strip_update(sentence: str) -> str:
    """Return a sentence without what a rule has put behind it: since when it is so, and what was
    so before, as ``(since 22 November 2026; before: The ferry goes at seven)``."""
    return _UPDATED.sub("", sentence) if "since " in sentence else sentence
