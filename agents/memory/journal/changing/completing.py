"""Complete the facts of a span: what they are about, since when they hold, what was so before.

It makes no difference who drew the facts, a model or the rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience, Summary
from agents.memory.core.view import read_citations
from agents.memory.journal.changing.later import Later, VisitorStatements, find_earlier
from agents.memory.journal.changing.outdated import (
    MaybeOutdated,
    StandingNotes,
    choose_maybe,
    list_maybe,
    take_outdated,
)
from agents.memory.journal.changing.replacing import Earlier, find_otherwise, replace_earlier
from agents.memory.journal.changing.since import find_since
from agents.memory.journal.changing.statements import (
    Clause,
    can_stand_for,
    find_stand_in,
    is_fragment,
    name_topic,
    read_clauses,
)
from agents.memory.journal.changing.thing_index import ThingIndex
from agents.memory.journal.trust import is_gesture, is_planted, quote_speech, rate_hearsay
from agents.memory.language.attribution import attribute_parts
from agents.memory.language.classify import Reading, classify_memory
from agents.memory.language.normalize import strip_update
from agents.memory.language.patterns import RETOLD
from agents.memory.language.salience import is_asked
from agents.memory.language.stems import stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.prose import find_quoted, soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

#: How many memories back, and how long ago, what is spoken of was named.
REACH, RECENT = 3, timedelta(minutes=10)
#: How many changes are kept of what tells nothing else, of so many memories.
MOST_CHANGES, OF_MEMORIES = 8, 64
#: The tag of a fact that is worth keeping only because it tells what was otherwise before.
_CHANGE = "change"
#: What only says that somebody said it: ``I heard Fern say that``.
_REPORTING = late_pattern(r"^[^,;.:\"]{1,40}?(?: that|:) ")
#: Before a sight, the heading of a section with it.
_SEEN = late_pattern(r"^(?:[A-Z][\w ]{2,30}: )?I (?:noticed|saw) this: ")
#: Before what the agent did, its name.
_CUE = late_pattern(r"~(?P<name>[^\n>]{1,60})> ")
#: What an agent has done of its own intentions, which names things and tells nothing of them. A
#: summary has it in the agent's words, a fact has a tag.
_OF_INTENTION = late_pattern(
    r"\b(?:(?:have|has|had)? ?done|(?:gave|given) up) what (?:I|[Yy]ou|s?he|they) meant to\b"
)
_INTENTION = "intention"
#: What tells something that may change later.
_TELLING = frozenset(("speech", "sight", "words", "deed"))


def complete_facts(
    facts: Sequence[Fact],
    memories: Sequence[Experience],
    known: Iterable[Fact] = (),
    summaries: Iterable[Summary] = (),
    residents: Collection[str] = (),
) -> list[Fact]:
    """Return the facts of `memories` with what they are about, since when, and what was before.

    `known` are facts of earlier memories, `summaries` stand for earlier memories.  Pure; a fact
    that is complete stays as it is.
    """
    done, _ = _complete(facts, memories, known, summaries, residents)
    return done


def _complete(
    facts: Sequence[Fact],
    memories: Sequence[Experience],
    known: Iterable[Fact],
    summaries: Iterable[Summary],
    residents: Collection[str],
) -> tuple[list[Fact], list[MaybeOutdated]]:
    """Return what `complete_facts` does, and what facts that tell no change may make out of
    date."""
    readings = [classify_memory(each) for each in memories]
    places = {each.memory.seq: n for n, each in enumerate(readings)}
    standing = [each for summary in summaries for each in _read_summary(summary)]
    told = _Told.gather(facts, readings, known, standing, residents)
    done, maybe = list[Fact](), list[MaybeOutdated]()
    for place, fact in enumerate(facts):
        at = next((places[seq] for seq in reversed(fact.seqs) if seq in places), None)
        if at is None or not _may_tell(fact, readings[at].words):
            done.append(fact)
            continue
        complete, later = _complete_fact(fact, readings, at, told)
        done.append(complete)
        if not complete.before:
            maybe += list_maybe(place, complete, later, told.notes)
    return done, choose_maybe(maybe)


@late_dataclass(frozen=True, slots=True)
class _Told:
    """What was told before."""

    stating: Sequence[Earlier]
    """What tells a value."""
    index: ThingIndex
    visitors: VisitorStatements
    notes: StandingNotes

    @classmethod
    def gather(
        cls,
        facts: Sequence[Fact],
        readings: Sequence[Reading],
        known: Iterable[Fact],
        standing: Sequence[Earlier],
        residents: Collection[str],
    ) -> _Told:
        """Return what memories tell, known facts that have a word of `facts`, and summaries, whose
        sentences are `standing`."""
        told = [*map(_make_earlier, filter(_is_telling, readings))]
        wanted = frozenset(stem for each in facts for stem in stem_words(each.text))
        visitors = VisitorStatements.of([*told, *standing], residents)
        # What somebody acts out is how no thing is, neither before nor now.
        stated = (each for each in known if not _tells_no_thing(each))
        recalled = [e for e in map(_recall_fact, stated) if not wanted.isdisjoint(e.stems)]
        notes = StandingNotes.of([*recalled, *standing, *told], residents)
        told = [*told, *recalled, *standing]
        index = ThingIndex.of(told, _find_names([each.memory for each in readings]))
        stating = [each for each in told if any(one.sides for one in read_clauses(each.words))]
        return cls(stating, index, visitors, notes)


@late_dataclass(frozen=True, slots=True)
class CompleteFacts:
    """The facts of some memories, completed: those to be kept, and the rest."""

    facts: Sequence[Fact]
    found: int
    """So many of them, the first, are to be kept; the rest is too if it tells a change."""
    memories: int
    """Of so many memories they are."""
    maybe: Sequence[MaybeOutdated] = ()
    """What they may make out of date, where rules find no change."""

    def choose(self) -> list[Fact]:
        """Return what is to be kept, and of the rest what tells a change or may be of the same as
        what a summary tells."""
        rest = self.facts[self.found :]
        changes = [each for each in rest if each.before]
        most = max(MOST_CHANGES, MOST_CHANGES * self.memories // OF_MEMORIES)
        akin = [_call_no_change(each) for each in rest if each.akin and not each.before]
        return [*self.facts[: self.found], *changes[:most], *akin[:most]]

    def take(self, chances: Sequence[float]) -> CompleteFacts:
        """Return these, and with each what it makes out of date, by the chance of each `maybe`."""
        return replace(self, facts=take_outdated(self.facts, self.maybe, chances), maybe=())


def complete_all(
    facts: Sequence[Fact],
    rest: Sequence[Fact],
    memories: Sequence[Experience],
    known: Iterable[Fact] = (),
    summaries: Iterable[Summary] = (),
    residents: Collection[str] = (),
) -> CompleteFacts:
    """Return what `complete_facts` does of `facts` and of the `rest`, which is kept only for what
    it changes; `residents` are people who talk all day."""
    done, maybe = _complete([*facts, *rest], memories, known, summaries, residents)
    return CompleteFacts(done, len(facts), len(memories), maybe)


def _call_no_change(fact: Fact) -> Fact:
    return replace(fact, tags=tuple(each for each in fact.tags if each != _CHANGE))


def _find_names(memories: Sequence[Experience]) -> frozenset[str]:
    """Return the names of all who were there, of the agent as its own deeds have it."""
    cues = (_CUE.match(each.text) for each in memories)
    own = {found["name"] for found in cues if found}
    return frozenset(own.union(*(each.occupants for each in memories)))


def _is_telling(reading: Reading) -> bool:
    if reading.memory.nature is Nature.INTENTION:
        return False
    return reading.told in _TELLING and bool(reading.words) and not RETOLD.search(reading.words)


def _tells_no_thing(fact: Fact) -> bool:
    """Return whether a fact is no state of a thing: what is acted out, or an own intention."""
    return is_gesture(fact.text, fact.speaker) or _INTENTION in fact.tags


def _make_earlier(reading: Reading) -> Earlier:
    memory, words = reading.memory, reading.words
    return Earlier(memory.seq, memory.at, words, frozenset(stem_words(words)), reading.speaker)


def _recall_fact(fact: Fact) -> Earlier:
    words = fact.value or fact.text.partition(': "')[2].removesuffix('"') or fact.text
    stems = frozenset(stem_words(f"{words} {fact.subject}"))
    seq = fact.seqs[-1] if fact.seqs else 0
    return Earlier(seq, fact.at, words, stems, fact.speaker, fact.valid_from)


def _read_summary(summary: Summary) -> Iterator[Earlier]:
    """Yield what a summary tells, as far as it says on which memories that rests."""
    for sentence, seqs in read_citations(summary).items():
        if seqs and not _OF_INTENTION.search(sentence):
            yield Earlier(max(seqs), summary.at, *_read_sentence(sentence))


#: Each compaction asks for those of all summaries that stand.
@cache_short_texts(2048)
def _read_sentence(sentence: str) -> tuple[str, frozenset[str], str]:
    """Return what a sentence of a summary tells: the words, the stems of all of it, who said so."""
    said = next((e for e in attribute_parts(sentence) if e.kind == "said"), None)
    quoted = find_quoted(strip_update(sentence))
    words = _REPORTING.sub("", sentence) if said and not said.start else sentence
    words = quoted[0] if len(quoted) == 1 else strip_update(_SEEN.sub("", words))
    return words, frozenset(stem_words(sentence)), said.speaker if said else ""


def _may_tell(fact: Fact, words: str) -> bool:
    """Return whether a fact of `words` may tell something that was otherwise before."""
    if not read_clauses(words) or fact.before or fact.is_synthesis or RETOLD.search(words):
        return False
    return not _tells_no_thing(fact)


def _complete_fact(
    fact: Fact, readings: Sequence[Reading], at: int, told: _Told
) -> tuple[Fact, Later]:
    """Return a fact that `_may_tell` something with all that it tells, and its statement."""
    words = readings[at].words
    clauses = read_clauses(words)
    if (subject := _find_subject(fact, readings, at, told.index.names)) != fact.subject:
        fact = replace(fact, subject=subject)
    asked = _find_before(readings, at)
    later = Later(fact.seqs[0], words, fact.speaker, asked.words if asked else fact.subject)
    found = find_otherwise(fact, clauses, told.stating)
    # A thought about a thing, or a line about it, is no sight of how it is now.
    if not found and (fact.speaker or readings[at].told != "words"):
        found = find_earlier(later, told.index)
    stated = found.new if found else max(clauses, key=_rate_clause)
    changes = found is not None or any(each.changes for each in clauses)
    # Where the day itself is what changed, the words name no day since when it is so.
    dated = stated.attribute != "day" and (changes or stated.sides - {"number", "hour"})
    since = find_since(words, fact.at) if dated else None
    akin = fact.akin if found else told.visitors.find_akin(later, told.index)
    fact = replace(fact, attribute=stated.attribute, value=stated.text, valid_from=since, akin=akin)
    return replace_earlier(_quote_value(fact, words), found) if found else fact, later


def _quote_value(fact: Fact, words: str) -> Fact:
    """Return `fact` with the sentence of `words` that tells its value, if its quotation leaves it
    out: a prompt would show what was said beside the news, and not the news.

    A sentence that gives orders is not added.
    """
    if not (fact.speaker and fact.text.startswith(f"{fact.speaker} said: ")):
        return fact
    every = split_sentences(words)
    kept = [each for each in every if soften_quotes(each).rstrip(".") in fact.text]
    new = [each for each in every if fact.value in each and each not in kept]
    if not new or soften_quotes(fact.value) in fact.text or any(map(is_planted, new)):
        return fact
    text = quote_speech(fact.speaker, " ".join(e for e in every if e in kept or e in new))
    if soften_quotes(fact.value) not in text:  # too long to quote both
        text = quote_speech(fact.speaker, new[0])
    return replace(fact, text=text, trust=min(fact.trust, rate_hearsay(new[0])))


def _rate_clause(clause: Clause) -> tuple[bool, int]:
    return clause.changes, len(clause.sides)


def _find_subject(fact: Fact, readings: Sequence[Reading], at: int, people: Iterable[str]) -> str:
    """Return what a word in the words of a fact stands for, if what was said just before it names
    only one thing besides `people`."""
    words, before = readings[at].words, _find_before(readings, at)
    kept = [each for each in split_sentences(words) if each in fact.text]
    word = find_stand_in(" ".join(kept or [words]))
    directly = before is not None and before is readings[at - 1]
    answer = directly and is_fragment((kept or [words])[0])
    if not (word or answer):
        return ""
    rest = " ".join(each for each in split_sentences(words) if each not in kept)
    for text in (rest, before.words if before else ""):
        topic = frozenset(stem_words(found := name_topic(text, people)))
        fresh = topic.isdisjoint(stem_words(fact.text))
        if topic and fresh and can_stand_for(word, found):
            return found
    return ""


def _find_before(readings: Sequence[Reading], at: int) -> Reading | None:
    """Return what somebody else asked just before."""
    here = readings[at]
    for before in reversed(readings[max(0, at - REACH) : at]):
        if here.memory.at - before.memory.at > RECENT:
            break
        if before.speaker != here.speaker and before.told in ("speech", "words"):
            return before if is_asked(split_sentences(before.words)[-1]) else None
    return None
