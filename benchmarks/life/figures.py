"""What is counted in a life: rows with a name, a value and an aim."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from agents.memory.core.records import Experience
from benchmarks.life.asking import Answered
from benchmarks.life.sense import distinct_pairs, find_nonsense, share_of_most_frequent
from benchmarks.life.talk import (
    Speech,
    count_laps,
    count_passed_on,
    is_left,
    list_speech,
    list_talks,
    list_ways,
)

#: Who talked parts if one of them goes within so much time.
PARTED = timedelta(minutes=3)

#: The share of answers with the right word that is aimed at, by kind of question.
ANSWER_AIMS = {"persona": 0.8, "told": 0.7, "saw": 0.7}


@dataclass(frozen=True, slots=True)
class LifeFigure:
    """One row of the page."""

    name: str
    value: str
    aim: str = ""


@dataclass(slots=True)
class LifeRun:
    """What one run has found."""

    lives: dict[str, list[Experience]] = field(default_factory=dict)
    answers: list[Answered] = field(default_factory=list)
    cpu: float = 0.0
    """Seconds of CPU while the agents lived among themselves."""
    hours: float = 0.0
    """Virtual hours that they lived so."""
    finished: int = 0
    """Intentions that were carried out, and those that were dropped."""
    dropped: int = 0


def count_lines(spoken: Mapping[str, Sequence[str]]) -> Iterator[LifeFigure]:
    """Yield the figures of the lines that each agent spoke, in their order."""
    lines = [words for each in spoken.values() for words in each]
    faults = count_faults(spoken)
    sound = 1 - faults.total() / len(lines) if lines else 0.0
    yield LifeFigure("lines of speech", str(len(lines)))
    yield LifeFigure("lines that pass the mechanical checks", f"{sound:.0%}")
    frequent = f"{share_of_most_frequent(lines):.1%}"
    yield LifeFigure("share of the ten most frequent lines", frequent, "≤ 10 %")
    yield LifeFigure("distinct-2", f"{distinct_pairs(lines):.2f}")


def count_faults(spoken: Mapping[str, Sequence[str]]) -> Counter[str]:
    """Return how many lines have which mechanical fault; a line counts once."""
    return Counter(
        fault
        for name, words in spoken.items()
        for at, line in enumerate(words)
        for fault in find_nonsense(line, name, spoken, words[:at])[:1]
    )


def count_deeds(deeds: Counter[str]) -> Iterator[LifeFigure]:
    """Yield how the turns were spent."""
    turns = deeds.total()
    yield LifeFigure("turns", str(turns))
    spent = ", ".join(f"{name} {times / turns:.0%}" for name, times in deeds.most_common(8))
    yield LifeFigure("spent on", spent)


def count_run(run: LifeRun) -> Iterator[LifeFigure]:
    """Yield all figures of a run."""
    speeches = {
        name: [each for _, each in list_speech(name, life)] for name, life in run.lives.items()
    }
    yield from count_lines({name: [s.words for s in each] for name, each in speeches.items()})
    deeds = Counter(each.command for life in run.lives.values() for each in life if each.line)
    yield from count_deeds(deeds)
    yield from _count_ways(run)
    yield from _count_talk(run, [each for own in speeches.values() for each in own])
    yield LifeFigure("intentions carried out, dropped", f"{run.finished}, {run.dropped}")
    yield LifeFigure("CPU a turn", f"{run.cpu / max(1, deeds.total()) * 1000:.0f} ms")
    yield from _count_answers(run.answers)


def _count_ways(run: LifeRun) -> Iterator[LifeFigure]:
    ways = {name: list_ways(life) for name, life in run.lives.items()}
    rooms = ", ".join(f"{name} {len(set(way))}" for name, way in ways.items())
    yield LifeFigure("rooms visited", rooms)
    laps = ", ".join(f"{name} {count_laps(way)}" for name, way in ways.items())
    yield LifeFigure("same lap again without a pause, most", laps)


def _count_talk(run: LifeRun, speeches: Sequence[Speech]) -> Iterator[LifeFigure]:
    talks = list_talks(run.lives)
    if not talks:
        yield LifeFigure("talks between agents", "0")
        return
    lengths = [len(talk.lines) for talk in talks]
    middle = f"median {statistics.median(lengths):g} lines, longest {max(lengths)}"
    yield LifeFigure("talks between agents", f"{len(talks)} ({middle})")
    parted = sum(is_left(talk, run.lives, PARTED) for talk in talks)
    yield LifeFigure("talks after which somebody leaves", f"{parted / len(talks):.0%}")
    passed = count_passed_on(speeches, run.lives)
    yield LifeFigure("lines that pass on what somebody said", str(passed))


def _count_answers(answers: Sequence[Answered]) -> Iterator[LifeFigure]:
    for kind, aim in ANSWER_AIMS.items():
        rows = [each for each in answers if each.kind == kind]
        right = sum(each.right for each in rows)
        share = f"{right} of {len(rows)} ({right / len(rows):.0%})" if rows else "not asked"
        yield LifeFigure(f"right answers, {kind}", share, f"≥ {aim:.0%}")
