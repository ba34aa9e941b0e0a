from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.recall import database as recall_files
from agents.memory.recall import schema as recall_schema
from agents.memory.recall.importance import USUAL, estimate_importance
from agents.memory.recall.index import RecallIndex
from agents.memory.recall.ranking import COMMON
from world.nature import Nature

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def said(seq: int, speaker: str, words: str, *, hours: float = 0.0, place: str = "") -> Experience:
    at = START + timedelta(hours=hours, minutes=seq)
    text = f'{speaker} says, "{words}"'
    return Experience(
        seq,
        at,
        text,
        "observation",
        event="say",
        place=place,
        speaker=speaker,
        nature=Nature.SPEECH,
    )


def seen(seq: int, text: str, at: datetime = START) -> Experience:
    return Experience(seq, at + timedelta(minutes=seq), text, "observation")


async def open_index(path: Path, memories: Sequence[Experience]) -> RecallIndex:
    index = RecallIndex.open(path / "Moss.sqlite")
    await index.catch_up(lambda after: [each for each in memories if each.seq > after])
    return index


def find_seqs(index: RecallIndex, words: str, **more: object) -> list[int]:
    hits = index.search(words, token_budget=100_000, tokens=HeuristicCounter(), **more)  # type: ignore[arg-type]
    return [hit.seq for hit in hits]


async def test_an_answer_is_found_by_its_question(tmp_path: Path) -> None:
    """What is said next to a strong hit comes back, though it has no word of the question."""
    talk = ["Where is the lantern?", "Under the bridge, by the reeds.", "Thank you."]
    memories = [said(n, "Ada" if n % 2 else "Fern", text) for n, text in enumerate(talk, 1)]
    memories += [said(n, "Ada", f"It rains, day {n}.") for n in range(4, 30)]
    index = await open_index(tmp_path, memories)
    assert find_seqs(index, "Where was the lantern put?")[:2] == [1, 2]
    assert 20 not in find_seqs(index, "Where was the lantern put?")
    assert find_seqs(index, "lantern") == [1]
    await index.close()


@pytest.mark.parametrize("far", [{"hours": 5.0}, {"place": "The Garden"}])
async def test_another_time_or_place_is_no_neighbour(
    tmp_path: Path, far: dict[str, object]
) -> None:
    """Hours later or in another room a new talk begins."""
    memories = [said(1, "Ada", "Where is the lantern?"), said(2, "Fern", "Good evening.", **far)]  # type: ignore[arg-type]
    index = await open_index(tmp_path, memories)
    assert find_seqs(index, "the lantern put away") == [1]
    await index.close()


async def test_what_is_not_talk_is_no_neighbour(tmp_path: Path) -> None:
    """A room's description beside a hit has nothing to do with it."""
    memories = [said(1, "Ada", "Where is the lantern?"), seen(2, "The rain begins.")]
    index = await open_index(tmp_path, memories)
    assert find_seqs(index, "the lantern put away") == [1]
    await index.close()


async def test_words_of_a_named_speaker_come_first(tmp_path: Path) -> None:
    """Of two people who say the same, the one that the question names comes first."""
    words = "I lost my brass lantern near the mill, ask {}"
    memories = [
        said(1, "Fern", words.format("Ada")),
        said(9, "Ada", words.format("Fern"), hours=5),
    ]
    index = await open_index(tmp_path, memories)
    assert find_seqs(index, "What did Fern lose? lantern")[0] == 1
    assert find_seqs(index, "What did Ada lose? lantern")[0] == 9
    await index.close()


async def test_dates_in_the_question_count(tmp_path: Path) -> None:
    """Of equal memories the one of the date that the question names comes first."""
    memories = [
        seen(n, f"the market of {town}", datetime(2026, n, 5, tzinfo=UTC))
        for n, town in enumerate(("Ayr", "Bath", "Cork"), 1)
    ]
    index = await open_index(tmp_path, memories)
    assert find_seqs(index, "market")[0] == 3
    assert find_seqs(index, "the market in February 2026")[0] == 2
    assert find_seqs(index, "the market on 5 January")[0] == 1
    await index.close()


