from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.clock import VirtualClock
from agents.mind.note_files.note_file import FILE_BYTES, NOTE_LENGTH
from agents.mind.notes import (
    MAX_NOTES,
    TITLE_LENGTH,
    NoteBook,
    NoteRefused,
    parse_note_args,
)
from tests.examples import choose_count


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def book(tmp_path: Path, clock: VirtualClock) -> NoteBook:
    return NoteBook(tmp_path / "notes", clock)


def by_hand(folder: Path, title: str, text: str, age: int = 0) -> None:
    (folder / "notes").mkdir(exist_ok=True)
    path = folder / "notes" / f"{title}.md"
    path.write_text(text, encoding="utf-8")
    os.utime(path, (1_000_000_000 - age, 1_000_000_000 - age))


def content(book: NoteBook, title: str) -> str:
    note = book.get(title)
    assert note is not None
    return note.content


async def test_notes_grow_and_are_rewritten(
    book: NoteBook, clock: VirtualClock, tmp_path: Path
) -> None:
    """note adds below, after an empty line; @overwrite-note starts over; both say when."""
    book.append("Beans", "Sown in row 3.")
    await clock.advance(90)
    assert book.append("beans", "First leaves!").title == "Beans"
    assert content(book, "BEANS") == "Sown in row 3.\n\nFirst leaves!"
    assert (tmp_path / "notes" / "Beans.md").read_text() == (
        "---\nupdated: 2026-01-01 00:01:30+00:00\n---\nSown in row 3.\n\nFirst leaves!\n"
    )
    book.overwrite("Beans", "Eaten.")
    assert content(book, "beans") == "Eaten."
    assert book.titles() == ("Beans",)
    assert book.get("Peas") is None


def test_no_notes_yet(book: NoteBook) -> None:
    """An agent that never wrote has an empty book and no folder."""
    assert book.titles() == ()
    assert book.random(random.Random(1)) is None
    assert book.search("anything") == book.relevant("The Hall", ["Wren"]) == []
    assert book.problems == ()


def test_hand_edits_are_seen_at_once(book: NoteBook, tmp_path: Path) -> None:
    """A note edited, made or deleted by hand is what the agent knows from then on."""
    book.append("Beans", "Sown.")
    assert content(book, "Beans") == "Sown."
    by_hand(tmp_path, "Beans", "---\ntags: [garden]\n---\n# Beans\n\nEaten by deer.\n")
    by_hand(tmp_path, "Deer", "They come at dusk.")
    assert content(book, "Beans") == "# Beans\n\nEaten by deer."
    assert book.titles() == ("Beans", "Deer")
    book.append("Beans", "Fence built.")
    text = (tmp_path / "notes" / "Beans.md").read_text()
    assert text.startswith("---\ntags: [garden]\nupdated: 2026-01-01")
    assert text.endswith("# Beans\n\nEaten by deer.\n\nFence built.\n")
    (tmp_path / "notes" / "Deer.md").unlink()
    assert book.titles() == ("Beans",)


def test_a_note_is_read_once_while_it_does_not_change(book: NoteBook, tmp_path: Path) -> None:
    """Building a prompt looks at the files' times, not into the files."""
    by_hand(tmp_path, "Beans", "In the hall.")
    (first,) = book.relevant("The Hall", [])
    assert all(book.relevant("The Hall", [])[0] is first for _ in range(5))
    by_hand(tmp_path, "Beans", "In the hall!", age=1)
    assert book.relevant("The Hall", [])[0].content == "In the hall!"


def test_a_broken_note_is_named_and_the_rest_are_read(book: NoteBook, tmp_path: Path) -> None:
    """Broken YAML, foreign bytes and enormous files are reported and never written over."""
    by_hand(tmp_path, "Good", "Fine.")
    by_hand(tmp_path, "Torn", "---\nupdated: [\n---\nText.")
    by_hand(tmp_path, "Huge", "x" * (FILE_BYTES + 1))
    (tmp_path / "notes" / "Bytes.md").write_bytes(b"caf\xe9")
    (tmp_path / "notes" / "Folder.md").mkdir()
    assert book.titles() == ("Good",)
    assert [error.path.stem for error in book.problems] == ["Bytes", "Folder", "Huge", "Torn"]
    with pytest.raises(NoteRefused, match=r"The note 'Torn' is broken: .*not YAML"):
        book.append("torn", "more")
    assert (tmp_path / "notes" / "Torn.md").read_text() == "---\nupdated: [\n---\nText."


@pytest.mark.parametrize(
    "title",
    ["../../evil", "a/b", "a\\b", "..", ".hidden", "", " ", "?!", "con", "x" * (TITLE_LENGTH + 1)],
)
def test_a_title_that_cannot_be_a_file_is_refused(
    book: NoteBook, tmp_path: Path, title: str
) -> None:
    """No title leads out of the folder or makes a file that is not plainly a note."""
    with pytest.raises(NoteRefused, match=r"\.$"):
        book.append(title, "words")
    assert not (tmp_path / "notes").exists()


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Who is Fern?", "Who is Fern"),
        ("[[The Garden]]", "The Garden"),
        ("Plan:  the pond", "Plan the pond"),
        ("The end.", "The end"),
        ("Ho\x1b[2Jme", "Ho[2Jme"),
    ],
)
def test_titles_are_made_plain(book: NoteBook, given: str, kept: str) -> None:
    """What a file name cannot have is simply left out of a title."""
    assert book.append(given, "words").title == kept
    assert book.titles() == (kept,)
    book.append(given, "more words")
    assert book.titles() == (kept,)


