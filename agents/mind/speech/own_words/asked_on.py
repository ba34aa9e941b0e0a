"""Questions about what the agent itself said a moment ago: "What have the bees been told?"

Such a question is answered from what is written behind those words, or by what has the words of
both; else the agent goes on with the subject, or asks back.  It never says the same again, nor that
the asker has not told it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from agents.memory.language.salience import KIN
from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.words import (
    ARTICLES,
    AUXILIARIES,
    DEMONSTRATIVES,
    FIRST_PERSON,
    INDEFINITE,
    LIGHT_WORDS,
    PREPOSITIONS,
    SECOND_PERSON,
    THIRD_PERSON,
    any_of,
)
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.follow_ups import asks_more
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.own_words.asked_aspects import drop_few, find_asked_aspect
from agents.mind.speech.questions import is_of_hearer, wants_to_know
from agents.mind.speech.remembered import is_about_the_two, is_retold
from agents.mind.speech.statements.echoes import quotes
from agents.mind.voice.asking import is_question, is_yes_or_no
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: So many of the agent's latest lines, to the asker or in their hearing, may be asked about.
LINES = 5

#: A question about such a line brings so many telling words of its own at most; one more where it
#: has several of the line's.
OWN = 1

#: A sentence of so many words before a question only takes up the answer: "I see. And then?"
REACTION = 4

#: What the asker told in so many of their latest lines is theirs.
LOOKED_BACK = 8

#: An exchange of the voice that hardly answers is no answer to what leans on the agent's words by a
#: pronoun; one that answers so likely needs none of the words that both have.
LIKELY, SURELY = 0.6, 0.75

#: That one can say no more goes before all lines for anything.
NO_MORE_FIT = 0.6

_HE_OR_SHE = tuple(each for each in THIRD_PERSON if each[0] in "hs")
_PERSON = late_pattern(rf"\b(?:{any_of(_HE_OR_SHE)})\b", re.IGNORECASE)
_THING = late_pattern(
    rf"\b(?:{any_of(tuple(e for e in THIRD_PERSON if e not in _HE_OR_SHE))}|"
    rf"{any_of(DEMONSTRATIVES)}|ones?)\b",
    re.IGNORECASE,
)
_SOMEBODY = late_pattern(rf"\b(?:{KIN}|man|woman|boy|girl|friend)\b", re.IGNORECASE)
#: What a question has in common with every line, or asks of the talk itself.
_LITTLE = frozenset(
    stem_words(
        "say said mean meant ask asked think know thing happen really like suppose please just"
        " time day way people somebody make look"
    )
)
#: What may stand behind "that" where it is alone, and what is named by it where it is not.
_BEHIND_ALONE = tuple(e for e in LIGHT_WORDS if e not in ("thing", "time", "way", "little"))
#: What a question points at that was said before: "that" alone, and not "that rope".
_POINTS = late_pattern(
    rf"\b(?:{any_of(THIRD_PERSON)})\b"
    rf"|\b{any_of(tuple(e for e in DEMONSTRATIVES if 'here' not in e))}"
    rf"(?=\W*$|[,.;!?]| (?:{any_of(AUXILIARIES, PREPOSITIONS, _BEHIND_ALONE)}|\w+ed|take|took)\b)",
    re.IGNORECASE,
)
#: What is asked of the hearer and of what it told: "Who was with you?", "Who did you tell?"
_OF_THEN = late_pattern(
    r"\bwith you\b|\byou (?:all )?alone\b|\bon your own\b|\b(?:did|were|had|was) you\b",
    re.IGNORECASE,
)
#: "Should I get another one?" asks for the asker's matter.
_OF_ASKERS_DEED = late_pattern(
    rf"\b(?:{any_of(AUXILIARIES)}|ought) (?:I|we)\b|\bmy\b"
    r"|\b(?:should|shall|must) (?:he|she|they)\b",
    re.IGNORECASE,
)
#: That is asked of any line, and is answered for any.
_DOUBTS = late_pattern(
    r"\b(?:is|was) (?:that|it|this) (?:really |all |even )?(?:true|so|right|a joke)\b"
    r"|^\W*really\W*$",
    re.IGNORECASE,
)
#: "Whose boots are those?" and "Who is in that window?" name a thing that was not spoken of.
_NAMES_THING = late_pattern(
    rf"\b(?:{any_of(ARTICLES)}|those|these|whose|which|your|his|her|our|their|(?:in|on|of|at|from"
    r"|with|to) (?:that|this)|what(?= \w+(?: (?:is|are|was|were|did|do|does|has|have)\b|\W*$)))"
    r" (?P<first>[\w'’-]+)(?: (?P<second>[\w'’-]+))?",
    re.IGNORECASE,
)
#: What is named so is a part of what was told.
_PARTS = frozenset(stem_words("part bit story name point idea trouble catch worst best most one"))
#: So does "What would you cook?": it asks what would be, and not what was.
_OF_OTHER = late_pattern(
    r"\b(?:would|could|can|will|should|shall) you\b|\bwhat if\b|\bmy\b", re.IGNORECASE
)
_HERE = late_pattern(r"\bhere\b", re.IGNORECASE)
_TELLS_ME = late_pattern(
    r"\b(?:tell|told) (?:me|us)\b|\byou (?:just |have |had )*(?:told|said)\b", re.IGNORECASE
)
_OF_ASKER = late_pattern(rf"\b{any_of(FIRST_PERSON)}\b", re.IGNORECASE)
_OF_WORDS = late_pattern(r"\b(?:told|said|say|tell)\b", re.IGNORECASE)
_OF_DEEDS = late_pattern(rf"\b{any_of(AUXILIARIES)} you\b", re.IGNORECASE)
#: What is asked of what was done, which the knowledge of a thing does not tell.
_OF_A_DEED = frozenset(("after", "felt", "who"))
#: "Pip told me yesterday", and not "You have told me" or "Nobody told me".
_BEGINS_WITH_TELLER = late_pattern(
    rf"(?!(?i:{any_of(FIRST_PERSON, SECOND_PERSON, THIRD_PERSON, INDEFINITE)})\b)"
    r"(?P<teller>[A-Z][\w-]+) (?:told|said|says|had)\b"
)
#: Where what is said comes from that is true now, or asked for in whatever words.
_ALWAYS = frozenset((Origin.INTENTION, Origin.PLAIN))


@late_dataclass(frozen=True, slots=True)
class AskedOn:
    """What of the agent's own words a question is about."""

    said: str
    """The line of the agent's."""
    question: str
    telling: frozenset[str]
    """The stems that both have; empty: the question leans on the line by a pronoun."""
    lately: tuple[str, ...]
    """What the agent has said in the asker's hearing."""
    least: float = LIKELY
    """How likely an exchange answers that has none of the words of both."""
    is_bare: bool = True
    """Whether it asks for nothing but that: "Why?", "Who was with you?", and not "Why three?" """

    def keep_answering(self, found: Iterable[Candidate]) -> list[Candidate]:
        """Return those of `found` that may answer and were not said a moment ago."""
        return [each for each in found if self._may_answer(each) and not self.repeats(each.words)]

    def repeats(self, words: str) -> bool:
        """Return whether the agent has just said `words`, or most of them."""
        said = [each.casefold() for each in self.lately]
        parts = split_sentences(words.casefold())
        again = sum(len(each) for each in parts if any(each in own for own in said))
        return 2 * again > len(words)

    def _may_answer(self, candidate: Candidate) -> bool:
        if candidate.origin in _ALWAYS or candidate.is_gesture:
            return True
        if candidate.origin is Origin.MEMORY:
            return self._is_of_teller(candidate)
        if candidate.origin is Origin.MANNERS:
            return True
        if candidate.wording:
            return self._may_answer_by_wording(candidate)
        # What one knows of a thing is not what was said of it, or to it.
        of_words = _OF_WORDS.search(self.question) is not None
        of_deed = find_asked_aspect(self.question) in _OF_A_DEED
        return bool(self.telling) and not (of_words or of_deed) and self._covers(candidate)

    def _is_of_teller(self, candidate: Candidate) -> bool:
        """Return whether a memory is what somebody told of whom both speak: where the line passes
        on what Pip told, what else Pip told may answer."""
        found = _BEGINS_WITH_TELLER.match(candidate.words)
        spoken_of = re.findall(r"[\w-]+", f"{self.said} {self.question}")
        return found is not None and found["teller"] in spoken_of

    def _may_answer_by_wording(self, candidate: Candidate) -> bool:
        if not self.telling and _is_bare_line(candidate.wording, self.question):
            return False
        if candidate.chance >= SURELY:
            return True
        return candidate.chance >= self.least if not self.telling else self._covers(candidate)

    def _covers(self, candidate: Candidate) -> bool:
        """Return whether a candidate, or what it was written for, has the words that both have."""
        written = f"{candidate.wording} {candidate.words} {candidate.found}"
        return self.telling <= set(stem_words(written))


