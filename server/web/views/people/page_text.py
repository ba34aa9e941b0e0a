"""A page of a journal, taken apart for the eye; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from agents.memory.core.facts import SYNTHESIS, Scored
from agents.memory.journal.page_edits import PageParts
from agents.memory.journal.pages import FACT_LINE
from late.late_pattern import late_pattern

MOST_LINES = 400
"""Lines of one page that are shown."""

MOST_NUMBERS = 12
"""Memories that one line links to."""

Data = dict[str, Any]

_NUMBERS = late_pattern(r"#(\d{1,15})(?: to #(\d{1,15}))?")
_DAY_LINK = late_pattern(r"\[(\d{4}-\d\d-\d\d)\]\(\.\./journal/\1\.md\)")
_OVER = "until "
_UNTOLD = ("trust ", "#")
"""Beginnings of what is left out of a line: how much it is trusted, tags and memories."""

_SCORED = frozenset(get_args(Scored))
"""Who said how much it matters; left out, too."""

_KEPT_BY_RULE = frozenset({"gift", "thought", SYNTHESIS})
"""Tags of what a rule kept that is more than what happened: what changed hands, and what the agent
thought or wrote down."""


def describe_page(page: PageParts) -> Data:
    """Return what people wrote on a page, and its sections with their lines."""
    lines = [line for line in page.inside.strip().splitlines() if line.strip()]
    sections: list[Data] = []
    for line in lines[:MOST_LINES]:
        if line.startswith("# "):
            continue
        if line.startswith("## "):
            sections.append({"title": line.removeprefix("## "), "lines": []})
            continue
        if not sections:
            sections.append({"title": "", "lines": []})
        sections[-1]["lines"].append(describe_line(line))
    return {
        "above": page.above.strip(),
        "sections": [{**each, "lines": merge_equal(each["lines"])} for each in sections],
        "below": page.below.strip(),
        "more": max(0, len(lines) - MOST_LINES),
    }


def merge_equal(lines: Sequence[Data]) -> list[Data]:
    """Return the lines with each text once, where it stands first: `times` says how often it was
    noted, its memories are those of all, and its day is the last of theirs."""
    merged: dict[tuple[str, bool], Data] = {}
    for line in lines:
        key = " ".join(line["text"].casefold().split()), line["over"]
        first = merged.get(key)
        if first is None:
            merged[key] = {**line, "times": 1}
            continue
        memories = dict.fromkeys([*first["memories"], *line["memories"]])
        first["times"] += 1
        first["importance"] = max(first["importance"], line["importance"])
        first["memories"] = sorted(memories)[:MOST_NUMBERS]
        first["day"] = max(first["day"], line["day"])
    return list(merged.values())


def describe_line(line: str) -> Data:
    """Return a fact with what stands behind it; any other line as its text alone.

    A fact that is `over` is so no more: a later one has taken its place. Its `kind` is as
    `_tell_kind` says, and empty for what is no fact.
    """
    found = FACT_LINE.match(line)
    if found is None:
        text = line.removeprefix("- ")
        return {"text": text, "kind": "", "importance": 0, "origin": "", "about": [],
                "memories": [], "day": "", "over": False}  # fmt: skip
    rest = line[found.end("text") + len(" · ") :].split(" · ")
    about = [each for each in rest[1:] if _is_told(each)]
    days = [link[1] for each in rest if (link := _DAY_LINK.fullmatch(each))]
    return {
        "text": found["text"],
        "kind": _tell_kind(rest),
        "importance": int(found["importance"]),
        "origin": rest[0],
        "about": about,
        "memories": list(_list_numbers(rest))[:MOST_NUMBERS],
        "day": days[-1] if days else "",
        "over": any(each.startswith(_OVER) for each in about),
    }


def _tell_kind(parts: Sequence[str]) -> str:
    """Return what a fact is by where it is from, by its tags, and by who wrote its sentence.

    ``told``: the words of somebody; ``lived``: what the agent only saw, said, tried or did, as a
    rule noted it; ``known``: all else.
    """
    if parts[0].startswith("heard from "):
        return "told"
    tags = {tag.removeprefix("#") for part in parts if part.startswith("#") for tag in part.split()}
    is_rule = "heuristic" in parts and parts[0] != "recalled"
    return "lived" if is_rule and tags.isdisjoint(_KEPT_BY_RULE) else "known"


def _is_told(part: str) -> bool:
    known = part.startswith(_UNTOLD) or part in _SCORED
    return not known and _DAY_LINK.fullmatch(part) is None


def _list_numbers(parts: list[str]) -> Iterator[int]:
    """Yield the memories of a line; of a span the first and the last."""
    for part in parts:
        if re.fullmatch(r"#\d{1,15}(?:(?:, | to )#\d{1,15})*", part):
            for first, last in _NUMBERS.findall(part):
                yield int(first)
                if last:
                    yield int(last)
