"""What a sentence tells that no memory has: a number, a day, a name or a promise without ground."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from agents.memory.checking.cues import ADOPTING, COMMITTING, LATER
from agents.memory.checking.figures import is_derived, is_reckoned, is_rounded, may_reckon
from agents.memory.checking.naming.names import find_names
from agents.memory.checking.reading import (
    SELF,
    SOMEBODY,
    Statement,
    Word,
    read_source,
    read_sources,
)
from agents.memory.checking.relating.durations import tells_same_duration
from agents.memory.checking.reports import list_promises
from agents.memory.language.evidence import Source
from agents.memory.language.stems import find_words
from agents.memory.language.words import ARTICLES, FIRST_PERSON, STOP_WORDS, THIRD_PERSON
from late.late_dataclass import late_dataclass
from late.late_property import late_property

#: Smaller numbers may count what the memories only list.
_COUNTED = 12
#: How much of an English sentence is grammar, and from how many words on this tells.
_GRAMMAR, _SHORT = 0.12, 4
#: Among how many words and marks at its beginning an answer agrees.
_BEGINNING = 3
#: Words before the number of a memory, by which a working memory refers to it.
_REFERRING = frozenset(("memory", "memories"))
#: Words before a title or a thing that is written like a name: "My Goals".
_OWNING = frozenset((*ARTICLES, *FIRST_PERSON, *THIRD_PERSON))


@late_dataclass(frozen=True)
class Knowledge:
    """All that there is to tell of: a sentence that tells more has invented it."""

    sources: tuple[Source, ...]
    words: frozenset[str]
    """All words and names, in lower case."""
    names: frozenset[str]

    # What follows few sentences ask for: those with a number, a day or a promise.

    @late_property
    def statements(self) -> tuple[Statement, ...]:
        """Every sentence of the sources."""
        return tuple(read_sources(self.sources, self.names))

    @late_property
    def numbers(self) -> frozenset[float]:
        """All numbers."""
        told = (word.number for each in self.statements for word in each.words)
        return frozenset(each for each in told if each is not None)

    @late_property
    def reckons(self) -> bool:
        """Whether days are told by others: "the day after"."""
        return any(is_reckoned(each) for each in self._read(may_reckon))

    def has_day(self, day: str) -> bool:
        """Return whether anything tells of a day, which is in lower case."""
        if day not in self._days:
            naming = self._read(lambda text: day in text.casefold())
            self._days[day] = any(word.day == day for each in naming for word in each.words)
        return self._days[day]

    @late_property
    def _days(self) -> dict[str, bool]:
        return {}

    def _read(self, wanted: Callable[[str], bool]) -> Iterator[Statement]:
        """Yield the sentences of the sources whose texts are `wanted`: few name days, and to read
        them all is dear."""
        for number, each in enumerate(self.sources):
            if wanted(each.text):
                yield from read_source(each.text, each.speaker, self.names, number)


def make_knowledge(sources: Sequence[Source], besides: Iterable[str] = ()) -> Knowledge:
    """Return what `sources` tell; `besides` are names, places and dates."""
    others = tuple(besides)
    texts = [each.text for each in sources]
    names = find_names(texts, [each.speaker for each in sources if each.speaker])
    speakers = [each.speaker for each in sources]
    found = {word for text in (*texts, *others, *speakers) for word in find_words(text)}
    return Knowledge(
        (*sources, *map(Source, others)),
        frozenset(found | {each.partition("'")[0] for each in found}),
        names,
    )


def find_groundless(sentence: Statement, told: Sequence[Statement], known: Knowledge) -> str:
    """Return what the sentence tells that is not in `known`; empty if it tells nothing such.

    `told` is what the sentence rests on: from its numbers others may be reckoned.
    """
    if not all(_is_english(each.words) for each in (sentence, *told)):
        return ""  # other languages have other words for numbers and days
    return (
        _find_number(sentence, told, known)
        or _find_day(sentence, known)
        or _find_name(sentence, known)
        or _find_promise(sentence, told, known)
    )


def _find_number(sentence: Statement, told: Sequence[Statement], known: Knowledge) -> str:
    before = ""
    if tells_same_duration(sentence, told):
        return ""  # eighteen months are a year and a half
    for at, word in enumerate(sentence.words):
        number, counted = word.number, before in _REFERRING
        before = word.text
        if number is None or counted or number <= _COUNTED or number in known.numbers:
            continue
        if is_rounded(sentence.words, at, known.numbers):
            continue
        if not is_derived(number, sentence, told):
            return f"no memory has {word.text}"
    return ""


def _find_day(sentence: Statement, known: Knowledge) -> str:
    days = [each.day for each in sentence.words if each.day]
    if not days or known.reckons:
        return ""
    groundless = next((each for each in days if not known.has_day(each)), "")
    return f"no memory has {groundless.capitalize()}" if groundless else ""


def _find_name(sentence: Statement, known: Knowledge) -> str:
    if sum(not each.is_mark for each in sentence.words) < _SHORT:
        return ""  # a heading
    before = ""
    for word in sentence.words:
        named = word.person not in ("", SELF, SOMEBODY) and before not in _OWNING
        if named and word.person not in known.words:
            return f"no memory has {word.person.capitalize()}"
        before = word.text
    return ""


def _is_english(words: Collection[Word]) -> bool:
    spoken = [each.text for each in words if not each.is_mark]
    grammar = sum(each in STOP_WORDS for each in spoken)
    return len(spoken) < _SHORT or grammar >= _GRAMMAR * len(spoken)


def _find_promise(sentence: Statement, told: Sequence[Statement], known: Knowledge) -> str:
    """Return that nobody bound themselves by words: neither in what the sentence rests on nor,
    about the same, in anything else."""
    for speaker, content in list_promises(sentence):
        cited = (each for each in told if each.speaker in (speaker, ""))
        if any(map(_may_commit, cited)):
            continue
        others = (each for each in known.statements if each.speaker in (speaker, ""))
        if not any(_binds(each, content) for each in others):
            return "no memory has the promise"
    return ""


def _may_commit(statement: Statement) -> bool:
    """Return whether words may be a promise, or tell of one; of other languages all may."""
    if not _is_english(statement.words):
        return True
    ahead = statement.texts & (LATER | COMMITTING)
    will = any(each.text.endswith("'ll") for each in statement.words)
    return bool(ahead) or will or _adopts(statement)


def _adopts(statement: Statement) -> bool:
    """Return whether words begin as those that agree: "Of course", "Well, yes"."""
    return not ADOPTING.isdisjoint(each.text for each in statement.words[:_BEGINNING])


def _binds(statement: Statement, content: frozenset[str]) -> bool:
    """Return whether words tell what somebody will do, and share some of `content`; said in
    another language all may."""
    if not _is_english(statement.words):
        return bool(statement.speaker)
    will = any(
        one.person and (one.text.endswith("'ll") or other.text in LATER)
        for one, other in pairwise(statement.words)
    )
    bound = will or _adopts(statement) or bool(statement.texts & COMMITTING)
    return bound and not content.isdisjoint(statement.stems)
