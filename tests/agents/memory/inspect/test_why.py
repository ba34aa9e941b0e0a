"""Whose a sentence of a summary is: the memories', or a person's who wrote it by hand."""

from __future__ import annotations

from pathlib import Path

from agents.memory.core.records import Edit, NewMemory, Summary
from agents.memory.core.view import View, read_citations
from agents.memory.inspect.why import (
    Grounds,
    choose_first_hand,
    find_grounds,
    leave_out_repeated,
)
from agents.memory.memory import AgentMemory
from agents.prose import split_sentences
from tests.agents.memory.summary_files.test_files import rewrite
from tests.agents.memory.support import Bench, Scripted, grow

SAILOR = "I was a sailor once."


async def find_written(memory: AgentMemory, words: str) -> Edit | None:
    """The edit that `words` of a summary come from."""
    grounds = find_grounds(memory.view, words)
    assert isinstance(grounds, Grounds)
    return (await memory.find_authors()).by_sentence[grounds.sentence].edit


async def test_a_person_s_sentence_is_known_from_the_ones_beside_it(tmp_path: Path) -> None:
    """Those that were there before stay the memories', whatever stands around them."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 129)
    assert memory.view.recent is not None
    written = split_sentences(memory.view.recent.text)[0]
    assert await find_written(memory, written) is None
    rewrite(bench.summary_file("recent.md"), f"{written} {SAILOR}")
    assert len(memory.adopt_edits()) == 1
    edit = await find_written(memory, SAILOR)
    assert edit is not None and edit.summary.method == "human"
    assert await find_written(memory, written) is None
    rewrite(bench.summary_file("recent.md"), f"{SAILOR} {written} I liked it.")
    memory.adopt_edits()
    assert await find_written(memory, SAILOR) == edit


async def test_a_person_s_sentence_stays_theirs_as_long_as_it_stands(tmp_path: Path) -> None:
    """Also when the text becomes the long-term summary, and after a restart."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 129)
    rewrite(bench.summary_file("recent.md"), SAILOR)
    memory.adopt_edits()
    edit = await find_written(memory, SAILOR)
    await grow(bench, memory, 193)
    assert memory.view.longterm is not None and SAILOR in memory.view.longterm.text
    await memory.close()
    memory = bench.open()
    assert edit is not None
    assert await find_written(memory, SAILOR) == edit


async def test_an_edit_keeps_the_citations_of_what_it_left_alone(tmp_path: Path) -> None:
    """The numbers go with their sentences, and the log says the same as the live view."""
    bench = Bench(tmp_path)
    memory = bench.open()
    await grow(bench, memory, 129)
    before = cited(memory.view)
    assert before
    sentence, seqs = next(iter(before.items()))
    rewrite(bench.summary_file("recent.md"), f"{SAILOR} {sentence}")
    memory.adopt_edits()
    assert cited(memory.view) == {sentence: seqs}
    await memory.close()
    assert bench.open().view == memory.view


def cited(view: View) -> dict[str, tuple[int, ...]]:
    """The sentences of the recent summary that have citations."""
    assert view.recent is not None
    return {text: seqs for text, seqs in read_citations(view.recent).items() if seqs}


async def test_origins_are_traced_on_from_those_that_are_known(tmp_path: Path) -> None:
    """What is read of the log since then gives the same as all of it."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 129)
    rewrite(bench.summary_file("recent.md"), f"{SAILOR} I kept bees.")
    memory.adopt_edits()
    known = await memory.find_authors()
    await grow(bench, memory, 193)
    rewrite(bench.summary_file("longterm.md"), f"{SAILOR} I kept goats.")
    memory.adopt_edits()
    authors = await memory.find_authors(known)
    assert authors == await memory.find_authors()
    found = authors.by_sentence
    assert "I kept bees." not in found
    first, second = found[SAILOR].edit, found["I kept goats."].edit
    assert first is not None and second is not None
    assert first.revision < second.revision


LOST = 'Ada tells you, "I lost a red umbrella by the causeway."'
AGAIN = "~Moss> tell Cobb Ada told me just now: 'I lost a red umbrella by the causeway.'\nYou do."


async def test_of_equal_sentences_the_one_of_the_first_hand_is_chosen(tmp_path: Path) -> None:
    """And of its memories those in which the agent says it again are left out."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    memory.record(NewMemory(LOST, "observation", speaker="Ada"))
    memory.record(NewMemory(AGAIN, "action", line="tell Cobb"))
    memory.record(NewMemory("~Moss> sit\nYou sit.", "action", line="sit"))
    memories = {each.seq: each for each in await memory.read([1, 2, 3])}
    summary = Summary("s", "recent", "", (1, 3), "deterministic", memories[1].at)
    said = Grounds('I said "Ada told me just now: I lost a red umbrella."', summary, (2,))
    heard = Grounds('I heard Ada say "I lost a red umbrella by the causeway."', summary, (1, 2))
    assert choose_first_hand([said, heard], "umbrella", memories) == heard
    assert choose_first_hand([said], "umbrella", memories) == said
    cited = [memories[seq] for seq in (1, 2, 3)]
    assert [each.seq for each in leave_out_repeated(heard.sentence, cited)] == [1, 3]
    assert [each.seq for each in leave_out_repeated("I told Cobb by the causeway.", cited)] == [
        1, 2, 3,
    ]  # fmt: skip
