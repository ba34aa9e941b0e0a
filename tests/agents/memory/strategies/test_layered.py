"""Layered: masks after each turn, one working memory of six sections above a threshold."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.boundaries import ModelUnavailable
from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Experience, Frames, MicroCompact, NewMemory, Summary
from agents.memory.core.token_cache import RunningCount
from agents.memory.core.view import View, apply, fold
from agents.memory.log.natures import find_old_nature
from agents.memory.memory import AgentMemory
from agents.memory.strategies import section_plan, sections
from agents.memory.strategies.layered import SECTIONS_LIMIT, Layered
from agents.memory.summarization.prompts import SummaryRequest
from tests.agents.memory.inspect.bare_log import START, compact_view, make_observation, view_of
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import (
    Bench,
    PlainCounter,
    Scripted,
    assert_whole,
    fill,
    grow,
    log_of,
    partition,
    reconfigure,
    spans,
)
from world.nature import Nature
from world.vault.markdown import read_note

FRAMES = Frames("## Older\n{summary}", "## Recent\n{summary}")
GAUGE = Gauge(PlainCounter())

WORKING = (
    "User Goal:\nI keep the garden of the hall.\nConfirmed Facts:\nFern says that the boat leaks."
    "\nDecisions Made:\nnone\nOpen Issues:\nI do not know where the rope is.\nPending Actions:\n"
    "none\nImportant References:\nMemory 12 is about the rope."
)

LATER = WORKING.replace("Memory 12 is about the rope.", "Memory 90 is about the rope.")

#: A threshold that some dozen memories pass.
SMALL: dict[str, Any] = {"strategy": "layered", "threshold_tokens": 1500, "min_saving_tokens": 300}


class Working(Scripted):
    """Writes six sections; built on its own, others."""

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        said = await super().summarise(memories, asked)
        written = LATER if WORKING in asked.before else WORKING
        return written if said.startswith("I lived through") else said


# --- when -------------------------------------------------------------------------------


def make_view(tokens: int, count: int = 20) -> View:
    """A view of `count` memories with exactly so many tokens."""
    each = tokens // count
    first = tokens - each * (count - 1)
    return view_of(count, lambda n: make_observation(n, "x" * 4 * (first if n == 1 else each)))


@pytest.mark.parametrize(("tokens", "due"), [(11_999, False), (12_000, False), (12_001, True)])
@pytest.mark.parametrize("overhead", [0, 400])
def test_the_threshold_is_exact(tokens: int, due: bool, overhead: int) -> None:
    """Compaction comes above it, and the rest of the prompt counts as well."""
    gauge = Gauge(PlainCounter(), overhead)
    view = make_view(tokens - overhead)
    assert gauge.prompt(view) == tokens
    span = (1, 12) if due else None
    for moment in ("memory", "turn"):
        assert Layered().find_due_span(view, gauge, moment) == span
    assert Layered().find_due_span(view, gauge, "sleep") is None


@pytest.mark.parametrize(("saved", "due"), [(1999, False), (2000, True), (2001, True)])
def test_the_saving_is_exact(saved: int, due: bool) -> None:
    """The saving is what leaves the prompt, less the longest summary that may replace it."""
    leaving = saved + SECTIONS_LIMIT // 4
    old = make_observation(1, "x" * 4 * leaving)
    view = fold([old, *(make_observation(n, "y" * 4 * 2000) for n in range(2, 10))])
    layered = Layered()
    assert layered.estimate_saving(view, (1, 1), GAUGE) == saved
    assert layered.find_due_span(view, GAUGE, "turn") == ((1, 1) if due else None)


def test_what_stands_is_saved_as_well_as_what_leaves() -> None:
    """Summaries that the new one replaces count with the memories."""
    standing = Summary("recent-1-9-1", "recent", "z" * 8000, (1, 9), "llm", START)
    view = replace(view_of(0), summaries=(standing,), last_seq=9)
    for n in range(10, 30):
        view = apply(view, make_observation(n, "x" * 400))
    saved = Layered().estimate_saving(view, (10, 21), GAUGE)
    assert saved == 2000 + 12 * 100 - SECTIONS_LIMIT // 4


def test_small_contexts_lower_the_threshold() -> None:
    """Three quarters of the context, and an eighth of it to be saved; never more than is set."""
    small = Layered(context_tokens=4096)
    assert (small.threshold, small.least_saving) == (3072, 512)
    large = Layered(context_tokens=128_000)
    assert (large.threshold, large.least_saving) == (12_000, 2_000)
    tight = make_view(3072)
    assert small.find_due_span(tight, GAUGE) is None
    assert small.find_due_span(make_view(3073), GAUGE) == (1, 12)


def test_nothing_is_due_within_the_preserved_memories() -> None:
    """However long they are."""
    view = make_view(100_000, 8)
    assert Layered().find_due_span(view, GAUGE) is None
    assert Layered(preserve_window=0).find_due_span(view, GAUGE) == (1, 8)


def test_the_condition_names_threshold_and_saving() -> None:
    """In words, with where the prompt is now."""
    layered = Layered()
    assert layered.next_trigger(make_view(700)) is None
    assert layered.describe_condition(make_view(700), GAUGE) == (
        "when the prompt has more than 12000 tokens (now 700) and it saves 2000"
    )


@settings(max_examples=60, deadline=None)
@given(
    steps=st.lists(
        st.one_of(st.integers(1, 400), st.sampled_from(["mask", "compact", "other", "again"])),
        max_size=40,
    )
)
def test_a_running_count_is_never_off(steps: list[int | str]) -> None:
    """Whatever becomes of the view, and whichever view it is asked about."""
    running, view, views = RunningCount(), view_of(0), [view_of(3)]
    for step in steps:
        seq = view.last_seq + 1
        if isinstance(step, int):
            view = apply(view, make_observation(seq, "x" * step))
        elif step == "mask":
            view = apply(view, MicroCompact(seq - 1, START, tuple(range(1, seq, 2)), seq))
        elif step == "compact" and view.tail:
            view = compact_view(Layered(), view, 1)
        elif step == "other":
            views.append(view)
            view = views[seq % len(views)]
        assert running.memories(view, GAUGE) == GAUGE.memories(view)


# --- what -------------------------------------------------------------------------------


async def test_one_working_memory_takes_all_in(tmp_path: Path) -> None:
    """Again and again; what stays verbatim are the newest eight."""
    summarizer = Working()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**SMALL)
    compactions = 0
    for total in range(1, 600):
        before = memory.view.covered
        await grow(bench, memory, total)
        assert_whole(memory)
        if memory.view.covered != before:
            compactions += 1
            assert [each.covers for each in memory.view.summaries] == [(1, total - 8)]
            written = LATER if compactions % 2 == 0 else WORKING
            assert memory.view.recent is not None and memory.view.recent.text == written
            assert memory.view.recent.method == "llm" and memory.view.longterm is None
            assert len(memory.view.tail) == 8
        assert Gauge(PlainCounter()).prompt(memory.view) <= 1600
    assert 4 <= compactions == len(summarizer.asked)
    assert len(memory.view.summaries[0].replaces) == 1
    await memory.close()
    again = bench.open(**SMALL)
    assert (again.view, again.render_section(FRAMES)) == (
        memory.view,
        memory.render_section(FRAMES),
    )


async def test_a_preserve_window_of_0_leaves_the_summary_alone(tmp_path: Path) -> None:
    """The tail is empty, and the next memory stands behind the summary."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(**SMALL, preserve_window=0)
    fill(memory, 40)
    await memory.begin_compaction()
    assert memory.view.tail == () and spans(memory) == [(1, 40)]
    with pytest.raises(CannotCompact, match=r"^Nothing new to compact\.$"):
        memory.begin_compaction(force=True)
    fill(memory, 1)
    assert_whole(memory)
    await memory.close()
    assert bench.open(**SMALL, preserve_window=0).view == memory.view