async def test_a_date_alone_finds_its_day(tmp_path: Path) -> None:
    """Asked for nothing but a date, recall tells of that date."""
    memories = [seen(n, f"it was day {n}", START + timedelta(days=n)) for n in range(1, 60)]
    index = await open_index(tmp_path, memories)
    assert sorted(find_seqs(index, "March 2026", limit=100)) == list(range(1, 31))
    assert find_seqs(index, "2026-04-02") == [32]
    await index.close()


async def test_importance_counts(tmp_path: Path) -> None:
    """Set importance decides between equals, from the next batch on; nonsense is refused."""
    index = await open_index(tmp_path, [seen(1, "a grey heron"), seen(2, "a white heron")])
    assert find_seqs(index, "heron") == [2, 1]
    index.set_importance({1: 10, 2: 1, 99: 5})
    await index.close()
    index = await open_index(tmp_path, [seen(1, "a grey heron"), seen(2, "a white heron")])
    assert find_seqs(index, "heron") == [1, 2]
    with pytest.raises(ValueError, match="#2 is 11; allowed is 0 to 10"):
        index.set_importance({2: 11})
    await index.close()


async def test_importance_waits_for_its_memory(tmp_path: Path) -> None:
    """Importance given to a memory that is itself still queued is not lost."""
    index = await open_index(tmp_path, [])
    index.feed([seen(1, "a grey heron"), seen(2, "a white heron")])
    index.set_importance({1: 10, 2: 1})
    await index.close()
    assert find_seqs(index, "heron") == [1, 2]


def test_importance_is_estimated() -> None:
    """Names, numbers, dates and promises weigh more than courtesies and questions."""
    plain = estimate_importance(seen(1, "The mist lies over the water and the reeds stand still."))
    promise = said(1, "Ada", "I'll bring Fern three lanterns on Friday, I promise you that.")
    assert plain == USUAL
    assert estimate_importance(promise) >= 8
    assert estimate_importance(said(1, "Ada", "Hello!")) < USUAL
    assert estimate_importance(said(1, "Ada", "What?")) == 1


async def test_words_together_beat_words_apart(tmp_path: Path) -> None:
    """Two words that stand together in the question are best found together."""
    apart = "the bridge is old and the water below it runs green with weed and stone"
    together = "the water is cold and old and it runs below us to the stone bridge"
    index = await open_index(tmp_path, [seen(1, together), seen(2, apart)])
    assert find_seqs(index, "stone bridge") == [1, 2]
    await index.close()


async def test_every_form_of_a_word_is_found(tmp_path: Path) -> None:
    """Irregular forms, which no stemmer joins, are found by one another."""
    index = await open_index(tmp_path, [seen(1, "Ada bought a boat"), seen(2, "Fern went away")])
    assert find_seqs(index, "Who is buying a boat?")[0] == 1
    assert find_seqs(index, "when did she buy it") == [1]
    assert find_seqs(index, "where did she go") == [2]
    await index.close()


async def test_a_span_of_numbers_can_be_searched(tmp_path: Path) -> None:
    """`within` finds what the span holds and nothing else, however strong."""
    index = await open_index(tmp_path, [said(n, "Ada", f"heron {n}") for n in range(1, 40)])
    assert sorted(find_seqs(index, "heron", within=(5, 9), limit=50)) == [5, 6, 7, 8, 9]
    assert find_seqs(index, "heron", within=(50, 60)) == []
    await index.close()


async def test_related_memories_are_older_ones(tmp_path: Path) -> None:
    """What is shown as related is never newer than it may be, and keeps its budget."""
    index = await open_index(tmp_path, [said(n, "Ada", f"heron {n}") for n in range(1, 20)])
    index.feed([said(20, "Ada", "heron heron")])
    tokens = HeuristicCounter()
    hits = index.search("a heron!", token_budget=100, tokens=tokens, within=(1, 7))
    assert hits
    assert max(hit.seq for hit in hits) <= 7
    assert sum(tokens.count(hit.render_line()) for hit in hits) <= 100
    await index.close()


