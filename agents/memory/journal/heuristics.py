"""Extract facts without a model: what was promised, named, counted, given, decided and felt.

The importance of a fact is `BASE` plus, in this order:

====================================================  ====
a promise; a name, a trade or how people are related    +3
where somebody comes from; what they like or fear       +3
something lost                                          +3
a number, code, time or date in figures                 +2  (in words, or a day: +1)
a secret; a strong feeling; a loss, death or the like   +2
a wish or an intention                                  +1
a change; what somebody else will do                    +2
a state of things                                       +1
something seen of what was seen or spoken of before     +2
said to the agent alone, or by its name                 +2
something given to the agent, or by it                  +3
something that the world did by itself                  +1
an own failure, with its reason                         +2
an own decision, thought, note or private reason        +2
something made or built                                 +2
words that are rare among these memories             0 to +2
an order to the mind, or a claim to authority           −3
====================================================  ====

clipped to 1..10.  What else is told of somebody is just worth it; at most `FEW` of that is kept.
No question is a fact; of what the agent says aloud only what it promises somebody is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field

from agents.memory.core.facts import PRIVATE, Fact, Source
from agents.memory.core.records import Experience
from agents.memory.journal.changing.sights import is_sight_of_change
from agents.memory.journal.trust import (
    OWN_TRUST,
    QUOTED,
    SEEN_TRUST,
    gives_orders,
    is_planted,
    is_told_back,
    quote_gesture,
    quote_speech,
    quote_text,
    rate_hearsay,
)
from agents.memory.language import salience
from agents.memory.language.classify import Reading, classify_memories
from agents.memory.language.injection_guard import is_order
from agents.memory.language.normalize import mentions_name
from agents.memory.language.patterns import INTENTION
from agents.memory.language.signals.mind_orders import find_mind_orders
from agents.memory.language.stems import stem_words
from agents.prose import cut_text, end_sentence, split_sentences, to_first_person
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

BASE = 2
WORTH = 4
#: At most `MOST` facts of `SPAN` memories, and `FEW` of a few.
MOST, SPAN, FEW = 12, 64, 3
#: How many times as many facts are compared with what is known before the best are chosen.
CANDIDATES = 3
TOLD = "told"  # the tag of what is worth keeping only because it tells something
_GIVEN_ME = late_pattern(r"(?P<who>\S+) gives you (?P<what>.+?)\.?$")
_PROMISES_YOU = late_pattern(r"\bI(?:['’]ll| will| shall)\b[^.!?]*\byou(?:rs?)?\b", re.IGNORECASE)
_WILL = late_pattern(r"\bI(?:['’]ll| will| shall) \w")
_RESOLVES = late_pattern(r"\b(?:promis|swear|vow|decid|resolv|my word)", re.IGNORECASE)
_UNREMARKABLE = late_pattern(
    r"^\S+ (?:leaves|arrives|goes|wakes|falls asleep|looks|takes|drops|is here|has|enters)\b"
)


@late_dataclass
class _Found:
    """A fact that is being built."""

    reading: Reading
    text: str
    source: Source
    importance: int = BASE
    trust: float = OWN_TRUST
    tags: dict[str, None] = field(default_factory=dict)

    def mark(self, tag: str, weight: int) -> None:
        """Add a tag and its weight."""
        self.tags.setdefault(tag)
        self.importance += weight


@late_dataclass(frozen=True, slots=True)
class SpanContext:
    """What some memories have in common: their people and their words."""

    name: str
    people: tuple[str, ...]
    spread: Counter[str]
    """In how many memories a word occurs."""
    size: int
    told: tuple[tuple[str, frozenset[str]], ...] = ()
    """What was said or seen, each text with its stems, in order."""

    @classmethod
    def of(cls, memories: Sequence[Experience], name: str) -> SpanContext:
        """Return the context of `memories`; `name` is the agent's."""
        met = dict.fromkeys(who for each in memories for who in (each.speaker, *each.occupants))
        people = tuple(who for who in met if who and who.casefold() != name.casefold())
        told = tuple((each.text, frozenset(stem_words(each.text))) for each in memories)
        spread = Counter(word for _, words in told for word in words)
        return cls(name, people, spread, len(memories), told)

    def find_mentioned(self, text: str) -> tuple[str, ...]:
        """Return the people who are named in `text`."""
        return tuple(who for who in self.people if mentions_name(text, who))

    def rate_rarity(self, text: str) -> int:
        """Return 0 to 2: how much of `text` is said in no other memory."""
        about = set(stem_words(text))
        if len(about) < 3 or self.size < 4:
            return 0
        rare = sum(1 for word in about if self.spread[word] <= 1) / len(about)
        return 2 if rare >= 0.75 else 1 if rare >= 0.4 else 0


