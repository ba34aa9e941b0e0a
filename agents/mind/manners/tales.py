"""What people tell of themselves that is worth bringing up again: a loss, a promise, a sister.

Pure: the same memory gives the same tale.  Private words, questions, orders and claims to an
authority give none.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from agents.memory.core.records import Experience
from agents.memory.journal.trust import is_planted
from agents.memory.language.injection_guard import is_order
from agents.memory.language.normalize import mentions_name
from agents.memory.language.salience import KIN
from agents.memory.language.stems import find_words, says_little, stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.mind.fallback.small_talk import extract_speech, has_words, swap_persons
from agents.mind.voice.likeness import is_question
from agents.prose import end_sentence, soften_quotes, split_sentences
from world.nature import Nature

#: A sentence that is brought up again has at most so many characters.
TOLD_LENGTH = 160

_END = (
    r"(?=[.,;:!?]|$| (?:and|but|because|when|while|so|that|which|who|near|in|at|on|under"
    r"|behind|last|this|today|yesterday)\b)"
)
_OBJECT = rf"(?P<gist>(?:an?|my|our|the|his|her) [^.,;:!?]{{2,60}}?){_END}"
_HAVE = r"(?:['’]ve| have)?(?: just| once| also)?"
_HAPPENED = r"(?: has| have| had)?(?: just)?"
_WOES = (
    r"(?:died|dies|drowned|sank|sunk|burnt|burned|perished|passed away|fell ill"
    r"|(?:is|was|are|were) (?:dead|ill|sick|dying|stolen|wrecked))"
)
_FEEL = r"I(?:['’]m| am| feel|['’]ve been| have been)(?: (?:so|very|really|rather|quite))*"
_SAD = r"(?:sad|lonely|unhappy|miserable|heartbroken|grieving|ill|sick|desperate|ashamed)"


@dataclass(frozen=True, slots=True)
class TaleKind:
    """A kind of what people tell, how it is told, and how much it is worth."""

    name: str
    worth: int
    told: re.Pattern[str]


def _make_kind(name: str, worth: int, pattern: str) -> TaleKind:
    return TaleKind(name, worth, re.compile(pattern, re.IGNORECASE))


#: The first that matches counts.
KINDS = (
    _make_kind("loss", 6, rf"\bI{_HAVE} (?:lost|lose|dropped|mislaid|cannot find|can['’]t find)"
               rf" {_OBJECT}|\bI(?:['’]m| am) missing {_OBJECT.replace('gist', 'gist2')}"),
    _make_kind("search", 6, r"\bI(?:['’]m| am|['’]ve been| have been) (?:looking|searching"
               rf"|hunting) for (?P<gist>[^.,;:!?]{{2,60}}?){_END}"),
    _make_kind("promise", 5, r"\bI (?:promise|swear)\b|\bI(?:['’]ll| will| shall) (?P<gist>"
               r"(?:bring|come back|return|be back|write|repair|mend|help|show|give|send|pay|fetch"
               r"|build)\b"
               r"[^.,;:!?]*)"),
    _make_kind("woe", 6, rf"\b(?P<gist>(?:my|our) [^.,;:!?]{{2,40}}?){_HAPPENED} {_WOES}\b"
               rf"|\bI{_HAVE} lost (?:everything|all\b)|\b{_FEEL} {_SAD}\b"),
    _make_kind("joy", 5, r"\bI(?:['’]m| am) (?:getting|going to be|to be|just|newly) married\b"
               rf"|\bI{_HAVE} (?:married|passed my|won (?:the|a|my))\b|\bmy birthday\b"
               r"|\b(?:my|our) (?:\w+ )?(?:son|daughter|child|baby) (?:is|was) born\b"
               rf"|\b{_FEEL} (?:happy|glad|overjoyed|proud)\b"),
    _make_kind("kin", 5, rf"\b(?P<gist>my (?:\w+ )?(?:{KIN}|dog|cat|horse))\b"),
    _make_kind("origin", 4, r"\bI (?:come|came|am|hail|travelled|walked) (?:all the way )?from"
               rf" (?P<gist>[^.,;:!?]{{2,40}}?){_END}|\bI(?:['’]m from| live in| grew up in"
               rf"| was born in) (?P<gist2>[^.,;:!?]{{2,40}}?){_END}"),
    _make_kind("trade", 4, r"\bI(?:['’]m| am| work as| used to be| was) (?P<gist>an? (?:\w+ ){0,2}"
               r"(?:\w+(?:er|or|ist|smith|wright|man|woman|ian)|nurse|cook|clerk|judge|monk|priest"
               rf"|student|apprentice|guard|pilot|thief|poet)){_END}"),
    _make_kind("wish", 4, r"\bI(?:['’]d like| would like| want| wish| hope| mean| intend)"
               rf" (?:to|for) (?P<gist>[^.,;:!?]{{2,60}}?){_END}"),
    _make_kind("find", 3, rf"\bI{_HAVE} (?:found|made|built|bought|brought|wrote|planted)"
               rf" {_OBJECT}"),
    _make_kind("liking", 2, r"\bI (?:really |do |rather )?(?:like|love|hate|prefer|fear"
               r"|cannot stand|am afraid of) (?P<gist>(?!you\b|it\b|to\b|that\b|this\b)"
               rf"[^.,;:!?]{{2,40}}?){_END}"),
)  # fmt: skip


#: Every kind begins with one of these words.
_OF_ONESELF = re.compile(r"\b(?:I|my|our)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tale:
    """Something that a person told of themselves aloud."""

    at: datetime
    teller: str
    words: str
    """One sentence, without the name of whom it was told to."""
    kind: str
    gist: str
    """What it is about, in the teller's words: ``my blue boat``; may be empty."""
    worth: int
    heard_by: tuple[str, ...] = ()
    """Who else was there."""

    @property
    def gist_to_teller(self) -> str:
        """What it is about, as said to the teller: ``your blue boat``."""
        turned = swap_persons(self.gist)
        owned = self.kind in ("loss", "find", "kin", "woe")
        return re.sub(r"^(?:an?|our) ", "your ", turned, flags=re.I) if owned else turned

    @property
    def gist_to_others(self) -> str:
        """What it is about, as said to somebody else: ``Ada's blue boat``."""
        return re.sub(r"\b(?:my|our)\b", f"{self.teller}'s", self.gist, flags=re.IGNORECASE)

    def concerns(self, name: str, trade: Collection[str]) -> bool:
        """Return whether it is for `name`, whose persona has the stems `trade`."""
        anybody = self.kind in ("loss", "search")
        return anybody or mentions_name(self.words, name) or bool(self.subjects & set(trade))

    @property
    def subjects(self) -> set[str]:
        """The stems of what it is about."""
        return set(stem_words(self.gist or self.words))