async def test_by_hand_thresholds_do_not_count(tmp_path: Path) -> None:
    """Everything beyond the preserved memories is compacted, with or without force."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy="layered")
    fill(memory, 8)
    with pytest.raises(CannotCompact, match=r"Need more than 8 memories\. Add the word force"):
        memory.begin_compaction()
    fill(memory, 22)
    report = await memory.begin_compaction()
    assert (report.record.covers, report.record.trigger) == ((1, 22), "manual")
    fill(memory, 5)
    assert (await memory.begin_compaction(force=True)).record.covers == (23, 27)


async def test_pressure_and_bootstrap_work_as_ever(tmp_path: Path) -> None:
    """Any span from the first uncovered memory on is taken in."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy="layered")
    fill(memory, 60)
    assert await memory.relieve(100)
    assert 0 < memory.view.covered < 52
    assert_whole(memory)
    other = Bench(tmp_path / "other", Working())
    memory = other.open(strategy="layered")
    fill(memory, 200)
    await memory.bootstrap()
    assert spans(memory) == [(1, 192)]
    assert_whole(memory)


@settings(max_examples=30, deadline=None)
@given(sizes=st.lists(st.integers(1, 60), min_size=1, max_size=12))
def test_any_spans_make_one_sound_summary(sizes: list[int]) -> None:
    """Without a model too: all six sections, in order, never longer than the limit."""

    strategy, view = Layered(), view_of(0)
    for size in sizes:
        view = compact_view(strategy, view, size)
        (one,) = view.summaries
        assert one.covers == (1, view.last_seq)
        assert len(one.text) <= SECTIONS_LIMIT
    assert view.last_seq < 12 or _headings(one.text) == list(section_plan.SECTIONS)


