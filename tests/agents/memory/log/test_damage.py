"""Damaged lines and newer ones cost no other record, and no byte of the archive."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.memory.core.records import Turn
from agents.memory.log.codec import ArchiveRefused, encode
from tests.agents.memory.log.ledgers import NOW, ledger, note_of
from tests.agents.memory.support import Bench, Scripted, fill, grow


@pytest.mark.parametrize("line", [b'{"v":2,"kind":"memory"}', b'{"v":1,"kind":"dream"}'])
def test_a_newer_archive_is_refused_untouched(tmp_path: Path, line: bytes) -> None:
    """Not a byte changes, not even a torn end."""
    folder = tmp_path / "archive"
    folder.mkdir()
    path = folder / "000000000001.jsonl"
    content = encode(note_of(1)) + line + b"\n" + b'{"v":2,"ki'
    path.write_bytes(content)
    with pytest.raises(ArchiveRefused, match="version"):
        ledger(folder)
    assert path.read_bytes() == content
    assert [each.name for each in folder.iterdir()] == [path.name]


def test_truncation_at_every_byte_of_the_last_records(tmp_path: Path) -> None:
    """Of the last three lines the whole ones count after a crash, and writing goes on."""
    made = ledger(tmp_path / "whole", segment_bytes=1 << 20)
    for record in (note_of(1), note_of(2), Turn("s", after=2, revision=0, at=NOW, head_id="h")):
        made.add(record)
    made.add(note_of(3))
    content = next((tmp_path / "whole").glob("*.jsonl")).read_bytes()
    start = content.index(b"\n") + 1
    for cut in range(start, len(content) + 1):
        folder = tmp_path / f"cut{cut}" / "archive"
        folder.mkdir(parents=True)
        path = folder / "000000000001.jsonl"
        path.write_bytes(content[:cut])
        kept = content[:cut].rpartition(b"\n")[0] + b"\n"
        again = ledger(folder, segment_bytes=1 << 20)
        assert path.read_bytes() == kept
        torn = folder / "000000000001.jsonl.torn"
        assert torn.exists() == (len(kept) < cut)
        if torn.exists():
            assert json.loads(torn.read_text())["line"].encode() == content[len(kept) : cut]
        assert again.add(note_of(again.view.last_seq + 1))
        assert again.view.last_seq == kept.count(b'"kind":"memory"') + 1
        again.archive.close()


async def test_a_corrupt_line_is_set_aside_and_the_rest_loads(tmp_path: Path) -> None:
    """With its position, as an ERROR with what to do; once, however often it is read."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    fill(memory, 5)
    await memory.close()
    path = bench.segments()[0]
    lines = path.read_bytes().split(b"\n")
    offset = len(lines[0]) + len(lines[1]) + 2
    lines[2] = b"\xff" + lines[2][1:]
    path.write_bytes(b"\n".join(lines))
    for _ in range(2):
        memory = bench.open()
        assert [each.seq for each in memory.view.tail] == [1, 2, 4, 5]
        status = memory.status()
        assert status.health == "ERROR"
        assert any("1 line" in each and f"at byte {offset}" in each for each in status.causes)
        await memory.close()
    noted = (path.parent / "000000000001.jsonl.rejected").read_text().splitlines()
    assert len(noted) == 1 and json.loads(noted[0])["offset"] == offset
    await grow(bench, bench.open(), 135)
    recent = bench.open().view.recent
    assert recent is not None and recent.covers == (1, 65)


async def test_a_spoilt_line_behind_the_summaries_is_found_by_looking_the_archive_over(
    tmp_path: Path,
) -> None:
    """Nothing reads it otherwise; a line of a newer version is named as well."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 193)
    await memory.close()
    (segment,) = bench.segments()
    lines = segment.read_bytes().splitlines(keepends=True)
    lines[19] = b"\x00garbage\n"
    lines[30] = lines[30].replace(b'{"v":1,', b'{"v":9,')
    segment.write_bytes(b"".join(lines))
    again = bench.open()
    assert again.status().health == "OK"
    await again.look_over()
    status = again.status()
    assert status.health == "ERROR" and "2 lines of the archive cannot be read" in status.causes[0]
    aside = segment.with_name(segment.name + ".rejected").read_text("utf-8")
    assert "garbage" in aside and "version 9" in aside
    assert segment.read_bytes() == b"".join(lines)
    await again.close()