def extract_by_rules(memories: Sequence[Experience], name: str) -> list[Fact]:
    """Return the facts in `memories` of agent `name`, the most important first.

    At most 12 of 64 memories.  Looks, small talk, repetitions, recollections and dreams give none.
    Pure: the same memories give the same facts.
    """
    return choose_best(list_candidates(memories, name), len(memories))


def list_candidates(memories: Sequence[Experience], name: str) -> list[Fact]:
    """Return what `extract_by_rules` chooses from, the most important first: `CANDIDATES` times as
    many facts at most."""
    span = SpanContext.of(memories, name)
    found = [_make_fact(each, span) for each in _find_worthy(memories, span)]
    first = {each.text.casefold(): each for each in reversed(found)}
    return _sort_best(first.values())[: CANDIDATES * limit_facts(len(memories))]


def list_rest(memories: Sequence[Experience], name: str, facts: Iterable[Fact]) -> list[Fact]:
    """Return a fact for each thing heard or seen that `facts` do not rest on, in order: worth
    keeping only if it tells what was otherwise before."""
    span, drawn = SpanContext.of(memories, name), {seq for each in facts for seq in each.seqs}
    rest = (each for each in classify_memories(memories) if each.memory.seq not in drawn)
    return [_make_fact(found, span) for each in rest if (found := _read_plainly(each))]


def _read_plainly(reading: Reading) -> _Found | None:
    words = " ".join(e for e in split_sentences(reading.words) if not salience.is_idle(e))
    if not stem_words(words) or is_planted(reading.words) or is_told_back(reading.words):
        return None
    if reading.told == "speech":
        text, trust = quote_speech(reading.speaker, words), rate_hearsay(reading.words)
        return _Found(reading, text, "heard", WORTH, trust, {"change": None})
    if reading.told != "sight" or _UNREMARKABLE.match(reading.words) or gives_orders(words):
        return None
    seen = f"I saw this: {end_sentence(cut_text(reading.words, QUOTED))}"
    return _Found(reading, seen, "seen", WORTH, SEEN_TRUST, {"change": None})


def choose_best(facts: Iterable[Fact], count: int) -> list[Fact]:
    """Return the best of the `facts` of `count` memories, and all that stand beside others."""
    best = _sort_best(facts)
    plain = [each for each in best if TOLD in each.tags and not each.before][FEW:]
    usual = [each for each in best if each not in plain][: limit_facts(count)]
    return [each for each in best if each.before or each.akin or each in usual]


def _sort_best(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda each: (-each.importance, each.seqs))


