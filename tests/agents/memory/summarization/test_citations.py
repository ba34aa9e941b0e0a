"""Which memories a sentence rests on, and the way back to them."""

from __future__ import annotations

from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.core.records import Experience, NewMemory, Summary
from agents.memory.inspect.why import Grounds, find_grounds, format_memory
from agents.memory.summarization import citations
from tests.agents.memory.support import Bench, Scripted, fill, grow

NOW = VirtualClock().now()


def seen(*texts: str) -> list[Experience]:
    return [Experience(n, NOW, text, "observation") for n, text in enumerate(texts, 1)]


def test_marks_leave_the_text_and_their_numbers_stay() -> None:
    """Before or behind the full stop, single, listed, or as a range's ends."""
    text, cited = citations.split_citations(
        "I met Fern [1]. I sang. [#2, 3] It rained [4–6]!\nI slept."
    )
    assert text == "I met Fern. I sang. It rained!\nI slept."
    assert cited == {"I met Fern.": (1,), "I sang.": (2, 3), "It rained!": (4, 6)}


def test_a_number_holds_only_if_its_memory_has_to_do_with_the_sentence() -> None:
    """Outside the span, or about something else: wrong, counted and left out."""
    memories = seen("Fern mends the gate.", "It rains on the lake.")
    claimed = {"I saw Fern mend the gate.": (1, 2, 99)}
    found, wrong = citations.check_citations("I saw Fern mend the gate.", claimed, memories)
    assert found == {"I saw Fern mend the gate.": (1,)}
    assert wrong == 2


def test_a_sentence_without_numbers_rests_on_the_memories_with_its_words() -> None:
    """And one whose words no memory has rests on nothing known."""
    memories = seen("Fern mends the gate.", "It rains on the lake.")
    found, wrong = citations.check_citations("It rained on the lake. I pondered.", {}, memories)
    assert found == {"It rained on the lake.": (2,)}
    assert wrong == 0


def test_a_combined_text_cites_only_what_its_sources_cite() -> None:
    """A model that makes numbers up is not believed."""
    sources = [
        Summary("a", "recent", "Fern mended the gate. I sang.", (1, 9), "llm", NOW,
                citations=((3,), (5, 6)))
    ]  # fmt: skip
    text = "Fern once mended the gate. I sang for all."
    found, wrong = citations.inherit_citations(text, {"I sang for all.": (6, 70)}, sources)
    assert found == {"Fern once mended the gate.": (3,), "I sang for all.": (6,)}
    assert wrong == 1


def test_a_combined_text_may_not_hide_behind_the_number_of_something_else() -> None:
    """What it cites shares no word with it, or no more than a name: what tells of it counts."""
    sources = [
        Summary("a", "recent", "The council never agreed to the toll. Corin hardly drinks cider. "
                "If the ice holds, Corin will cross.", (1, 9), "llm", NOW,
                citations=((3,), (5,), (7,)))
    ]  # fmt: skip
    text = "The council agreed to the toll. Corin often drinks cider."
    claimed = {"The council agreed to the toll.": (5,), "Corin often drinks cider.": (7,)}
    found, wrong = citations.inherit_citations(text, claimed, sources)
    assert found == {
        "The council agreed to the toll.": (3,),
        "Corin often drinks cider.": (7, 5),
    }
    assert wrong == 1


def test_wholly_other_words_keep_what_they_cite_of_a_summary() -> None:
    """No word says what they are about, so nothing else can."""
    sources = [Summary("a", "recent", "Bo is a widow.", (1, 9), "llm", NOW, citations=((8,),))]
    found, wrong = citations.inherit_citations(
        "She buried him.", {"She buried him.": (8, 9)}, sources
    )
    assert found == {"She buried him.": (8,)} and wrong == 1


def test_what_builds_on_a_summary_cites_of_it_what_has_its_words() -> None:
    """Not just any memory that the earlier text rests on."""
    earlier = {"The council never agreed to the toll.": (3,), "Fern sang.": (5,)}
    text = "The council agreed to the toll."
    found, wrong = citations.check_citations(text, {text: (5,)}, seen("It rains."), earlier)
    assert found == {text: (3,)} and wrong == 1


async def test_a_summary_in_the_log_carries_its_memories(tmp_path: Path) -> None:
    """From a model's marks, through the fall into the long-term text, and over a restart."""
    script = Scripted(answers=["Fern hums the 7th verse [7], as I heard it."])
    bench = Bench(tmp_path, script)
    memory = bench.open()
    await grow(bench, memory, 129)
    recent = memory.view.recent
    assert recent is not None and recent.text == "Fern hums the 7th verse, as I heard it."
    assert recent.citations == ((7,),)
    await memory.close()
    again = bench.open()
    found = find_grounds(again.view, "heard the 7th verse")
    assert isinstance(found, Grounds) and found.seqs == (7,)
    assert [format_memory(each) for each in await again.read(found.seqs)] == [
        "#7 (2026-01-01 00:00) Fern hums the 7th verse of an old song."
    ]
    await again.close()


async def test_words_that_only_the_tail_has_lead_to_the_memory_itself(tmp_path: Path) -> None:
    """And words that nothing has lead nowhere."""
    bench = Bench(tmp_path)
    memory = bench.open()
    fill(memory, 3)
    memory.record(NewMemory("A heron stands in the reeds.", source="observation"))
    found = find_grounds(memory.view, "heron reeds")
    assert isinstance(found, Experience) and found.seq == 4
    assert find_grounds(memory.view, "submarine volcano") is None
    await memory.close()
