"""What a model found borne out when it read again stays known of the sentence that stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agents.memory.checking.verdict import judge_sentence
from agents.memory.core.records import Summary
from agents.memory.core.view import pair_citations
from agents.memory.language.evidence import Source
from agents.memory.summarization.second_reading.standing import (
    digest_sentence,
    judge_standing,
    list_borne_out,
    was_borne_out,
)
from tests.agents.memory.summarization.test_agreement import hear, make_summary
from tests.agents.memory.summarization.test_second_reading import TRUE, make_reader
from tests.agents.memory.support import Bench, Scripted, grow, reconfigure

#: Of which the model says that its memories leave it open.
OPEN = "Ada gets up early for them."
HENS = "I keep 12 hens, and not one of them lays."


def read(told: str, grounds: str) -> str:
    """Judge as somebody who reads; what stands there word for word is true."""
    if OPEN in told:
        return "open"
    return "yes" if TRUE in told or "thick fog" in told or told in grounds.split(" / ") else "no"


async def compact(bench: Bench, *, second_reading: str) -> list[Summary]:
    """Let an agent hear of hens and sum it up; open it again and return what stands."""
    memory = bench.open(second_reading=second_reading, citations="always")
    reconfigure(memory, reader=make_reader(read)[0])
    hear(memory, "Ada", HENS)
    hear(memory, "Cy", "The fog is thick.")  # of which what it reads is tried
    await grow(bench, memory, 130)
    await bench.settle()
    await memory.close()
    again = bench.open(second_reading=second_reading, citations="always")
    stood = list(again.view.summaries)
    await again.close()
    return stood


def make_bench(folder: Path) -> Bench:
    return Bench(
        folder,
        Scripted([f"{TRUE[:-1]} [1]. {OPEN[:-1]} [1]. I heard from Cy of a thick fog [2]."] * 4),
    )


async def test_what_was_borne_out_is_known_after_a_restart(tmp_path: Path) -> None:
    (summary,) = await compact(make_bench(tmp_path), second_reading="always")
    stood = [sentence for sentence, _ in pair_citations(summary)]
    (true,) = (each for each in stood if TRUE in each)
    (unsure,) = (each for each in stood if OPEN in each)
    assert summary.borne_out[0] == digest_sentence(true) and len(summary.borne_out) == 2
    assert was_borne_out(summary, true) and not was_borne_out(summary, unsure)
    sources = [Source(f'Ada says, "{HENS}"', "Ada")]
    assert judge_sentence(true, sources).judgement != "supports"
    assert judge_standing(summary, true, sources).judgement == "supports"
    assert judge_standing(summary, unsure, sources) == judge_sentence(unsure, sources)


async def test_without_a_second_reading_the_log_has_no_word_of_it(tmp_path: Path) -> None:
    """So logs stay as programs know them that were written before."""
    bench = make_bench(tmp_path)
    (summary,) = await compact(bench, second_reading="off")
    assert TRUE in summary.text and not summary.borne_out
    assert not any(b"borne_out" in each.read_bytes() for each in bench.segments())


def test_a_sentence_that_stands_on_stays_borne_out() -> None:
    """In the summary that is made of its own; since when it is so may be told anew."""
    old = replace(make_summary(f"{TRUE} {OPEN}", ((1,), (1,))), borne_out=(digest_sentence(TRUE),))
    dated = "Ada gets no eggs from her dozen hens (since 12 May 2026)."
    new = "Bo is a widow."
    kept = list(list_borne_out([OPEN, TRUE, new], {new}, [old]))
    assert kept == [digest_sentence(TRUE), digest_sentence(new)]
    assert list(list_borne_out([OPEN], (), [old])) == []
    assert digest_sentence(dated) == digest_sentence(TRUE) != digest_sentence(OPEN)


def test_a_word_that_was_changed_is_not_borne_out() -> None:
    old = replace(make_summary(TRUE, ((1,),)), borne_out=(digest_sentence(TRUE),))
    assert was_borne_out(old, TRUE)
    assert not was_borne_out(old, TRUE.replace("dozen", "thirteen"))
