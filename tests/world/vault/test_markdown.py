from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.examples import choose_count
from world.vault import markdown
from world.vault.markdown import NoteError, parse_note, read_note, render_note, write_atomically

PATH = Path("Moss.md")


def test_a_note_is_metadata_with_lines_and_a_body() -> None:
    note = parse_note(
        PATH, "---\nhome: The Hall\nmemory:\n  strategy: waterfall\n---\n\nYou are.\n"
    )
    assert note.metadata == {"home": "The Hall", "memory": {"strategy": "waterfall"}}
    assert note.lines == {"home": 2, "memory": 3, "memory.strategy": 4}
    assert (note.body, note.body_line) == ("You are.", 7)


def test_a_note_without_front_matter_is_all_body() -> None:
    note = parse_note(PATH, "\nJust prose.\n\n---\n\nA rule above.\n")
    assert (note.metadata, note.body_line) == ({}, 2)
    assert note.body == "Just prose.\n\n---\n\nA rule above."


def test_keys_are_the_words_that_stand_there() -> None:
    note = parse_note(PATH, "---\nexits: {on: The Deck, 1: The Well}\n---\n")
    assert note.metadata["exits"] == {"on": "The Deck", "1": "The Well"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\na: 1\nb: 2\na: 3\n---\n",
         "Moss.md:4: the key is there twice, first on line 2; read: a; allowed: once"),
        ("---\nm: {x: 1, x: 2}\n---\n",
         "Moss.md:2: the key is there twice, first on line 2; read: x; allowed: once"),
        ("---\n- a\n---\n",
         "Moss.md:2: the front matter is not a list of settings; read: a list; "
         "allowed: key: value"),
        ("---\nhello\n---\n",
         "Moss.md:2: the front matter is not a list of settings; read: hello; "
         "allowed: key: value"),
        ("---\na: 1\n",
         "Moss.md:1: the front matter is not closed; allowed: a line --- after the front matter"),
        ("---\n? [a]\n: 1\n---\n",
         "Moss.md:2: a key is not plain text; read: a list; allowed: a word"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(NoteError) as error:
        parse_note(PATH, text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    "front", ["a: [1", "a: b: c", "a: *x", "a: !!python/object:x {}", "\x07: 1"]
)
def test_what_is_not_yaml_is_named(front: str) -> None:
    with pytest.raises(NoteError, match=r"^Moss\.md:[23]: the front matter is not YAML"):
        parse_note(PATH, f"---\n{front}\n---\n")


def test_bytes_that_are_not_utf8_and_files_that_are_not_there(tmp_path: Path) -> None:
    path = tmp_path / "Room.md"
    with pytest.raises(NoteError, match=r"Room\.md: cannot be read: No such file"):
        read_note(path)
    path.write_bytes(b"one\r\ntwo \xff\r\n")
    with pytest.raises(NoteError, match=r"Room\.md:2: is not UTF-8; read: byte 0xff"):
        read_note(path)


def test_an_error_at_a_key_shows_what_was_read() -> None:
    note = parse_note(PATH, "---\nmemory:\n  strategy: heap\n---\n")
    wrong = note.error("memory.strategy", "no such strategy", "waterfall, rolling")
    expected = "Moss.md:3: no such strategy; read: heap; allowed: waterfall, rolling"
    assert str(wrong) == expected


def test_an_error_beyond_the_end_of_a_list_shows_the_list() -> None:
    """Words that a list has for names are no places in it."""
    note = parse_note(PATH, "---\nstates: [1]\n---\n")
    assert "[1]" in str(note.error("states.1", "not a state"))
    assert str(note.error("states.0", "not a state")).endswith("read: 1")


def test_lists_of_values_are_written_on_one_line() -> None:
    text = render_note({"type": "memory_summary", "covers": [1, 65], "x": {"a": 1}}, "I was here.")
    assert text == "---\ntype: memory_summary\ncovers: [1, 65]\nx:\n  a: 1\n---\nI was here.\n"


VALUES = (
    st.text("abcé:#-'\" \n{}[]", max_size=12)
    | st.integers(-(10**18) + 1, 10**18 - 1)
    | st.booleans()
)
META = st.dictionaries(
    st.from_regex(r"[a-z_]{1,8}", fullmatch=True), VALUES | st.lists(VALUES, max_size=3), max_size=4
)


@settings(max_examples=choose_count(80, 200), deadline=None)
@given(META, st.text("ab -\n#é", max_size=40).map(lambda text: text.strip("\n")))
def test_what_is_written_is_read_back(metadata: dict[str, object], body: str) -> None:
    note = parse_note(PATH, render_note(metadata, body))
    assert dict(note.metadata) == metadata
    assert note.body == body


@settings(max_examples=choose_count(120, 300), deadline=None)
@given(st.text("ab:-[]{}&*!|>#\n \t'\"\x00é", max_size=60))
def test_any_text_is_a_note_or_a_note_error(text: str) -> None:
    try:
        parse_note(PATH, "---\n" + text)
    except NoteError as error:
        assert "\n" not in str(error)


def test_writing_replaces_the_file_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    write_atomically(path, "one\n")
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    write_atomically(path, "zwei é\n")
    assert path.read_text(encoding="utf-8") == "zwei é\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.md"]


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "a.md"
    folder.mkdir()
    (folder / "inside").write_text("x")
    with pytest.raises(OSError):  # which one differs between systems
        write_atomically(folder, "text")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.md"]


_SCALARS = (
    st.integers() | st.booleans() | st.none() | st.text(max_size=30) | st.floats(allow_nan=False)
)
_KEYS = st.text(min_size=1, max_size=12) | st.sampled_from(
    ["1", "yes", "null", "2020-01-01", "a: b"]
)


@given(st.dictionaries(_KEYS, _SCALARS | st.lists(st.integers()), min_size=1, max_size=4))
def test_entries_are_written_as_they_would_be_together(metadata: dict[str, object]) -> None:
    """What stands beside an entry makes no difference to it."""
    together = markdown._dump(metadata)
    assert render_note(metadata, "I was here.") == f"---\n{together}---\nI was here.\n"


def test_of_a_page_that_is_written_again_only_what_is_new_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A count is no reason to write the other entries as YAML again."""
    made, dump = list[object](), markdown._dump

    def record(metadata: dict[str, object]) -> str:
        made.append(metadata)
        return dump(metadata)

    monkeypatch.setattr(markdown, "_dump", record)
    first = {"type": "person", "name": "Zuleika Oakapple", "zcount": 3}
    assert "zcount: 3\n" in render_note(first, "")
    begun = len(made)
    assert "name: Zuleika Oakapple\nzcount: 417\n" in render_note({**first, "zcount": 417}, "")
    assert made[begun:] == []
