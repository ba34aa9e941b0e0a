"""Words of one who was misunderstood: "What child? I said my sister." """

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.stems import stem_words
from agents.memory.language.words import QUESTION_WORDS, any_of
from agents.mind.speech.statements.denials import denies_event
from agents.mind.speech.turning import turn_clause
from agents.mind.voice.asking import is_question
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_ECHO = late_pattern(
    r"^\W*(?:(?:but|and|hm|sorry|no|oh)\W+)*(?:what|which|whose) (?P<thing>[\w'’-]+)\W*$"
    r"|^\W*who (?:said|says|spoke|told you|talked)\b[^?]*\?$",
    re.IGNORECASE,
)
_NAMES_NONE = late_pattern(r"^\W*(?:(?:but|and|hm|sorry|no|oh)\W+)*who\b", re.IGNORECASE)
_PROTESTS = late_pattern(
    r"\bthat(?:['’]s| is| was) (?:no answer|not an answer|not what I (?:asked|said|meant|told))\b"
    r"|\byou (?:did not|didn['’]t|do not|don['’]t|never) (?:listen|hear me|understand me)\b"
    r"|\byou (?:misheard|misunderstood|misunderstand|mistake|mistook)\b"
    r"|\byou(?: have|['’]ve)? (?:got|had|heard)? ?(?:it|that|me) (?:all )?wrong\b"
    r"|\bthat(?:['’]s| is| was) (?:all )?(?:wrong|not (?:right|so|true|it)|incorrect)(?=\W*$|[,.;])"
    r"|\bthat (?:isn['’]t|wasn['’]t) (?:right|so|true|it)(?=\W*$|[,.;])"
    r"|\bI (?:did not|didn['’]t|never) (?:say|said|mean) (?:that|so|it)\b",
    re.IGNORECASE,
)
_SAID = late_pattern(
    r"^\W*(?:(?:but|no|and)\W+)?I (?:(?:just|already|only)(?: now)? )?(?:said|told you(?: of"
    r"| about)?|meant|mean|was speaking of|spoke of)\b,? ?(?:that )?",
    re.IGNORECASE,
)
#: "I just told you, I drive a taxi." needs no wrong word before it.
_SAID_ALREADY = late_pattern(
    r"^\W*(?:(?:but|no|and)\W+)?I (?:just|already) (?:said|told you)\b(?! (?:about|of|a|the)\b)",
    re.IGNORECASE,
)
#: "I said a wedding, nobody is ill."
_BEHIND = late_pattern(r",? (?:and )?(?=nobody\b|no one\b)", re.IGNORECASE)

#: "No, I have two sisters." puts right what the hearer has said of its speaker.
_DENIES = late_pattern(
    r"^\W*(?:no|nope|nay)\b\W*(?P<told>(?:(?:I|we|she|he|they|it)(?:['’]\w+)?|my \w+) \w[^?]*)$",
    re.IGNORECASE,
)
_OF_PARTNER = late_pattern(r"\byou(?:r|rs)?\b", re.IGNORECASE)

#: "Hester, how come you answer when I ask the others?", "Not you.", "I was talking to Moss."
_NAMED = r"(?:(?-i:[A-Z])\w+)"
_NOT_ASKED = late_pattern(
    r"\b(?:how come|why (?:do|did|are|would|is it that|is it always))(?: it['’]s)? you (?:\w+ )?"
    r"(?:answer|talk|reply|repli)(?:ed|ing)?\b(?! (?:so|like|that|to (?:me|your))\b)"
    r"|\bI (?:was(?: not|n['’]?t)|am not|['’]m not|did(?: not|n['’]?t)) (?:even )?"
    r"(?:talk|speak|ask)(?:ing)?(?: to)? you\b"
    rf"|\bI (?:was|am) (?:talking|speaking) (?:to|with) (?:{_NAMED}|her\b|him\b|the others?\b)"
    rf"|\bI (?:asked|was asking) {_NAMED}(?:,? not you)?\W*$"
    rf"|^\W*(?:no\W+)?not you\b\W*{_NAMED}?\W*$"
    rf"|\bthat was(?: not|n['’]?t) (?:meant )?(?:for|to) you\b"
    rf"|\bthat was (?:meant )?for {_NAMED}\W*$",
    re.IGNORECASE,
)


