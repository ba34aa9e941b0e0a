"""Check a model's facts against the memories, word by word.

A model may be wrong, and may have been told what to write.  So the source of a fact is never what
the model says: it is read off the memories.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.core.facts import PRIVATE, Fact
from agents.memory.core.facts import Source as FactSource
from agents.memory.core.records import Experience
from agents.memory.journal.heuristics import SpanContext
from agents.memory.journal.llm_response import FactLine
from agents.memory.journal.trust import (
    OWN_TRUST,
    QUOTED,
    SEEN_TRUST,
    gives_orders,
    is_planted,
    quote_speech,
    quote_text,
    rate_hearsay,
)
from agents.memory.language.attribution import SOMEBODY, Attribution, attribute_parts
from agents.memory.language.classify import Reading, classify_memory
from agents.memory.language.evidence import Evidence, Source
from agents.memory.language.hearsay import label_by_evidence, report_speech
from agents.memory.language.injection_guard import find_instructions
from agents.memory.language.normalize import mentions_name
from agents.memory.language.patterns import CUE, ONESELF
from agents.memory.language.stems import find_numbers, is_same_person, stem_words
from agents.prose import cut_text, end_sentence, one_line

#: The part of a fact's words that the memories it names must have.
SHARED = 0.5

#: The most importance that planted words get, whatever they claim.
_PLANTED_IMPORTANCE = 2

_TRUST: dict[FactSource, float] = {"own": OWN_TRUST, "seen": SEEN_TRUST}
_SPOKEN = frozenset({"speech", "gesture"})
_OWN = frozenset({"deed", "failure", "words"})


class FactRefused(Exception):
    """A model's line is no fact; the message is a clause that says why."""


