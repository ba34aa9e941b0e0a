"""What an administrator reads about memories."""

from __future__ import annotations

import asyncio
import errno
from dataclasses import replace
from pathlib import Path

from agents.memory.core.records import NewMemory
from agents.prose import split_sentences
from server.reports.memory_report import render_memory_report, render_memory_table
from tests.agents.memory.support import Bench, Scripted, fill, grow, reconfigure
from world.nature import Nature


async def test_the_report_of_a_sound_memory(tmp_path: Path) -> None:
    """Everything the reference names, aligned, within 80 columns."""
    answers: list[str | Exception] = [
        "I met Fern by the well and mended the gate with her.",
        "I swept the hall. I sang of the rain and the stones. Fern listened, and she asked me"
        " for the words of it. I gave them gladly.",
    ]
    bench = Bench(tmp_path, Scripted(answers=answers))
    memory = bench.open()
    await grow(bench, memory, 129)
    await bench.clock.advance(7200)
    await grow(bench, memory, 193)
    await bench.clock.advance(90)
    report = render_memory_report(memory.status(), bench.clock.now())
    assert report == (
        "Memory integrity report: Moss\n"
        "\n"
        "  Status:             OK\n"
        "  Memories:           193\n"
        "  Capacity:           unlimited; every memory is kept (archive: 1 segment, 31.4\n"
        "                      KB)\n"
        "  Last memory:        1 minute ago\n"
        "  Summarised:         1-129\n"
        "  Verbatim:           64 (130-193)\n"
        "  In the prompt:      717 tokens (characters by four)\n"
        "  Strategy:           waterfall (64 immediate, 64 recent, profile summarizer)\n"
        "  Next trigger:       at 257 memories (in 64 memories)\n"
        "  Compaction running: no\n"
        "  Last compaction:    1 minute ago, saved 638 tokens\n"
        "  Summaries made:     2 llm, 0 deterministic, 0 human, 0 redone; 0 model\n"
        "                      answers refused\n"
        "  Benefit:            2 compactions took 1,275 tokens out of the prompt (2,707\n"
        "                      became 1,432) for 0 model calls of 0 tokens (0 read, 0\n"
        "                      written)\n"
        "  Last error:         none\n"
        "\n"
        "Warnings: none\n"
        "\n"
        "Older Memories (Summary)\n"
        "  1-65 (65 memories), 52 chars, 13 tokens, llm by scripted (summarizer), 1\n"
        "  minute ago\n"
        "\n"
        "  I met Fern by the well and mended the gate with her.\n"
        "\n"
        "Recent Past (Summary)\n"
        "  66-129 (64 memories), 125 chars, 32 tokens, llm by scripted (summarizer), 1\n"
        "  minute ago\n"
        "\n"
        "  I swept the hall. I sang of the rain and the stones. Fern listened, and she\n"
        "  asked me for the words of it. I gave them gladly."
    )


async def test_a_summary_by_rule_is_told_sentence_by_sentence(tmp_path: Path) -> None:
    """It quotes much; a quotation stays in one piece, and no word is left out."""
    bench = Bench(tmp_path)
    memory = bench.open()
    words = "I mend clocks in Bath. My sister Ada keeps the shop while I am here, and the cat"
    said = NewMemory(f'Fern says, "{words}."', "observation", speaker="Fern", nature=Nature.SPEECH)
    memory.record(said)
    fill(memory, 128)
    await bench.settle()
    (summary,) = memory.status().summaries
    assert summary.method == "deterministic"
    report = render_memory_report(memory.status(), bench.clock.now())
    told = report.partition("Recent Past (Summary)")[2].partition("\n\n")[2]
    assert " ".join(told.split()) == summary.text
    assert '\n  I heard Fern say "I mend clocks in Bath. My sister' in f"\n{told}"
    begins = [line for line in told.splitlines() if not line.startswith("    ")]
    assert len(begins) == len(split_sentences(summary.text)) > 2