#: "But you just told me that.", "You said so a minute ago.", "That's what you said, isn't it?"
_OWN_WORDS = late_pattern(
    r"\byou(?:['’]ve| have)? (?:only |just |already )?(?:said|told (?:me|us))\b[^.?!]{0,80}"
    r"\b(?:just now|(?:a|one|two) (?:minutes?|moments?|seconds?) ago|a while ago)\b"
    r"|\byou(?:['’]ve| have)? (?:only )?just (?:said|told (?:me|us))\b"
    r"|\bthat(?:['’]s| is| was) (?:exactly |just )?what you (?:just )?(?:said|told (?:me|us))\b"
    r"|(?:^|[.?!;]\s)\W*(?:(?:no|but|and|well|oh)\W+)*(?:it|that) was you"
    r"(?: who (?:said|told)[^.?!]*)?(?:,? [A-Za-z]+)?\W*$"
    r"|\byou said (?:so|that|it) yourself\b|^\W*(?:but |well )?you (?:did say|said so)\b",
    re.IGNORECASE,
)
_TAG = late_pattern(r",? (?:is|was|did|do|are|were)(?:n['’]?t)? (?:it|that|you|so)\?\W*$", re.I)
_ASKS_MORE = late_pattern(rf"\b(?:{any_of(QUESTION_WORDS)}|when)\b[^?]*\?", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class Protest:
    """That the speaker was misunderstood."""

    meant: str
    """What they meant, as one says it to them; empty: they do not say it."""
    not_asked: bool = False
    """Whether the hearer answered what was for another."""
    own_words: bool = False
    """Whether the hearer is reminded of its own words."""


def read_protest(words: str, last_own: str) -> Protest | None:
    """Return the protest that `words` are; None: they are none, or ask for something besides.

    An echo is one of the hearer's words, `last_own`, or stands before "I said" or another.
    """
    if _NOT_ASKED.search(words):
        return Protest("", not_asked=True)
    bare = _TAG.sub("", words)
    if last_own and _OWN_WORDS.search(bare) and not _ASKS_MORE.search(bare):
        return Protest("", own_words=True)
    denied = _DENIES.match(words)
    if denied and _OF_PARTNER.search(last_own) and not is_question(last_own):
        right = split_sentences(denied["told"])[0]
        return Protest(turn_clause(f"{right[:1].upper()}{right[1:]}").rstrip(".!"))
    sentences = split_sentences(words)
    echoes = _list_echoes(sentences)
    rest = [each for each in sentences if each not in echoes]
    told = [each for each in rest if not _PROTESTS.search(each)]
    if any(map(is_question, told)):
        return None
    said = next((each for each in told if _SAID.match(each)), "")
    own = set(stem_words(last_own))
    echoed = any(own.intersection(stem_words(each)) for each in echoes)
    parts = _BEHIND.split(said)
    repeats = _SAID_ALREADY.match(said) is not None or any(map(denies_event, parts[1:]))
    answers = told and (len(echoes) > 1 or (echoes and (said or echoed)))
    if not (repeats or len(told) < len(rest) or answers):
        return None
    bare = _SAID.sub("", parts[0] or next(iter(told), ""))
    return Protest(turn_clause(f"{bare[:1].upper()}{bare[1:]}"))


def _list_echoes(sentences: Sequence[str]) -> list[str]:
    """Return those that only say a word of the hearer's after them: "What child?"

    Behind a statement "Which number?" is a question, and "Who said that?" still is none.
    """
    first = next((at for at, each in enumerate(sentences) if not _ECHO.match(each)), 0)
    echoes = (each for each in sentences if _ECHO.match(each))
    return [each for each in echoes if each in sentences[:first] or _NAMES_NONE.match(each)]
