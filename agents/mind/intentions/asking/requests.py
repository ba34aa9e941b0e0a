"""What people ask of an agent's intentions: to do something, what it is doing, what it did."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.words import ARTICLES, FIRST_PERSON, SECOND_PERSON
from agents.mind.intentions.intention import Intention
from agents.prose import split_sentences
from late.late_pattern import late_pattern

_DOING = late_pattern(
    r"\bwhat(?:'s|’s| is| are|'re|’re)? (?:you|ye) (?:doing|about|up to|at|busy with"
    r"|working (?:on|at))\b"
    r"|\bwhat (?:are you|'re you) (?:going|about|trying) to do\b|\bwhat do you mean to do\b"
    r"|\bwhere (?:are|'re|’re) (?:you|ye) (?:going|off to|headed|heading|bound)\b"
    r"|\b(?:are|were) (?:you|ye) (?:just )?(?:going|off|heading|headed|bound|on your way|on the way"
    r"|setting out|leaving)(?: (?:to )?(?:some|any)where| out| off| home| just now| now)*"
    r"(?=\W*$|[,?])"
    r"|\bare you (?:waiting for|expecting) (?:some|any)(?:one|body|thing)\b"
    r"|\bwhere (?:were|was) you (?:going|off to|headed|heading|bound)\b"
    r"|^\W*where to\b|\bare you busy\b|\bwhat brings you (?:here|up here|down here)\b"
    r"|\bwhat (?:keeps you busy|is your errand)\b",
    re.IGNORECASE,
)
#: "What were you doing before I came in?", "What did I interrupt?"
_BEFORE = late_pattern(
    r"\bwhat (?:were|was) you (?:just )?(?:doing|about|up to|at|busy with|working (?:on|at)"
    r"|looking at|looking for|thinking (?:about|of))\b"
    r"|\bwhat (?:have you|['’]ve you|did you) (?:been |just )?(?:doing|up to|do"
    r"|been up to|get up to)"
    r"(?: (?:here|all day|lately|just now|so far|before|now))*\W*$"
    r"|\bwhat (?:did I|have I|am I) (?:just )?(?:interrupt(?:ed|ing)?|disturb(?:ed|ing)?)\b",
    re.IGNORECASE,
)
#: That would be told of another time: "What were you doing when the wall broke?"
_OF_ANOTHER_TIME = late_pattern(
    r"\b(?:when|before|while)\b(?! (?:I|we|you saw me)\b)|\bback then\b|\bin those days\b"
    r"|\bat (?:that time|the time)\b|\blast (?:night|week|year|winter|summer|autumn|spring)\b",
    re.IGNORECASE,
)
_LATER = late_pattern(r"\b(?:tomorrow|later|next|after(?:wards)?|one day)\b", re.IGNORECASE)
#: "Have you a story?" asks for a thing, and for no deed.
_DID = late_pattern(
    r"^\W*(?:and )?(?:did|have|haven't|didn't) you\b(?! (?:an?|any|some|got|the|no)\b)",
    re.IGNORECASE,
)
_ASKS = late_pattern(
    r"\b(?:will|would|could|can|won't|shall|may) (?:you|we)\b|\bplease\b|\bi (?:want|need|would "
    r"like|beg|ask) you to\b|\byou (?:should|must|have to|ought to)\b|\btime (?:to|you)\b",
    re.IGNORECASE,
)
#: "Would you give up your garden?" asks what would be, and for nothing.
_SUPPOSES = late_pattern(
    r"\bwould you (?:(?:ever|really|rather|honestly) )*(?:give (?:it |that |this )?up"
    r"|sell (?!me|us)|leave|miss|lose|change|move|trade|swap|stop|quit|regret"
    r"|burn|prefer|mind|say)\b",
    re.IGNORECASE,
)
#: What may stand before an order.
_POLITE = late_pattern(
    r"^\W*(?:(?:oh|now|then|and|so|well|just|do|please|quick|quickly|go and|let's|let us)\W+)+",
    re.IGNORECASE,
)
_QUESTION = late_pattern(
    r"(?:who|what|when|where|why|how|which|whose|did|do|does|have|has|had|is|are|was|were)$"
)


#: "What did you do today?", and what an agent that lives has to remember of it.
_DAY = late_pattern(
    r"\bwhat (?:(?:all |else )?(?:did|have) you (?:do|done|been doing|been up to|get up to)"
    r"|do you (?:still )?remember (?:about|of|from)|can you tell me (?:about|of))(?: so far)?"
    r" (?P<day>today|this morning|this afternoon|this evening|yesterday)\W*$",
    re.IGNORECASE,
)

#: Words that may be others: "put us in the book" asks for "put me in your book".
_OF_NOBODY = {*ARTICLES, *FIRST_PERSON, *SECOND_PERSON}


def find_day_asked(heard: str) -> int | None:
    """Return of which day `heard` asks what the agent did: 0 for today, 1 for yesterday; or None.

    ``What did you do this morning?`` asks of today.
    """
    found = _DAY.search(heard)
    return None if found is None else int(found["day"].casefold() == "yesterday")


def asks_what_one_does(heard: str) -> bool:
    """Return whether `heard` asks what the agent is doing, or where it goes."""
    return _DOING.search(heard) is not None and _LATER.search(heard) is None


def asks_what_one_did(heard: str) -> bool:
    """Return whether `heard` asks what the agent did just before."""
    return any(
        _BEFORE.search(each) and not _OF_ANOTHER_TIME.search(each)
        for each in split_sentences(heard)
    )


def find_requested(heard: str, me: str, intentions: Sequence[Intention]) -> Intention | None:
    """Return what `heard` asks the agent to do, or None.

    ``Wren, will you light the lamp?`` and ``Light the lamp!`` are requests, ``Did you light the
    lamp?`` and ``When do you light the lamp?`` are not.
    """
    for sentence in split_sentences(heard):
        bare = _POLITE.sub("", _drop_name(sentence, me))
        for each in intentions:
            if any(_is_request(sentence, bare, words) for words in each.asked):
                return each
    return None


def find_heard(words: str, intentions: Sequence[Intention]) -> Intention | None:
    """Return what somebody's words are a reason for, or None; one sentence has all that counts."""
    for sentence in split_sentences(words):
        stems = frozenset(stem_words(sentence))
        for each in intentions:
            if any(_names(heard, stems) for heard in each.heard):
                return each
    return None


