"""Hold each sentence of a model's text against what it rests on; only what contradicts it goes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import field, replace
from typing import TypeAlias

from agents.memory.checking.grounds import Knowledge, make_knowledge
from agents.memory.checking.naming.names import find_names
from agents.memory.checking.verdict import Verdict, judge_sentence
from agents.memory.core.records import CitationMap, Experience, Summary
from agents.memory.core.view import pair_citations
from agents.memory.language.clauses import describe_memory
from agents.memory.language.evidence import Source
from agents.memory.language.injection_guard import find_instructions
from agents.memory.summarization.citations import rate_likeness, split_citations
from agents.memory.summarization.second_reading.readings import (
    NOT_READ,
    GroundedSentence,
    SecondReading,
    make_grounded,
)
from agents.prose import cut_text, end_sentence, split_sentences
from late.late_dataclass import late_dataclass

#: Characters of a sentence that a report shows.
_SHOWN = 80


@late_dataclass(frozen=True, slots=True)
class Agreement:
    """A text without its sentences that contradict what they rest on."""

    text: str
    cited: CitationMap
    why: tuple[str, ...] = ()
    """What was wrong with each sentence that was replaced or left out, in order."""


@late_dataclass(frozen=True, slots=True)
class _Ground:
    """What a sentence rests on, and the sentence that may stand in its place; empty: none."""

    source: Source
    instead: str
    numbers: tuple[int, ...]


@late_dataclass(slots=True)
class _Corrected:
    """What became of the sentences that were looked at so far."""

    people: Collection[str]
    known: Knowledge
    spare: int
    """The characters that the text may grow by."""
    read: SecondReading = NOT_READ
    """What the model said of the sentences when it read them again."""
    cited: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    why: list[str] = field(default_factory=list[str])

    def weigh(self, sentence: str, cited: CitationMap, grounds: Sequence[_Ground]) -> str:
        """Return `sentence`, what stands in its place, or nothing."""
        verdict = self._judge(sentence, [each.source for each in grounds])
        if verdict.judgement != "contradicts":
            if sentence in cited:
                self.cited[sentence] = cited[sentence]
            return sentence
        self.why.append(f"{verdict.why}: {cut_text(sentence, _SHOWN)}")
        near = sorted(grounds, key=lambda each: -rate_likeness(sentence, each.source.text))
        for each in near:
            longer = len(each.instead) - len(sentence)
            told = split_sentences(each.instead)  # what was seen may be several
            if told and not self.cited.keys() & set(told) and longer <= self.spare:
                self.spare -= longer
                self.cited |= dict.fromkeys(told, each.numbers)
                return each.instead
        self.spare += len(sentence)
        return ""

    def _judge(self, sentence: str, sources: Sequence[Source]) -> Verdict:
        read = self.read.find_verdict(sentence)
        return read or judge_sentence(sentence, sources, self.people, self.known)


def agree_with_memories(
    text: str,
    cited: CitationMap,
    memories: Sequence[Experience],
    limit: int,
    before: str = "",
    read: SecondReading = NOT_READ,
) -> Agreement:
    """Return `text` with a memory in the place of each sentence that the memories contradict.

    A sentence is held against the memories that `cited` gives for it, in the order in which they
    happened.  The nearest of them takes its place, told as one sentence, where `limit` characters
    have room for it; else the sentence is left out.  So is one with a number, a day, a name or a
    promise that neither `memories` nor the text `before` have, on which `text` builds.  What `text`
    tells anew from `before` is held against the sentences there that rest on the same memories, by
    their marks.  What `read` tells of a sentence goes before what rules find.
    """
    plain, _ = split_citations(before)
    people = {name for each in memories for name in (each.speaker, *each.occupants) if name}
    lived = [Source(each.text, each.speaker, each.nature) for each in memories]
    told = [*map(Source, split_sentences(plain)), *lived]
    # A summary may say how many memories it stands for.
    besides = {*people, *map(_describe_circumstances, memories), str(len(memories))}
    known = make_knowledge(told, besides)
    done = _Corrected(people, known, limit - len(text), read)
    return _agree(text, cited, done, _find_in_memories(memories, before))


def agree_with_summaries(
    text: str,
    cited: CitationMap,
    older: Sequence[Summary],
    limit: int,
    read: SecondReading = NOT_READ,
) -> Agreement:
    """Return `text`, made of `older`, with their own sentences where it contradicts them.

    A sentence is held against those of `older` that rest on the same memories.  What `read` tells
    of it goes before what rules find.
    """
    told = [each for one in older for each in split_sentences(one.text)]
    whole, people = (
        make_knowledge([*map(Source, told)]),
        find_names([*told, *split_sentences(text)], ()),
    )
    done = _Corrected(people, whole, limit - len(text), read)
    return _agree(text, cited, done, _find_in_summaries(older))


def list_grounded(
    text: str,
    cited: CitationMap,
    memories: Sequence[Experience] = (),
    before: str = "",
    older: Sequence[Summary] = (),
) -> list[GroundedSentence]:
    """Return the sentences of `text` that its model should read again, each with its grounds.

    Its grounds are those that `agree_with_memories` holds it against; with `older` those of
    `agree_with_summaries`.
    """
    find = _find_in_summaries(older) if older else _find_in_memories(memories, before)
    found = list[GroundedSentence | None]()
    for sentence in dict.fromkeys(split_sentences(text)):
        grounds = find(sentence, cited.get(sentence, ()))
        sources = [replace(each.source, numbers=each.numbers) for each in grounds]
        found.append(make_grounded(sentence, sources))
    return [each for each in found if each]


_FindGrounds: TypeAlias = Callable[[str, Sequence[int]], list[_Ground]]
"""Returns what a sentence with such citations is held against."""


def _find_in_memories(memories: Sequence[Experience], before: str) -> _FindGrounds:
    by_number = {each.seq: each for each in memories}
    _, marked = split_citations(before)
    earlier = [_Ground(Source(each), each, numbers) for each, numbers in marked.items()]

    def find(sentence: str, numbers: Sequence[int]) -> list[_Ground]:
        told = [] if sentence in marked else _select_grounds(earlier, numbers)
        lived = [by_number[number] for number in sorted(numbers) if number in by_number]
        return told + [_describe_ground(each) for each in lived]

    return find


def _find_in_summaries(older: Sequence[Summary]) -> _FindGrounds:
    known = [
        _Ground(Source(sentence), sentence, numbers)
        for summary in older
        for sentence, numbers in pair_citations(summary)
        if numbers
    ]

    def find(sentence: str, numbers: Sequence[int]) -> list[_Ground]:
        found = _select_grounds(known, numbers)
        return [] if any(each.instead == sentence for each in found) else found

    return find


def _select_grounds(known: Sequence[_Ground], numbers: Sequence[int]) -> list[_Ground]:
    """Return those of `known` that rest on one of the memories."""
    wanted = set(numbers)
    return [each for each in known if wanted.intersection(each.numbers)]


def leave_out_orders(text: str) -> tuple[str, list[str]]:
    """Return `text` without the sentences that give their reader orders, and those sentences.

    A text of nothing else is returned as it is, for a check that refuses it.
    """
    orders = list(find_instructions(text))
    lines = [
        " ".join(each for each in split_sentences(line) if each not in orders)
        for line in text.split("\n")
        if line.strip() not in orders
    ]
    kept = "\n".join(filter(None, lines))
    return (kept, orders) if orders and kept else (text, [])


def _describe_ground(memory: Experience) -> _Ground:
    told = describe_memory(memory)
    return _Ground(
        Source(memory.text, memory.speaker, memory.nature),
        end_sentence(told) if told else "",
        (memory.seq,),
    )


def _describe_circumstances(memory: Experience) -> str:
    """Return where and when it happened, in words that a summary may use."""
    return f"{memory.place}: {memory.at:%A} {memory.at.day} {memory.at:%B %Y}"


def _agree(
    text: str,
    cited: CitationMap,
    done: _Corrected,
    find_grounds: _FindGrounds,
) -> Agreement:
    lines: list[str] = []
    for line in text.split("\n"):
        kept = [
            done.weigh(sentence, cited, find_grounds(sentence, cited.get(sentence, ())))
            for sentence in split_sentences(line)
        ]
        lines += [" ".join(filter(None, kept))] if any(kept) or not line.strip() else []
    return Agreement("\n".join(lines).strip(), done.cited, tuple(done.why))