def limit_facts(count: int) -> int:
    """Return how many facts `count` memories may give."""
    return min(count, max(FEW, -(-count * MOST // SPAN)))


def _find_worthy(memories: Sequence[Experience], span: SpanContext) -> Iterator[_Found]:
    # What the agent wrote into its journal stands there already.
    told = [each for each in memories if each.nature is not Nature.JOURNAL]
    for reading in classify_memories(told):
        read = _READERS.get(reading.told)
        found = read(reading, span) if read else None
        if found is not None and _add_rarity(found, span).importance >= WORTH:
            yield found


def _add_rarity(found: _Found, span: SpanContext) -> _Found:
    if found.importance > BASE and TOLD not in found.tags:
        found.importance += span.rate_rarity(found.text)
    return found


def _make_fact(found: _Found, span: SpanContext) -> Fact:
    memory, speaker = found.reading.memory, found.reading.speaker
    people = dict.fromkeys((*([speaker] if speaker else []), *span.find_mentioned(found.text)))
    return Fact(
        text=found.text,
        importance=max(1, min(10, found.importance)),
        scored="heuristic",
        source=found.source,
        trust=found.trust,
        seqs=(memory.seq,),
        at=memory.at,
        speaker=speaker,
        people=tuple(people),
        tags=(*found.tags, *((PRIVATE,) if memory.nature.is_private else ())),
        place=memory.place,
    )


# --- each kind of memory ------------------------------------------------------------


def _read_speech(reading: Reading, span: SpanContext) -> _Found | None:
    words_said = _select_telling(reading.words)
    if not words_said or is_told_back(reading.words):
        return None
    found = _Found(reading, quote_speech(reading.speaker, words_said), "heard")
    found.trust = rate_hearsay(words_said)
    if is_planted(words_said):
        found.mark("order" if find_mind_orders(words_said) else "claim", -3)
    _add_signals(found, words_said)
    if found.importance < WORTH and salience.is_statement(words_said):
        found.mark(TOLD, WORTH - found.importance)
    if found.tags and (reading.to_me or mentions_name(reading.words, span.name)):
        found.importance += 2
    return found


def _read_gesture(reading: Reading, span: SpanContext) -> _Found | None:
    """Return the fact of a gesture. What somebody acts out is their word, as what they say is."""
    shown = cut_text(reading.words, QUOTED)
    found = _Found(reading, quote_gesture(reading.speaker, shown), "heard")
    found.trust = rate_hearsay(reading.words)
    if is_planted(reading.words):
        found.mark("order" if find_mind_orders(reading.words) else "claim", -3)
    _add_signals(found, reading.words)
    return found if found.tags else None


def _read_own_words(reading: Reading, span: SpanContext) -> _Found | None:
    memory = reading.memory
    if memory.nature is Nature.INTENTION:
        return _read_intention(reading)
    said = _select_telling(reading.words)
    if not said or memory.nature is Nature.GESTURE:
        return None
    if memory.nature.is_speech and not _binds_itself(said, span):
        return None
    found = _Found(reading, f"{_introduce_words(memory)}: {quote_text(said)}", "own")
    _add_signals(found, said)
    if not memory.nature.is_speech:
        found.mark("thought", 2)
    if INTENTION.search(said):
        found.mark("decision", 2)
    return found if found.tags else None


def _binds_itself(said: str, span: SpanContext) -> bool:
    """Return whether the agent promises something: the rest of its speech says what it knows."""
    if _PROMISES_YOU.search(said) or _RESOLVES.search(said):
        return True
    return _WILL.search(said) is not None and bool(span.find_mentioned(said))


def _read_intention(reading: Reading) -> _Found:
    """Read the end of an intention: what is done every day is worth keeping only if it is rare."""
    found = _Found(reading, to_first_person(reading.words), "own")
    found.mark("intention", 1)
    return found


def _introduce_words(memory: Experience) -> str:
    target = memory.line.split(" ", 2)[1] if memory.line.count(" ") > 1 else ""
    if memory.nature.is_private and target:
        return f"I said to {target[:1].upper()}{target[1:]}"
    if memory.nature.is_speech:
        return "I said"
    noted = memory.nature in (Nature.NOTE, Nature.REVISION, Nature.INSCRIPTION)
    return "I wrote down" if noted else "I thought"


def _read_failure(reading: Reading, span: SpanContext) -> _Found | None:
    memory = reading.memory
    if memory.nature.is_looking or not memory.line:
        return None
    why = f" It failed: {end_sentence(cut_text(reading.words, QUOTED))}" if reading.words else ""
    found = _Found(reading, f"I tried to do this: {quote_text(memory.line)}{why}", "own")
    found.mark("failure", 2 if why else 1)
    _add_reason(found, memory)
    return found


def _read_deed(reading: Reading, span: SpanContext) -> _Found | None:
    memory = reading.memory
    found = _Found(reading, f"I did this: {quote_text(memory.line)}", "own")
    if memory.nature is Nature.GIVING:
        found.text = f"I gave {end_sentence(memory.line.partition(' ')[2])}"
        found.mark("gift", 3)
    elif memory.nature is Nature.MAKING:
        found.mark("made", 2)
    _add_reason(found, memory)
    return found if found.tags else None


def _add_reason(found: _Found, memory: Experience) -> None:
    if memory.reason:
        found.text = f"{found.text} My reason: {quote_text(memory.reason)}"
        found.mark("decision", 2)


def _read_sight(reading: Reading, span: SpanContext) -> _Found | None:
    given, memory = _GIVEN_ME.match(reading.words), reading.memory
    happened = memory.nature is Nature.HAPPENING
    changed = is_sight_of_change(memory.text, reading.words, span.told, span.people)
    dull = not happened and not changed and _UNREMARKABLE.match(reading.words)
    if given:
        found = _Found(reading, f"{given['who']} gave me {end_sentence(given['what'])}", "seen")
        found.mark("gift", 3)
    elif dull or gives_orders(reading.words):
        return None
    else:
        found = _Found(
            reading, f"I saw this: {end_sentence(cut_text(reading.words, QUOTED))}", "seen"
        )
        if re.match(r"\S+ gives\b", reading.words):
            found.mark("gift", 2)
        if happened:
            found.mark("happening", 1)
        if changed:
            found.mark("change", 2)
        _add_signals(found, reading.words, () if changed else ("state",))
    found.trust = SEEN_TRUST
    return found


_READERS: dict[str, Callable[[Reading, SpanContext], _Found | None]] = {
    "speech": _read_speech,
    "gesture": _read_gesture,
    "words": _read_own_words,
    "failure": _read_failure,
    "deed": _read_deed,
    "sight": _read_sight,
}


def _select_telling(said: str) -> str:
    """Return the sentences that say something, as many as a quotation holds."""
    kept: list[str] = []
    topic = ""
    for each in split_sentences(said):
        if _is_telling(each):
            kept += [f"{topic} {each}".strip()]
            topic = ""
        elif stem_words(each):
            topic = each if _is_topic(each) else ""
    while len(kept) > 1 and len(" ".join(kept)) > QUOTED:
        kept.remove(min(kept, key=_weigh_sentence))
    return " ".join(kept)


def _is_topic(sentence: str) -> bool:
    """Return whether a few words name what the next sentence is about: ``Old Perrin.``"""
    words = sentence.split()
    about = set(stem_words(sentence))
    return len(about) > 0 and len(words) <= 3 and not salience.is_pleasantry(sentence, len(about))


def _is_telling(sentence: str) -> bool:
    about = len(set(stem_words(sentence)))
    telling = _weigh_sentence(sentence) or is_order(sentence) or salience.is_statement(sentence)
    return (
        not salience.is_asked(sentence)
        and bool(telling)
        and not salience.is_pleasantry(sentence, about)
        and about > 0
    )


def _weigh_sentence(sentence: str) -> int:
    return sum(each.weight for each in salience.find_signals(sentence))


def _add_signals(found: _Found, text: str, but: Collection[str] = ()) -> None:
    """Add the signals of `text` except those `but`; each tag counts once, by its largest weight."""
    heaviest: dict[str, int] = {}
    for each in salience.find_signals(text):
        if each.tag not in but:
            heaviest[each.tag] = max(each.weight, heaviest.get(each.tag, 0))
    for tag, weight in heaviest.items():
        found.mark(tag, weight)