def _is_bare_line(wording: str, question: str) -> bool:
    """Return whether a wording names nothing, as "Who?" does, and a question is another one."""
    return not _stem(wording, ()) and find_words(wording) != find_words(question)


def find_asked_on(heard: str, talk: TalkHistory, names: Collection[str]) -> AskedOn | None:
    """Return which of the agent's latest words `heard` asks about; None: it asks about none.

    `names` tell nothing of a line: nearly all have one.
    """
    if asks_more(heard) and talk.last:
        return AskedOn(talk.last.answer, heard, frozenset(), _list_lately(talk))
    question = " ".join(map(_strip, filter(wants_to_know, split_sentences(heard))))
    if not question or (is_about_the_two(question) and _OF_ASKER.search(question)):
        return None
    aspect = find_asked_aspect(question)
    if _OF_DEEDS.search(question) and is_yes_or_no(question) and aspect != "felt":
        return None  # "Did you light it?": of its deeds and things memory knows, and not its words
    lately = _list_lately(talk)
    lines = list(_list_lines(talk))
    asked = _stem(question, names)
    # What others told is not its own, and memory has it for the next question, too.
    spoken = [each for each in lines if not is_retold(each)]
    shared = [(each, asked & _stem(_leave_out_asking(each), names)) for each in spoken]
    before = frozenset().union(*(_stem(each, names) for each in _list_asked(talk)))
    for said, both in sorted(shared, key=lambda each: -len(each[1])):
        own = asked - _stem(said, names)
        new = both - before or (both if quotes(heard, said) else frozenset())
        if new and len(own) <= OWN + (len(both) > 1):
            return AskedOn(said, question, both, lately, is_bare=False)
    return _find_leaning(heard, question, aspect, asked, talk, lines, names)