def _headings(text: str) -> list[str]:
    return [each[:-1] for each in text.splitlines() if each[:-1] in section_plan.SECTIONS]


# --- failing ----------------------------------------------------------------------------


async def test_no_archive_no_compaction(tmp_path: Path) -> None:
    """While memories cannot be written none leave the prompt; when they can again, it goes on."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(**SMALL)
    fill(memory, 20)
    bench.disk.write_error = OSError(errno.ENOSPC, "No space left on device")
    fill(memory, 1)
    before = memory.view
    reconfigure(
        memory,
        settings=memory_settings(strategy="layered", threshold_tokens=20, min_saving_tokens=0),
    )
    memory.end_turn()
    await bench.settle()
    assert memory.view == before
    assert any("No space left" in line for line in bench.lines)
    assert not memory.status().running
    bench.disk.write_error = None
    await bench.clock.advance(60)
    fill(memory, 200)
    await bench.settle()
    assert memory.view.covered > 0


async def test_a_failed_automatic_compaction_only_warns(tmp_path: Path) -> None:
    """Everything stays as it was and the agent goes on; the next try waits."""
    summarizer = Working(answers=[RuntimeError("a defect")])
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**SMALL)
    while not summarizer.asked:
        await grow(bench, memory, memory.last_seq + 1)
    assert memory.view.summaries == () and len(memory.view.tail) == memory.last_seq
    assert any("WARNING: compaction failed" in line for line in bench.warnings())
    assert memory.status().health == "WARNING"
    await grow(bench, memory, memory.last_seq + 5)
    assert len(summarizer.asked) == 1
    await bench.clock.advance(31)
    assert memory.view.summaries and memory.status().last_error == ""
    assert_whole(memory)


async def test_a_failed_compaction_by_hand_is_an_error(tmp_path: Path) -> None:
    """The person who asked for it is told; nothing has changed."""
    bench = Bench(tmp_path, Working(answers=[RuntimeError("a defect")]))
    memory = bench.open(strategy="layered")
    fill(memory, 30)
    before = memory.view
    with pytest.raises(CompactionFailed, match="a defect"):
        await memory.begin_compaction()
    assert memory.view == before == fold(log_of(memory))


async def test_without_a_model_the_sections_are_our_own(tmp_path: Path) -> None:
    """The text is marked deterministic, has all six, builds on the old ones and is redone later."""
    away: list[str | Exception] = [ModelUnavailable("ollama is not there")]
    summarizer = Working(answers=away * 3)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**SMALL)
    reconfigure(memory, task="You are Moss, who keeps the garden of the hall. You are patient.")
    heard(memory, "Fern", "The rope hangs in the Boathouse.")
    fill(memory, 30)
    await memory.begin_compaction()
    first = memory.view.summaries[0]
    assert first.method == "deterministic"
    heard(memory, "Fern", "The boat leaks.")
    fill(memory, 30)
    await memory.begin_compaction()
    (second,) = memory.view.summaries
    assert second.method == "deterministic" and second.replaces == (first.id,)
    found = sections.split_sections(second.text)
    assert found[section_plan.GOAL] == ["You are Moss, who keeps the garden of the hall."]
    assert {'I heard Fern say: "The rope hangs in the Boathouse."'} <= {*found[section_plan.FACTS]}
    assert {'I heard Fern say: "The boat leaks."'} <= {*found[section_plan.FACTS]}
    assert len(found[section_plan.REFERENCES]) == 2
    assert _headings(second.text) == list(section_plan.SECTIONS)
    fill(memory, 1)
    await bench.clock.advance(70)
    await bench.clock.advance(130)
    assert memory.view.summaries[0].text == WORKING
    assert memory.view.summaries[0].method == "llm"


def heard(memory: AgentMemory, speaker: str, words: str) -> None:
    memory.record(NewMemory(f'{speaker} says, "{words}"', source="observation", speaker=speaker))


@pytest.mark.parametrize(
    "answer",
    [
        "I swept the hall and talked with Fern.",
        WORKING.replace("Open Issues:\n", ""),
        WORKING.replace("Pending Actions", "Important References", 1),
        "",
    ],
)
async def test_a_text_without_its_sections_is_refused(tmp_path: Path, answer: str) -> None:
    """The model is asked once more, then the deterministic text replaces its answer."""
    bench = Bench(tmp_path, Working(answers=[answer, answer]))
    memory = bench.open(strategy="layered")
    fill(memory, 40)
    report = await memory.begin_compaction()
    assert report.refused == 2 and report.record.method == "deterministic"


async def test_a_small_model_is_not_asked_for_sections(tmp_path: Path) -> None:
    """One that cannot merge cannot write them either."""
    summarizer = Working(merges=False)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy="layered")
    fill(memory, 40)
    await memory.begin_compaction()
    assert not summarizer.asked
    assert _headings(memory.view.summaries[0].text) == list(section_plan.SECTIONS)


async def test_long_sections_are_shortened_and_stay_sections(tmp_path: Path) -> None:
    """None of the headings is lost to the limit."""
    facts = "\n".join(f"Fern says that the boat leaks in {n} places." for n in range(100))
    long = WORKING.replace("Fern says that the boat leaks.", facts)
    bench = Bench(tmp_path, Working(answers=[long]))
    memory = bench.open(strategy="layered")
    fill(memory, 300)
    await memory.begin_compaction()
    text = memory.view.summaries[0].text
    assert memory.view.summaries[0].method == "llm"
    assert _headings(text) == list(section_plan.SECTIONS)
    assert SECTIONS_LIMIT - 200 < len(text) <= SECTIONS_LIMIT
    assert "about the rope" in text


# --- masks ------------------------------------------------------------------------------


async def test_old_output_is_masked_after_each_turn(tmp_path: Path) -> None:
    """Masking needs no request and no model; speech and the newest memories stay."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy="layered")
    look(memory)
    heard(memory, "Fern", "I tell you, " + "the boat leaks and leaks " * 20)
    fill(memory, 7)
    memory.end_turn()
    assert memory.view.masked == {1}
    assert len(memory.view.tail) == 9
    fill(memory, 1)
    memory.end_turn()
    assert memory.view.masked == {1}
    reconfigure(memory, settings=memory_settings(strategy="layered", micro_compact="off"))
    look(memory)
    fill(memory, 10)
    memory.end_turn()
    assert memory.view.masked == {1}


