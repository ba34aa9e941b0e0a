"""Tells what was said to an agent from what it only overheard, and whom words are about; pure.

Words go to whom they call by name ("One thing, Hester: …"); words that call nobody go to all who
hear them. What is told or whispered to one alone goes to that one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from late.late_pattern import late_pattern
from world.names import key_of
from world.verbs.calling import list_called
from world.verbs.speech import list_names

Data = dict[str, Any]

_QUOTED = late_pattern(r'^(?P<before>[^"\n]*)"(?P<words>.*)"', re.DOTALL)
_OWN = late_pattern(r"(?:I|You) ")
_ALONE = late_pattern(r"\byou\b")
_ITSELF = late_pattern(r"\b(?:I|my|myself)\b", re.IGNORECASE)
_NOTES = ("told", "known")
"""Kinds of lines, as `page_text` tells them, that are chosen from."""


def list_hearers(text: str, owner: str, names: Collection[str]) -> list[str]:
    """Return to whom words in a memory of `owner` were said; empty: to `owner`, or to all.

    Also empty for what the owner said. `names` are those who may be called.
    """
    found = _QUOTED.search(text)
    if found is None or _OWN.match(found["before"]) or _ALONE.search(found["before"]):
        return []
    called = {key_of(each) for each in list_called(found["words"])}
    if key_of(owner) in called:
        return []
    return [each for each in names if key_of(each) in called]


def list_mentioned(text: str, known: Collection[str], names: Collection[str]) -> list[str]:
    """Return who else is named in the words of a note, without those whom the words call.

    Without `known`, too: of those it goes without saying.
    """
    found = _QUOTED.search(text)
    words = found["words"] if found else text
    called = {key_of(each) for each in list_called(words)}
    passed = called | {key_of(each) for each in known}
    named = list_names(words) - passed
    return [each for each in names if key_of(each) in named]


def mark_page(page: Data, owner: str, names: Sequence[str]) -> Data:
    """Return a page of a journal with, for each line, its hearers and who is mentioned.

    `to`: those to whom it was said, if `owner` only overheard it. `mentions`: others than the
    owner, whom the page is of, and whoever said it.
    """
    subject = page["name"]
    for section in page["sections"]:
        for line in section["lines"]:
            speaker = line["origin"].removeprefix("heard from ")
            line["to"] = list_hearers(line["text"], owner, names)
            line["mentions"] = list_mentioned(line["text"], (owner, subject, speaker), names)
    return page


def choose_noted(page: Data) -> tuple[str, str, str]:
    """Return what matters most of what a marked page has about whom it is of, where from, and when.

    Only what is so now, and is more than what the owner saw, said or did: what that one told of
    itself, and what else names it. Where from: empty if the owner knows it by itself or was told it
    by that one; ``overheard``; or who else told it. What is from elsewhere is chosen only if there
    is nothing else. When: the day on which it was noted last, ISO; empty if the page does not tell
    it. Without such a note all are empty.
    """
    subject = page["name"]
    lines = (line for section in page["sections"] for line in section["lines"])
    notes = [line for line in lines if line["kind"] in _NOTES and not line["over"]]
    about = [line for line in notes if _is_about(line, subject)]
    if not about:
        return "", "", ""
    sources = [_find_source(line, subject) for line in about]
    ranked = zip(about, sources, strict=True)
    best, source = max(ranked, key=lambda each: (not each[1], each[0]["importance"]))
    return best["text"], source, best["day"]


def _is_about(line: Data, subject: str) -> bool:
    """Return whether a note is about somebody, and not only their words about something else."""
    if not _is_from(line, subject):
        return bool(list_mentioned(line["text"], (), (subject,)))
    quoted = _QUOTED.search(line["text"])
    return quoted is None or _ITSELF.search(quoted["words"]) is not None


def _find_source(line: Data, subject: str) -> str:
    if line["to"]:
        return "overheard"
    return "" if _is_from(line, subject) else _find_teller(line)


def _is_from(line: Data, name: str) -> bool:
    return key_of(_find_teller(line)) == key_of(name)


def _find_teller(line: Data) -> str:
    origin: str = line["origin"]
    return origin.removeprefix("heard from ") if line["kind"] == "told" else ""
