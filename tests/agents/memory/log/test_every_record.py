"""Whatever is written is read again: of every kind of record, with any values it can have."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.cited_numbers import CitedNumbers
from agents.memory.core.facts import Fact, Scored, Source
from agents.memory.core.records import (
    Cause,
    Citations,
    Compaction,
    Counts,
    Edit,
    Excerpt,
    Experience,
    ExtractedBy,
    Frames,
    JournalEntry,
    JournalNote,
    Method,
    MicroCompact,
    NotedBy,
    PageEdit,
    Record,
    Renewal,
    Span,
    Summary,
    SummaryType,
    Trigger,
    Turn,
)
from agents.memory.log.codec import BadRecord, decode, encode
from tests.agents.memory.log.ledgers import NOW
from world.nature import Nature

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

#: What a memory holds has no lone surrogates: they are replaced before it is recorded.
TEXTS = st.text(st.characters(codec="utf-8"), max_size=30)
SOME_TEXT = TEXTS.filter(bool)
LISTS = st.lists(TEXTS, max_size=3).map(tuple)
COUNTS = st.integers(0, 2**53)
NUMBERS = st.integers(1, 2**53)
SEQS = st.lists(NUMBERS, max_size=4).map(tuple)
SPANS = st.tuples(NUMBERS, NUMBERS).map(lambda pair: (min(pair), max(pair)))
TIMES = st.integers(0, 2**57).map(lambda n: EPOCH + timedelta(microseconds=n))
SECONDS = st.floats(0, 1e9)


def one_of(literal: object) -> st.SearchStrategy[Any]:
    return st.sampled_from(get_args(literal))


@st.composite
def draw_citations(draw: st.DrawFn) -> Citations:
    """Nothing, or numbers for at least one sentence."""
    numbers = st.builds(CitedNumbers, SEQS.filter(bool), st.integers(0, 99))
    found = draw(st.lists(st.one_of(st.just(()), SEQS, numbers), max_size=4))
    return tuple(found) if any(found) else ()


@st.composite
def draw_excerpt(draw: st.DrawFn, text: str) -> Excerpt:
    """Parts of `text`, each with at least one character before the next."""
    ends = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    return tuple(zip(ends[::2], ends[1::2], strict=False))


@st.composite
def draw_summary(draw: st.DrawFn, covers: Span = (1, 9)) -> Summary:
    made: Summary = draw(
        st.builds(
            Summary, SOME_TEXT, one_of(SummaryType), TEXTS, st.just(covers), one_of(Method), TIMES,
            COUNTS, TEXTS, TEXTS, LISTS, COUNTS, COUNTS, draw_citations(), COUNTS,
            by_hand=LISTS,
        )
    )  # fmt: skip
    return replace(made, excerpt=draw(draw_excerpt(made.text)))


@st.composite
def draw_standing(draw: st.DrawFn) -> tuple[Summary, ...]:
    """Summaries whose spans join from memory 1 on."""
    ends = sorted(draw(st.sets(st.integers(1, 999), max_size=3)))
    spans = zip([1, *(end + 1 for end in ends)], ends, strict=False)
    return tuple(draw(draw_summary(span)) for span in spans)


FACTS = st.builds(
    Fact, TEXTS, COUNTS, one_of(Scored), one_of(Source), st.floats(0, 1), SEQS, TIMES, TEXTS,
    LISTS, LISTS, TEXTS, TEXTS, TEXTS, TEXTS, st.none() | TIMES, TEXTS, st.none() | TIMES, SEQS,
    SEQS,
)  # fmt: skip
TURNS = st.builds(
    Turn, TEXTS, SOME_TEXT, st.builds(Frames, TEXTS, TEXTS), *[TEXTS] * 5, *[COUNTS] * 3, SECONDS,
    TEXTS, COUNTS, COUNTS, TIMES, TEXTS, TEXTS, COUNTS, COUNTS, TEXTS, TEXTS, LISTS, LISTS, TEXTS,
    TEXTS,
)  # fmt: skip
RECORDS: list[st.SearchStrategy[Record]] = [
    st.builds(
        Experience, NUMBERS, TIMES, TEXTS, TEXTS, TEXTS, TEXTS, LISTS, TEXTS, TEXTS, TEXTS, TEXTS,
        st.booleans(), st.sampled_from(Nature),
    ),
    st.builds(
        Compaction, COUNTS, TIMES, SPANS, draw_standing(), one_of(Method), one_of(Trigger),
        SECONDS, *[COUNTS] * 6, TEXTS, COUNTS, st.builds(Counts, *[COUNTS] * 12), one_of(Cause),
        LISTS, st.none() | draw_standing(),
    ),
    st.builds(
        Renewal, COUNTS, TIMES, st.none() | draw_summary(), draw_standing(), TEXTS, COUNTS, COUNTS
    ),
    st.builds(Edit, COUNTS, TIMES, draw_summary(), COUNTS),
    st.builds(
        JournalEntry, COUNTS, TIMES, SPANS, st.lists(FACTS, max_size=2).map(tuple),
        one_of(ExtractedBy),
    ),
    st.builds(JournalNote, COUNTS, TIMES, SPANS, FACTS, one_of(NotedBy)),
    st.builds(PageEdit, COUNTS, TIMES, SOME_TEXT, TEXTS, TEXTS, LISTS),
    st.builds(
        lambda after, at, masks, revision: MicroCompact(
            after, at, tuple(range(1, len(masks) + 1)), revision, masks
        ),
        COUNTS, TIMES, LISTS.filter(bool), COUNTS,
    ),
    TURNS,
    TURNS.map(lambda turn: replace(turn, head="", frames=Frames())),
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.one_of(RECORDS))
def test_what_is_written_is_read_again_as_it_was(record: Record) -> None:
    """Equal in every field, and with the numbers that a citation does not list."""
    assert decode(encode(record)) == record


def spoil(excerpt: list[list[int]]) -> bytes:
    """A line of a summary with `excerpt`, as its version wrote it."""
    summary = Summary("leaf-1-9-2", "leaf", "I heard an old song.", (1, 9), "llm", NOW, shown=12)
    content = json.loads(encode(Edit(9, NOW, summary, 3)))
    content["summary"]["excerpt"] = excerpt
    return json.dumps(content).encode() + b"\n"


@pytest.mark.parametrize("excerpt", [[[0, 7], [900, 990]], [[15, 21]], [[400, 500]]])
def test_parts_of_another_text_are_passed_over(excerpt: list[list[int]]) -> None:
    """An earlier version kept them when a text was written again; the record stands without."""
    found = decode(spoil(excerpt))
    assert found == decode(spoil([]))


@pytest.mark.parametrize("excerpt", [[[7, 7]], [[9, 12], [3, 5]], [[-2, 4]], [[1]], [["a", "b"]]])
def test_parts_that_nothing_ever_wrote_are_refused(excerpt: list[list[int]]) -> None:
    with pytest.raises(BadRecord, match=r"excerpt|whole numbers"):
        decode(spoil(excerpt))
