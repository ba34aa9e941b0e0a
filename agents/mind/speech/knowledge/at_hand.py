"""Answers about things at hand from what one sees who looks at them, where the voice knows nothing.

"Is there anything stamped on it?" has the sentence of the thing's description that tells of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.words import NUMBERS, any_of
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.knowledge.answers import KindQuestion, read_question
from agents.mind.voice.question_kinds import MAKING
from agents.prose import soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: A sentence that tells what is asked; and the first one, where it is asked what a thing is.
SEEN_FIT, LOOKS_FIT = 0.78, 0.47

_OF_READER = late_pattern(r"\b(?:you|your|yourself)\b", re.IGNORECASE)
_WRITING = late_pattern(
    r"\b(?:stamp\w*|mark\w*|engrav\w*|writ\w*|letter\w*|initials?|inscri\w*|carv\w*|number\w*"
    r"|read|says?)\b",
    re.IGNORECASE,
)
#: "Has the window answered?" asks what happened, and not how it looks.
_OF_EVENT = late_pattern(
    r"^\W*(?:(?:and|but|so|well|(?-i:[A-Z])\w+,)\W+)*(?:has|have|had|did|will|would|can|could)\b",
    re.IGNORECASE,
)
_HAS_WRITING = late_pattern(
    r"\b(?:stamped|marked|engraved|written|letters|initials|burned|scratched|pencilled|reads|says)\b"
    r"|\b[A-Z]{2,}\b|[\"“]|(?<!\w)'\w",
)
_STUFF = (
    r"\b(?:iron|steel|brass|copper|tin|lead|silver|gold|stone|slate|granite|clay|glass|wood|wooden"
    r"|oak|ash|elm|pine|birch|sycamore|pear\w*|willow|cloth|wool|linen|leather|rope|raffia|straw"
    r"|paper|barley|peat|bone|horn|wax|cork|cast|forged)\b"
)
_TELLING = {
    "of": late_pattern(_STUFF, re.IGNORECASE),
    "made": late_pattern(rf"\b{MAKING}\b|\b[A-Z]\. ?[A-Z]", re.IGNORECASE),
    "number": late_pattern(rf"\d|\b{any_of(NUMBERS)}\b"),
    "when": late_pattern(r"\d{2,}|\b(?:years?|winter|summer|January|October|ago|old)\b"),
}
#: "It can still fail" names no can.
_CAN = late_pattern(
    r"(?<!\bthe )(?<!\ba )(?<!\byour )(?<!\bthat )(?<!\bthis )(?<!\boil )(?<!\bbrass )\bcan\b",
    re.IGNORECASE,
)
#: Kinds of question that looking at a thing may answer.
_SEEN = frozenset((*_TELLING, "what", "is", "which", "for", ""))


@late_dataclass(frozen=True, slots=True)
class SeenThings:
    """Answers about the things at hand, by what is written of them."""

    descriptions: Mapping[str, str]
    texts: Texts

    def answer(self, heard: str, talk: TalkHistory, asker: str, turn: int) -> Iterator[Candidate]:
        """Yield what one sees of the thing that is asked about, if that is an answer."""
        asked = read_question(heard, talk)
        if asked is None or asked.kind.name not in _SEEN:
            return
        if _OF_EVENT.match(asked.sentence) and not _WRITING.search(asked.sentence):
            return
        name = self.find(asked)
        told = self._choose(asked, name) if name else None
        if told is not None:
            lines = self.texts.say("speech.seen-thing", name=asker, words=told[0]).split("\n")
            words = [each.strip() for each in lines if each.strip()]
            yield Candidate(words[turn % len(words)], Origin.PLAIN, told[1], found=f"sees {name}")

    def find(self, asked: KindQuestion) -> str:
        """Return the name of the thing at hand that a question is about; empty: of none."""
        for words in (asked.sentence, *asked.before):
            if name := find_named(words, self.descriptions):
                return name
        return ""

    def _choose(self, asked: KindQuestion, name: str) -> tuple[str, float] | None:
        sentences = [
            soften_quotes(each)
            for each in split_sentences(self.descriptions[name])
            if not _OF_READER.search(each)
        ]
        telling = _TELLING.get(asked.kind.name)
        if _WRITING.search(asked.sentence):
            telling = _HAS_WRITING
        wanted = set(stem_words(asked.sentence)) - set(stem_words(name))
        shared = [each for each in sentences if wanted.intersection(stem_words(each))]
        found = [each for each in sentences if telling and telling.search(each)]
        if chosen := [*(each for each in shared if each in found), *shared, *found]:
            return chosen[0], SEEN_FIT
        writing = _WRITING.search(asked.sentence)  # how it looks does not say what is written on it
        of_me = _OF_READER.search(asked.sentence)  # what one thinks of it is not how it looks
        looks = not (writing or of_me) and asked.kind.name in ("what", "is", "which", "")
        return (sentences[0], LOOKS_FIT) if sentences and looks else None


def find_named(words: str, names: Mapping[str, str]) -> str:
    """Return the one of the `names` that `words` name most fully: at least its last word."""
    said = frozenset(find_words(_CAN.sub(" ", words)))
    rated = [(len(said.intersection(parts := find_words(each))), parts, each) for each in names]
    named = [(count, each) for count, parts, each in rated if parts and parts[-1] in said]
    return max(named, default=(0, ""))[1]
