"""What people write on the journal's pages is remembered, and never overwritten."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.compact_sets import TextSet
from agents.memory.core.records import NewMemory, PageEdit
from agents.memory.core.view import fold
from agents.memory.journal.files import JournalFiles
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.journal.page_edits import WRITTEN_IMPORTANCE, read_written_facts
from agents.memory.journal.pages import BEGIN, END
from agents.memory.memory import AgentMemory
from tests.agents.memory.journal.support import fact
from tests.agents.memory.support import Bench, Scripted, grow, log_of
from world.nature import Nature

DAY = "2026-01-01"


def hear(memory: AgentMemory, speaker: str, words: str) -> None:
    memory.record(NewMemory(
        f'{speaker} says, "{words}"', source="observation", event="say", speaker=speaker,
        place="The Hall", occupants=(speaker,), nature=Nature.SPEECH,
    ))  # fmt: skip


class Life:
    """A memory with a page of Fern, and a person who edits it."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder, Scripted())
        self.kept = folder / "kept.jsonl"
        self.page = self.bench.folder / "people" / "Fern.md"
        self.day = self.bench.folder / "journal" / f"{DAY}.md"

    async def begin(self) -> AgentMemory:
        memory = self.open()
        hear(memory, "Fern", "Moss, I promise you the blue boat on Friday.")
        hear(memory, "Fern", "The key is under stone 7.")
        await grow(self.bench, memory, 129)
        assert await memory.load_journal() == []
        return memory

    def open(self) -> AgentMemory:
        return self.bench.open(JournalPlace(self.kept))

    def read(self) -> str:
        return self.page.read_text("utf-8")

    def write(self, *, old: str, new: str) -> None:
        assert old in self.read()
        self.page.write_text(self.read().replace(old, new, 1), "utf-8")

    def strike(self, words: str) -> None:
        lines = self.read().splitlines(keepends=True)
        kept = [each for each in lines if words not in each]
        assert len(kept) == len(lines) - 1
        self.page.write_text("".join(kept), "utf-8")


def edits(memory: AgentMemory) -> list[PageEdit]:
    return [each for each in log_of(memory) if isinstance(each, PageEdit)]


def known(memory: AgentMemory) -> list[str]:
    return [each.fact.text for each in memory.knowledge]


async def test_what_is_added_counts_most_and_survives_everything(tmp_path: Path) -> None:
    """Recorded at once; after the loss of page, copies and file it is there again."""
    life = Life(tmp_path)
    memory = await life.begin()
    life.write(old=END, new=f"{END}\n\n## Mine\n\n- Fern is my sister.\n- (3) She sings badly.")
    view = memory.view
    assert await memory.load_journal() == [
        "Moss: people/Fern.md: what a person wrote there is remembered."
    ]
    assert await memory.load_journal() == []
    (edit,) = edits(memory)
    assert "Fern is my sister." in edit.below and edit.page == "people/Fern"
    assert memory.view == view == fold(log_of(memory))
    await memory.close()
    life.page.unlink()
    life.kept.unlink()
    shutil.rmtree(tmp_path / "kept")
    again = life.open()
    assert await again.load_journal() == [] and len(edits(again)) == 1
    assert life.read().endswith("\n## Mine\n\n- Fern is my sister.\n- (3) She sings badly.\n")
    rated = {e.fact.text: e.fact for e in again.knowledge if e.fact.source == "human"}
    assert rated.keys() == {"Fern is my sister.", "She sings badly."}
    assert rated["Fern is my sister."].importance == WRITTEN_IMPORTANCE
    assert rated["She sings badly."].importance == 3
    assert [each.page for each in again.find_written("who is Fern's sister")] == ["people/Fern"]
    await again.close()