async def test_when_masks_cannot_be_written_the_text_stays(tmp_path: Path) -> None:
    """The turn ends as ever."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy="layered")
    look(memory)
    fill(memory, 10)
    before = memory.transcript()
    bench.disk.write_error = OSError(errno.ENOSPC, "No space left on device")
    memory.end_turn()
    assert memory.transcript() == before and not memory.view.masked


def look(memory: AgentMemory) -> None:
    long = "The Hall\n" + "A long stone hall, cold even in June. " * 8
    memory.record(
        NewMemory(
            f"~Moss> look\n{long}",
            source="action",
            command="look",
            line="look",
            nature=Nature.SIGHT,
        )
    )


# --- other strategies -------------------------------------------------------------------


@pytest.mark.parametrize("other", ["waterfall", "tree"])
async def test_from_another_strategy_and_back(tmp_path: Path, other: str) -> None:
    """The standing summaries are taken in, whatever they are; no memory is lost or told twice."""
    windows = {"immediate_window": 8, "recent_window": 8, "leaf_memories": 8, "branching": 2}
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy=other, **windows)
    await grow(bench, memory, 150)
    stood = tuple(each.id for each in memory.view.summaries)
    reconfigure(memory, settings=memory_settings(**{**SMALL, **windows}))
    await grow(bench, memory, 151)
    await memory.begin_compaction()
    assert memory.view.summaries[0].replaces == stood
    assert spans(memory) == [(1, 143)]
    reconfigure(memory, settings=memory_settings(strategy=other, **windows))
    for total in range(152, 300):
        await grow(bench, memory, total)
        assert partition(memory) == list(range(1, total + 1))
    assert len(memory.view.summaries) > 1
    await memory.close()
    assert bench.open(strategy=other, **windows).view == memory.view


async def test_an_edit_is_what_the_next_text_builds_on(tmp_path: Path) -> None:
    """A person's working memory stands until it is taken in."""
    asked: list[str] = []

    class Listening(Working):
        async def summarise(self, memories: Sequence[Experience], asked_for: SummaryRequest) -> str:
            asked.append(asked_for.before)
            return await super().summarise(memories, asked_for)

    bench = Bench(tmp_path, Listening())
    memory = bench.open(strategy="layered")
    fill(memory, 30)
    await memory.begin_compaction()
    await memory.close()
    path = bench.summary_file("recent.md")
    edited = path.read_text(encoding="utf-8").replace("the boat leaks", "the boat is sound")
    path.write_text(edited, encoding="utf-8")
    memory = bench.open(strategy="layered")
    assert "the boat is sound" in read_note(path).body
    assert memory.view.summaries[0].method == "human"
    fill(memory, 10)
    await memory.begin_compaction()
    assert "the boat is sound" in asked[-1]


