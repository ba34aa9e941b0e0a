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


def choose_noted(page: Data) -> tuple[str, str]:
    """Return what matters most of what is so now on a marked page, and where it is from.

    Where from: empty if the owner did, saw or was told it; ``overheard``; or who told it, if that
    is neither the owner nor whom the page is of. What is from elsewhere is chosen only if there is
    nothing else; without a fact both are empty.
    """
    lines = (line for section in page["sections"] for line in section["lines"])
    facts = [line for line in lines if line["importance"] and not line["over"]]
    if not facts:
        return "", ""
    sources = [_find_source(line, page["name"]) for line in facts]
    ranked = zip(facts, sources, strict=True)
    best, source = max(ranked, key=lambda each: (not each[1], each[0]["importance"]))
    return best["text"], source


def _find_source(line: Data, subject: str) -> str:
    if line["to"]:
        return "overheard"
    speaker: str = line["origin"].removeprefix("heard from ")
    is_told = speaker != line["origin"] and key_of(speaker) != key_of(subject)
    return speaker if is_told else ""