async def test_the_table_lists_every_agent(tmp_path: Path) -> None:
    """One aligned line each, the causes of trouble below it."""
    bench = Bench(tmp_path / "a", Scripted())
    memory = bench.open()
    await grow(bench, memory, 193)
    young = Bench(tmp_path / "b")
    other = young.open()
    reconfigure(other, lacking=("wordllama is missing",))
    fill(other, 2)
    table = render_memory_table([memory.status(), other.status()])
    assert table == (
        "Agent  Memories  Summaries    Tail  Next at  Method  Health\n"
        "-----  --------  -----------  ----  -------  ------  -------\n"
        "Moss        193  1-65 66-129    64      257  llm     OK\n"
        "Moss          2  none            2      129  -       WARNING\n"
        "\n"
        "Moss: wordllama is missing"
    )
    assert render_memory_table([]) == "No agent has a memory yet."


async def test_a_running_compaction_and_its_failure_are_shown(tmp_path: Path) -> None:
    """While it runs, and why it came to nothing."""
    summarizer = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 129)
    assert "Compaction running: yes" in render_memory_report(memory.status(), bench.clock.now())
    assert " running " in render_memory_table([memory.status()])
    bench.disk.sync_error = OSError(errno.EIO, "Input/output error")
    assert summarizer.held is not None
    summarizer.held.set()
    await bench.settle()
    report = render_memory_report(memory.status(), bench.clock.now())
    assert "Status:             ERROR" in report
    assert "Last error:         " in report and "Input/output" in report
    assert all(len(line) < 80 or " " not in line.strip(" -") for line in report.splitlines())


async def test_what_made_a_prompt_longer_has_saved_nothing(tmp_path: Path) -> None:
    """ "saved -637 tokens" is no plain word."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 129)
    status = memory.status()
    last, counts = status.last_compaction, status.counts
    assert last is not None
    grown = replace(
        status,
        last_compaction=replace(last, tokens_saved=-637),
        counts=replace(counts, tokens_before=1000, tokens_after=1637),
    )
    report = render_memory_report(grown, bench.clock.now())
    assert "added 637 tokens" in report and "put 637 tokens into the prompt" in report
    assert "-637" not in report


async def test_an_empty_memory_has_a_report_too(tmp_path: Path) -> None:
    """Nothing to show is said as such."""
    bench = Bench(tmp_path, Scripted())
    report = render_memory_report(bench.open().status(), bench.clock.now())
    assert "Last memory:        never" in report
    assert "Summarised:         nothing yet" in report
    assert report.count("none yet") == 2


async def test_what_is_not_on_disk_is_said(tmp_path: Path) -> None:
    """In the report and under the table, with numbers; what was lost, too."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    fill(memory, 3)
    bench.disk.write_error = OSError(errno.ENOSPC, "No space left on device")
    fill(memory, 2)
    report = render_memory_report(memory.status(), bench.clock.now())
    assert "Status:             ERROR" in report
    assert "On disk:            all but the newest 2" in report
    table = " ".join(render_memory_table([memory.status()]).split())
    assert "No space left on device; 2 experiences (4 to 5) in memory until it can be" in table
    memory._ledger.backlog.limit = 0
    fill(memory, 1)
    report = render_memory_report(memory.status(), bench.clock.now())
    assert "On disk:            all but the newest 2; 1 experience lost" in report
    assert "1 experience (2026-01-01 00:00:00 to" in report


async def test_one_of_a_thing_is_told_as_one(tmp_path: Path) -> None:
    """A refused answer, a memory until the next compaction, a rewriting."""
    refused = "Sure! Here is a summary of the memories."
    bench = Bench(tmp_path, Scripted(answers=[refused], merged=["I have heard songs."]))
    memory = bench.open(immediate_window=4, recent_window=4, rewriting_warning=1)
    await grow(bench, memory, 16)
    report = " ".join(render_memory_report(memory.status(), bench.clock.now()).split())
    assert "; 1 model answer refused" in report
    assert "at 17 memories (in 1 memory)" in report
    await grow(bench, memory, 17)
    report = " ".join(render_memory_report(memory.status(), bench.clock.now()).split())
    assert "the longterm summary was rewritten once, and" in report
    await memory.close()