# --- the sections themselves ------------------------------------------------------------


def make_memories(*memories: Experience) -> Sequence[Experience]:
    return [*memories, *(make_observation(n) for n in range(len(memories) + 1, 40))]


def act(seq: int, line: str, result: str, *, ok: bool = True, reason: str = "") -> Experience:
    return Experience(
        seq,
        START,
        f"~Moss> {line}\n{result}",
        source="action",
        command=line.partition(" ")[0],
        nature=find_old_nature(line.partition(" ")[0], ""),
        line=line,
        reason=reason,
        ok=ok,
        place="The Hall",
    )


def test_each_section_is_made_of_what_happened() -> None:
    """Goals from reasons, facts from speech, issues from failures, actions from promises."""
    memories = make_memories(
        make_observation(1, 'Fern says, "The boat leaks."', speaker="Fern"),
        act(2, "go boathouse", "The Boathouse", reason="the boat must be mended"),
        act(3, "get rope", "You tried: get rope\nThis failed because: it is tied.", ok=False),
        act(4, "say I will mend it.", 'You say, "I will mend it."'),
        make_observation(5, 'Ada says, "When will that be?"', speaker="Ada"),
    )
    found = sections.split_sections(
        sections.write_sections(memories, SECTIONS_LIMIT, "You are Moss. You mend boats.")
    )
    assert found[section_plan.GOAL] == ["You are Moss.", "Lately: the boat must be mended."]
    assert found[section_plan.FACTS][0] == 'I heard Fern say: "The boat leaks."'
    assert found[section_plan.DECISIONS] == ["I chose to go boathouse: the boat must be mended."]
    assert found[section_plan.ISSUES] == [
        'I tried "get rope", which failed: This failed because: it is tied.',
        'Ada asked me: "When will that be?"',
    ]
    assert found[section_plan.PENDING] == ['I said: "I will mend it."']
    assert found[section_plan.REFERENCES] == ["Memories 1 to 39, at The Hall, with Fern, Ada."]


