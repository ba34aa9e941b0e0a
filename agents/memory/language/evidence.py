"""What a statement rests on: what the agent did and saw, its own words, or the words of others.

There are two streams, told apart by where each memory comes from: what the agent did, saw, said and
thought, and what it heard.  A statement belongs to the stream that carries more of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import field

from agents.memory.language.attribution import (
    SOMEBODY,
    Attribution,
    attribute_parts,
    locate_sentences,
)
from agents.memory.language.carrying.claims import choose_speaker
from agents.memory.language.carrying.grounding import (
    bears_out_as_much,
    binds_by_others,
    lacks_ground,
)
from agents.memory.language.carrying.known import Known
from agents.memory.language.carrying.units import (
    Unit,
    asks_only,
    find_gestures,
    is_telling,
    supposes,
)
from agents.memory.language.carrying.weighing import (
    list_foreign_claims,
    list_heard_claims,
    rests_on_heard,
)
from agents.memory.language.normalize import remove_signature
from agents.memory.language.patterns import CUE
from agents.memory.language.stems import is_denial, is_same_person, stem_words
from agents.prose import one_line, soften_quotes
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

_CUE = late_pattern(rf"{CUE} (?P<line>[^\n]*)(?:\n(?P<result>.*))?", re.DOTALL)
_REFUSED = late_pattern(r"^You tried:|failed because", re.MULTILINE)
_SPOKEN = late_pattern(r"[^\"“]*[\"“](?P<words>.*)[\"”]\s*", re.DOTALL)


@late_dataclass(frozen=True, slots=True)
class Source:
    """A memory, or a sentence of an earlier summary, that a text was made from."""

    text: str
    speaker: str = ""
    """Who said it; empty for the agent's own experience."""
    nature: Nature = Nature.DEED
    numbers: tuple[int, ...] = ()
    """The memories that it is, or that it rests on, where they are known."""


