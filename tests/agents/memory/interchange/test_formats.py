"""Files from elsewhere become memories, or are refused by line, whole."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Experience, MicroCompact, Record
from agents.memory.interchange.export_pages import escape_markdown, render_entries, render_heading
from agents.memory.interchange.formats import (
    Imported,
    ImportRefused,
    ImportTarget,
    detect_form,
    read_memories,
)
from agents.memory.log.codec import encode
from tests.examples import choose_count
from world.vault.markdown import parse_note

NOW = datetime(2026, 3, 2, tzinfo=UTC)
INTO = ImportTarget("Moss", "", 11, NOW)


def write_chat(folder: Path, content: str | bytes) -> Path:
    path = folder / "file"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def import_chat(path: Path, into: ImportTarget = INTO) -> list[Experience]:
    return list(read_memories(path, into))


def memory(seq: int, text: str = "The wind blows.") -> Experience:
    return Experience(seq, NOW, text, "observation", "say", "The Hall", ("Ada",), "Ada")


def test_an_export_comes_back_as_it_was(tmp_path: Path) -> None:
    """With new numbers, original times, and without the records that tell of other numbers."""
    records: list[Record] = [
        memory(1),
        memory(2, "\x1b[1mloud"),
        MicroCompact(2, NOW, (1,)),
        memory(3),
    ]
    path = write_chat(tmp_path, b"".join(map(encode, records)))
    counts = Imported(detect_form(path))
    got = list(read_memories(path, INTO, counts))
    assert [each.seq for each in got] == [11, 12, 13]
    assert [each.text for each in got] == ["The wind blows.", "\x1b[1mloud", "The wind blows."]
    assert {(each.at, each.speaker, each.event) for each in got} == {(NOW, "Ada", "say")}
    assert (counts.form, counts.memories, counts.others) == ("export", 3, 1)


def test_a_transcript_is_told_apart_by_speaker(tmp_path: Path) -> None:
    """Times are kept, lines without a name go on, and the agent's own words are its deeds."""
    text = (
        "\ufeff[2026-03-01 09:30] Ada: hello\n  there: you\r\n\n"
        "2026-03-01T10:31:05+01:00 moss: Good day.\n"
    )
    first, second = import_chat(write_chat(tmp_path, text))
    assert first.at == datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    assert (first.source, first.event, first.speaker) == ("observation", "import", "Ada")
    assert first.text == 'Ada says, "hello\n  there: you"'
    assert second.at == datetime(2026, 3, 1, 9, 31, 5, tzinfo=UTC)
    assert (second.source, second.command, second.line) == ("action", "say", "say Good day.")
    assert second.text == '~Moss> say Good day.\nYou say, "Good day."'


def test_words_without_a_time_have_the_one_before(tmp_path: Path) -> None:
    """And the first ones that of the import."""
    lines = [
        {"speaker": "Ada", "text": "One."},
        {"speaker": "Ada", "text": "Two.", "at": "2026-03-01T09:30:00Z"},
        {"speaker": "Ada", "text": "Three."},
    ]
    path = write_chat(tmp_path, "\n".join(map(json.dumps, lines)))
    early = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    assert [each.at for each in import_chat(path)] == [NOW, early, early]


CHAT = [
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": [{"type": "text", "text": "Look:"}, {"type": "image_url"}]},
    {"role": "assistant", "content": "A heron.", "create_time": 1772357400.5},
    {"role": "assistant", "content": None, "tool_calls": []},
]


@pytest.mark.parametrize("indent", [None, 2])
def test_a_list_of_messages_is_a_chat(tmp_path: Path, indent: int | None) -> None:
    """The agent is the assistant unless somebody else is named; empty messages say nothing."""
    path = write_chat(tmp_path, json.dumps(CHAT, indent=indent))
    texts = [each.text for each in import_chat(path)]
    assert texts == [
        'system says, "Be kind."',
        'user says, "Look:\n[image_url]"',
        '~Moss> say A heron.\nYou say, "A heron."',
    ]
    own = import_chat(path, ImportTarget("Moss", "user", 1, NOW))
    assert [each.source for each in own] == ["observation", "action", "observation"]


def test_what_could_harm_a_terminal_is_gone(tmp_path: Path) -> None:
    """Words from elsewhere are cleaned as a typed line is."""
    (got,) = import_chat(write_chat(tmp_path, "Ada: \x1b[2Jboo\u202e!\n"))
    assert got.text == 'Ada says, "[2Jboo!"'


GOOD = encode(memory(1)).decode()
LONG = "x" * (1024 * 1024)