def _find_leaning(
    heard: str,
    question: str,
    aspect: str,
    asked: frozenset[str],
    talk: TalkHistory,
    lines: Sequence[str],
    names: Collection[str],
) -> AskedOn | None:
    """Return what a question is about that has no words of the agent's lines; None: of none."""
    if _OF_ASKERS_DEED.search(question) or _DOUBTS.search(question):
        return None
    # What was answered is asked about rather than what was said to nobody since.
    last = talk.last.answer if talk.last else next(iter(lines), "")
    if _names_thing(question, last) or (is_retold(last) and asked & _stem(last, names)):
        return None
    leans = last and _leans(heard, question, asked, last, talk)
    if leans or (talk.last and _is_bare(heard, question, aspect, asked, talk)):
        least = LIKELY if leans or asked - _stem(last, names) else SURELY
        bare = not (drop_few(asked) or _OF_OTHER.search(question))
        return AskedOn(last, question, frozenset(), _list_lately(talk), least, bare)
    return None


def _list_asked(talk: TalkHistory) -> Iterator[str]:
    """Yield the asker's last words, and what else they told: a word that the agent has from them
    is none of its own."""
    yield from talk.asked[:1]
    for words in talk.asked[1:LOOKED_BACK]:
        yield " ".join(each for each in split_sentences(words) if not wants_to_know(each))