def find_asked_about(heard: str, me: str, intentions: Sequence[Intention]) -> Intention | None:
    """Return the intention that `heard` asks whether the agent has done, or None."""
    for sentence in split_sentences(heard):
        bare = _drop_name(sentence, me)
        if _DID.match(bare):
            asked = frozenset(stem_words(bare))
            for each in intentions:
                if any(_names(words, asked) for words in (each.name, *each.asked)):
                    return each
    return None


def _is_request(sentence: str, bare: str, words: str) -> bool:
    if not _names(words, frozenset(stem_words(bare))) or not _has_all(words, bare):
        return False
    first = find_words(bare)[0]
    if first == find_words(words)[0]:
        return True
    if _SUPPOSES.search(sentence) or _QUESTION.match(first):
        return False
    return _ASKS.search(sentence) is not None


def _names(words: str, stems: frozenset[str]) -> bool:
    wanted = frozenset(stem_words(words))
    return bool(wanted) and wanted <= stems


def _has_all(words: str, bare: str) -> bool:
    """Return whether `bare` has each word of some with one alone that tells anything.

    "Eat off that plate" is no "eat with me".
    """
    if len(stem_words(words)) > 1:
        return True
    return {each for each in find_words(words) if each not in _OF_NOBODY} <= {*find_words(bare)}


def _drop_name(sentence: str, me: str) -> str:
    """Return `sentence` without the agent's name, where it stands apart from the rest."""
    name = re.escape(me)
    bare = re.sub(rf"^\W*(?:hey |oh )?{name}\b\W*", "", sentence, flags=re.IGNORECASE)
    return re.sub(rf",\s*{name}\s*(?=[,.!?]|$),?", "", bare, flags=re.IGNORECASE)