class _Told(NamedTuple):
    """What a sentence tells, whoever said it and whenever: fields of a `Tale`."""

    words: str
    kind: str
    gist: str
    worth: int


def find_tales(memory: Experience) -> Iterator[Tale]:
    """Yield what `memory` has to tell again."""
    if memory.line or memory.nature is not Nature.SPEECH:
        return
    for told in _read_speech(memory.text):
        others = tuple(each for each in memory.occupants if each != memory.speaker)
        yield Tale(memory.at, memory.speaker, *told, others)


def read_tale(sentence: str, teller: str, at: datetime) -> Tale | None:
    """Return what a sentence tells of its speaker; None if that is nothing of note."""
    told = _read_sentence(sentence)
    return Tale(at, teller, *told) if told else None


@cache_short_texts(512)
def _read_speech(text: str) -> tuple[_Told, ...]:
    sentences = split_sentences(extract_speech(text)) if has_words(text) else ()
    return tuple(filter(None, map(_read_sentence, sentences)))


def _read_sentence(sentence: str) -> _Told | None:
    if not _OF_ONESELF.search(sentence):
        return None  # no kind matches, which is soon seen
    if is_question(sentence) or is_order(sentence) or is_planted(sentence):
        return None
    bare = drop_hail(sentence)
    if len(bare) > TOLD_LENGTH:
        return None
    for kind in KINDS:
        if found := kind.told.search(bare):
            groups = found.groupdict()
            gist = (groups.get("gist") or groups.get("gist2") or "").strip()
            if not gist or any(not says_little(each) for each in find_words(gist)):
                words = end_sentence(soften_quotes(bare))
                return _Told(words, kind.name, gist, kind.worth)
    return None


def drop_hail(sentence: str) -> str:
    """Return a sentence without a greeting or a name before it: ``Wren, I lost a boat.``"""
    bare = re.sub(r"^(?:hello|hi|hey|good \w+)[^,.!]{0,20}[,.!]\s*", "", sentence, flags=re.I)
    bare = re.sub(r"^[A-Z]\w+[,:!] (?=I\b|[Mm]y\b|[Ww]e\b)", "", bare)
    return bare[:1].upper() + bare[1:]