def test_what_worked_later_is_no_open_issue() -> None:
    """Only the last try of a line counts."""
    memories = make_memories(
        act(1, "get rope", "This failed because: it is tied.", ok=False),
        act(2, "get rope", "You take the rope."),
    )
    text = sections.write_sections(memories, SECTIONS_LIMIT)
    assert sections.split_sections(text)[section_plan.ISSUES] == []


ITEM = st.builds(
    lambda n, words: f"I saw {n} herons{words}.",
    st.integers(0, 99),
    st.integers(0, 5).map(" by the lake".__mul__),
)
TEXT = st.dictionaries(st.sampled_from(section_plan.SECTIONS), st.lists(ITEM, max_size=12))


@settings(max_examples=60, deadline=None)
@given(older=TEXT, newer=TEXT, limit=st.integers(200, 3000))
def test_texts_are_joined_section_by_section(
    older: dict[str, list[str]], newer: dict[str, list[str]], limit: int
) -> None:
    """Every item stays in its section, none is there twice, and the limit holds."""
    first, second = (_text(each) for each in (older, newer))
    text = sections.join_sections(first, second, limit)
    assert len(text) <= limit and _headings(text) == list(section_plan.SECTIONS)
    found = sections.split_sections(text)
    whole = limit >= len(first) + len(second) + 1
    for heading in section_plan.SECTIONS:
        wanted = [*older.get(heading, []), *newer.get(heading, [])]
        if whole:
            assert found[heading] == list(dict.fromkeys(wanted))
        cut = {each for each in found[heading] if not each.endswith("…")}
        assert cut <= set(wanted) and len(found[heading]) == len(set(found[heading]))


def _text(given: dict[str, list[str]]) -> str:
    return sections.render_sections(
        {each: given.get(each, []) for each in section_plan.SECTIONS}, 10_000
    )


@settings(max_examples=60, deadline=None)
@given(given=TEXT)
def test_a_text_in_one_line_is_read_as_well(given: dict[str, list[str]]) -> None:
    """Other strategies put texts into one line; the sections are found again."""
    text = _text(given)
    assert sections.split_sections(" ".join(text.split())) == sections.split_sections(text)


def test_a_narrative_counts_as_facts() -> None:
    """Sentences of another strategy's summary stay."""
    older = "I swept the hall for many days. Fern taught me a song about the lake."
    text = sections.join_sections(older, WORKING, SECTIONS_LIMIT)
    assert sections.split_sections(text)[section_plan.FACTS][:2] == [
        "I swept the hall for many days.",
        "Fern taught me a song about the lake.",
    ]
    assert sections.split_sections(text)[section_plan.ISSUES] == [
        "I do not know where the rope is."
    ]


def test_a_chosen_line_loses_its_full_stop_before_the_reason() -> None:
    """A thought is a sentence of its own; behind it comes a colon."""
    thought = act(1, "think The water is still.", "You think. " * 80, reason="counting")
    text = sections.write_sections(make_memories(thought), SECTIONS_LIMIT)
    assert "I chose to think The water is still: counting." in text
