"""Finds who is called by name, as it is typed: ``Wren, …``, ``…, Wren?``, ``wren what is that``.

Many people set no comma. A name calls its bearer without one where it cannot be the subject of what
follows ("wren do you", "wren i lost"), behind a greeting ("hi wren"), and at the end of words to
which nothing is missing ("what do you think moss").
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from late.late_pattern import late_pattern
from world.names import key_of

_NAME = r"(\w+(?:['’-]\w+)*)"
#: What joins the parts of a name. Where `words` have none of these, whoever they call is named by a
#: word of `world.verbs.speech.list_names`; behind one a name may begin within a word.
JOINING = frozenset("'’-")
_BETWEEN = late_pattern(r",\s*(\w+(?:['’-]\w+)*)(?=[,.!?…:]|$)")

#: What may stand before a name at the beginning, and calls nobody yet.
_OPENS = (
    r"(?:(?:and|but|so|well|no|yes|yeah|yep|nope|oh|ok|okay|ah|aw|wow|haha|lol|right|wait|also|anyway"
    r"|then|now|please|listen|look)\b\W+)"
)
#: Behind these a name is always that of the hearer.
_GREETS = (
    r"(?:(?:hi|hiya|hey|hello|sorry|thanks|thank you|thx|ta|cheers|bye|goodbye|good ?night|night"
    r"|good (?:day|morning|evening)|(?<!good )(?:morning|evening)|see you|farewell|welcome back)"
    r"(?: (?:again|then|now|there))?[\s,]+)"
)
_PERSON = r"(?:i|you|ye|u|we|he|she|they|there|anyone|anybody|someone|somebody)"
#: What cannot follow its own subject: ``wren what …``, ``wren are you …``, ``wren i …``.
_ADDRESSES = (
    r"(?:(?:what|who|whom|whose|which|where|why|how|when)(?:['’]?s|['’]?re|['’]?d)?\b"
    r"|(?:is|are|was|were|am|do|does|did|has|have|had|can|could|would|will|shall|should|may|might"
    rf"|must)(?:n['’]?t)? {_PERSON}\b|(?:is|was|will|would|can|could) it \w"
    r"|(?:is|was) (?:that|this) (?:true|so|right|real|really|you|yours?|why|what|how|it|all)\b"
    r"|so (?:you|i|we|he|she|they)\b"
    r"|(?:i|you|we|he|she|they|it)(?:['’](?:m|s|re|ve|d|ll))? (?!and\b|or\b)\w"
    r"|(?:im|ive|ill|id|youre|youve|shes|hes|theyre|theyve|its|thats|theres|u|ur|gonna|wanna)\b"
    r"|(?:my|your|our|their|please|tell me|show me|give me|help me|let me|let us|lets|come here"
    # These are no forms of a verb whose subject is one person.
    r"|remind|ask|bring|wake|poke|nudge|nag|sing|teach|lend|fetch|forgive|excuse|believe|trust"
    r"|listen|wait|guess|remember|promise|don['’]?t|do not"
    r"|come with|follow me|thanks|thank you|hi|hello|hey|hiya|bye|goodbye|good night)\b)"
)
#: Words that end what was said, so that a name behind them is no part of it.
_ENDED = (
    r"(?:you|me|us|here|there|now|today|tonight|tomorrow|yesterday|then|again|yet|too|please|though"
    r"|yes|no|yeah|ok|okay|later|really|right|lol|bye|goodbye|thanks|thank you|cheers|sorry"
    r"|hi|hello|night|morning|evening)"
)
#: What a question for a thing still lacks before a name: ``what did you tell moss``.
_LACKING = (
    r"(?:(?:tell|told|give|gave|ask|asked|bring|brought|show|teach|owe|send|sell|lend|call|say|said"
    r"|know|see|like|of|about|to|for|with|from|by|at|on|in|than|as|and|or|like|is|are|was|were|the|a"
    r"|my|your|makes?|does|did|help|helps|do) )"
)
_NO_NAME = (
    r"(?!(?:what|who|whom|whose|which|where|why|how|when|is|are|was|were|am|do|does|did|has|have|had"
    r"|can|could|would|will|shall|should|may|might|must|i|you|u|we|he|she|they|it|there|here|that"
    r"|this|these|those|and|but|or|so|if|because|as|than|then|now|not|no|yes|the|an?|my|your|our|his"
    r"|her|their|all|too|to|me|us|one|again|please|sorry|thanks?|hi|hello|hey|like|know|think|say"
    r"|said|tell|see|guess|suppose|mean|hope|wish|bet|if|im|ive|later|soon|doing|going|off|for"
    r"|with|in|on|at|of|from|what's)\b)"
)


#: Behind a name and a full stop one speaks to its bearer only with these: ``Cobb. You said …``
_TURNS = (
    r"(?:you|your|you['’]re|youre|(?:is|are|was|were|do|does|did|have|can|could|would|will)"
    r" you|what|who|where|why|how)\b"
)


def _make_patterns(name: str) -> list[re.Pattern[str]]:
    """Return the patterns of a call without a comma; `name` is the pattern of a name, a group.

    The last of them needs no more than the last words.
    """
    begins = rf"(?:^|[.!?;]\s+)\W*{_OPENS}*"
    return [
        late_pattern(each, re.IGNORECASE)
        for each in (
            rf"{begins}{_GREETS}{_OPENS}*{_NO_NAME}{name}(?=\W|$)",
            rf"{begins}{_NO_NAME}{name}\s*(?=,|:|!|\?$)",
            rf"{begins}{_NO_NAME}{name}(?:\s+(?={_ADDRESSES})|[.] (?={_TURNS}))",
            rf"\b(?:what|which|who) (?:do|did|are|were|have|would|will|should|can) (?:you|we|i)"
            rf" (?:(?!{_LACKING})[\w'’-]+ )+{_NO_NAME}{name}(?=\W*$)",
            rf"\b{_ENDED} {_NO_NAME}{name}(?=\W*$)",
        )
    ]


_PATTERNS = _make_patterns(_NAME)

#: Two words and a name are too few to tell: "old man moss".
LEAST_WORDS = 4


#: Before a name at the end these make it a part of what is said: "I have seen moss".
_TAKES_NAME = late_pattern(
    r"(?:"
    r"a|an|the|my|your|our|his|her|their|this|that|these|those|and|or|but|nor|not|no|of|to"
    r"|from|in|on|at|by|for|with|without|about|after|before|near|past|than|as|like|is|are"
    r"|was|were|be|been|am|see|saw|seen|know|knew|known|meet|met|liked|love|loved|miss"
    r"|missed|hate|hated|ask|asked|tell|told|help|helped|trust|trusted|believe|believed"
    r"|thank|thanked|hear|heard|find|found|visit|visited|call|called|named|name|remember"
    r"|remembered|watch|watched|draw|drew|drawn|want|wanted|need|needed|follow|followed"
    r"|greet|greeted|kiss|kissed|bring|brought|give|gave|send|sent|show|showed|join|joined"
    r"|say|said|says|mean|meant|between|only|even|just|poor|dear|old|little"
    r")",
    re.IGNORECASE,
)
#: But for what is pointed at in a question: "whose is that cobb".
_POINTED_AT = late_pattern(
    r"\b(?:what|who|whose|which|where|how)(?: (?:is|was|are|were)|['’]?s) (?:that|this|those|these)"
    r"\s+\S+$",
    re.IGNORECASE,
)
_LAST_WORDS = late_pattern(r"(\S+)\s+(\S+?)[\W_]*$")


def ends_with_call(words: str, name: str) -> bool:
    """Return whether `words` end with `name`, to which nothing before it belongs: "i come from
    osaka moss". So one calls somebody whose name is known, and sets no comma."""
    return _find_last_called(words) == name.casefold()


