"""A small model checks the sentences of which the summary's own model says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.boundaries import ModelRejected
from agents.clock import VirtualClock
from agents.memory.core.records import Experience, Summary
from agents.memory.core.view import pair_citations
from agents.memory.summarization.background import Background
from agents.memory.summarization.second_reading import checks
from agents.memory.summarization.second_reading.asking import SecondReader
from agents.memory.summarization.second_reading.checks import SentenceChecks
from agents.memory.summarization.second_reading.readings import NOT_READ
from agents.memory.summarization.second_reading.standing import was_borne_out
from agents.memory.summarization.writer import GuardedWriter
from agents.workers.protocol import ThreadWorkers
from tests.agents.memory.summarization.test_agreement import hear, make_speech
from tests.agents.memory.summarization.test_second_reading import (
    FALSE,
    HENS,
    LIVED,
    TRUE,
    WIDOW,
    make_reader,
    read_of,
)
from tests.agents.memory.support import Bench, Scripted, grow

#: A model calls it open; the checks know better.
OPEN = "Bo buried him alone."


class Checker:
    """Gives each sentence its chances, by words of it, and each pair one, by words of both; keeps
    what it was shown."""

    def __init__(
        self,
        chances: dict[str, tuple[float, float]],
        *,
        fails: bool = False,
        outdated: dict[tuple[str, str], float] | None = None,
    ) -> None:
        self._chances, self._fails, self._outdated = chances, fails, outdated or {}
        self.rows: list[tuple[str, Sequence[str]]] = []
        self.pairs: list[tuple[str, str]] = []

    async def rate_later(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        self.pairs += pairs
        if self._fails:
            raise ModelRejected("the sentence model cannot be used")
        return [self._find_outdated(*each) for each in pairs]

    def _find_outdated(self, note: str, line: str) -> float:
        return next(
            (
                chance
                for (old, new), chance in self._outdated.items()
                if old in note and new in line
            ),
            0.01,
        )

    async def check_sentences(
        self, rows: Sequence[tuple[str, Sequence[str]]]
    ) -> Sequence[tuple[float, float]]:
        self.rows += rows
        if self._fails:
            raise ModelRejected("the sentence model cannot be used")
        return [self._find_chances(sentence) for sentence, _ in rows]

    def _find_chances(self, sentence: str) -> tuple[float, float]:
        return next(
            (both for words, both in self._chances.items() if words in sentence), (0.3, 0.3)
        )


def write_with(
    checker: Checker, text: str, reader: SecondReader | None = None
) -> tuple[GuardedWriter, list[str]]:
    """Return a writer whose model writes `text`, and what it reports."""
    told: list[str] = []
    script = Scripted([text], [text])
    background = Background(
        cite="always",
        workers=ThreadWorkers(),
        reader=reader,
        checks=SentenceChecks(checker, told.append),
    )
    writer = GuardedWriter(script, VirtualClock(), lambda line: told.append(str(line)), background)
    return writer, told


async def test_what_is_sure_is_found_and_the_rest_left_to_rules() -> None:
    unsure = "Cy stayed in."
    checker = Checker({TRUE: (0.99, 0.01), FALSE: (0.02, 0.9), unsure: (0.7, 0.2)})
    readings = [read_of(each, HENS, WIDOW) for each in (TRUE, FALSE, unsure)]
    found = await SentenceChecks(checker).read(readings)
    assert found.borne_out == {TRUE} and found.refuted == {FALSE}
    assert checker.rows[0] == (TRUE, [HENS.text, WIDOW.text])


async def test_of_many_memories_the_nearest_are_read_in_their_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checks, "MOST_MEMORIES", 2)
    told = [
        make_speech(1, "Ada", 'Ada says, "The hens lay no eggs."'),
        make_speech(2, "Bo", 'Bo says, "Rain, rain."'),
        make_speech(3, "Ada", 'Ada says, "A dozen hens, and no eggs from them."'),
    ]
    checker = Checker({})
    await SentenceChecks(checker).read([read_of(TRUE, *told)])
    assert checker.rows == [(TRUE, [told[0].text, told[2].text])]


async def test_without_a_model_rules_judge_alone_and_the_log_says_so_once() -> None:
    told: list[str] = []
    gone = SentenceChecks(Checker({}, fails=True), told.append)
    for _ in range(2):
        assert await gone.read([read_of(FALSE, WIDOW)]) == NOT_READ
    assert len(told) == 1 and "rules alone check the sentences of summaries" in told[0]
    assert await SentenceChecks(None).read([read_of(FALSE, WIDOW)]) == NOT_READ


async def test_a_memory_stands_in_the_place_of_what_it_refutes() -> None:
    checker = Checker({FALSE: (0.02, 0.9)})
    writer, told = write_with(checker, f"{FALSE[:-1]} [8]. {TRUE[:-1]} [5].")
    draft = await writer.summarise(LIVED)
    assert draft.method == "llm" and FALSE not in draft.text
    assert "I buried my husband in May" in draft.text and TRUE in draft.text
    assert any("its memories tell otherwise" in each for each in told)


async def test_what_the_model_itself_found_goes_before() -> None:
    """It knows more: the checks are for what it leaves open."""

    def judge(told: str, grounds: str) -> str:
        if told in grounds.split(" / ") or FALSE in told:
            return "yes"
        return "no" if '"' in told else "open"

    checker = Checker({FALSE: (0.02, 0.9), OPEN: (0.01, 0.95)})
    # Of the fog a sentence can be made that is false in its sense: what the model says counts then.
    text = f"{FALSE[:-1]} [8]. {OPEN[:-1]} [8]. I heard from Cy of a thick fog [9]."
    writer, _ = write_with(checker, text, make_reader(judge)[0])
    draft = await writer.summarise(
        [*LIVED, make_speech(10, "Cy", f'Cy says, "{"Rain, " * 9}rain."')]
    )
    assert FALSE in draft.text and OPEN not in draft.text


@pytest.mark.parametrize("which", ["auto", "off"])
async def test_a_compaction_keeps_what_was_borne_out(tmp_path: Path, which: str) -> None:
    """With a model that follows no instructions too; `off` leaves all to rules."""
    checker = Checker({TRUE: (0.99, 0.01)})
    script = Scripted([f"{TRUE[:-1]} [1]. {FALSE[:-1]} [1]."] * 4, instructed=False)
    bench = Bench(tmp_path, script)
    bench.checks = SentenceChecks(checker)
    memory = bench.open(second_reading=which, citations="always")
    hear(memory, "Ada", "I keep 12 hens, and not one of them lays.")
    await grow(bench, memory, 130)
    await bench.settle()
    summaries: Sequence[Summary] = memory.view.summaries
    lived: Sequence[Experience] = await memory.read([1])
    assert bool(checker.rows) is (which == "auto")
    stood = [each for each, _ in pair_citations(summaries[-1])]
    (true,) = (each for each in stood if TRUE in each)
    assert was_borne_out(summaries[-1], true) is (which == "auto")
    assert not checker.rows or lived[0].text in dict(checker.rows)[true]
    await memory.close()
