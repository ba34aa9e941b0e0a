"""What a statement rests on: what the agent did and saw, its own words, or the words of others.

Statements are compared by their content words and by which of these stand together: having been at
the mill, and having given away an apple, is not to have given away the mill.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, takewhile

from agents.memory.language.attribution import (
    Attribution,
    attribute_parts,
    locate_sentences,
    split_clauses,
)
from agents.memory.language.patterns import CUE
from agents.memory.language.stems import (
    is_denial,
    is_same_person,
    link_words,
    remove_name,
    stem_each,
    stem_words,
)
from agents.memory.language.text_cache import cache_short_texts
from world.nature import Nature

#: The part of a statement's words that others' words must have for it to rest on them.
RESTS = 0.5

_CUE = re.compile(rf"{CUE} (?P<line>[^\n]*)(?:\n(?P<result>.*))?", re.DOTALL)
_REFUSED = re.compile(r"^You tried:|failed because", re.MULTILINE)

#: One of these words alone says who serves and who owns.
_WEIGHTY = "own obey owe master swear command rule trust"

#: A statement with one of these is checked even where little else of it was heard.
_GRAVE = f"{_WEIGHTY} give nothing sell steal promise"

#: What anybody can see somebody do, and what takes nothing from anyone.
_GESTURES = """
    laugh smile nod shrug wave sigh grin frown wink shake whistle dance sing hum clap yawn stretch
    kneel bow sit stand lean slap tap point pace shiver blush chuckle giggle snort cough sneeze sip
    drink eat rest kick jump stumble squint glance stare peer beam weep scratch rub stroke brush
"""


@dataclass(frozen=True, slots=True)
class Source:
    """A memory, or a sentence of an earlier summary, that a text was made from."""

    text: str
    speaker: str = ""
    """Who said it; empty for the agent's own experience."""
    nature: Nature = Nature.DEED


@dataclass(frozen=True, slots=True)
class _Unit:
    """One piece of evidence."""

    words: tuple[str, ...]
    denied: bool


@cache_short_texts(2048)
def _make_unit(text: str, denied: bool = False) -> _Unit:
    return _Unit(stem_words(text), denied or is_denial(text))


class _Pool:
    """What the agent knows otherwise than by hearsay: words and links of many units as one."""

    def __init__(self, units: Sequence[_Unit]) -> None:
        self.words = frozenset(word for unit in units for word in unit.words)
        self._units = units

    @cached_property
    def links(self) -> frozenset[tuple[str, str]]:
        """The words that stand together in one of the units."""
        return frozenset(link for unit in self._units for link in link_words(unit.words))


@dataclass
class Evidence:
    """Everything that the sources of a text tell, sorted by how it is known."""

    told: list[_Unit] = field(default_factory=list)
    """What the agent did and saw."""
    mine: list[_Unit] = field(default_factory=list)
    """What the agent said, thought and wrote."""
    said: dict[str, list[_Unit]] = field(default_factory=dict)
    """What others said."""
    _pools: dict[tuple[bool, bool], _Pool] = field(default_factory=dict, init=False, repr=False)
    """What is known otherwise, put together for queries; by `mine` and `denied`."""

    def add(self, source: Source) -> None:
        """Add a source."""
        self._pools.clear()
        cue = None if source.speaker else _CUE.match(source.text)
        if source.speaker:
            self._hear(source.speaker, source.text)
            self._watch(source.speaker, source.text)
        elif cue:
            self._add_action(source.nature, cue["line"], cue["result"] or "")
        else:
            self._add_account(source.text)

    def _add_action(self, nature: Nature, given: str, result: str) -> None:
        line, _, reason = given.partition(" | ")
        self.mine.append(_make_unit(reason))
        if nature.is_own_words or line[:1] in ("'", '"', ":"):
            self.mine.append(_make_unit(f"{line} {result}"))
        elif nature.is_recollection:
            self._add_recalled(result)
        else:
            refused = _REFUSED.search(result) is not None
            self.told.append(_make_unit(line, refused))
            self._add_account(result, refused)

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
            if not sentence.endswith("?"):
                self._add_segments(sentence, attribute_parts(sentence), denied)

    def _add_segments(self, sentence: str, parts: Sequence[Attribution], denied: bool) -> None:
        account = ""
        for part in parts:
            text = sentence[part.start : part.stop]
            if part.kind == "said":
                self._hear(part.speaker, text)
            elif part.kind == "mine":
                self.mine.append(_make_unit(text))
            else:
                account += text
        if account.strip():
            self.told.append(_make_unit(account, denied))

    def _watch(self, actor: str, text: str) -> None:
        """Add what an actor is seen to do: plain gestures. Anything else is only their word."""
        self.told += _find_gestures(text, actor)

    def _hear(self, speaker: str, text: str) -> None:
        known = next((each for each in self.said if is_same_person(each, speaker)), speaker)
        self.said.setdefault(known, []).append(_make_unit(text))

    # --- queries ---------------------------------------------------------------------

    def find_speaker(self, statement: str, *, mine: bool = False) -> str:
        """Return who said what `statement` tells, if it rests on their words alone; else empty.

        With `mine`, the statement is something that the agent has said or thought.
        """
        best, who = 0.0, ""
        denied = is_denial(statement)
        clauses = [stem_words(each) for each in split_clauses(statement)]
        pool = self._pool(mine, denied)
        for speaker, heard in self.said.items():
            asked = _Statement.of(clauses, speaker)
            if is_telling(asked.words):
                share = max(_measure_rest(asked, unit, pool) for unit in heard)
                best, who = (share, speaker) if share > best else (best, who)
        return who

    def _pool(self, mine: bool, denied: bool) -> _Pool:
        if (mine, denied) not in self._pools:
            units = chain(self.told, self.mine if mine else ())
            self._pools[mine, denied] = _Pool([each for each in units if each.denied == denied])
        return self._pools[mine, denied]

    def is_telling(self, statement: str) -> bool:
        """Return whether a statement says enough, beside names, to tell what it rests on."""
        about = stem_words(statement)
        for speaker in self.said:
            about = remove_name(about, speaker)
        return is_telling(about)

    def measure_heard(self, statement: str, speaker: str) -> float:
        """Return the part of the statement's words that `speaker` has said in one utterance."""
        about = set(remove_name(stem_words(statement), speaker))
        shares = [
            len(about.intersection(unit.words)) / len(about)
            for name, heard in self.said.items()
            if about and is_same_person(name, speaker)
            for unit in heard
        ]
        return max(shares, default=0.0)