async def test_a_common_word_still_counts_beside_a_rare_one(tmp_path: Path) -> None:
    """A word in thousands of memories is not left out: with a rarer one it decides."""
    count = 3 * COMMON
    texts = [f"step {n}" for n in range(1, count)]
    texts[10], texts[20] = "a heron flew", "a heron took a step"
    lived = [seen(n, text) for n, text in enumerate(texts, 1)]
    with recall_files.open_for_writing(tmp_path / "Moss.sqlite") as connection:
        recall_schema.add_rows(connection, lived)
    index = RecallIndex.open(tmp_path / "Moss.sqlite")
    assert find_seqs(index, "heron step")[:2] == [21, 11]
    assert find_seqs(index, "step", limit=1) == [count - 1]


async def test_queued_and_indexed_memories_rank_alike(tmp_path: Path) -> None:
    """Whether a memory is written yet changes nothing about its place."""
    rng = random.Random(5)
    words = ["heron", "lantern", "bridge", "mill", "reed", "stone", "water", "boat"]
    lived = [said(n, "Ada", " ".join(rng.choices(words, k=5))) for n in range(1, 61)]
    index = await open_index(tmp_path, lived[:30])
    index.feed(lived[30:])
    waiting = index.search("lantern bridge", token_budget=9999, tokens=HeuristicCounter(), limit=60)
    await index.close()
    written = index.search("lantern bridge", token_budget=9999, tokens=HeuristicCounter(), limit=60)
    assert [hit.seq for hit in waiting] == [hit.seq for hit in written]


async def test_an_answer_comes_before_its_question(tmp_path: Path) -> None:
    """What only asks tells nothing, and what follows it is likely the answer."""
    memories = [
        said(1, "Ada", "Where is the brass lantern?"),
        said(2, "Fern", "Under the bridge."),
        said(40, "Ada", "The lantern of brass is mine.", hours=9),
    ]
    index = await open_index(tmp_path, memories)
    assert find_seqs(index, "the brass lantern, where") == [40, 1, 2]
    await index.close()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many hens are there?", "There are seven hens now."),
        ("How many hens are there?", "There are sixty hens now."),
        ("How many hens are there?", "There are fourteen hens now."),
        ("How many hens are there?", "The hens are a pair."),
        ("What is the number of hens?", "Ninety-one hens are there."),
        ("How many times did the hens flee?", "The hens were gone once."),
        ("When do the hens lay?", "My hens lay on Monday."),
        ("Who feeds the hens?", "The hens are fed by Ysolde."),
    ],
)
async def test_the_kind_of_answer_counts(tmp_path: Path, question: str, answer: str) -> None:
    """Of memories with the same word comes first what has a number, a time or a name."""
    others = [f"The hens are fine and {word}." for word in ("fat", "brown", "loud")]
    memories = [said(n, "Fern", text, hours=9 * n) for n, text in enumerate([answer, *others], 1)]
    index = await open_index(tmp_path, memories)
    assert find_seqs(index, question)[0] == 1
    await index.close()


async def test_a_name_is_found_among_thousands_of_memories(tmp_path: Path) -> None:
    """Neither the much-spoken owner nor others' grandmothers outrank the one memory."""
    rng = random.Random(5)
    people = ["Ada", "Fern", "Moss", "Wren"]
    talk = ["My grandmother baked bread.", "What is your name, then?", "The name of it escapes me."]
    memories = [
        said(n, rng.choice(people), f"{rng.choice(talk)} Day {n}.", hours=n)
        if n % 40 == 0
        else said(n, rng.choice(people), f"The weather of day {n} is like any other.", hours=n)
        for n in range(1, 2001)
    ]
    memories[776] = said(777, "Ada", "My grandmother was called Ysolde.", hours=777)
    index = await open_index(tmp_path, memories)
    assert 777 in find_seqs(index, "What is the name of Ada's grandmother?")[:3]
    await index.close()
