"""The index of a life says what the archive says, however it was read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.memory.core.records import (
    Compaction,
    Experience,
    JournalEntry,
    Record,
    Renewal,
    Summary,
    SummaryType,
)
from agents.memory.core.view import fold
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.journal.entries.picking import list_facts
from agents.memory.log.codec import decode, encode, read_memory_signs
from agents.memory.log.segment import segment_path
from server.web.views.memory.life.adding import add_findings, read_place
from server.web.views.memory.life.amounts import measure_standing
from server.web.views.memory.life.database import VERSION, open_index, read_index
from server.web.views.memory.life.findings import Sort, read_stretch, sort_experience
from server.web.views.memory.life.listing import (
    count_all,
    list_compactions,
    list_edits,
    list_important_facts,
    list_masks,
)
from server.web.views.memory.life.traces import trace_memory
from server.web.views.memory.life.window import count_density, list_lanes, thin
from server.web.views.memory.sentences import (
    count_verdicts,
    find_summary,
    find_written,
    list_places_in_use,
    open_sentences,
    read_summary,
)
from tests.e2e.web.support.long_life import make_life, make_memory, write_life

MEMORIES = 1_700
WHOLE = (1, MEMORIES)


def bring_up(archive: Path, path: Path, most: int) -> None:
    """Read an archive to its end, in stretches of about so many bytes."""
    with closing(open_index(path)) as index:
        more = True
        while more:
            found = read_stretch(archive, read_place(index), most)
            add_findings(index, found)
            more = found.more


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    agent = tmp_path_factory.mktemp("life")
    write_life(agent, MEMORIES)
    return agent / "archive"


@pytest.fixture(scope="module")
def path(archive: Path) -> Path:
    path = archive.parent / "index.sqlite"
    bring_up(archive, path, 100_000)
    return path


@pytest.fixture
def index(path: Path) -> Iterator[sqlite3.Connection]:
    with read_index(path) as connection:
        yield connection


def read_all(archive: Path) -> list[Record]:
    return list(ReadOnlyReader(archive).iterate())


def dump(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in an index."""
    with closing(sqlite3.connect(path)) as index:
        names = index.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: sorted(index.execute(f"SELECT * FROM {name}")) for (name,) in names}


def test_a_memory_is_told_by_its_bytes_as_by_its_record(archive: Path) -> None:
    """The quick way and the whole way find the same sort."""
    for record in read_all(archive):
        if isinstance(record, Experience):
            signs = read_memory_signs(encode(record))
            assert signs is not None
            assert (signs.seq, signs.minute) == (record.seq, f"{record.at:%Y-%m-%dT%H:%M}")
            assert signs.speaker == record.speaker
            assert (signs.source, signs.nature) == (record.source, record.nature)


@pytest.mark.parametrize("most", [700, 5_000, 10_000_000])
def test_it_does_not_matter_how_much_is_read_at_a_time(
    archive: Path, path: Path, tmp_path: Path, most: int
) -> None:
    other = tmp_path / "index.sqlite"
    bring_up(archive, other, most)
    one, another = dump(path), dump(other)
    assert one.keys() == another.keys()
    for name in one:
        assert one[name] == another[name], name