@late_dataclass
class Evidence:
    """Everything that the sources of a text tell, sorted by how it is known."""

    told: list[Unit] = field(default_factory=list)
    """What the agent did and saw."""
    mine: list[Unit] = field(default_factory=list)
    """What the agent said, thought and wrote."""
    said: dict[str, list[Unit]] = field(default_factory=dict)
    """What others said."""
    _at: int = 0
    _numbers: tuple[int, ...] = ()
    _asked: frozenset[str] = frozenset()
    """The words of the question that was asked just before."""
    _uttered: list[str] = field(default_factory=list)
    """All that the agent said, thought and wrote, questions as well."""
    _known: Known | None = None
    """All of it prepared for queries, until more is added."""

    def add(self, source: Source) -> None:
        """Add a source."""
        self._known = None
        self._at += 1
        self._numbers = source.numbers
        cue = None if source.speaker else _CUE.match(source.text)
        if source.speaker:
            text = remove_signature(source.text, source.speaker)
            self._hear(source.speaker, _extract_said(text))
            self._watch(source.speaker, text)
        elif cue:
            self._add_action(source.nature, cue["line"], cue["result"] or "")
        else:
            self._add_account(source.text)
        asks = asks_only(source.text)
        self._asked = frozenset(stem_words(_extract_said(source.text))) if asks else frozenset()

    def _make_unit(self, text: str, denied: bool = False, *, spoken: bool = False) -> Unit:
        asks = spoken and asks_only(text)
        about = self._asked if spoken and not asks else frozenset[str]()
        denied = denied or is_denial(text)
        return Unit(text, denied, asks, self._numbers, self._at, about, spoken and supposes(text))

    def _add_action(self, nature: Nature, given: str, result: str) -> None:
        line, _, reason = given.partition(" | ")
        self._add_mine(reason)
        if nature.is_own_words or line[:1] in ("'", '"', ":"):
            self._add_mine(f"{line} {result}")
        elif nature.is_recollection:
            self._add_recalled(result)
        else:
            refused = _REFUSED.search(result) is not None
            self.told.append(self._make_unit(line, refused))
            self._add_account(result, refused)

    def _add_mine(self, text: str) -> None:
        unit = self._make_unit(_extract_said(text), spoken=True)
        self._uttered.append(soften_quotes(one_line(text)))
        if not unit.asks:
            self.mine.append(unit)

    def _add_recalled(self, result: str) -> None:
        """Add recalled memories. They come cut and in parts, so a line in which somebody speaks
        counts as theirs."""
        for line in result.splitlines():
            speakers = {each.speaker for each in attribute_parts(line) if each.kind == "said"}
            for speaker in speakers:
                self._hear(speaker, line)

    def _add_account(self, text: str, denied: bool = False) -> None:
        for start, stop in locate_sentences(text):
            sentence = text[start:stop]
            parts = attribute_parts(sentence)
            if sentence.rstrip("\"'”’)").endswith("?"):
                parts = [each for each in parts if each.kind == "mine"]
            self._add_segments(sentence, parts, denied)

    def _add_segments(self, sentence: str, parts: Sequence[Attribution], denied: bool) -> None:
        account = ""
        for part in parts:
            text = sentence[part.start : part.stop]
            if part.kind == "said":
                self._hear(part.speaker, text)
            elif part.kind == "mine":
                self._add_mine(text)
            else:
                account += text
        if account.strip():
            self.told.append(self._make_unit(account, denied))

    def _watch(self, actor: str, text: str) -> None:
        """Add what an actor is seen to do: plain gestures. Anything else is only their word."""
        if shown := find_gestures(text, actor):
            self.told.append(self._make_unit(shown))

    def _hear(self, speaker: str, text: str) -> None:
        known = next((each for each in self.said if is_same_person(each, speaker)), speaker)
        self.said.setdefault(known, []).append(self._make_unit(text, spoken=True))

    # --- queries ---------------------------------------------------------------------

    @property
    def known(self) -> Known:
        """All that was added, as it can be searched."""
        if self._known is None:
            self._known = Known(self.told, self.mine, self.said)
        return self._known

    def find_speaker(
        self, statement: str, *, mine: bool = False, cited: Collection[int] = ()
    ) -> str:
        """Return who said what `statement` tells, if it rests on others' words alone; else empty.

        With `mine`, the statement is something that the agent has said or thought.  The memories
        that it names, `cited`, come first; between speakers who carry it alike it is `SOMEBODY`.
        """
        if self.is_english(statement):
            claims = list_heard_claims(self.known, statement, mine, cited)
            if claims and bears_out_as_much(self.known, statement, cited, claims):
                return ""
            unclear = not claims and (
                rests_on_heard(self.known, statement, cited)
                or (not mine and lacks_ground(self.known, statement, cited))
                or binds_by_others(self.known, statement, cited)
            )
        else:
            claims, unclear = list_foreign_claims(self.known, statement)
        if claims:
            return choose_speaker(claims, cited)
        return SOMEBODY if unclear else ""

    def find_cited_teller(self, words: str, speaker: str, cited: Collection[int]) -> str:
        """Return who else, in a memory that is cited, told a part of `words` that `speaker` never
        did, beside one that they did; `SOMEBODY` of several, empty if `speaker` is cited, too."""
        return self.known.find_cited_teller(words, speaker, cited) if cited else ""

    def is_english(self, statement: str) -> bool:
        """Return whether a statement is in English, whose words can be compared by their stems."""
        return self.known.is_english(statement)

    def has_said(self, words: str) -> bool:
        """Return whether the agent itself said `words`, letter by letter but for their end."""
        wanted = soften_quotes(one_line(words)).rstrip(" .,!?…")
        return any(wanted in each for each in self._uttered)

    def is_telling(self, statement: str) -> bool:
        """Return whether a statement says enough, beside names, to tell what it rests on."""
        return is_telling(self.known.leave_out_names(stem_words(statement)))

    def measure_heard(self, statement: str, speaker: str) -> float:
        """Return the part of the statement's words that `speaker` has said in one utterance; of
        `SOMEBODY`, the most that anybody has."""
        return self.known.measure_heard(statement, speaker)


def gather_evidence(sources: Iterable[Source]) -> Evidence:
    """Return the evidence of `sources`."""
    evidence = Evidence()
    for each in sources:
        evidence.add(each)
    return evidence


def _extract_said(text: str) -> str:
    """Return the words in a line that ends in them: ``Fern says, "…"``; else the whole line."""
    spoken = _SPOKEN.fullmatch(text)
    return spoken["words"] if spoken else text