def _leave_out_asking(said: str) -> str:
    """Return a line of the agent without what it asks its hearer: "What is your mum like?" """
    sentences = split_sentences(said)
    kept = [each for each in sentences if not (is_question(each) and is_of_hearer(each))]
    return " ".join(kept)


def _list_lately(talk: TalkHistory) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*talk.own, *talk.aloud)))


def _is_bare(
    heard: str, question: str, aspect: str, asked: frozenset[str], talk: TalkHistory
) -> bool:
    """Return whether a question names no matter of its own, so that it is about the last answer:
    "And who was with you?", "What did you do about it?" """
    answer = talk.last.answer if talk.last else "?"
    if all(map(is_question, split_sentences(answer))) or _HERE.search(question):
        return False
    told = (each for each in split_sentences(heard) if not wants_to_know(each))
    if any(len(find_words(each)) > REACTION for each in told):
        return False
    if _is_of_theirs(question, heard, talk):
        return False
    points = _POINTS.search(question) is not None
    of_it = points or aspect in ("after", "most") or _OF_THEN.search(question)
    if is_of_hearer(question) and not of_it:
        return False
    return len(drop_few(asked - _stem(answer, ()))) <= (OWN if points else 0)


def _list_lines(talk: TalkHistory) -> Iterator[str]:
    """Return the agent's latest words in the asker's hearing, the latest first, each once."""
    to_partner = talk.own[-LINES:] if talk.last else ()
    latest = dict.fromkeys([*reversed(talk.aloud[-LINES:]), *reversed(to_partner)])
    return iter([*latest][:LINES])


def _leans(heard: str, question: str, asked: frozenset[str], said: str, talk: TalkHistory) -> bool:
    """Return whether a question means by a pronoun what the agent has just spoken of, and nothing
    that its asker has."""
    if is_of_hearer(question) or said.endswith("?"):
        return False
    told = [each for each in split_sentences(heard) if not wants_to_know(each)]
    if _PERSON.search(question):
        return not _is_of_theirs(question, heard, talk) and len(asked - _stem(said, ())) <= OWN
    return bool(_THING.search(question)) and not told and len(asked - _stem(said, ())) <= OWN


def _names_thing(question: str, said: str) -> bool:
    """Return whether a question names a thing of which a line does not speak: "What is on that
    clock?" """
    known = _stem(said, ()) | _PARTS
    for found in _NAMES_THING.finditer(question):
        named = frozenset(stem_words(found["first"])) or frozenset(
            stem_words(found["second"] or "")
        )
        if drop_few(named - _LITTLE - known):
            return True
    return False


def _is_of_theirs(question: str, heard: str, talk: TalkHistory) -> bool:
    """Return whether a question means by "she" somebody whom its asker has spoken of."""
    last = split_sentences(talk.asked[0]) if talk.asked else []
    before = [*(each for each in last if not wants_to_know(each)), *_list_before(heard)]
    named = any(_SOMEBODY.search(each) or _PERSON.search(each) for each in before)
    return named and _PERSON.search(question) is not None


def _list_before(heard: str) -> Iterator[str]:
    """Yield the sentences that stand before a question."""
    for one, other in pairwise(split_sentences(heard)):
        if wants_to_know(other) and not wants_to_know(one):
            yield one


def _strip(question: str) -> str:
    return _TELLS_ME.sub("", question)


def _stem(words: str, names: Collection[str]) -> frozenset[str]:
    named = frozenset(stem_words(" ".join(names)))
    return frozenset(stem_words(words)) - _LITTLE - named