@lru_cache(2048)
def _find_last_called(words: str) -> str:
    """Return the last word, folded, to which nothing before it belongs; empty: there is none."""
    last = _LAST_WORDS.search(words)
    if last is None or len(words.split()) < LEAST_WORDS:
        return ""
    taken = _TAKES_NAME.fullmatch(last[1].strip(",.!?;:")) and not _POINTED_AT.search(words)
    return "" if taken else last[2].casefold()


@lru_cache(2048)
def list_called(words: str) -> tuple[str, ...]:
    """Return the words by which somebody may be called: ``Wren, …``, ``…, Wren?``, ``hi wren``.

    What stands in such a place may be no name at all.
    """
    called = _BETWEEN.findall(words) if "," in words else []
    *patterns, ending = _PATTERNS
    bare = [name for each in patterns for name in each.findall(words)]
    bare += ending.findall(" ".join(words.rsplit(None, 3)[-3:]))
    return tuple(dict.fromkeys((*called, *bare)))


_SAYS_NOTHING = late_pattern(r"\W*(?:(?:hey|oh|so|ok|okay|and|but|well)\W*)*", re.IGNORECASE)


def find_called(words: str, names: Collection[str]) -> tuple[str, ...]:
    """Return those of some names that `words` call; empty: they call none of these."""
    called, last = {key_of(each) for each in list_called(words)}, _find_last_called(words)
    if not called and not last:  # of a crowd's names nobody need read one
        return ()
    return tuple(e for e in names if e.casefold() == last or key_of(e) in called)


def remove_called(words: str, name: str) -> str:
    """Return `words` without `name` where that calls its bearer at the beginning of a sentence, or
    without a comma: "I am Ada. Moss, is it ripe?", "so moss is it ripe"."""
    words = _remove_within(words, name)
    if ends_with_call(words, name):
        return re.sub(rf"\s+{re.escape(name)}(?=\W*$)", "", words, flags=re.IGNORECASE)
    return words


#: Stands for whatever name is looked for: patterns of each name would take 10 ms to compile.
_STAND_IN = "\ua66e"
_PATTERNS_OF_ONE = _make_patterns(f"({_STAND_IN})")
_MAY_NAME = late_pattern(_NO_NAME, re.IGNORECASE)


def _remove_within(words: str, name: str) -> str:
    spelled = _make_pattern_of(name).findall(words)
    if not spelled or _STAND_IN in words or not _MAY_NAME.match(name):
        return words
    marked = _make_pattern_of(name).sub(_STAND_IN, words)
    for pattern in _PATTERNS_OF_ONE:
        for found in reversed(list(pattern.finditer(marked))):
            before, after = marked[: found.start(1)].rstrip(), marked[found.end(1) :]
            del spelled[before.count(_STAND_IN)]
            if after.strip() and _SAYS_NOTHING.fullmatch(before):
                before = ""
            if not before or before[-1] in ".!?;":  # what follows begins a sentence
                marked = f"{before} {after.lstrip(' ,.:!')}".strip()
            else:
                marked = f"{before}{after}"
    first, *parts = marked.split(_STAND_IN)
    return first + "".join(map("".join, zip(spelled, parts, strict=True)))


@lru_cache(1024)
def _make_pattern_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