def gather_evidence(sources: Iterable[Source]) -> Evidence:
    """Return the evidence of `sources`."""
    evidence = Evidence()
    for each in sources:
        evidence.add(each)
    return evidence


def is_telling(about: Iterable[str]) -> bool:
    """Return whether words are enough to tell where they come from."""
    found = set(about)
    return len(found) >= 2 or not found.isdisjoint(stem_each(_WEIGHTY))


@dataclass(frozen=True, slots=True)
class _Statement:
    """A statement to check: its words without the speaker's name, and which stand together."""

    words: frozenset[str]
    links: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, clauses: Iterable[Iterable[str]], speaker: str) -> _Statement:
        parts = [remove_name(each, speaker) for each in clauses]
        links = frozenset(link for part in parts for link in link_words(part, 1))
        return cls(frozenset(each for part in parts for each in part), links)


@cache_short_texts(1024)
def _find_gestures(text: str, actor: str) -> tuple[_Unit, ...]:
    """Return the unit of the gestures with which a text begins; nothing if it begins with none."""
    first = next((text[start:stop] for start, stop in locate_sentences(text)), "")
    if not first.startswith(f"{actor} "):
        return ()
    parts = [remove_name(stem_words(each), actor) for each in split_clauses(first)]
    shown = list(takewhile(_is_gesture, parts))
    return (_Unit(tuple(chain(*shown)), is_denial(first)),) if shown else ()


def _is_gesture(acted: Sequence[str]) -> bool:
    return (
        bool(acted) and acted[0] in stem_each(_GESTURES) and stem_each(_WEIGHTY).isdisjoint(acted)
    )


def _measure_rest(asked: _Statement, heard: _Unit, pool: _Pool) -> float:
    """Return the part of a statement that was heard; 0 if it is also known otherwise."""
    shared = asked.words.intersection(heard.words)
    if not shared:
        return 0.0
    share = len(shared) / len(asked.words)
    strange = [each for each in _find_links(asked, heard) if each not in pool.links]
    if any(not stem_each(_GRAVE).isdisjoint(link) for link in strange):
        return max(share, RESTS)  # however many harmless words stand around it
    known = not strange and len(shared - pool.words) <= len(asked.words) // 5
    return 0.0 if known or share < RESTS else share


def _find_links(asked: _Statement, heard: _Unit) -> Iterator[tuple[str, str]]:
    """Yield the words that follow each other in a statement and stand together in what was
    heard."""
    said = set(heard.words)
    links = [each for each in asked.links if said.issuperset(each)]
    together = link_words(heard.words) if links else frozenset()
    for one, other in links:
        if (one, other) in together or (other, one) in together:
            yield one, other
