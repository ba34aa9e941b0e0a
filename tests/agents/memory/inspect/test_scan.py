"""The scan finds the faults of an archive, and none in a sound one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Compaction, Experience, Record, Turn
from agents.memory.core.view import fold
from agents.memory.inspect.consistency import ConsistencyChecker
from agents.memory.inspect.deep_verify import DeepFindings, verify_deeply
from agents.memory.inspect.line_reader import LineReader, ReadOnlyReader
from agents.memory.inspect.scan import scan_stretch
from agents.memory.inspect.stretches import (
    LineFault,
    MemoryRun,
    Stretch,
    StretchFindings,
    split_archive,
)
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode, encode
from benchmarks.archives import write_archive
from tests.agents.memory.support import PlainCounter
from tests.agents.memory.test_fold import Life
from tests.examples import choose_count
from world.nature import Nature

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TEXT = st.text(max_size=12)
MEMORIES = st.builds(
    Experience,
    seq=st.integers(1, 10**14),
    at=st.datetimes(timezones=st.just(UTC)),
    text=TEXT,
    source=TEXT,
    event=TEXT,
    place=TEXT,
    occupants=st.lists(TEXT, max_size=3).map(tuple),
    speaker=TEXT,
    command=TEXT,
    line=TEXT,
    reason=TEXT,
    ok=st.booleans(),
    nature=st.sampled_from(Nature),
)
TURNS = st.builds(
    Turn,
    situation=TEXT,
    head=TEXT,
    notes=TEXT,
    reply=TEXT,
    command=TEXT,
    model=TEXT,
    prompt_tokens=st.integers(0, 10**6),
    seconds=st.floats(0, 1000),
    after=st.integers(0, 10**6),
    revision=st.integers(0, 100),
    at=st.datetimes(timezones=st.just(UTC)),
    head_id=st.sampled_from(["", "0123abcd", "not hex"]),
    prompt_id=TEXT,
)


def scan_content(folder: Path, content: bytes) -> StretchFindings:
    path = folder / "000000000001.jsonl"
    path.write_bytes(content)
    return scan_stretch(Stretch(path, 0, len(content)))


def try_decode(line: bytes) -> Record | None:
    try:
        return decode(line)
    except (BadRecord, ArchiveRefused):
        return None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lines")


@given(st.one_of(MEMORIES, TURNS), st.data())
@settings(max_examples=choose_count(60, 400), deadline=None)
def test_a_line_is_sound_exactly_if_it_can_be_decoded(record: Record, data: st.DataObject) -> None:
    """For every change of one byte the quick check and the decoder agree."""
    line = bytearray(encode(record)[:-1])
    where = data.draw(st.none() | st.integers(0, len(line) - 1))
    if where is not None:
        line[where] = data.draw(st.integers(0, 255).filter(lambda byte: byte != 10))
    if data.draw(st.booleans()):
        cut = data.draw(st.integers(0, len(line)))
        del line[cut : cut + data.draw(st.integers(0, 8))]
    _agrees(bytes(line))


def _agrees(line: bytes) -> None:
    import tempfile  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        found = scan_content(Path(folder), line + b"\n")
    known = try_decode(line)
    assert (known is None) == any(each.serious for each in found.faults), line
    if isinstance(known, Experience):
        (step,) = found.steps
        assert isinstance(step, MemoryRun) and (step.first, step.last) == (known.seq, known.seq)
    assert found.kinds.total() == (known is not None)


def check_archive(archive: Path, size: int = 8 * 1024 * 1024) -> ConsistencyChecker:
    linker = ConsistencyChecker()
    for each in split_archive(archive, size):
        linker.add_stretch(scan_stretch(each))
    return linker


def faults(archive: Path) -> list[str]:
    return [each.what for each in check_archive(archive).faults]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound archive of one segment, which tests only read."""
    write_archive(folder := tmp_path_factory.mktemp("sound"), 1000)
    return folder / "archive"


@pytest.mark.parametrize("size", [1000, 50_000, 10**9])
def test_a_sound_archive_has_no_faults(sound: Path, size: int) -> None:
    """However it is split; and its view is that of its end."""
    linker = check_archive(sound, size)
    assert linker.faults == []
    view = fold(ReadOnlyReader(sound).read_tail())
    assert list(linker.skeleton.find_differences(view)) == []
    assert view.last_seq == 1000


def test_stretches_are_the_whole_segment(sound: Path) -> None:
    """Without a gap, and each begins with a memory."""
    parts = split_archive(sound, 20_000)
    assert len(parts) > 10
    content = parts[0].path.read_bytes()
    assert b"".join(content[each.start : each.end] for each in parts) == content
    assert [each.last_of_segment for each in parts] == [False] * (len(parts) - 1) + [True]


async def test_a_life_with_all_that_happens_is_sound(tmp_path: Path) -> None:
    """Compactions, maskings, edits, restarts and kills leave no fault."""
    life = Life(tmp_path)
    for n in range(6):
        for name, number in (("record", 30), ("look", 14), ("turn", 0), ("relieve", 300)):
            await life.step(name, number)
        await life.step(("edit", "reopen", "kill")[n % 3], n % 2)
    await life.memory.close()
    linker = check_archive(tmp_path / "Moss" / "archive")
    assert [each for each in linker.faults if each.serious] == []
    assert list(linker.skeleton.find_differences(life.memory.view)) == []


