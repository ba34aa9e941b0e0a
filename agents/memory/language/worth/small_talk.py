"""Tells small talk, which nobody needs to know tomorrow, from what tells something.

Weather, moods, food, jokes and cheers have few words of their own.  What tells something has more
of them, or beside one or two a name, a number, a day or one of the journal's signals.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.patterns import NAME
from agents.memory.language.salience import find_signals, is_asked, is_pleasantry, is_statement
from agents.memory.language.stems import stem_each
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import NUMBERS
from agents.memory.language.worth.content import find_content
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: What tells something has so many words of its own; see `_count_told`.
_LEAST_WORDS = 3
#: A request tells what somebody wants if it has one more.
_LEAST_ASKED = 4
#: Where less than so much else is told, small talk is: what a quiet day was full of.
LEAST_TOLD = 4
#: A signal that says more than that there is a number, a day or a state.
_STRONG = 2

#: What people talk of when they have nothing to tell.
_EVERYDAY = """
    weather rain raining rainy sun sunny sunset sunrise moon moonlight star sky cloud wind windy
    breeze snow snowing fog foggy mist thunder storm cold chilly warm hot freezing wet damp dry dark
    bright light shine spring summer autumn winter season
    day morning evening night tonight noon afternoon today hour late early
    tired sleepy sleep slept awake yawn hungry starving thirsty bored eat drink food bite sip soup
    pie bread cake ale beer wine tea cheese supper dinner breakfast lunch smell taste
    hurt ache sore sneeze cough hiccup itch head hair hand finger foot leg back arm eye ear nose
    brow chin lip shoulder breath knee mouth stomach
    good fine nice lovely pretty beautiful wonderful terrible awful bad great grand strange odd
    funny hilarious silly loud quiet fun charming rude typical brilliant splendid pleasant
    laugh smile grin chuckle giggle nod wink wave sigh shrug bow clap hum whistle sing dance stretch
    blink look glance watch sit stand lean rub scratch tap warm cheer joke laughing
    dream wonder suppose hope guess mind forget feel sound mean idea luck mess mystery
    ha hah haha hahaha heh hehe ta boo quack ouch aww oink brr la mm hmm ugh wow ow oops phew psst
    tsk achoo hurrah bless bravo hush shush
"""
#: "I could eat a horse" tells nothing of horses.
_EXAGGERATED = late_pattern(
    r"\bI (?:could|swear I could|might) (?:just |easily |really )?"
    r"(?:eat|sleep|drink|murder|kill|die|cry|use|manage|do with)\b",
    re.IGNORECASE,
)
_REQUEST = late_pattern(r"\b(?:could|can|will|would|won['’]t) you\b", re.IGNORECASE)
#: What a summary by rule puts before what was only seen.
SEEN = "I noticed"
#: What a summary by rule puts around somebody's words.
_HEARD = late_pattern(
    rf'I (?:heard {NAME}(?: {NAME})* say|said):? "(?P<words>.*)"(?: \d+ times)?\.?'
)


def unwrap_words(sentence: str) -> str:
    """Return the words of ``I heard Ada say "…".``, else `sentence` itself."""
    found = _HEARD.fullmatch(sentence)
    return found["words"] if found else sentence


def leave_out_small_talk(sentences: Sequence[str]) -> list[str]:
    """Return `sentences` without those that by rule tell small talk, where others tell enough."""
    telling = [each for each in sentences if not is_small_talk(unwrap_words(each))]
    if len(telling) < LEAST_TOLD:
        return list(sentences)
    return [each for each in sentences if each in telling or unwrap_words(each) == each]


def find_telling_words(sentence: str) -> frozenset[str]:
    """Return the stems of the content words of `sentence` that small talk has seldom."""
    return find_content(sentence).words - stem_each(_EVERYDAY) - stem_each(" ".join(NUMBERS))


@cache_short_texts(8192)
def is_empty(sentence: str) -> bool:
    """Return whether `sentence` asks or is a courtesy; a request that tells a wish is not empty."""
    if is_asked(sentence):
        return not (_REQUEST.search(sentence) and _count_told(sentence) >= _LEAST_ASKED)
    return is_pleasantry(sentence, len(find_content(sentence).words))


def leave_out_empty_ends(words: str) -> str:
    """Return somebody's words from the first to the last sentence that is not empty.

    All of them if each is: a greeting before what is told, and a question behind it, tell nothing.
    """
    sentences = split_sentences(words)
    telling = [n for n, each in enumerate(sentences) if not is_empty(each)]
    if not telling or len(telling) == len(sentences):
        return words
    first, last = sentences[telling[0]], sentences[telling[-1]]
    start = words.find(first)
    end = words.rfind(last) + len(last)
    return words[start:end] if 0 <= start < end else words


@cache_short_texts(8192)
def is_small_talk(sentence: str) -> bool:
    """Return whether `sentence` tells next to nothing that is of use later."""
    return _EXAGGERATED.search(sentence) is not None or _count_told(sentence) < _LEAST_WORDS


def _count_told(sentence: str) -> int:
    """Return the words of its own that `sentence` has, with one for each kind of what tells."""
    content = find_content(sentence)
    signals = find_signals(sentence)
    marks = (
        content.names,
        content.numbers,
        any(each.weight >= _STRONG and each.tag not in ("number", "change") for each in signals),
        any(each.tag == "date" for each in signals),
        is_statement(sentence),
    )
    return len(find_telling_words(sentence)) + sum(map(bool, marks))
