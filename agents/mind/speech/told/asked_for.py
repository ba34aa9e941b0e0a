"""Answers to questions for what the asker told: a value, or who somebody is; or that it was not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from agents.memory.language.patterns import INNER_NAME
from agents.memory.language.stems import says_little, stem_words
from agents.memory.language.words import AUXILIARIES, FIRST_PERSON, QUESTION_WORDS, any_of
from agents.mind.fallback.wordings import choose_wording
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.knowledge.thing import find_thing
from agents.mind.speech.questions import asks_of_needs, find_favour, wants_to_know
from agents.mind.speech.told.people import Relative, list_asked_kin
from agents.mind.speech.told.telling_back import Told, ToldSentence, tell_back
from agents.mind.speech.told.values import ValueKind, find_value_kind, read_values
from agents.mind.speech.told.worries import asks_advice
from agents.prose import capitalise, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: What was told goes before all that a voice has; that it was not told, before the near ones.
TOLD_FIRST, UNTOLD = 1.3, 0.95

#: A name or an age that is asked for goes before the words that have it.
JUST_THAT = 1.4
_SHORTLY = ("name", "age")

_MY_THING = late_pattern(
    r"\b(?:my|our) (?P<thing>(?:[\w’'-]+ ){0,2}?[\w’-]+)['’]?s?\b", re.IGNORECASE
)
_WHO_IS = late_pattern(r"\bwho(?:['’]s| is| was| are| were)\b", re.IGNORECASE)
_WHO = late_pattern(
    r"^\W*(?:(?:and|so|but|do you (?:know|remember|recall))\W+)*(?:who|whom|for whom)\b",
    re.IGNORECASE,
)
_HOW_LONG = late_pattern(r"\bhow (?:long|many)\b(?! ago)", re.IGNORECASE)
_WHOM_I_LOST = late_pattern(
    r"\bwho(?:m)?\b[^?]*\bI(?: have|['’]ve)? (?:lost|lose|mourn\w*|buried|grieve for|miss)\b"
    r"|\bwho(?:m)? (?:did|have|had|do) I (?:lose|lost|mourn|bury|buried|miss)\b",
    re.IGNORECASE,
)
_DIED = late_pattern(
    r"\b(?:died|dead|drowned|killed|perished|passed away|buried|lost my)\b", re.IGNORECASE
)
_IT = late_pattern(r"\b(?:it|that)\b", re.IGNORECASE)
_ASKS_WHAT = late_pattern(
    rf"^\W*(?:(?:and|so|but)\W+)?(?:{any_of(QUESTION_WORDS)}|when)\b", re.IGNORECASE
)
_DID_I_TELL = late_pattern(
    r"\b(?:did|have) I (?:\w+ )?(?:tell|told|say|said|mention\w*)\b|\bdo you (?:know|remember"
    r"|recall)\b"
    r"|(?<!you )(?<!I )\bremember\b"
    r"|\byou (?:still |even )?remember (?:my|me|what|who|when|where|how)\b"
    r"|\bwhat do you know\b",
    re.IGNORECASE,
)
_SEX = (
    (late_pattern(r"\b(?:he|him|his)\b", re.I), "he"),
    (late_pattern(r"\b(?:she|her|hers)\b", re.I), "she"),
)
#: "No, I mean the speech" only says of what they speak.
_MEANS = late_pattern(r"^\W*(?:(?:no|oh|but|well|sorry)\W+)*I mean\b", re.IGNORECASE)
#: "It stands the same" tells nobody what does.
_LEANS = late_pattern(
    r"^\W*(?:(?:and|but|so|well|no|yes)\W+)*(?:it|that|this|these|those)\b", re.IGNORECASE
)
_OF_ASKER = late_pattern(rf"\b{any_of(FIRST_PERSON)}\b", re.IGNORECASE)
_OF_YOU = late_pattern(
    rf"\b{any_of(AUXILIARIES)} you\b(?! (?:know|remember|recall))|\byours?\b", re.IGNORECASE
)
_WORTH = frozenset(stem_words("tell told say said know remember name old age long many days did"))


@late_dataclass(frozen=True, slots=True)
class ToldAnswers:
    """Answers for one agent from what one asker has told it."""

    told: Told
    texts: Texts
    asker: str
    knows: Callable[[str], bool]
    """Whether a name is one that the agent knows: of somebody or some place of the world."""

    def answer(self, heard: str) -> list[Candidate]:
        """Return the answer; none where no value and nobody of the asker's is asked for."""
        question = " ".join(filter(wants_to_know, split_sentences(heard)))
        if not question or find_favour(question) or asks_advice(question):
            return []
        if asks_of_needs(question):  # "What if I fail the exam?" fears, and asks for no exam
            return []
        found = next(self._list_answers(question), None)
        return [found] if found else []

    def is_of_theirs(self, heard: str) -> bool:
        """Return whether a question is of somebody, or a thing, that only the asker knows."""
        question = " ".join(filter(wants_to_know, split_sentences(heard)))
        return bool(question) and (
            self._find_subject(question) is not None or bool(self._list_unknown(question))
        )

    def describe_subject(self, heard: str) -> str:
        """Return of whom of theirs words are, as one says it to the asker; empty: of nobody."""
        somebody = self._find_subject(heard)
        return somebody.to_speaker if somebody else ""

    def _list_answers(self, question: str) -> Iterator[Candidate]:
        if _WHOM_I_LOST.search(question) and (lost := self._find_lost()):
            yield self._say("speech.told.value", TOLD_FIRST, value=capitalise(lost.in_full))
        somebody, kind = self._find_subject(question), find_value_kind(question)
        if somebody is not None:
            yield from self._tell_of(somebody, kind, question)
        elif unknown := self._list_unknown(question):
            if kind or _WHO_IS.search(question) or _DID_I_TELL.search(question):
                yield self._say("speech.not-told.who", UNTOLD, who=unknown[0])
        elif _DID_I_TELL.search(question) or (
            _OF_ASKER.search(question) and not _OF_YOU.search(question)
        ):
            yield from self._tell_of_asker(kind, question)
        elif kind and not _OF_YOU.search(question) and (thing := find_thing(question)):
            keys = set(stem_words(thing))
            about = [
                e for e in self.told.list_of_speaker() if keys and keys <= {*stem_words(e.words)}
            ]
            yield from self._tell_value(kind, about, question, None)
        elif kind and _IT.search(question) and not _OF_YOU.search(question):
            last = self.told.sentences[-1].seq if self.told.sentences else -1
            about = [each for each in self.told.sentences if each.seq == last]
            yield from self._tell_value(kind, about, question, None)

    def _tell_of(self, who: Relative, kind: ValueKind | None, question: str) -> Iterator[Candidate]:
        about = self.told.list_about(who)
        if _WHO_IS.search(question) and not kind:
            yield from self._tell_who(who, about)
            return
        if _OF_YOU.search(question) or not (
            kind or _DID_I_TELL.search(question) or _asks_what(question)
        ):
            return
        if kind:
            yield from self._tell_value(kind, about, question, who)
            yield self._say_untold(kind, who.to_speaker)
            return
        yield from self._tell_sentence(about, question, who)

    def _tell_value(
        self, kind: ValueKind, about: Sequence[ToldSentence], question: str, who: Relative | None
    ) -> Iterator[Candidate]:
        if kind.name == "name":
            if who is not None and who.names:
                yield self._say_value(who.names[-1], kind)
            return
        shared = _list_stems(question, who)
        ranked = sorted(about, key=lambda each: -len(shared & set(stem_words(each.words))))
        for sentence in ranked:
            for value in read_values(kind, sentence.words, question):
                lasting = _HOW_LONG.search(
                    question
                )  # "gone for five days", told as "five days ago"
                yield self._say_value(value.removesuffix(" ago") if lasting else value, kind)

    def _tell_who(self, who: Relative, about: Sequence[ToldSentence]) -> Iterator[Candidate]:
        if who.kin and who.is_own:
            yield self._say("speech.acquainted.kin", TOLD_FIRST, kin=who.kin)
        for sentence in reversed(about):
            if told := tell_back(sentence.words, who):
                yield self._say("speech.told.clause", TOLD_FIRST, clause=capitalise(told))

    def _tell_sentence(
        self, about: Sequence[ToldSentence], question: str, who: Relative | None
    ) -> Iterator[Candidate]:
        """Yield what was told that shares most with the question.

        Of somebody of whom nothing more is asked, it is what was first said of them by name.
        """
        shared = _list_stems(question, who)
        rated = [(len(shared & set(stem_words(each.words))), each) for each in about]
        if who is not None and not shared and _DID_I_TELL.search(question):
            own = set(stem_words(" ".join([who.kin, *who.names])))
            rated = [(len(own & set(stem_words(each.words))), each) for each in reversed(about)]
        best = sorted(rated, key=lambda each: -each[0])
        for count, sentence in best:
            if (
                (not count and shared)
                or _MEANS.match(sentence.words)
                or _LEANS.match(sentence.words)
            ):
                continue
            if not (told := tell_back(sentence.words, who)):
                continue
            yield self._say("speech.told.clause", TOLD_FIRST, clause=capitalise(told))

    def _tell_of_asker(self, kind: ValueKind | None, question: str) -> Iterator[Candidate]:
        about = self.told.list_of_speaker()
        thing = _find_thing(question)
        if thing:
            keys = set(stem_words(thing)) or {thing.lower()}
            about = [each for each in about if keys & {*stem_words(each.words)}]
            about = self._go_on(about)
        else:
            shared = _list_stems(question, None)
            about = [each for each in about if shared & set(stem_words(each.words))]
        if _WHO.match(question) and (who := self._find_beside(about)):
            yield self._say_value(who.in_full)
        elif kind and kind.name not in ("name", "trade", "place"):
            yield from self._tell_value(kind, about, question, None)
            if thing and kind.name in ("colour", "since", "number", "age"):
                yield self._say_untold(kind, f"your {thing}")
        elif not thing and about and _ASKS_WHAT.match(question):
            yield from self._tell_sentence(about, question, None)
        elif thing and _DID_I_TELL.search(question):
            yield from self._tell_sentence(about, question, None)
            yield self._say("speech.not-told.who", UNTOLD, who=f"your {thing}")

    def _find_lost(self) -> Relative | None:
        """Return the one of theirs of whose death the asker told last."""
        told = (each for each in reversed(self.told.sentences) if each.about)
        dead = (each for each in told if _DIED.search(each.words))
        return next((self.told.circle.found[each.about[0]] for each in dead), None)

    def _find_beside(self, about: Sequence[ToldSentence]) -> Relative | None:
        """Return who was named in the same words as one of these sentences."""
        lines = {each.seq for each in about}
        named = (e for e in self.told.sentences if e.seq in lines and e.about)
        return next((self.told.circle.found[each.about[0]] for each in named), None)

    def _go_on(self, about: Sequence[ToldSentence]) -> list[ToldSentence]:
        """Return sentences, each with what was said of "it" in the same words."""
        lines = {each.seq for each in about}
        return [each for each in reversed(self.told.sentences) if each.seq in lines]

    # --- of whom ----------------------------------------------------------------------

    def _find_subject(self, question: str) -> Relative | None:
        """Return of whom a question is: one of whom the asker has told."""
        circle = self.told.circle
        for name in _list_names(question):
            known = circle.find(name=name)
            if known and not self.knows(name) and self._is_told_of(known):
                return known
        for kin in list_asked_kin(question):
            if (known := circle.find(kin)) and self._is_told_of(known):
                return known
        for pattern, sex in _SEX:
            if pattern.search(question) and not any(map(self.knows, _list_names(question))):
                meant = circle.find_by_pronoun(sex)
                return meant if meant and self._is_somebody(meant) else None
        return None

    def _is_told_of(self, somebody: Relative) -> bool:
        """Return whether anything was told of somebody, and not only asked."""
        named = bool(somebody.kin) and bool(somebody.names)
        return named or bool(self.told.list_about(somebody))

    def _is_somebody(self, meant: Relative) -> bool:
        """Return whether what somebody is called is a name: a sentence may begin with any word."""
        name = meant.names[-1] if meant.names else ""
        about = self.told.list_about(meant)
        begins = bool(name) and all(each.words.startswith(name) for each in about)
        return bool(meant.kin) or not (begins or self.knows(name))

    def _list_unknown(self, question: str) -> list[str]:
        """Return whom a question names that nobody has told of, as one says it to the asker."""
        names = [each for each in _list_names(question) if not self.knows(each)]
        known = self.told.circle.find
        names = [e for e in names if not ((who := known(name=e)) and self._is_told_of(who))]
        kin = [f"your {each}" for each in list_asked_kin(question)]
        return [*names, *kin]

    # --- saying it --------------------------------------------------------------------

    def _say_value(self, value: str, kind: ValueKind | None = None) -> Candidate:
        fit = JUST_THAT if kind and kind.name in _SHORTLY else TOLD_FIRST
        return self._say("speech.told.value", fit, value=capitalise(value.strip()))

    def _say_untold(self, kind: ValueKind, who: str) -> Candidate:
        key = f"speech.not-told.{kind.name}"
        return self._say(key, UNTOLD, who=who)

    def _say(self, key: str, fit: float, **values: str) -> Candidate:
        values |= {"name": self.asker}
        chosen = choose_wording(self.texts, key, len(self.told.sentences), values)
        return Candidate(capitalise(chosen), Origin.MEMORY, fit, found=found_by.TOLD_BY_ASKER)


def _list_stems(question: str, who: Relative | None) -> set[str]:
    own = set(stem_words(" ".join([who.kin, *who.names]))) if who else set()
    return set(stem_words(question)) - own - _WORTH


def _asks_what(question: str) -> bool:
    return _ASKS_WHAT.match(question) is not None


def _find_thing(question: str) -> str:
    found = _MY_THING.search(question)
    words = found["thing"].split() if found else []
    kept = [each for each in words if not says_little(each.lower())]
    return " ".join(kept)


def _list_names(question: str) -> Iterator[str]:
    for found in INNER_NAME.finditer(question):
        name = found[0].removesuffix("'s").removesuffix("’s")
        if not says_little(name.lower()):
            yield name