Spoil = Callable[[list[bytes]], list[bytes]]


def _with(lines: list[bytes], number: int, **changed: object) -> list[bytes]:
    record = replace(decode(lines[number]), **changed)  # type: ignore[arg-type]
    return [*lines[:number], encode(record)[:-1], *lines[number + 1 :]]


def _first(lines: list[bytes], kind: bytes, nth: int = 0) -> int:
    return [n for n, line in enumerate(lines) if b'"kind":"' + kind in line][nth]


def _again(lines: list[bytes]) -> list[bytes]:
    """The second compaction's recent summary has the id of the first one's."""
    first, second = (decode(lines[_first(lines, b"comp", n)]) for n in (0, 1))
    assert isinstance(first, Compaction) and isinstance(second, Compaction)
    stolen = replace(second.summaries[1], id=first.summaries[0].id)
    return _with(lines, _first(lines, b"comp", 1), summaries=(second.summaries[0], stolen))


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda x: [*x[:5], b"{", *x[6:]], "not a line of JSON"),
        (lambda x: [*x[:5], b'{"v":1}', *x[6:]], "it does not say its version and kind"),
        (lambda x: [*x, b'{"v":2,"kind":"memory"}'], "a record of version 2"),
        (lambda x: [*x[:5], *x[6:]], "memory 6 is missing before it"),
        (lambda x: [*x[:3], *x[:3], *x[3:]], "memories 1 to 3 are numbered here again"),
        (lambda x: x[4:], "its name says 1, and it begins with memory 5"),
        (lambda x: _with(x, _first(x, b"turn"), after=9), "it follows memory 9, and the last"),
        (lambda x: _with(x, _first(x, b"micro"), after=4), "it follows memory 4, and stands"),
        (lambda x: _with(x, _first(x, b"comp"), after=10**6), "it follows memory 1000000"),
        (lambda x: _with(x, _first(x, b"comp", 2), revision=1), "its revision 1 comes after"),
        (lambda x: _with(x, _first(x, b"comp", 1), covers=(60, 129)), "it covers 60 to 129, and"),
        (lambda x: _with(x, _first(x, b"comp", 1), covers=(66, 120)), "its summaries end at 129"),
        (lambda x: [line for n, line in enumerate(x) if n != _first(x, b"comp", 1)],
         "it covers 130 to 193, and 1 to 65 was summarised before"),
        (_again, "was another text before"),
        (lambda x: [line for n, line in enumerate(x) if n != _first(x, b"turn")],
         "stands nowhere before it"),
        (lambda x: _with(x, _first(x, b"comp"), summaries=_tokens(x)), "9999999 tokens are not"),
    ],
)  # fmt: skip
def test_each_fault_is_named_with_its_place(
    sound: Path, tmp_path: Path, spoil: Spoil, what: str
) -> None:
    """And the place is the line where it shows."""
    (segment,) = sound.iterdir()
    lines = spoil(segment.read_bytes().split(b"\n")[:-1])
    (tmp_path / segment.name).write_bytes(b"\n".join(lines) + b"\n")
    found = check_archive(tmp_path).faults
    named = [each for each in found if what in each.what]
    assert named, found
    starts = {0, *accumulate(len(line) + 1 for line in lines[:-1])}
    assert all(each.offset in starts for each in found)


def _tokens(lines: list[bytes]) -> object:
    record = decode(lines[_first(lines, b"comp")])
    assert isinstance(record, Compaction)
    return (replace(record.summaries[0], tokens=9999999),)


def test_a_torn_last_line_is_measured(tmp_path: Path) -> None:
    """It does not count as a line; the lines before it are read."""
    path = tmp_path / "000000000001.jsonl"
    line = encode(Experience(1, NOW, "The wind blows.", "observation"))
    path.write_bytes(line + b'{"v":1,"ki')
    (part,) = split_archive(tmp_path)
    found = scan_stretch(part)
    assert (found.torn, found.kinds[Experience], found.faults) == (10, 1, [])


def test_plumbing_renders_every_prompt_and_counts_every_summary(tmp_path: Path) -> None:
    """In one walk through the log, whose fold is that of its end."""
    write_archive(tmp_path, 2000)
    depth = verify_deeply(LineReader(tmp_path / "archive"), PlainCounter(), lambda _: None)
    assert (depth.turns, depth.unproven, depth.faults) == (250, 0, [])
    assert depth.summaries == 59
    assert depth.view == fold(ReadOnlyReader(tmp_path / "archive").read_tail())


def test_plumbing_finds_a_changed_memory(tmp_path: Path) -> None:
    """Every prompt that showed it is not what was given; later ones are."""
    write_archive(tmp_path, 1000)
    path = tmp_path / "archive" / "000000000001.jsonl"
    path.write_bytes(path.read_bytes().replace(b"the 300th time", b"the 3OOth time"))
    heard: list[DeepFindings] = []
    depth = verify_deeply(LineReader(tmp_path / "archive"), PlainCounter(), heard.append)
    assert len(heard) == 1140
    assert {each.what for each in depth.faults} == {
        "the prompt of this turn cannot be rendered as it was"
    }
    assert 8 <= len(depth.faults) <= 17
    assert isinstance(depth.faults[0], LineFault)
