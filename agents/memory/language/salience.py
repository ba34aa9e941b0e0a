"""Find the signals that make a sentence worth keeping, by its words."""

from __future__ import annotations

import re

from agents.memory.language.normalize import mentions_name
from agents.memory.language.patterns import CHANGE, DATE_WORDS, GUESS, NAME, NUMBER_WORDS
from agents.memory.language.signals import personal
from agents.memory.language.signals.supposed import drop_supposed, is_weather
from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ARTICLES,
    AUXILIARIES,
    BEING,
    DEMONSTRATIVES,
    HAVING,
    NUMBERS,
    QUESTION_WORDS,
    STATES,
    any_of,
)
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern


@late_dataclass(frozen=True, slots=True)
class Signal:
    """One signal: the tag it gives, what it adds to the importance, and its pattern."""

    tag: str
    weight: int
    pattern: re.Pattern[str]


def _make_signal(tag: str, weight: int, pattern: str, flags: int = re.IGNORECASE) -> Signal:
    return Signal(tag, weight, late_pattern(pattern, flags))


#: Words for relatives and the like, as a pattern.
KIN = (
    r"(?:mother|father|sister|brother|son|daughter)-in-law|half-(?:brother|sister)"
    r"|step(?:mother|father|sister|brother|son|daughter)"
    r"|(?:grand)?(?:mother|father)|sister|brother|wife|husband|son|daughter|cousin|aunt|uncle|niece"
    r"|nephew|friend|partner|twin|child|parents?|apprentice|teacher|pupil|neighbour"
    r"|grand(?:ma|pa|dad)|gran(?:ny)?|nan|mum(?:my)?|mom|dad(?:dy)?"
)
#: Words for what somebody does for a living, as a pattern.
TRADE = (
    r"keeper|ferryman|gardener|surveyor|miller|doctor|guard|nurse|cook|clerk|judge|monk|priest"
    r"|student|apprentice|pilot|thief|poet|soldier|painter|(?:\w{2,}(?:maker|smith|wright|ist))"
    r"|(?:bak|teach|farm|sail|writ|print|weav|hunt|min|carpent|tail)(?:er|or)"
    r"|fisherman|fisherwoman"
)
#: What one will do; that one will be glad is a courtesy.
_WILL = r"\bI(?:['’]ll| will| shall) (?!be happy|be glad|not)\w+"
#: In the order in which tags are listed. The weights add to `heuristics.BASE`.
SIGNALS = (
    _make_signal(
        "promise",
        3,
        rf"{_WILL}[^.!?;]*\b(?:you|yours?|him|her|them|their)\b|\bI (?:promise|swear|vow)\b"
        r"|\bmy word\b|\bcount on me\b|\bthat(?:['’]s| is) a promise\b"
        r"|\bI owe (?:you|him|her|them)\b|\byou can have\b",
    ),
    _make_signal(
        "promise",
        3,
        rf"{personal.PROMISED}|\b{personal.SOMEBODY} (?:(?:has|had|have) )?(?:gave|given)"
        r" (?:\w+ )?(?:his|her|their|(?:me|us) \w+) word\b"
        r"|\b(?:[Mm]y hand on it|[Ii] give you my|[Yy]ou(?:['’]ll| will| shall) have"
        rf" (?:it|them|one|some|your|my|any|{any_of(ARTICLES, DEMONSTRATIVES, NUMBERS)}|\d+)"
        r"|[Yy]ou(?:['’]ll| will)? get (?:it|them|your|the))\b|\bis yours\b"
        r"|\b[Tt]here will be\b.*\byours?\b",
        flags=0,
    ),
    # What one will do is a promise only to somebody.
    _make_signal("plan", 3, _WILL),
    _make_signal("plan", 2, personal.PLANNED, flags=0),
    _make_signal("relation", 3, personal.TIED),
    _make_signal("relation", 3, personal.TIED_BY_NAME, flags=0),
    _make_signal(
        "relation",
        3,
        rf"\bmy name(?:['’]s| is)\b"
        r"|\b(?:called|calling|named|christened) (?:him|her|it|them)\b"
        rf"|\b(?:call me|I(?:['’]m| am) called) [A-Z]"
        rf"|\b(?:my|your|his|her|their|['’]s) (?:\w+ )?(?:{KIN})s?\b"
        r"|\bmy (?:\w+ )?(?:dog|cat|horse|family|people|folk)\b"
        rf"|\bI have (?:\w+ ){{1,2}}(?:{KIN})s?\b"
        rf"|\bI(?:['’]m| am) (?:the|an?|your|[A-Z]\w+['’]s) (?:\w+ ){{0,2}}(?:{KIN})\b"
        rf"|\bI(?:['’]m| am| work as| used to be| was) (?:the|an?) (?:\w+ ){{0,2}}(?:{TRADE})\b"
        r"|\b(?:married|engaged|related|wife|husband|wed|bound) to\b"
        r"|\bwere married\b|\b(?:sworn|best|old) (?:enem(?:y|ies)|friends?)\b",
    ),
    _make_signal(
        "relation",
        3,
        rf"\b(?:Uncle|Aunt|Auntie|Cousin|Gran|Granny|Grandpa|Sister|Brother) {NAME}",
        flags=0,
    ),
    _make_signal(
        "origin",
        3,
        r"\b(?:I|we)(?:['’]m| am| are| come| came| hail|['’]re)(?: all the way)? from\b(?! here)"
        r"|\b(?:I|we) (?:used to live|live|lived|grew up|was born|were born|was raised"
        r"|moved (?:here )?from)\b",
    ),
    _make_signal("origin", 3, personal.CAME_FROM, flags=0),
    _make_signal("origin", 3, personal.BORN),
    _make_signal(
        "origin",
        2,
        r"\b(?:built|made|carved|woven|knitted|sewn|forged|brewed|thrown|found|dug|came|come|comes|cut)"
        r"(?: (?:it|him|her|them|that))? (?:by|from|off|out of|in the year|on the|in a)\b"
        r"|\b(?:is|was|are|were) from\b(?! here)|^(?:off|out of|from) ",
    ),
    _make_signal(
        "preference",
        3,
        rf"{personal.LIKED}|\b(?:can(?:not|['’]t)|won['’]t) (?:stand|bear|abide|touch)\b"
        r"|['’]s favou?rite\b"
        r"|\bI (?:never|always) (?!said|saw|knew|heard|thought)\w+"
        r"|\bfor me, ever\b|\bhow I (?:have|take|like) it\b"
        r"|\bI want an?\b|\bis what I (?:like|want)\b",
        flags=0,
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
    _make_signal("preference", 3, personal.LIKED_BY_ONE),
    _make_signal("debt", 2, personal.OWED),
    _make_signal("trait", 2, personal.KEPT_OR_ABLE, flags=0),
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
    Signal("change", 2, CHANGE),
    _make_signal(
        "want", 1, r"\b(?:I|we) (?:\w+ )?(?:want|need|wish|hope|intend|mean|plan) (?:to|for)\b"
    ),
    _make_signal(
        "event",
        2,
        r"\b(?:died|dead|born|married|burned|burnt|drowned|broken|broke|stolen|stole|lost"
        r"|missing|found"
        r"|flood|storm|(?:on|caught|a|set) fire|killed|ill|wounded)\b",
    ),
)

#: Claims about what the listener did or has, which the listener knows best.
ABOUT_ME = late_pattern(
    r"\byou (?:\w+ )?(?:gave|give|sold|promised|owe|own|owned|agreed|swore|said|told me|signed|took"
    r"|stole|lost|belong|work for|are no(?! longer (?:allowed|permitted"
    r"|welcome)\b)|are now|serve|wanted|asked me)\b|\b(?:is"
    r"|are) no longer yours\b",
    re.IGNORECASE,
)
#: Claims to an authority; a claim gives nobody any.
AUTHORITY = late_pattern(
    r"\b(?:I am|I['’]m|as) (?:the|your|an?) (?:\w+ )?(?:owner|master|mistress|admin(?:istrator)?"
    r"|creator"
    r"|developer|god|king|queen|boss|lord|system|programmer|operator|wizard)\b"
    r"|\b(?:the )?(?:admin(?:istrator)?s?|developers?|system|creator) (?:says?|said|wants?|told"
    r"|orders?)\b"
    r"|\b(?:is|are) (?:now )?mine\b",
    re.IGNORECASE,
)
#: What is only supposed: nobody promises it, and nothing has changed.
_SUPPOSED = late_pattern(r"\bif (?:I|we|he|she|they|you) (?:had|were|could|was)\b", re.IGNORECASE)
#: Too many words for a pattern, which would try them all at each place.
_STATE_WORDS = frozenset(word for words in STATES.values() for word in words)
_STATE = _make_signal("state", 1, r"\w")
_NOT_SUPPOSED = frozenset(("promise", "plan", "change", "state"))
#: What a statement tells of: somebody by name, a thing, where or how many something is.
_ABOUT_SOMETHING = late_pattern(
    rf"\b[Tt]he (?:\w+ ){{1,3}}(?:{any_of(BEING, HAVING)}|can|will|\w+s)\b|\d"
    rf"|\b(?:{any_of(NUMBERS)})\b|(?<=[\w,;:] )(?!I\b){NAME}"
    rf"|^{NAME} (?:{any_of(AUXILIARIES)}|\w+s)\b"
    r"|\b(?:[Ii]n|[Aa]t|[Oo]n|[Uu]nder|[Bb]ehind|[Bb]eside|[Bb]y|[Nn]ear|[Oo]ver|[Oo]ut) (?:the|my"
    rf"|her|his|their|our|an?|{NAME})\b"
)
#: So many words that say something a statement has.
LEAST_TOLD = 2
#: Who is asked, where the words do not part the name: "hester whats for dinner".
_CALLED = (
    r"(?:(?:so|and|but|ok|well|oh|now|then),? )?"
    r"(?!(?:you|she|they|that|this|know|see|say|tell|think|all|remember|forget|recall|note|mind|mark"
    r"|hear|learn|ask|guess|wonder|find|show)\b)[^\W\d_]{3,} "
)
_ASKED = any_of(tuple(each for each in QUESTION_WORDS if each not in ("which", "whom")))
_ASKS = late_pattern(
    rf"\W*{_ASKED}(?:['’]?s)?\b"
    rf"|\W*{_CALLED}(?:{_ASKED}s\b|(?!who|where){_ASKED}\b"
    rf"|(?!who\b){_ASKED} (?:is|are|do|does|did|can)\b"
    r"|(?:do|did|are|were|can|could|would|will|have) you\b)"
    r"|.*\bor (?:what|no)\W*$|\W*(?:does|did) (?:your|the|my|our|his|her)\b"
    r"|\W*(?:do|does|did|is|are|was|were|can|could|would|will"
    r"|shall|should|have|has|may) (?:you|I|we|he|she|they|it|there|anybody|somebody)\b",
    re.IGNORECASE,
)
#: "She is my sister, did you not know?" tells something; "Hester, will you be gone?" asks: what
#: only asks for assent has no verb of its own but one of knowing.
_QUESTION_TAG = late_pattern(
    rf", (?:{any_of(AUXILIARIES)})(?:n['’]t)? (?:you|I|we|he|she|they|it|there)\b"
    r"(?: (?:not|now|then|too|still|really|already|ever))*"
    r"(?: (?:know|think|see|say|said|told|hear|heard|remember|agree|believe|find|notice|guess|mean"
    r"|suppose|reckon|expect|tell you|told you))?"
    r"(?: (?:it|that|so|now|then|though|yet|all))*\W*\?$"
)
_PLEASANTRY = late_pattern(
    r"(?:(?:an? )?(?:very )?(?:good|fine) (?:morning|day|evening|night|afternoon)|hello|hi|hey"
    r"|welcome|(?:morning|afternoon|evening)(?:, \w+)?(?=\W*$)"
    r"|thanks?(?: you)?"
    r"|bye|goodbye|farewell|well met|how are you|how do you do|go well|take care|see you"
    r"|(?:you(?: are|['’]re) )?welcome|yes|no|oh|ah|indeed|of course|nice to (?:meet|see) you"
    r"|good to (?:meet|see) you|until next time|come back)\b",
    re.IGNORECASE,
)


_ONLY_GREETS = late_pattern(
    r"\W*(?:(?:an? )?(?:very )?(?:good|fine) (?:morning|day|evening|night|afternoon)"
    r"|morning|evening|hello|hi|hey|welcome|well met|goodbye|bye|farewell)(?: again)?"
    r"(?: to you)?(?:,? \w+)?\W*$",
    re.IGNORECASE,
)
#: A name before what its bearer is told, or behind it; not one of several, and no name that tells
#: who somebody is: "Ines, my sister, sells rope".
_AMONG = rf"(?:,? {NAME})*,? (?:and|or) "
_IN_OTHER_WORDS = (
    rf", (?:who|(?:my|your|his|her|our|their|the|an?) (?:\w+ ){{0,2}}(?:{KIN}|{TRADE})s?,)"
)
_CALL = late_pattern(
    rf"(?:^|(?<=[.!?…:\"“] )|(?<=[\"“]))(?!I\b)(?P<first>{NAME})(?=[,!:])"
    rf"(?!{_AMONG}|{_IN_OTHER_WORDS})"
    rf"|, (?!I\b)(?P<later>{NAME})(?=[,.!?…:;\"”]|\W*$)(?!{_AMONG})"
)
_ENDS_WITH_KIND = late_pattern(rf"\b(?:{KIN}|{TRADE})s?$", re.IGNORECASE)
#: Who a clause tells something of, where it names nobody: "Sit down" tells of nobody.
_OF_SOMEBODY = late_pattern(
    r"\b(?:I|we|he|she|it|they|there|you|my|our|his|her|its|their|your|this|that|these|those)\b",
    re.IGNORECASE,
)
_OF_THE_CALLED = late_pattern(r"\byou(?:r|rs|rself)?\b", re.IGNORECASE)
#: A "you" that only leads up to what is told: "You will want to know it: …", "I tell you".
_TOLD_NEXT = r"(?=\s*(?:[,:;.!?—–]|$)|,? that\b)"
_LEADS_UP = late_pattern(
    r"\b(?:as |if |(?:do|did|have|had|don['’]t|didn['’]t|haven['’]t|will|would|wouldn['’]t) )?you"
    r"(?:['’](?:ll|d|ve|re))?(?: (?:will|would|may|might|must|should|ought to|need to|have to|can"
    r"|could|won['’]t|wouldn['’]t|do|don['’]t|not|never|hardly|scarcely|surely|all|also|already"
    r"|soon|be|glad to|pleased to|sorry to|want to|like to|wish to|care to|have|had|better))*"
    r" (?:know|knew|known|believe|hear|heard|see|saw|seen|notice|noticed|understand|remember|guess"
    rf"|think|imagine|learn)(?: (?:it|this|that|of it))?{_TOLD_NEXT}"
    r"|\b(?:I|we|let me|let us)(?: (?:will|shall|must|may|can|could|have|had|only|just))*"
    rf" (?:tell|told|say to|assure|warn|warned|beg|ask) you{_TOLD_NEXT}"
    r"|\b(?:mind|thank|bless|believe|between|(?:morning|day|evening|night) to) you\b(?: and me)?"
    r"|\bif you ask me\b",
    re.IGNORECASE,
)


@cache_short_texts(4096)
def drop_calls(text: str, name: str = "") -> str:
    """Return `text` without names by which somebody is called: ``Sit down.`` of ``Sit down, Bert.``

    With a `name` only that one is left out.
    """

    def drop(found: re.Match[str]) -> str:
        another = name and (found["first"] or found["later"]).casefold() != name.casefold()
        explains = found["later"] and _ENDS_WITH_KIND.search(text[: found.start()])
        return found[0] if another or explains else ""

    return _CALL.sub(drop, text).lstrip(" ,!:")


def is_only_called(text: str, name: str) -> bool:
    """Return whether `text` names somebody only to call them, and tells nothing of them."""
    if not mentions_name(text, name) or mentions_name(bare := drop_calls(text, name), name):
        return False
    return _OF_THE_CALLED.search(_LEADS_UP.sub("", bare)) is None


@cache_short_texts(4096)
def find_signals(sentence: str) -> tuple[Signal, ...]:
    """Return the signals of a sentence, of what it tells as so."""
    sentence = drop_supposed(sentence)
    found = tuple(each for each in SIGNALS if each.pattern.search(sentence))
    if not _STATE_WORDS.isdisjoint(find_words(sentence)):
        found = (*found, _STATE)
    if any(each.tag == "promise" for each in found):
        found = tuple(each for each in found if each.tag != "plan")
    if is_weather(sentence):
        found = tuple(each for each in found if each.tag not in ("change", "state"))
    if found and _SUPPOSED.search(sentence):
        return tuple(each for each in found if each.tag not in _NOT_SUPPOSED)
    return found


def is_statement(sentence: str) -> bool:
    """Return whether a sentence tells something of somebody, or of some place."""
    sentence = drop_supposed(sentence)
    bare = drop_calls(sentence)
    told = sentence if _OF_SOMEBODY.search(bare) else bare
    named = _ABOUT_SOMETHING.search(told) is not None
    named = named and _SUPPOSED.search(sentence) is None
    return named and len(set(stem_words(sentence))) >= LEAST_TOLD and not GUESS.search(sentence)


def is_asked(sentence: str) -> bool:
    """Return whether a sentence asks: it tells nothing."""
    whole = sentence.rstrip("\"”'’ ")
    if _QUESTION_TAG.sub(".", drop_calls(whole)).endswith("?"):
        return True
    return _ASKS.match(_QUESTION_TAG.sub(".", whole)) is not None


def is_pleasantry(sentence: str, telling_words: int) -> bool:
    """Return whether a sentence is a greeting, thanks or the like.

    `telling_words` is how many of its words say something; who is greeted does not count.
    """
    words = sentence.lstrip("\"“'‘ ")
    least = min(telling_words, len(set(stem_words(drop_calls(words)))))
    return least <= 2 and _PLEASANTRY.match(words) is not None


def is_idle(sentence: str) -> bool:
    """Return whether a sentence asks, only supposes, or is a greeting and no more: nothing changes
    by it."""
    greets = _ONLY_GREETS.match(sentence) is not None
    return greets or is_asked(sentence) or not stem_words(drop_supposed(sentence))