async def test_what_is_added_between_the_marks_moves_behind_them(tmp_path: Path) -> None:
    """The generated part is written anew; the words stay."""
    life = Life(tmp_path)
    memory = await life.begin()
    life.write(old="# Fern\n", new="# Fern\n\nShe is my sister.\n")
    await memory.load_journal()
    assert life.read().endswith(f"{END}\n\nShe is my sister.\n")
    hear(memory, "Fern", "The oar number 4711 is cracked.")
    await grow(life.bench, memory, 258)
    assert "4711" in life.read() and life.read().endswith(f"{END}\n\nShe is my sister.\n")
    assert "She is my sister." in known(memory) and len(edits(memory)) == 1
    await memory.close()


async def test_a_line_that_is_struck_out_is_shown_no_more(tmp_path: Path) -> None:
    """On no page, in no prompt, also after the next compaction and a restart."""
    life = Life(tmp_path)
    memory = await life.begin()
    assert any("stone 7" in each for each in known(memory))
    life.strike("stone 7")
    await memory.load_journal()
    hear(memory, "Fern", "The oar number 4711 is cracked.")
    await grow(life.bench, memory, 258)
    await memory.consolidate()
    await memory.close()
    memory = life.open()
    await memory.load_journal()
    assert not any("stone 7" in each for each in known(memory))
    assert "stone 7" not in life.read() + life.day.read_text("utf-8")
    assert "4711" in life.read() and "blue boat" in life.read()
    assert any("stone 7" in each.text for each in memory.experiences())
    await memory.close()


KEY = 'Fern said: "The key is under stone 7."'


def cross_whole(line: str) -> str:
    return f"~~{line}~~"


def cross_item(line: str) -> str:
    return f"- ~~{line.removeprefix('- ')}~~"


def cross_text(line: str) -> str:
    return line.replace(KEY, f"~~{KEY}~~")


@pytest.mark.parametrize("cross", [cross_whole, cross_item, cross_text])
@pytest.mark.parametrize("copied", [True, False])
async def test_a_line_that_is_crossed_out_is_struck_out(
    tmp_path: Path, cross: Callable[[str], str], copied: bool
) -> None:
    """As an editor of markdown does it; it is no word of the person, also after a restart."""
    life = Life(tmp_path)
    memory = await life.begin()
    (line,) = (each for each in life.read().splitlines() if KEY in each)
    life.write(old=line, new=cross(line))
    if not copied:
        shutil.rmtree(tmp_path / "kept")
    assert len(await memory.load_journal()) == 1 and await memory.load_journal() == []
    await memory.close()
    memory = life.open()
    await memory.load_journal()
    (edit,) = edits(memory)
    assert edit.struck == (KEY,) and edit.below == ""
    assert not any("stone 7" in each for each in known(memory))
    assert "stone 7" not in life.read() + life.day.read_text("utf-8")
    assert any("blue boat" in each for each in known(memory))
    await memory.close()


async def test_a_persons_own_line_that_is_crossed_out_counts_no_more(tmp_path: Path) -> None:
    """It stays on the page as the person left it."""
    life = Life(tmp_path)
    memory = await life.begin()
    life.write(old=END, new=f"{END}\n\nFern is my sister.")
    await memory.load_journal()
    assert "Fern is my sister." in known(memory)
    life.write(old="Fern is my sister.", new="~~Fern is my sister.~~")
    await memory.load_journal()
    assert not any("sister" in each for each in known(memory))
    assert life.read().endswith("~~Fern is my sister.~~\n")
    await memory.close()


async def test_a_line_that_is_changed_is_the_persons(tmp_path: Path) -> None:
    """The old one counts as struck out, the new one as written."""
    life = Life(tmp_path)
    memory = await life.begin()
    life.write(old='Fern said: "The key is under stone 7."', new="The key is under stone 9.")
    await memory.load_journal()
    texts = known(memory)
    assert "The key is under stone 9." in texts and not any("stone 7" in each for each in texts)
    assert "stone 7" not in life.read() and "The key is under stone 9.\n" in life.read()
    assert "· heard" not in life.read().partition(END)[2]
    await memory.close()


