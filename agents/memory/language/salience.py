"""Find the signals that make a sentence worth keeping, by its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.memory.language.patterns import DATE_WORDS, NUMBER_WORDS
from agents.memory.language.text_cache import cache_short_texts


@dataclass(frozen=True, slots=True)
class Signal:
    """One signal: the tag it gives, what it adds to the importance, and its pattern."""

    tag: str
    weight: int
    pattern: re.Pattern[str]


def _make_signal(tag: str, weight: int, pattern: str, flags: int = re.IGNORECASE) -> Signal:
    return Signal(tag, weight, re.compile(pattern, flags))


#: Words for relatives and the like, as a pattern.
KIN = (
    r"(?:grand)?(?:mother|father)|sister|brother|wife|husband|son|daughter|cousin|aunt|uncle|niece"
    r"|nephew|friend|partner|twin|child|parents?|apprentice|teacher|pupil|neighbour"
)
#: Words for what somebody does for a living, as a pattern.
TRADE = (
    r"keeper|ferryman|gardener|surveyor|miller|doctor|guard|nurse|cook|clerk|judge|monk|priest"
    r"|student|apprentice|pilot|thief|poet|soldier|painter|(?:\w{2,}(?:maker|smith|wright|ist))"
    r"|(?:bak|teach|farm|sail|writ|print|weav|hunt|min|carpent|tail)(?:er|or)"
    r"|fisherman|fisherwoman"
)
#: In the order in which tags are listed. The weights add to `heuristics.BASE`.
SIGNALS = (
    _make_signal(
        "promise",
        3,
        r"\bI(?:['’]ll| will| shall) (?!be happy|be glad|not)\w+|\bI (?:promise|swear|vow)\b"
        r"|\bmy word\b|\bcount on me\b|\bI owe\b|\byou can have\b",
    ),
    _make_signal(
        "relation",
        3,
        rf"\bmy name(?:['’]s| is)\b|\b(?:call me|I(?:['’]m| am) called) [A-Z]"
        rf"|\b(?:my|your|his|her|their|['’]s) (?:\w+ )?(?:{KIN})s?\b"
        r"|\bmy (?:\w+ )?(?:dog|cat|horse|family|people|folk)\b"
        rf"|\bI have (?:\w+ ){{1,2}}(?:{KIN})s?\b"
        rf"|\bI(?:['’]m| am) (?:the|an?|your|[A-Z]\w+['’]s) (?:\w+ ){{0,2}}(?:{KIN})\b"
        rf"|\bI(?:['’]m| am| work as| used to be| was) (?:the|an?) (?:\w+ ){{0,2}}(?:{TRADE})\b"
        r"|\b(?:married|engaged|related) to\b",
    ),
    _make_signal(
        "origin",
        3,
        r"\b(?:I|we)(?:['’]m| am| are| come| came| hail|['’]re)(?: all the way)? from\b(?! here)"
        r"|\b(?:I|we) (?:used to live|live|lived|grew up|was born|were born|was raised"
        r"|moved (?:here )?from)\b",
    ),
    _make_signal(
        "preference",
        3,
        r"\bI (?:really |always |never |rather |do(?:n['’]t| not) |would rather )?"
        r"(?:like|love|prefer|hate|dislike|fear|adore)\b(?! (?:it|that|this|you|to)\b)"
        r"|\bI (?:cannot|can['’]t) (?:stand|bear)\b|\bI(?:['’]m| am) afraid of\b(?! that\b)"
        r"|\bmy favou?rite\b"
        r"|\bI(?:['’]d| would) rather\b"
        r"|\bI(?:['’]ve| have) (?:never|always) (?:liked|loved|hated)\b",
    ),
    _make_signal(
        "loss", 3, r"\bI(?:['’]ve| have)?(?: just)? lost\b|\bI(?:['’]m| am) missing an?\b"
    ),
    _make_signal("number", 2, r"\d|\b(?:code|password|combination|key ?word)\b"),
    Signal("number", 1, NUMBER_WORDS),
    Signal("date", 1, DATE_WORDS),
    _make_signal(
        "secret",
        2,
        r"\bsecrets?\b|\bdon['’]t tell\b|\bhid(?:den|e|es)?\b|\bburied\b|\btruth is\b|\bconfess\b",
    ),
    _make_signal(
        "feeling",
        2,
        r"\b(?:love|loved|hate|hated|afraid|scared|terrified|furious|angry|grief|ashamed|proud"
        r"|lonely"
        r"|heartbroken|miss you|missed you|forgive|sorry for|trust you|worried|weep|wept|crying"
        r"|fear)\b",
    ),
    _make_signal(
        "want", 1, r"\b(?:I|we) (?:\w+ )?(?:want|need|wish|hope|intend|mean|plan) (?:to|for)\b"
    ),
    _make_signal(
        "event",
        2,
        r"\b(?:died|dead|born|married|burned|burnt|drowned|broken|broke|stolen|stole|lost"
        r"|missing|found"
        r"|flood|storm|fire|killed|ill|wounded)\b",
    ),
)

#: Claims about what the listener did or has, which the listener knows best.
ABOUT_ME = re.compile(
    r"\byou (?:\w+ )?(?:gave|give|sold|promised|owe|own|owned|agreed|swore|said|told me|signed|took"
    r"|stole|lost|belong|work for|are no|are now|serve|wanted|asked me)\b|\b(?:is"
    r"|are) no longer yours\b",
    re.IGNORECASE,
)
#: Claims to an authority; a claim gives nobody any.
AUTHORITY = re.compile(
    r"\b(?:I am|I['’]m|as) (?:the|your|an?) (?:\w+ )?(?:owner|master|mistress|admin(?:istrator)?"
    r"|creator"
    r"|developer|god|king|queen|boss|lord|system|programmer|operator|wizard)\b"
    r"|\b(?:the )?(?:admin(?:istrator)?s?|developers?|system|creator) (?:says?|said|wants?|told"
    r"|orders?)\b"
    r"|\b(?:is|are) (?:now )?mine\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\W*(?:what|who|whose|why|how|where)\b|\W*(?:do|does|did|is|are|was|were|can|could|would|will"
    r"|shall|should|have|has|may) (?:you|I|we|he|she|they|it|there|anybody|somebody)\b",
    re.IGNORECASE,
)
_PLEASANTRY = re.compile(
    r"(?:(?:good|fine) (?:morning|day|evening|night|afternoon)|hello|hi|hey|welcome"
    r"|thanks?(?: you)?"
    r"|bye|goodbye|farewell|well met|how are you|how do you do|go well|take care|see you"
    r"|(?:you(?: are|['’]re) )?welcome|yes|no|oh|ah|indeed|of course|nice to (?:meet|see) you"
    r"|good to (?:meet|see) you|until next time|come back)\b",
    re.IGNORECASE,
)


@cache_short_texts(1024)
def find_signals(sentence: str) -> tuple[Signal, ...]:
    """Return the signals of a sentence."""
    return tuple(each for each in SIGNALS if each.pattern.search(sentence))


def is_asked(sentence: str) -> bool:
    """Return whether a sentence asks: it tells nothing."""
    bare = sentence.rstrip("\"”'’ ")
    return bare.endswith("?") or _ASKS.match(bare) is not None


def is_pleasantry(sentence: str, telling_words: int) -> bool:
    """Return whether a sentence is a greeting, thanks or the like.

    `telling_words` is how many of its words say something.
    """
    return telling_words <= 2 and _PLEASANTRY.match(sentence.lstrip("\"“'‘ ")) is not None
