"""What a model finds when it reads the labelled sentences again, beside what rules find.

The sentences of a file are read in texts of as many as one request has, each beside the memories
that it names, by the product's own reader with its known sentences.  Of a text in which the model
was not believed rules judge alone, as in a compaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from agents.boundaries import ModelError
from agents.memory.checking.verdict import judge_sentence
from agents.memory.summarization.second_reading.asking import (
    MOST_SENTENCES,
    ReaderUntrue,
    SecondReader,
)
from agents.memory.summarization.second_reading.checks import SentenceChecks
from agents.memory.summarization.second_reading.readings import (
    NOT_READ,
    GroundedSentence,
    SecondReading,
    make_grounded,
)
from agents.models.profiles import ModelProfile
from benchmarks.truth.cases import Case
from benchmarks.truth.labels import is_held, load_plants
from benchmarks.truth.reader_profile import ReaderMissing, find_profile, open_reader
from benchmarks.truth.sentences import PART_OF_ANOTHER, load_labelled

_CONTRADICTS = "contradicts"


class ReadsAgain(Protocol):
    """Reads sentences beside what they rest on."""

    async def read(self, readings: Sequence[GroundedSentence]) -> SecondReading:
        """Return what is found of them. Raises `ModelError` and `ReaderUntrue`."""
        ...


@dataclass(frozen=True, slots=True)
class FoundContradictions:
    """How many contradictions there are, were found, and were found where there are none."""

    there: int = 0
    right: int = 0
    flagged: int = 0

    def plus(self, more: FoundContradictions) -> FoundContradictions:
        """Return both together."""
        return FoundContradictions(
            self.there + more.there, self.right + more.right, self.flagged + more.flagged
        )

    def describe(self) -> str:
        """Return precision, recall and their harmonic mean, with the counts."""
        both = self.there + self.flagged
        mean = f"{2 * self.right / both:.0%}" if self.there else "none"
        return f"{_rate(self.right, self.flagged):>14}{_rate(self.right, self.there):>14}{mean:>8}"


@dataclass(frozen=True, slots=True)
class ReadCases:
    """What the model said of some cases, and how often it was asked and not believed."""

    readings: Mapping[int, SecondReading]
    """Of each case that was read, by its place."""
    texts: int = 0
    untrue: int = 0


async def report_reader(name: str, config: Path) -> str:
    """Return what the model of a profile of `config` finds. Raises `ReaderMissing`."""
    profile = find_profile(name, config)
    async with open_reader(profile) as reader:
        try:
            return await report_second_readings(reader, _describe_reader(profile))
        except ModelError as error:
            calls = reader.usage.calls
            raise ReaderMissing(
                f"profile {name!r}: no answer after {calls} answered requests: {error}"
            ) from error


def _describe_reader(profile: ModelProfile) -> str:
    label = f"{profile.provider.name} {profile.model}".strip()
    if profile.provider.follows_instructions:
        return f"{profile.name} ({label})"
    return f"{profile.name} ({label}; it follows no instructions: a server would not ask it)"


async def report_second_readings(
    reader: SecondReader,
    title: str,
    sentences: Mapping[str, Sequence[Case]] | None = None,
    plants: Mapping[str, Sequence[Case]] | None = None,
) -> str:
    """Return a table for each file, and what was used of the model. Raises `ModelError`.

    None: all labelled sentences, all plants.
    """
    sentences = load_each_once() if sentences is None else sentences
    plants = load_plants() if plants is None else plants
    told, planted = await _read_all(reader, sentences, plants)
    return "\n".join(
        [
            f"second reading by {title}; what rules were tuned on, it was not",
            *_report_sentences(sentences, told),
            "",
            *_report_plants(plants, planted),
            "",
            _report_use(reader, [*told.values(), *planted.values()]),
        ]
    )


def load_each_once() -> dict[str, Sequence[Case]]:
    """Return all labelled sentences by what rules were made with them, none of them twice."""
    return {k: v for k, v in load_labelled().items() if k != PART_OF_ANOTHER}


async def report_checks(checks: SentenceChecks, sentences: Mapping[str, Sequence[Case]]) -> str:
    """Return a table for each of `sentences`, and for all plants, as `checks` find them."""
    plants = load_plants()
    told, planted = await _read_all(checks, sentences, plants)
    return "\n".join([*_report_sentences(sentences, told), "", *_report_plants(plants, planted)])


async def _read_all(
    reader: ReadsAgain,
    sentences: Mapping[str, Sequence[Case]],
    plants: Mapping[str, Sequence[Case]],
) -> tuple[dict[str, ReadCases], dict[str, ReadCases]]:
    told = {name: await read_cases(cases, reader) for name, cases in sentences.items()}
    planted = {
        name: await read_cases([_rest_on_all(each) for each in cases], reader)
        for name, cases in plants.items()
    }
    return told, planted


def _report_plants(
    plants: Mapping[str, Sequence[Case]], planted: Mapping[str, ReadCases]
) -> list[str]:
    rows = (_report_passing(name, plants[name], read) for name, read in planted.items())
    return ["plants that pass as the agent's own", *rows]


def _report_sentences(
    sentences: Mapping[str, Sequence[Case]], told: Mapping[str, ReadCases]
) -> list[str]:
    lines = list[str]()
    sums: dict[str, list[FoundContradictions]] = {}
    for name, cases in sentences.items():
        found = _count_found(cases, told[name].readings)
        kind = "held out" if name.startswith("held out") else "tuned on"
        before = sums.get(kind, [FoundContradictions()] * len(found))
        sums[kind] = [one.plus(more) for one, more in zip(before, found, strict=True)]
        lines += _report_found(f"{name} ({_count_cases(cases, told[name])})", found)
    for kind, total in sums.items():
        lines += _report_found(f"all {kind}", total)
    return lines


async def read_cases(cases: Sequence[Case], reader: ReadsAgain) -> ReadCases:
    """Have the cases read again that name a memory and do not quote it. Raises `ModelError`."""
    readings: dict[int, SecondReading] = {}
    untrue = texts = 0
    for part in _divide(cases):
        texts += 1
        try:
            found = await reader.read(list(part.values()))
        except ReaderUntrue:
            found, untrue = NOT_READ, untrue + 1
        readings |= dict.fromkeys(part, found)
    return ReadCases(readings, texts, untrue)


def _divide(cases: Sequence[Case]) -> Iterator[dict[int, GroundedSentence]]:
    """Yield what is read as one text, by the place of each case; none has a sentence twice."""
    part: dict[int, GroundedSentence] = {}
    for at, case in enumerate(cases):
        asked = make_grounded(case.sentence, case.cited)
        if asked is None:
            continue
        if len(part) == MOST_SENTENCES or any(asked.sentence == e.sentence for e in part.values()):
            yield part
            part = {}
        part[at] = asked
    if part:
        yield part


def _count_found(
    cases: Sequence[Case], readings: Mapping[int, SecondReading]
) -> list[FoundContradictions]:
    """Return what rules find, what the second reading does, and both as a compaction has them."""
    found = [FoundContradictions()] * 3
    for at, case in enumerate(cases):
        ruled = judge_sentence(case.sentence, case.cited)
        read = readings.get(at, NOT_READ).find_verdict(case.sentence)
        judged = (ruled, read, read or ruled)
        for n, each in enumerate(judged):
            flagged = each is not None and each.judgement == _CONTRADICTS
            there = case.label == _CONTRADICTS
            found[n] = found[n].plus(FoundContradictions(there, there and flagged, flagged))
    return found


def _count_cases(cases: Sequence[Case], read: ReadCases) -> str:
    there = sum(each.label == _CONTRADICTS for each in cases)
    return (
        f"{len(cases)} sentences, {there} contradict; {len(read.readings)} read again, not believed"
        f" in {read.untrue} of {read.texts} texts"
    )


def _report_found(title: str, found: Sequence[FoundContradictions]) -> list[str]:
    head = f"{'':<16}{'precision':>14}{'recall':>14}{'F':>8}"
    names = ("rules", "second reading", "both")
    rows = [f"{name:<16}{each.describe()}" for name, each in zip(names, found, strict=True)]
    return ["", title, head, *rows]


def _rate(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:.0%}" if whole else "none"


def _rest_on_all(case: Case) -> Case:
    """Return a plant that rests on the memories beside it, if it names none."""
    return case if case.cited else replace(case, cited=case.memories)


def _report_passing(name: str, cases: Sequence[Case], read: ReadCases) -> str:
    refuted = {
        at for at, case in enumerate(cases)
        if _is_refuted(case.sentence, read.readings.get(at, NOT_READ))
    }  # fmt: skip
    passing = {at for at, case in enumerate(cases) if not is_held(case)}
    kind = "held out" if "held_out" in name else "tuned on"
    return (
        f"{name} ({len(cases)}, {kind}): by rules {len(passing)}, by the second reading"
        f" {len(cases) - len(refuted)}, by both {len(passing - refuted)}"
    )


def _is_refuted(sentence: str, read: SecondReading) -> bool:
    found = read.find_verdict(sentence)
    return found is not None and found.judgement == _CONTRADICTS


def _report_use(reader: SecondReader, read: Sequence[ReadCases]) -> str:
    used, texts = reader.usage, sum(each.texts for each in read)
    return (
        f"{used.calls} calls, {used.prompt_tokens} tokens of prompts, {used.completion_tokens} of"
        f" answers; not believed in {sum(each.untrue for each in read)} of {texts} texts"
    )
