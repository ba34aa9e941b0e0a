"""What a prompt shows of things that changed, when the model that sums up keeps telling the old.

The labelled changes of ``tests/data/journal`` are lived among ordinary moments: what was so in the
first third of a life, what is so now in the second.  Memory, journal, compaction and prompt are the
product's; who makes the ordinary moments are its residents, who talk all day.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

from agents.memory.core.records import Experience, NewMemory
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import stem_words
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.summarization.second_reading.checks import NO_CHECKS, SentenceChecks
from agents.mind.prompt.working_context import WorkingContext
from agents.prose import find_quoted, one_line, soften_quotes
from benchmarks.memory.ordinary import NAMES, OWN, Ordinary
from benchmarks.memory.simulated_life import (
    FRAMES,
    SLEEP_EVERY,
    STRATEGIES,
    TURN_EVERY,
    SwiftClock,
    SwiftDisk,
    load_tokens,
    settings_of,
    summarizer_of,
)
from benchmarks.truth.clinging import Clinging
from benchmarks.truth.journal import JournalCase, load_journal_cases
from world.boundaries import Situation
from world.vault.texts import Texts

MEMORIES = 1500
SHOWN = ("both, dated", "only new", "both, undated", "only old", "neither")
_FILES = {
    "tuned on": "tuned",
    "tuned on, second": "tuned_second",
    "tuned on, third": "tuned_third",
    "tuned on, fourth": "tuned_fourth",
    "held out": "held_out",
    "held out, second": "held_out_second",
    "held out, third": "held_out_third",
    "held out, fourth": "held_out_fourth",
}
_TEXTS = Path(__file__).parents[2] / "vault" / "text"
_SITUATION = Situation(OWN, "The Hall", "A long stone hall.", {}, (), (), ())
_MINUTE = 60.0


def report_changes(checks: SentenceChecks) -> str:
    """Return what prompts show of the changes of each file, two lines for each strategy: by rules
    alone, and where `checks` tell what is out of date."""
    return "\n\n".join(_report_file(name, file, checks) for name, file in _FILES.items())


def _report_file(name: str, file: str, checks: SentenceChecks) -> str:
    cases = [each for each in load_journal_cases(file) if each.before and each.now]
    lines = [f"changes in a prompt, {name} ({len(cases)})", _join_row("", SHOWN)]
    for strategy in STRATEGIES:
        for title, asked in ((strategy, NO_CHECKS), ("  with checks", checks)):
            found = asyncio.run(_live(strategy, cases, asked))
            lines.append(_join_row(title, [found[each] for each in SHOWN]))
    return "\n".join(lines)


def _join_row(name: str, values: Sequence[object]) -> str:
    return f"{name:<14}" + "".join(f"{each!s:>15}" for each in values)


async def _live(
    strategy: str, cases: Sequence[JournalCase], checks: SentenceChecks
) -> Counter[str]:
    """Live through `cases` under a strategy; return how many are shown in which way."""
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        memory, clock = _open_memory(Path(folder) / OWN, strategy, cases, checks)
        planted, ordinary = _place(cases), Ordinary(1)
        for number in range(1, MEMORIES + 1):
            for each in planted.get(number, ()):
                memory.record(each)
            memory.record(ordinary.around())
            if number % TURN_EVERY == 0:
                memory.end_turn()
                await clock.advance(_MINUTE * TURN_EVERY)
            if number % SLEEP_EVERY == 0:
                await memory.consolidate()
                await memory.compact_asleep()
        section = memory.render_section(FRAMES)
        context = WorkingContext(memory, load_tokens())
        notes = context.render_blocks(Texts.load([_TEXTS]), _SITUATION, section)
        await memory.close()
    return Counter(_judge_prompt(each, section, notes) for each in cases)


def _open_memory(
    folder: Path, strategy: str, cases: Sequence[JournalCase], checks: SentenceChecks
) -> tuple[AgentMemory, SwiftClock]:
    told = {each.text: _retell(each) for case in cases for each in case.memories}
    clock, tokens = SwiftClock(), load_tokens()
    memory = AgentMemory.open(
        folder,
        OWN,
        MemoryConfig(
            settings_of(strategy, journal="heuristic"), summarizer_of(Clinging(told), tokens)
        ),
        MemoryParts(
            clock,
            tokens,
            lambda line: None,
            lambda event: None,
            SwiftDisk(),
            JournalPlace(folder / "journal.jsonl", list_residents=lambda: NAMES),
            checks=checks,
        ),
    )
    return memory, clock


def _retell(memory: Experience) -> str:
    words = soften_quotes(one_line(" ".join(find_quoted(memory.text)))).rstrip(".!?")
    if memory.speaker and words:
        return f"I heard {memory.speaker} say that {words.replace('. ', ', ')}"
    return f"I noticed this: {one_line(memory.text).rstrip('.').replace('. ', ', ')}"


def _place(cases: Sequence[JournalCase]) -> dict[int, list[NewMemory]]:
    """Return what is lived at which moment: each case's old part, and a third of a life later the
    new one."""
    third, placed = MEMORIES // 3, dict[int, list[NewMemory]]()
    for n, case in enumerate(cases):
        at = 1 + n * (third - 2) // max(1, len(cases))
        cut = _find_gap(case.memories)
        placed.setdefault(at, []).extend(map(_renew, case.memories[:cut]))
        placed.setdefault(at + third, []).extend(map(_renew, case.memories[cut:]))
    return placed


def _find_gap(memories: Sequence[Experience]) -> int:
    """Return before which of `memories` most time passed."""
    gaps = [b.at - a.at for a, b in pairwise(memories)]
    return gaps.index(max(gaps)) + 1 if gaps else 0


_FIELDS = [each.name for each in fields(NewMemory)]


def _renew(memory: Experience) -> NewMemory:
    values: dict[str, Any] = {name: getattr(memory, name) for name in _FIELDS}
    return NewMemory(**values)


def _judge_prompt(case: JournalCase, section: str, notes: str) -> str:
    lines = [*section.splitlines(), *notes.splitlines()]
    # The transcript and the facts tell one thing a line; a summary's line is many.
    told = [part for line in lines for part in line.split(". ")]
    new, old = (_is_told(told, each, case.about) for each in (case.now, case.before))
    if new and old:
        dated = [each for each in told if "since " in each]
        return "both, dated" if _is_told(dated, case.now, case.about) else "both, undated"
    return "only new" if new else "only old" if old else "neither"


def _is_told(told: Sequence[str], value: str, about: str) -> bool:
    """Return whether one of the sentences has `value`, and it or the one before `about`."""
    wanted, topic = _read_words(value), _read_words(about)
    words = [frozenset[str](), *map(_read_words, told)]
    return any(wanted <= one and topic <= one | before for before, one in pairwise(words))


def _read_words(text: str) -> frozenset[str]:
    return frozenset(stem_words(text)) | find_numerals(text)