def test_sorts_are_those_of_the_memories(archive: Path, index: sqlite3.Connection) -> None:
    memories = [each for each in read_all(archive) if isinstance(each, Experience)]
    counted = count_density(index, WHOLE, 100)
    for sort in Sort:
        expected = [0] * 17
        for each in memories:
            expected[(each.seq - 1) // 100] += sort_experience(each) is sort
        assert counted[sort.name.lower()] == expected
    assert counted["width"] == 100
    assert sum(counted["masked"]) == count_all(index)["masked"] == 34


def test_what_stands_is_what_the_view_has(archive: Path, index: sqlite3.Connection) -> None:
    view = fold(read_all(archive))
    lanes = list_lanes(index, WHOLE)
    stands = {s["id"] for lane in lanes for s in lane["summaries"] if s["standing"]}
    assert stands == {each.id for each in view.summaries}
    ever = {
        s.id for r in read_all(archive) if isinstance(r, Compaction) for s in r.summaries
    }  # fmt: skip
    shown = {s["id"] for lane in lanes for s in lane["summaries"]}
    assert ever <= shown
    assert [lane["lane"] for lane in lanes] == ["recent", "long-term"]


def test_facts_are_those_that_stand_the_most_important_first(
    archive: Path, index: sqlite3.Connection
) -> None:
    entries = [each for each in read_all(archive) if isinstance(each, JournalEntry)]
    facts = list_important_facts(index, "", 0, 10_000)["facts"]
    assert sorted(each["text"] for each in facts) == sorted(
        each.text for each in list_facts(entries)
    )
    assert [each["importance"] for each in facts] == sorted(
        (each["importance"] for each in facts), reverse=True
    )
    heard = list_important_facts(index, "heard", 0, 5)
    assert {each["source"] for each in heard["facts"]} == {"heard"}
    assert heard["next"] == 5


def test_a_later_entry_of_the_journal_replaces_what_it_covers(tmp_path: Path) -> None:
    """As when an agent weighs its facts again in sleep."""
    life = list(make_life(400))
    entry = next(each for each in life if isinstance(each, JournalEntry))
    again = replace(entry, after=400, facts=entry.facts[:1])
    segment = segment_path(tmp_path, 1)
    segment.write_bytes(b"".join(map(encode, [*life, again])))
    bring_up(tmp_path, tmp_path / "index", 1_000)
    with read_index(tmp_path / "index") as index:
        kept = list_important_facts(index, "", 0, 1_000)["facts"]
        grounds = index.execute("SELECT count(*) FROM fact_grounds").fetchone()[0]
    expected = list_facts([each for each in [*life, again]
                                    if isinstance(each, JournalEntry)])  # fmt: skip
    assert sorted(each["text"] for each in kept) == sorted(each.text for each in expected)
    assert grounds == sum(len(each.seqs) for each in expected)


def test_a_memory_leads_to_all_that_rests_on_it(index: sqlite3.Connection) -> None:
    """To the summaries over it, the sentences that cite it, and the facts from it."""
    trace = trace_memory(index, 81)
    assert [tier["lane"] for tier in trace["tiers"]] == ["recent", "long-term"]
    first = trace["tiers"][0]["first"]
    assert (first["first"], first["last"], first["standing"]) == (66, 130, False)
    assert trace["tiers"][1]["newest"]["standing"]
    (fact,) = trace_memory(index, 82)["facts"]
    assert (fact["source"], fact["speaker"], fact["memories"]) == ("heard", "Tobias", [82])
    said = [s for seq in range(1, 1500) for s in trace_memory(index, seq)["sentences"]
            if s["speaker"]]  # fmt: skip
    # A summary tells what Mallory said without her name.
    assert {each["speaker"] for each in said} == {"Fern", "Tobias", "Ada", "Mallory"}
    assert any(each["times"] > 3 and each["newest"]["standing"] for each in said)
    assert trace_memory(index, 60)["mask"]["text"] == "[look: #60]"


def test_a_summary_is_taken_apart_with_its_grounds(
    archive: Path, index: sqlite3.Connection
) -> None:
    id = trace_memory(index, 81)["tiers"][0]["first"]["id"]
    place = find_summary(index, id)
    assert place is not None
    summary = read_summary(archive, place)
    assert summary is not None
    sentences = open_sentences(archive, summary, find_written(index, summary))
    assert [each["text"] for each in sentences] == summary.text.split("\n")
    assert [each["seqs"] for each in sentences] == [[66], [82], [98], [114], [130]]
    assert sentences[1]["memories"][0]["text"] == make_memory(82).text
    assert sentences[1]["speaker"] == make_memory(82).speaker
    assert sentences[1]["verdict"] == "supports"
    assert find_summary(index, "recent-1-2-3") is None


def test_what_is_wrong_with_the_summaries_in_use_is_counted(
    archive: Path, index: sqlite3.Connection
) -> None:
    """As the sentences say it one by one, once they are opened."""
    standing = list_places_in_use(index)
    checks = count_verdicts(archive, standing)
    assert [each["id"] for each in checks] == [each["id"] for each in measure_standing(index)]
    for place, counted in zip(standing, checks, strict=True):
        summary = read_summary(archive, place)
        assert summary is not None
        sentences = open_sentences(archive, summary, {})
        verdicts = [each["verdict"] for each in sentences]
        for each in sentences:
            assert bool(each["why"]) is (each["verdict"] in ("contradicts", "cannot tell"))
        assert counted == {
            "id": summary.id,
            "sentences": len(verdicts),
            "supported": verdicts.count("supports"),
            "contradicted": verdicts.count("contradicts"),
            "unsupported": verdicts.count("cannot tell"),
        }
    assert sum(each["supported"] for each in checks) > 0


def test_what_a_person_wrote_is_told_from_the_rest(
    archive: Path, index: sqlite3.Connection
) -> None:
    edits = list_edits(index, 0, 10)
    assert edits["pages"][0]["above"] == "She is kind."
    (edited,) = edits["edits"][-1]["summaries"]
    place = find_summary(index, edited["id"])
    assert place is not None
    summary = read_summary(archive, place)
    assert summary is not None
    assert list(find_written(index, summary)) == ["A person wrote this."]


def test_compactions_come_newest_first_a_page_at_a_time(index: sqlite3.Connection) -> None:
    page = list_compactions(index, 0, 5)
    numbers = [each["number"] for each in page["compactions"]]
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == 5
    newest = page["compactions"][0]
    assert (newest["cause"], newest["tokens_before"], newest["tokens_after"]) == (
        "count", 4000, 2500,
    )  # fmt: skip
    assert newest["models"] == ["tiny"]
    older = list_compactions(index, page["older"], 1000)
    assert older["compactions"][0]["number"] < numbers[-1]
    assert older["older"] is None
    every = [*page["compactions"], *older["compactions"]]
    refused = [each for each in every if each["refusals"]]
    assert refused[0]["refusals"] == ["tiny: it is longer than what it replaces"]


def test_masks_come_newest_first_a_page_at_a_time(index: sqlite3.Connection) -> None:
    page = list_masks(index, 0, 3)
    assert [each["seq"] for each in page["masks"]] == [1660, 1610, 1560]
    assert list_masks(index, page["older"], 1)["masks"][0]["seq"] == 1510


def test_a_life_that_grows_is_read_on_and_a_torn_line_waits(tmp_path: Path) -> None:
    lines = [encode(each) for each in make_life(300)]
    segment, path = segment_path(tmp_path, 1), tmp_path / "index"
    segment.write_bytes(b"".join(lines[:100]) + lines[100][:20])
    bring_up(tmp_path, path, 10_000)
    with segment.open("ab") as file:
        file.write(lines[100][20:] + b"".join(lines[101:]))
    bring_up(tmp_path, path, 10_000)
    whole = tmp_path / "whole"
    bring_up(tmp_path, whole, 10_000)
    assert dump(path) == dump(whole)


@pytest.mark.parametrize("change", ["shorter", "other"])
def test_an_archive_that_is_not_the_one_that_was_read_is_read_anew(
    tmp_path: Path, change: str
) -> None:
    """It was cut back, or another stands in its place."""
    lines = [encode(each) for each in make_life(300)]
    segment, path = segment_path(tmp_path, 1), tmp_path / "index"
    segment.write_bytes(b"".join(lines))
    bring_up(tmp_path, path, 10_000)
    other = [encode(replace(make_memory(seq), text=f"Memory {seq}")) for seq in range(1, 2000)]
    segment.write_bytes(b"".join(lines[:150] if change == "shorter" else other))
    bring_up(tmp_path, path, 10_000)
    whole = tmp_path / "whole"
    bring_up(tmp_path, whole, 10_000)
    assert dump(path) == dump(whole)


def test_an_index_of_another_version_or_no_index_at_all_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "index"
    with closing(open_index(path)) as index:
        index.execute(f"PRAGMA user_version={VERSION + 1}")
    with closing(open_index(path)) as index:
        assert read_place(index).segment == 0
    for suffix in ("-wal", "-shm"):
        (tmp_path / f"index{suffix}").unlink(missing_ok=True)
    path.write_bytes(b"no database at all" * 100)
    with closing(open_index(path)) as index:
        assert read_place(index).segment == 0


def test_an_unreadable_line_is_counted_and_left_out(tmp_path: Path) -> None:
    lines = [encode(make_memory(seq)) for seq in (1, 2, 3)]
    segment_path(tmp_path, 1).write_bytes(lines[0] + b"garbage\n" + lines[1] + lines[2])
    bring_up(tmp_path, tmp_path / "index", 10_000)
    with read_index(tmp_path / "index") as index:
        assert count_all(index)["unreadable"] == 1
        assert count_all(index)["read_up_to"] == 3


def test_of_too_many_summaries_those_that_end_in_sight_are_chosen(tmp_path: Path) -> None:
    """And some of those that cover all of it, with the one that stands."""
    segment_path(tmp_path, 1).write_bytes(b"".join(encode(each) for each in make_life(35_000)))
    bring_up(tmp_path, tmp_path / "index", 4_000_000)
    with read_index(tmp_path / "index") as index:
        recent, longterm = list_lanes(index, (1, 20_000))
        (all_recent, all_longterm) = list_lanes(index, (1, 35_000))
    assert longterm["count"] == all_longterm["count"] > 500
    shown = longterm["summaries"]
    assert len(shown) <= 400
    assert sum(each["last"] > 20_000 for each in shown) == 40
    assert shown[-1]["standing"]
    assert len(recent["summaries"]) == recent["count"] < 400 == len(all_recent["summaries"])


def test_rows_are_thinned_evenly_and_keep_the_last() -> None:
    assert thin(range(10), 20) == list(range(10))
    assert thin(range(1000), 4) == [249, 499, 749, 999]


def test_the_life_that_tests_use_is_one_that_the_product_reads(archive: Path) -> None:
    """Every line is decoded, and what stands and what is carried cover all of it."""
    for segment in archive.glob("*.jsonl"):
        for line in segment.read_bytes().splitlines():
            decode(line)
    view = fold(read_all(archive))
    assert view.last_seq == MEMORIES
    assert view.covered + len(view.tail) == MEMORIES


def test_a_tree_stands_in_levels_and_a_renewal_ends_what_stood(tmp_path: Path) -> None:
    """Every node that ever stood is kept, over its own span, in the lane of its level."""
    at = make_memory(1).at

    def make(kind: SummaryType, first: int, last: int, revision: int, level: int = 0) -> Summary:
        id = f"{kind}-{first}-{last}-{revision}"
        return Summary(id, kind, f"From {first}.", (first, last), "deterministic", at, level=level)

    leaves = [make("leaf", first, first + 9, first) for first in (1, 11, 21, 31)]
    nodes = [make("node", 1, 20, 50, 1), make("node", 21, 40, 51, 1)]
    top = make("node", 1, 40, 60, 2)
    stood = [tuple(leaves[:2]), (nodes[0],), (nodes[0], *leaves[2:]), tuple(nodes), (top,)]
    records: list[Record] = [make_memory(seq) for seq in range(1, 61)]
    for revision, each in enumerate(stood, 1):
        covers = each[0].covers[0], each[-1].covers[1]
        records.append(Compaction(60, at, covers, each, "deterministic", "automatic",
                                  revision=revision, strategy="tree"))  # fmt: skip
    segment = segment_path(tmp_path, 1)
    segment.write_bytes(b"".join(map(encode, records)))
    bring_up(tmp_path, tmp_path / "index", 1_000)
    with read_index(tmp_path / "index") as index:
        lanes = {each["lane"]: each["summaries"] for each in list_lanes(index, (1, 60))}
    assert list(lanes) == ["leaves", "level 1", "level 2"]
    assert [len(each) for each in lanes.values()] == [4, 2, 1]
    assert [s["id"] for each in lanes.values() for s in each if s["standing"]] == [top.id]
    stand_in = make("longterm", 1, 40, 70)
    with segment.open("ab") as file:
        file.write(encode(Renewal(60, at, stand_in, by="Ada", revision=6)))
        file.write(encode(Renewal(60, at, None, (leaves[0],), revision=7)))
    bring_up(tmp_path, tmp_path / "index", 1_000)
    with read_index(tmp_path / "index") as index:
        rows = list_lanes(index, (1, 60))
        newest = list_compactions(index, 0, 1)["compactions"][0]
    assert [s["id"] for row in rows for s in row["summaries"] if s["standing"]] == [stand_in.id]
    assert (newest["kind"], newest["cause"], newest["strategy"]) == (
        "renewal", "forgotten", "asked by Ada",
    )  # fmt: skip