@pytest.mark.parametrize(
    ("content", "line", "what"),
    [
        ("", 0, "the file is empty"),
        (" \n\n", 0, "the file is empty"),
        ("Once upon a time\n", 1, "this is no form that is known; read: Once upon a time"),
        ("\x00\x01\x02", 1, "zero byte"),
        (b"\xff\xfeA\x00", 1, "not UTF-8"),
        ("Ada: hi\n" + "Moss: \x00\n", 2, "zero byte"),
        (b"Ada: hi\nMoss: \xff\n", 2, "byte 7 of the line is not UTF-8"),
        (f"Ada: {LONG}\n", 1, "the line is longer than 1,048,576 bytes"),
        ("Ada: hi\n" + "x" * 120_000 + "\n", 1, "characters are too many for a memory"),
        (GOOD + "{", 2, "not a line of JSON"),
        (GOOD + "[]", 2, "not a JSON object"),
        (GOOD + encode(memory(3)).decode(), 2, "memory 3 follows 1: an export has every number"),
        (GOOD + GOOD, 2, "memory 1 follows 1"),
        (GOOD.replace('"v":1', '"v":2'), 1, "a record of version 2 and kind 'memory' was read"),
        (GOOD.replace('"seq":1', '"seq":"1"'), 1, "seq is not a whole number"),
        (GOOD.replace('"text":"', '"text":1,"was":"'), 1, "text is not text"),
        ('{"seq":1,"text":"x"}', 1, "it does not say its version and kind"),
        (encode(MicroCompact(2, NOW, (1,))).decode(), 0, "no memory is in it"),
        ('{"role":"user","content":"a"}\n{"role":"user","content":7}', 2, "content is not text"),
        ('{"role":"user","content":"a"}\n{"role":"user"}', 2, "content or text is missing"),
        ('{"role":"user","content":"a"}\n{"role":3,"content":"a"}', 2, "role or speaker is"),
        ('{"role":"user","content":"a","at":"noon"}', 1, "'noon' is not a time"),
        ('{"role":"user","content":"a","at":1e99}', 1, "is not a time"),
        ('{"role":"user","content":"a","at":true}', 1, "is not a time"),
        ('{"role":"user","content":["a",3]}', 1, "neither text nor an object"),
        ('{"role":"user","content":"a"}\n{"role":', 2, "not a line of JSON"),
        ("[]", 0, "no memory is in it"),
        ("[1]", 1, "not a JSON object"),
        ('[\n{"role":"user","content":"a"},\n{"role":"user","content":3}\n]', 3, "not text"),
        ('[\n{"role":"user","content":"a"},\n{"role" "a"}\n]', 3, "is not JSON"),
        ('[\n{"role":"user","content":"a"}\n', 3, "the list ends in the middle"),
        ('[{"role":"user","content":"a"}]\nx', 2, "something stands behind the end"),
        ('[{"role":"user","content":"a"},]', 1, "is not JSON"),
        ("[" * 100_000, 1, "is not JSON"),
    ],
)
def test_a_broken_file_is_refused_by_line(
    tmp_path: Path, content: str | bytes, line: int, what: str
) -> None:
    """One line says which file and line, what was read and what is allowed."""
    path = write_chat(tmp_path, content)
    with pytest.raises(ImportRefused) as caught:
        import_chat(path)
    said = str(caught.value)
    assert said.startswith(f"{path}:{line}: " if line else f"{path}: ")
    assert what in said
    assert "; allowed: " in said
    assert "\n" not in said


def test_a_speaker_who_never_speaks_is_a_mistake(tmp_path: Path) -> None:
    """If no speaker has the name given for the agent, the import is refused."""
    path = write_chat(tmp_path, "Ada: hi\n")
    with pytest.raises(ImportRefused, match=r"nobody of that name.*read: Bob"):
        import_chat(path, ImportTarget("Moss", "Bob", 1, NOW))


@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
@settings(max_examples=choose_count(120, 300), deadline=None)
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    """And what is read is numbered without a gap."""
    import tempfile  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        path = write_chat(Path(folder), content)
        try:
            got = import_chat(path)
        except ImportRefused:
            return
    assert [each.seq for each in got] == list(range(11, 11 + len(got)))
    assert got


def test_a_page_reads_as_markdown(tmp_path: Path) -> None:
    """Front matter, a heading for each place, and no markup in what was said."""
    told = [
        memory(1, "*Look*, [[a link]] #tag\n- and `more`"),
        Experience(2, NOW, "1. first", "action", place="The Garden"),
    ]
    page = render_heading("Moss", "2026-03-02", (1, 2), 2) + render_entries(told)
    note = parse_note(tmp_path / "2026-03-02.md", page)
    assert note.metadata["covers"] == [1, 2]
    assert note.body.strip() == (
        "# Moss, 2026-03-02\n\n## The Hall\n\n"
        "- **00:00:00** \\#1 \\*Look\\*, \\[\\[a link\\]\\] \\#tag  \n"
        "  \\- and \\`more\\`\n"
        "\n## The Garden\n\n"
        "- **00:00:00** \\#2 1\\. first"
    )
    assert escape_markdown("2) no list") == "2\\) no list"