async def test_an_edit_while_a_compaction_writes_the_page_is_kept(tmp_path: Path) -> None:
    """Also a struck line; the compaction's facts are on the page as well."""
    life = Life(tmp_path)
    memory = await life.begin()
    assert isinstance(life.bench.summarizer, Scripted)
    hear(memory, "Fern", "The oar number 4711 is cracked.")
    await grow(life.bench, memory, 256)
    life.bench.summarizer.held = asyncio.Event()
    await grow(life.bench, memory, 260)
    life.write(old=END, new=f"{END}\n\nFern is my sister.")
    life.strike("stone 7")
    life.bench.summarizer.held.set()
    await life.bench.settle()
    assert "4711" in life.read() and "Fern is my sister." in life.read()
    assert "stone 7" not in life.read() and "Fern is my sister." in known(memory)
    await memory.close()


class Saving(dict[str, PageEdit]):
    """Recorded edits; while they are looked up, somebody saves the page."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__()
        self.path, self.text = path, text

    def get(self, key: str, default: object = None) -> None:  # type: ignore[override]
        if self.text:
            self.path.write_text(self.text, "utf-8")
        self.text = ""


def test_a_page_that_is_saved_while_it_is_written_is_left_for_later(tmp_path: Path) -> None:
    """The words of that very moment stay, and are found to be recorded."""
    files = JournalFiles(tmp_path, tmp_path / "written")
    path = tmp_path / "people" / "Fern.md"
    first, second = (fact(f"Fern told tale {n}.", n, people=("Fern",)) for n in (1, 2))
    files.edits = {}
    files.rebuild([first])
    saved = path.read_text("utf-8") + "\nFern is my sister.\n"
    files.edits = Saving(path, saved)
    files.rebuild([first, second])
    assert path.read_text("utf-8") == saved
    assert "Fern is my sister." in files.take_unrecorded()["people/Fern"].below


async def test_without_a_person_nothing_is_ever_taken_for_an_edit(tmp_path: Path) -> None:
    """Not after compactions, a night's weighing, lost copies, a lost file or other line ends."""
    life = Life(tmp_path)
    memory = await life.begin()
    for n in range(3):
        hear(memory, "Fern", "The key is under stone 7.")
        hear(memory, "Fern", f"The oar number {n}4 is cracked.")
        await grow(life.bench, memory, 200 + 70 * n)
        await memory.consolidate()
        assert await memory.load_journal() == []
    await memory.close()
    for lost in ("copies", "file", "ends", "page"):
        memory = life.open()
        assert await memory.load_journal() == [], lost
        await grow(life.bench, memory, memory.last_seq + 64)
        assert await memory.load_journal() == [] and edits(memory) == []
        await memory.close()
        if lost == "copies":
            shutil.rmtree(tmp_path / "kept")
        elif lost == "file":
            life.kept.unlink()
        elif lost == "ends":
            life.page.write_bytes(life.page.read_bytes().replace(b"\n", b"\r\n"))
    assert "blue boat" in life.read()


async def test_a_page_that_cannot_be_read_is_named_and_stays(tmp_path: Path) -> None:
    """File and line; a compaction leaves it alone too."""
    life = Life(tmp_path)
    memory = await life.begin()
    life.write(old=END, new="")
    broken = life.read()
    (message,) = await memory.load_journal()
    assert "Fern.md:" in message and END in message and "left as it is" in message
    hear(memory, "Fern", "The oar number 4711 is cracked.")
    await grow(life.bench, memory, 258)
    assert life.read() == broken and edits(memory) == []
    await memory.close()


async def test_a_page_of_ones_own_stays_as_it_is_and_counts(tmp_path: Path) -> None:
    """For somebody the agent does not know yet, or for no day."""
    life = Life(tmp_path)
    memory = await life.begin()
    zed, ideas = life.page.with_name("Zed.md"), life.day.with_name("ideas.md")
    own = {zed: "Zed is a thief.\n", ideas: "Mend the wheel.\n"}
    for path, text in own.items():
        path.write_text(text, "utf-8")
    assert len(await memory.load_journal()) == 2
    assert [path.read_text("utf-8") for path in own] == list(own.values())
    assert {"Zed is a thief.", "Mend the wheel."} <= set(known(memory))
    hear(memory, "Zed", "My boat has number 12.")
    await grow(life.bench, memory, 258)
    text = zed.read_text("utf-8")
    assert text.index("Zed is a thief.") < text.index(BEGIN) < text.index("number 12")
    await memory.close()