def test_notes_are_bounded(book: NoteBook, tmp_path: Path) -> None:
    """A note has 4000 characters, a book 500 notes; beyond it the writer is told what to do."""
    book.append("Long", "x" * NOTE_LENGTH)
    with pytest.raises(NoteRefused, match="more than 4000 characters"):
        book.append("Long", "y")
    with pytest.raises(NoteRefused, match="4000"):
        book.overwrite("Long", "y" * (NOTE_LENGTH + 1))
    assert content(book, "Long") == "x" * NOTE_LENGTH
    for number in range(MAX_NOTES - 1):
        by_hand(tmp_path, f"n{number}", "words")
    with pytest.raises(NoteRefused, match="500 notes already"):
        book.append("One more", "words")
    book.append("n7", "still grows")
    with pytest.raises(NoteRefused, match="needs words"):
        book.append("n8", " \x07 ")


def test_a_folder_that_cannot_be_made_is_a_refusal(tmp_path: Path, clock: VirtualClock) -> None:
    """A disk that refuses costs the writer a sentence, not the turn."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NoteRefused, match="cannot be written"):
        NoteBook(tmp_path / "file" / "notes", clock).append("Beans", "words")


def test_what_matters_here_comes_up(book: NoteBook, tmp_path: Path) -> None:
    """Notes about this place or who is present: named so first, then most, then newest."""
    by_hand(tmp_path, "The Hall", "Cold in June.", age=500)
    by_hand(tmp_path, "Wren", "Keeps the lamp.", age=400)
    by_hand(tmp_path, "Promises", "Bring Wren beans in the hall.", age=300)
    by_hand(tmp_path, "Old talk", "Wren said: eleven.", age=200)
    by_hand(tmp_path, "New talk", "WREN said: twelve.", age=100)
    by_hand(tmp_path, "Halloween", "Whole hallways of wrens.")
    by_hand(tmp_path, "Cobb", "Tells lies.")

    def titles(place: str, *names: str, limit: int = 3) -> list[str]:
        return [note.title for note in book.relevant(place, names, limit)]

    assert titles("The Hall", "Wren") == ["Wren", "The Hall", "Promises"]
    assert titles("The Mill", "Wren", limit=9) == ["Wren", "New talk", "Old talk", "Promises"]
    assert titles("Hall") == ["The Hall", "Promises"]
    assert titles("The Mill", "Hester") == []
    assert titles("The Hall", limit=0) == []


def test_notes_are_searched(book: NoteBook, tmp_path: Path) -> None:
    """Words match by their beginnings, accents and case aside; most words first, titles count."""
    by_hand(tmp_path, "Gardening", "Café at dawn.", age=10)
    by_hand(tmp_path, "Dawn", "The garden gate.", age=5)
    by_hand(tmp_path, "Lamp", "Lit at dawn.")
    assert [note.title for note in book.search("garden DAWN")] == ["Dawn", "Gardening", "Lamp"]
    assert [note.title for note in book.search("cafe")] == ["Gardening"]
    assert [note.title for note in book.search("lamp", limit=1)] == ["Lamp"]
    assert book.search("") == book.search("?!") == []


def test_any_note_may_come_to_mind(book: NoteBook, tmp_path: Path) -> None:
    """A random note is one of the notes, and each has its day."""
    for title in ("One", "Two", "Three"):
        by_hand(tmp_path, title, "words")
    rng = random.Random(7)
    drawn = {note.title for _ in range(50) if (note := book.random(rng))}
    assert drawn == {"One", "Two", "Three"}


def test_a_date_is_read_however_it_was_written(book: NoteBook, tmp_path: Path) -> None:
    """`updated` decides which is newer; without a usable one the file's own time does."""
    by_hand(tmp_path, "A", "---\nupdated: 2026-02-01T10:00:00Z\n---\nWren a")
    by_hand(tmp_path, "B", "---\nupdated: 2026-02-01 12:00:00\n---\nWren b")
    by_hand(tmp_path, "C", "---\nupdated: 2026-02-01T11:30:00+01:00\n---\nWren c")
    by_hand(tmp_path, "D", "---\nupdated: yesterday\n---\nWren d")
    assert [note.title for note in book.relevant("x", ["Wren"], 9)] == ["B", "C", "A", "D"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [("T -> C", ("T", "C")), (" a b->c -> d ", ("a b", "c -> d"))],
)
def test_note_arguments(text: str, parts: tuple[str, str]) -> None:
    """The first arrow parts the title from the words."""
    assert parse_note_args(text) == parts


@pytest.mark.parametrize("text", ["", "no arrow", "-> words", "title ->", "->"])
def test_note_arguments_that_lack_something(text: str) -> None:
    """What is missing is said, with the form that will do."""
    with pytest.raises(NoteRefused, match="note <title> -> <words>"):
        parse_note_args(text)


@settings(max_examples=choose_count(40, 100), deadline=None)
@given(st.text(max_size=80), st.text(max_size=200))
def test_whatever_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, title: str, words: str
) -> None:
    """Any title and words are kept inside the folder and read back as said, or refused."""
    folder = tmp_path_factory.mktemp("agent")
    book = NoteBook(folder / "notes", VirtualClock())
    try:
        note = book.append(title, words)
    except NoteRefused:
        assert book.titles() == ()
    else:
        assert book.titles() == (note.title,)
        assert content(book, note.title) == note.content
        assert book.problems == ()
        assert book.overwrite(title, "again").title == note.title
    assert [path.name for path in folder.iterdir()] in ([], ["notes"])