class FactChecker:
    """Checks facts against one span of memories of agent `name`."""

    def __init__(self, memories: Sequence[Experience], name: str) -> None:
        self._readings = {each.seq: classify_memory(each) for each in memories}
        self._span = SpanContext.of(memories, name)
        self._evidence = Evidence()
        for reading in self._readings.values():
            memory = reading.memory
            self._evidence.add(Source(memory.text, reading.speaker, memory.nature, (memory.seq,)))

    def check(self, line: FactLine) -> Fact:
        """Return the fact that a line states, labelled by what it rests on. Raises
        `FactRefused`."""
        cited = self._find_cited(line)
        text = end_sentence(cut_text(one_line(line.text), QUOTED))
        self._check_words(text, cited)
        speaker = self._find_speaker(text, cited)
        if speaker:
            return self._make_heard_fact(line, text, speaker, cited)
        return self._make_known_fact(line, text, cited)

    # --- refusing --------------------------------------------------------------------

    def _find_cited(self, line: FactLine) -> list[Reading]:
        strange = [seq for seq in line.seqs if seq not in self._readings]
        if strange:
            raise FactRefused(f"there is no memory {strange[0]} among these")
        cited = [self._readings[seq] for seq in line.seqs]
        kept = [each for each in cited if each.told != "recalled"]
        if not kept:
            raise FactRefused("it is a recollection")
        return kept

    def _check_words(self, text: str, cited: Sequence[Reading]) -> None:
        if re.match(CUE, text):
            raise FactRefused("it is a line of the transcript")
        about = set(stem_words(text)) - set(stem_words(self._span.name))
        there = " ".join(map(_join_all_text, cited))
        shared = about.intersection(stem_words(there))
        if not about or len(shared) < SHARED * len(about):
            raise FactRefused("its memories tell of something else")
        invented = find_numbers(text) - find_numbers(there)
        if invented:
            raise FactRefused(f"its memories have no {min(invented)}")
        for who in self._span.find_mentioned(text):
            if not mentions_name(there, who):
                raise FactRefused(f"its memories are not about {who}")

    # --- where it comes from ---------------------------------------------------------

    def _find_speaker(self, text: str, cited: Sequence[Reading]) -> str:
        """Return the speaker a fact rests on; empty for the agent's own experience."""
        owner = self._find_owner(text, cited)
        if owner == SOMEBODY:
            raise FactRefused("several said so or asked, and none of them alone")
        return owner

    def _find_owner(self, text: str, cited: Sequence[Reading]) -> str:
        spoke = [each.speaker for each in cited if each.told in _SPOKEN]
        seqs = [each.memory.seq for each in cited]
        named = _find_attribution(text)
        if named:
            who = next((each for each in spoke if is_same_person(each, named.speaker)), "")
            owner = self._evidence.find_speaker(text, cited=seqs)
            if not who and not owner:
                raise FactRefused(f"{named.speaker} said nothing of the kind")
            return owner if owner and not self._is_said_by(text, who, owner) else who
        owner = next(iter(self._find_owners(text, seqs)), "")
        if owner or len(spoke) < len(cited):
            return owner
        return max(spoke, key=lambda each: self._evidence.measure_heard(text, each))

    def _is_said_by(self, text: str, who: str, owner: str) -> bool:
        measure_heard = self._evidence.measure_heard
        return bool(who) and measure_heard(text, who) >= measure_heard(text, owner)

    def _find_owners(self, text: str, seqs: Sequence[int]) -> list[str]:
        """Return the speakers that the evidence names in `text` where the text does not."""
        marked = label_by_evidence(text, self._evidence, {text: seqs})
        return [] if marked == text else [each.speaker for each in _list_attributions(marked)]

    def _make_heard_fact(
        self, line: FactLine, text: str, speaker: str, cited: Sequence[Reading]
    ) -> Fact:
        words_said = [each for each in self._readings.values() if each.speaker == speaker]
        said = max(words_said, key=lambda each: _measure_share(text, each), default=None)
        planted = is_planted(text) or (said is not None and is_planted(said.words))
        told = self._name_source(speaker, text)
        if planted and said is not None:
            told = quote_speech(speaker, said.words)
        seqs = {each.memory.seq for each in cited} | ({said.memory.seq} if said else set())
        trust = min(rate_hearsay(text), rate_hearsay(said.words if said else text))
        importance = min(line.importance, _PLANTED_IMPORTANCE) if planted else line.importance
        tags = (*line.tags, "order") if planted and "order" not in line.tags else line.tags
        return self._make_fact(told, importance, "heard", trust, tags, seqs, speaker)

    def _name_source(self, speaker: str, text: str) -> str:
        """Return the text with `speaker` named once as its source."""
        named = _find_attribution(text)
        if named and is_same_person(named.speaker, speaker) and named.start == 0:
            return label_by_evidence(text, self._evidence)
        if find_instructions(text) or named:
            return quote_speech(speaker, text)
        return report_speech(speaker, text)

    def _make_known_fact(self, line: FactLine, text: str, cited: Sequence[Reading]) -> Fact:
        if gives_orders(text):
            raise FactRefused("it is an order")
        own = [each for each in cited if each.told not in _SPOKEN]
        best = max(own, key=lambda each: (_measure_share(text, each), each.told in _OWN))
        source: FactSource = "own" if best.told in _OWN else "seen"
        told = _label_experience(text, best)
        seqs = {each.memory.seq for each in cited}
        return self._make_fact(told, line.importance, source, _TRUST[source], line.tags, seqs, "")

    def _make_fact(
        self,
        text: str,
        importance: int,
        source: FactSource,
        trust: float,
        tags: tuple[str, ...],
        seqs: set[int],
        speaker: str,
    ) -> Fact:
        last = self._readings[max(seqs)].memory
        people = (*([speaker] if speaker else []), *self._span.find_mentioned(text))
        private = any(self._readings[seq].memory.nature.is_private for seq in seqs)
        return Fact(
            text=text,
            importance=importance,
            scored="model",
            source=source,
            trust=trust,
            seqs=tuple(sorted(seqs)),
            at=last.at,
            speaker=speaker,
            people=tuple(dict.fromkeys(people)),
            tags=tuple(dict.fromkeys((*tags, *((PRIVATE,) if private else ())))),
            place=last.place,
        )


def _label_experience(text: str, best: Reading) -> str:
    """Return `text` with own words marked as words, and what was shown as a sight."""
    parts = attribute_parts(text)
    if best.told == "words" and not any(each.kind == "mine" for each in parts):
        spoke = best.memory.nature.is_expression
        return f"{'I said' if spoke else 'I thought'}: {quote_text(text)}"
    if best.told == "shown" and ONESELF.search(text):
        return f"I saw this shown: {quote_text(text)}"
    return text


def _list_attributions(text: str) -> list[Attribution]:
    return [each for each in attribute_parts(text) if each.kind == "said"]


def _find_attribution(text: str) -> Attribution | None:
    """Return the first attribution of a text; None if it has none."""
    return next(iter(_list_attributions(text)), None)


def _join_all_text(reading: Reading) -> str:
    memory = reading.memory
    return " ".join((memory.text, reading.speaker, memory.place, *memory.occupants))


def _measure_share(text: str, reading: Reading) -> float:
    about = set(stem_words(text))
    return len(about.intersection(stem_words(reading.memory.text))) / max(1, len(about))