async def test_a_page_that_is_empty_takes_nothing_back(tmp_path: Path) -> None:
    """An editor leaves it so for a moment while it saves; it is named, and left alone."""
    life = Life(tmp_path)
    memory = await life.begin()
    life.write(old=END, new=f"{END}\n\nFern is my sister.")
    await memory.load_journal()
    life.page.write_text("", "utf-8")
    (message,) = await memory.load_journal()
    assert "Fern.md: the page is empty" in message and "delete the file" in message
    hear(memory, "Fern", "The oar number 4711 is cracked.")
    await grow(life.bench, memory, 258)
    assert life.read() == "" and "Fern is my sister." in known(memory)
    life.page.unlink()
    await memory.load_journal()
    assert "4711" in life.read() and "Fern is my sister." in life.read()
    await memory.close()


async def test_what_a_person_takes_back_is_forgotten(tmp_path: Path) -> None:
    """Their own line, deleted again, no longer counts."""
    life = Life(tmp_path)
    memory = await life.begin()
    life.write(old=END, new=f"{END}\n\nFern is my sister.")
    await memory.load_journal()
    life.write(old="\n\nFern is my sister.", new="")
    assert len(await memory.load_journal()) == 1
    assert "Fern is my sister." not in known(memory) and len(edits(memory)) == 2
    await memory.close()


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("# Mine\n\n- one\n* two\n1. three\n> four", ["one", "two", "three", "four"]),
        ("A long\nparagraph.\n\nAnother.", ["A long paragraph.", "Another."]),
        ("- an item\n  that goes on\n- [x] done", ["an item that goes on", "done"]),
        ("see [[Fern]] and [[The Mill|the mill]]", ["see Fern and the mill"]),
        ("- one\n~~- two~~\n- ~~(9) three~~\n- [ ] four", ["one", "four"]),
        ("~~A long\nparagraph.~~\n\n(5) ~~Another.~~\n\nThe last.", ["The last."]),
        ("- ~~1653~~ The key is under ~~stone 7~~ stone 9.", ["The key is under stone 9."]),
        ("about ~~5, or ~6, or ~~~7", ["about ~~5, or ~6, or ~~~7"]),
        ("---\n\n<!-- hidden -->\n\n***", []),
    ],
)
def test_each_item_and_each_paragraph_is_a_fact(text: str, facts: list[str]) -> None:
    """Headings, rules and comments are none."""
    edit = PageEdit(1, fact("").at, "people/Fern", below=text)
    assert [each.text for each in read_written_facts(edit)] == facts
    assert all(each.people == ("Fern",) for each in read_written_facts(edit))


class Crashing(JournalFiles):
    """Dies between a page and the copy of what was written on it."""

    def _keep_written(self, key: str, page: str) -> None:
        raise OSError("killed")


def test_a_crash_between_page_and_copy_is_no_edit_of_a_person(tmp_path: Path) -> None:
    """What the new page shows no more was not struck out, and what it shows is not a person's."""
    first, second = (fact(f"Fern told tale {n}.", n, people=("Fern",)) for n in (1, 2))
    JournalFiles(tmp_path, tmp_path / "written").rebuild([first])
    with pytest.raises(OSError, match="killed"):
        Crashing(tmp_path, tmp_path / "written").update([second], [first, second])
    files = JournalFiles(tmp_path, tmp_path / "written")
    files.edits, files.known = {}, TextSet((first.text, second.text))
    assert files.find_edited() == []
    assert files.take_unrecorded() == {}
