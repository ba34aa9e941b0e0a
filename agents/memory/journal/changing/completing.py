"""Complete the facts of a span: what they are about, since when they hold, what was so before.

It makes no difference who drew the facts, a model or the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience, Summary
from agents.memory.core.view import read_citations
from agents.memory.journal.changing.history import strip_update
from agents.memory.journal.changing.later import Later, ThingIndex, find_earlier
from agents.memory.journal.changing.replacing import Earlier, find_otherwise, replace_earlier
from agents.memory.journal.changing.since import find_since
from agents.memory.journal.changing.statements import (
    Clause,
    name_topic,
    needs_topic,
    read_clauses,
)
from agents.memory.language.attribution import attribute_parts
from agents.memory.language.classify import Reading, classify_memory
from agents.memory.language.salience import is_asked
from agents.memory.language.stems import stem_words
from agents.prose import find_quoted, split_sentences

#: How many memories back, and how long ago, what is spoken of was named.
REACH, RECENT = 3, timedelta(minutes=10)
#: How many changes are kept of what tells nothing else, of one span.
MOST_CHANGES = 8
#: What only says that somebody said it: ``I heard Fern say that``.
_REPORTING = re.compile(r"^[^,;.:\"]{1,40}?(?: that|:) ")
#: Before a sight, the heading of a section with it.
_SEEN = re.compile(r"^(?:[A-Z][\w ]{2,30}: )?I (?:noticed|saw) this: ")
#: What tells something that may change later.
_TELLING = frozenset(("speech", "sight", "words", "deed"))


def complete_facts(
    facts: Sequence[Fact],
    memories: Sequence[Experience],
    known: Iterable[Fact] = (),
    summaries: Iterable[Summary] = (),
) -> list[Fact]:
    """Return the facts of `memories` with what they are about, since when, and what was before.

    `known` are facts of earlier memories, `summaries` stand for earlier memories.  Pure; a fact
    that is complete stays as it is.
    """
    readings = [classify_memory(each) for each in memories]
    places = {each.memory.seq: n for n, each in enumerate(readings)}
    told = [*map(_make_earlier, filter(_is_telling, readings))]
    wanted = frozenset(stem for each in facts for stem in stem_words(each.text))
    told += [each for each in map(_recall_fact, known) if not wanted.isdisjoint(each.stems)]
    told += [each for summary in summaries for each in _read_summary(summary)]
    index = ThingIndex.of(told)
    done = []
    for fact in facts:
        at = next((places[seq] for seq in reversed(fact.seqs) if seq in places), None)
        done.append(fact if at is None else _complete_fact(fact, readings, at, told, index))
    return done


def complete_all(
    facts: Sequence[Fact],
    rest: Sequence[Fact],
    memories: Sequence[Experience],
    known: Iterable[Fact] = (),
    summaries: Iterable[Summary] = (),
) -> list[Fact]:
    """Return what `complete_facts` does of `facts`, and those of the `rest` that tell a change."""
    done = complete_facts([*facts, *rest], memories, known, summaries)
    changes = [each for each in done[len(facts) :] if each.before]
    return [*done[: len(facts)], *changes[:MOST_CHANGES]]


def _is_telling(reading: Reading) -> bool:
    return reading.told in _TELLING and bool(reading.words)


def _make_earlier(reading: Reading) -> Earlier:
    memory, words = reading.memory, reading.words
    return Earlier(memory.seq, memory.at, words, frozenset(stem_words(words)), reading.speaker)


def _recall_fact(fact: Fact) -> Earlier:
    words = fact.value or fact.text.partition(': "')[2].removesuffix('"') or fact.text
    stems = frozenset(stem_words(f"{words} {fact.subject}"))
    seq = fact.seqs[-1] if fact.seqs else 0
    return Earlier(seq, fact.at, words, stems, fact.speaker, fact.valid_from)


def _read_summary(summary: Summary) -> Iterator[Earlier]:
    """Yield what a summary tells, as far as it says on which memories that rests."""
    for sentence, seqs in read_citations(summary).items():
        if seqs:
            said = next((e for e in attribute_parts(sentence) if e.kind == "said"), None)
            speaker = said.speaker if said else ""
            quoted = find_quoted(strip_update(sentence))
            words = _REPORTING.sub("", sentence) if said and not said.start else sentence
            words = quoted[0] if len(quoted) == 1 else strip_update(_SEEN.sub("", words))
            yield Earlier(max(seqs), summary.at, words, frozenset(stem_words(sentence)), speaker)


def _complete_fact(
    fact: Fact,
    readings: Sequence[Reading],
    at: int,
    known: Sequence[Earlier],
    index: ThingIndex,
) -> Fact:
    words = readings[at].words
    clauses = read_clauses(words)
    if not clauses or fact.before or fact.is_synthesis:
        return fact
    fact = replace(fact, subject=_find_subject(fact, readings, at))
    asked = _find_before(readings, at)
    later = Later(fact.seqs[0], words, fact.speaker, asked.words if asked else fact.subject)
    found = find_otherwise(fact, clauses, known) or find_earlier(later, index)
    stated = found.new if found else max(clauses, key=_rate_clause)
    changes = found is not None or any(each.changes for each in clauses)
    # Where the day itself is what changed, the words name no day since when it is so.
    dated = stated.attribute != "day" and (changes or stated.sides - {"number", "hour"})
    since = find_since(words, fact.at) if dated else None
    fact = replace(fact, attribute=stated.attribute, value=stated.text, valid_from=since)
    return replace_earlier(fact, found) if found else fact


def _rate_clause(clause: Clause) -> tuple[bool, int]:
    return clause.changes, len(clause.sides)


def _find_subject(fact: Fact, readings: Sequence[Reading], at: int) -> str:
    """Return what the words of a fact are about, if they do not name it and what was said just
    before does."""
    words, before = readings[at].words, _find_before(readings, at)
    rest = " ".join(each for each in split_sentences(words) if each not in fact.text)
    asked = [before.words] if before else []
    for text in (rest, *asked) if needs_topic(words) else asked:
        topic = frozenset(stem_words(found := name_topic(text, (fact.speaker,))))
        if topic and topic.isdisjoint(stem_words(fact.text)):
            return found
    return ""


def _find_before(readings: Sequence[Reading], at: int) -> Reading | None:
    """Return what somebody else asked just before."""
    here = readings[at]
    for before in reversed(readings[max(0, at - REACH) : at]):
        if here.memory.at - before.memory.at > RECENT:
            break
        if before.speaker != here.speaker and before.told in ("speech", "words"):
            return before if is_asked(split_sentences(before.words)[-1]) else None
    return None
