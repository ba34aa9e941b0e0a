"""Whose a sentence of a summary is: the memories', or a person's who wrote it by hand."""

from __future__ import annotations

from pathlib import Path

from agents.memory.core.records import Edit
from agents.memory.core.view import View, read_citations
from agents.memory.inspect.why import Grounds, find_grounds
from agents.memory.memory import AgentMemory
from agents.prose import split_sentences
from tests.agents.memory.summary_files.test_files import rewrite
from tests.agents.memory.support import Bench, Scripted, grow

SAILOR = "I was a sailor once."


async def find_written(memory: AgentMemory, words: str) -> Edit | None:
    """The edit that `words` of a summary come from."""
    grounds = find_grounds(memory.view, words)
    assert isinstance(grounds, Grounds)
    return await memory.find_edit(grounds)


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
