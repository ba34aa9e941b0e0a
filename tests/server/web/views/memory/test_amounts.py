"""How many tokens each standing summary stands for, as the compactions of the archive tell it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from agents.memory.core.records import Compaction, Edit, Record, Summary
from agents.memory.log.codec import encode
from agents.memory.log.segment import segment_path
from server.web.views.memory.life.adding import add_findings, read_place
from server.web.views.memory.life.amounts import MOST_STANDING, measure_standing
from server.web.views.memory.life.database import open_index, read_index
from server.web.views.memory.life.findings import read_stretch
from tests.e2e.web.support.long_life import make_life

OVERHEAD = 500
"""Tokens of memories that stay word for word at every compaction."""


def make_sized_life(memories: int, each: int) -> Iterator[Record]:
    """Yield a life in which every memory has so many tokens, as compactions measure them."""
    stood: dict[str, Summary] = {}
    for record in make_life(memories):
        if isinstance(record, Edit):
            stood = {
                id: one for id, one in stood.items() if one.covers != record.summary.covers
            } | {record.summary.id: record.summary}
        sized = record
        if isinstance(record, Compaction):
            new = {one.id: one for one in record.summaries}
            lived = (record.covers[1] - record.covers[0] + 1) * each
            before = sum(one.tokens for one in stood.values()) + lived + OVERHEAD
            after = sum(one.tokens for one in new.values()) + OVERHEAD
            sized = replace(record, tokens_before=before, tokens_after=after)
            stood = new
        yield sized


def measure(folder: Path, records: Sequence[Record]) -> list[tuple[int, int, int | None]]:
    """Return the first and last memory of each standing summary, and the tokens of these."""
    archive = folder / "archive"
    archive.mkdir(parents=True)
    segment_path(archive, 1).write_bytes(b"".join(map(encode, records)))
    path = folder / "index.sqlite"
    with closing(open_index(path)) as index:
        while (found := read_stretch(archive, read_place(index), 100_000)).more:
            add_findings(index, found)
        add_findings(index, found)
    with read_index(path) as connection:
        rows = measure_standing(connection)
    return [(row["first"], row["last"], row["lived"]) for row in rows]


@pytest.mark.parametrize("memories", [64, 129, 400, 1_700])
def test_a_summary_stands_for_as_many_tokens_as_its_memories_had(
    tmp_path: Path, memories: int
) -> None:
    """Also one that was made of others, and one that a person has written again."""
    found = measure(tmp_path, list(make_sized_life(memories, 30)))
    covered = 0
    for first, last, lived in found:
        assert first == covered + 1
        assert lived == (last - first + 1) * 30
        covered = last
    assert memories - 2 * 64 <= covered


def test_what_an_older_log_does_not_tell_is_not_known(tmp_path: Path) -> None:
    """One compaction without sizes leaves the summaries over its memories without."""
    records = list(make_sized_life(400, 30))
    at = next(n for n, each in enumerate(records) if isinstance(each, Compaction))
    older = records[at]
    assert isinstance(older, Compaction)
    records[at] = replace(older, tokens_before=0, tokens_after=0)
    (_, _, longterm), (first, last, recent) = measure(tmp_path, records)
    assert longterm is None
    assert recent == (last - first + 1) * 30


def test_of_very_many_the_newest_are_measured(tmp_path: Path) -> None:
    """A page draws no more."""
    compaction = next(each for each in make_life(200) if isinstance(each, Compaction))
    (one,) = compaction.summaries
    many = tuple(
        replace(one, id=f"recent-{n}-{n}-1", covers=(n, n)) for n in range(1, MOST_STANDING + 21)
    )
    record = replace(compaction, summaries=many, covers=(1, len(many)), after=len(many))
    lived = [each for each in make_life(len(many)) if not isinstance(each, Compaction)]
    found = measure(tmp_path, [*lived, record])
    assert [first for first, _, _ in found] == list(range(21, len(many) + 1))
