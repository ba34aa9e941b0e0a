"""What the rules of the journal keep of labelled moments (``tests/data/journal``)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import yaml

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience
from agents.memory.journal.changing.completing import complete_all
from agents.memory.journal.heuristics import choose_best, list_candidates, list_rest
from agents.memory.journal.people import render_known_fact
from agents.memory.language.normalize import mentions_name
from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import stem_words
from benchmarks.truth.cases import read_memory
from world.nature import Nature

FOLDER = Path(__file__).parents[2] / "tests" / "data" / "journal"

#: ``Heath says (to Rob), "…"``: what is said to somebody else.
_ADDRESSED = re.compile(r"^([^\"]*?\w+) \(to [^)]*\),")

_THOUGHT = re.compile(r"You think\b")
_COLUMNS = ("cases", "found", "speaker", "not only old", "since", "right")


@dataclass(frozen=True, slots=True)
class JournalCase:
    """Some memories, and what an agent should still know of them."""

    id: str
    kind: str
    agent: str
    memories: Sequence[Experience]
    about: str
    now: str
    """Empty: there is nothing to know."""
    before: str
    since: date | None
    speakers: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Verdict:
    found: bool
    """Whether an entry about the right thing has the present value."""
    speaker: bool = True
    outdated: bool = False
    """Whether an entry has only the outdated value."""
    since: bool = True

    @property
    def right(self) -> bool:
        return self.found and self.speaker and self.since and not self.outdated


def report_journal() -> str:
    """Return how many cases of each kind come out right, for each file there is."""
    parts = {"journal, tuned on": "tuned", "journal, held out": "held_out"}
    return "\n\n".join(_report(name, load_journal_cases(file)) for name, file in parts.items())


def load_journal_cases(name: str) -> list[JournalCase]:
    """Return the cases of one file."""
    path = FOLDER / f"{name}.yaml"
    return [_read_case(row) for row in yaml.safe_load(path.read_text(encoding="utf-8"))]


def _read_case(row: dict[str, Any]) -> JournalCase:
    memories = [_make_memory(n, each) for n, each in enumerate(row["memories"], start=1)]
    since = date.fromisoformat(str(row["since"])[:10]) if row.get("since") else None
    return JournalCase(
        str(row["id"]), row["kind"], row["agent"], memories, str(row["about"]), str(row["now"]),
        str(row.get("before") or ""), since, tuple(row.get("speakers") or ()),
    )  # fmt: skip


def _make_memory(seq: int, row: dict[str, Any]) -> Experience:
    at = datetime.fromisoformat(str(row["at"]))
    return read_line(seq, at if at.tzinfo else at.replace(tzinfo=UTC), row["text"])


def read_line(seq: int, at: datetime, text: str) -> Experience:
    """Return a line of a transcript as the memory that the world would have recorded."""
    if _THOUGHT.match(text):
        return Experience(seq, at, text, "thought", nature=Nature.THOUGHT)
    if text.startswith("You ") and '"' in text:
        return Experience(seq, at, text, "action", line="say", nature=Nature.SPEECH)
    seen = read_memory(_ADDRESSED.sub(r"\1,", text))
    return Experience(seq, at, text, "observation", speaker=seen.speaker, nature=seen.nature)


def _report(name: str, cases: Sequence[JournalCase]) -> str:
    rows: dict[str, list[_Verdict]] = defaultdict(list)
    for each in cases:
        kind = each.kind if each.now else "nothing to know"
        rows[kind].append(judge_case(each))
    lines = [f"{name} ({len(cases)} cases)", _join_row("", _COLUMNS)]
    for kind, found in sorted(rows.items()):
        counts = (
            len(found),
            sum(each.found for each in found),
            sum(each.speaker for each in found),
            sum(not each.outdated for each in found),
            sum(each.since for each in found),
            sum(each.right for each in found),
        )
        lines.append(_join_row(kind, counts))
    return "\n".join(lines)


def _join_row(name: str, values: Sequence[object]) -> str:
    return f"{name:<16}" + "".join(f"{each!s:>14}" for each in values)


def draw_entries(case: JournalCase) -> list[Fact]:
    """Return the facts that the journal keeps of a case without a model."""
    memories = case.memories
    facts = list_candidates(memories, case.agent)
    rest = list_rest(memories, case.agent, facts)
    return choose_best(complete_all(facts, rest, memories).choose(), len(memories))


def judge_case(case: JournalCase) -> _Verdict:
    """Return how the journal's entries for a case agree with its labels."""
    facts = draw_entries(case)
    about = [each for each in facts if _has(_join_all(each), case.about)]
    if not case.now:
        marked = any({"promise", "change"} & set(each.tags) for each in about)
        return _Verdict(not marked)
    values = [each.strip() for each in case.now.split(" / ")]
    told = {value: [e for e in about if _has_value(e, value)] for value in values}
    now = [fact for found in told.values() for fact in found] if all(told.values()) else []
    old = [each for each in about if case.before and _has(each.text, case.before)]
    voices = [any(mentions_name(e.speaker, who) for e in now) for who in case.speakers]
    named = not voices or (all(voices) if len(values) > 1 else any(voices))
    dated = case.since is None or any(each.since.date() == case.since for each in now)
    return _Verdict(bool(now), named and bool(now), bool(old) and not now, dated and bool(now))


def _join_all(fact: Fact) -> str:
    return " ".join((render_known_fact(fact), *fact.people))


def _has_value(fact: Fact, value: str) -> bool:
    """Return whether a fact tells a value, or has its speaker's own name for it."""
    return _has(f"{fact.text} {fact.subject}", value) or mentions_name(fact.speaker, value)


def _has(text: str, words: str) -> bool:
    """Return whether `text` has the content of `words`."""
    wanted = frozenset(stem_words(words)) | find_numerals(words)
    if not wanted:
        return words.casefold() in text.casefold()
    return wanted <= frozenset(stem_words(text)) | find_numerals(text)
