"""What somebody told of their own life, for who asks what is still known of it.

By the kinds of `acts` what weighs on somebody is known from what is said by the way; without a
sentence model the words decide: kin, numbers, and how much a sentence names.
"""

from __future__ import annotations

import re

from agents.memory.language.salience import KIN
from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.words import AUXILIARIES, FIRST_PERSON, any_of
from agents.mind.speech.told.acts import TROUBLE, WORRYING, SpokenActs
from agents.mind.speech.told.people import Relative
from agents.mind.speech.told.telling_back import Told, ToldSentence, tell_back
from agents.mind.speech.told.values import NUMERAL
from agents.mind.speech.told.worries import find_worry
from agents.prose import capitalise
from late.late_pattern import late_pattern

#: What each kind of `acts` adds to how much a sentence tells of its speaker.
_KINDS = {
    **dict.fromkeys((*WORRYING, TROUBLE), 2.0),
    **dict.fromkeys(("past", "kin", "trade"), 1.2),
    **dict.fromkeys(("plan", "journey"), 0.8),
    **dict.fromkeys(("opinion", "reply", "complaint"), -1.0),
    **dict.fromkeys(("joke", "thanks"), -3.0),
}
_NAMED, _MOST_NAMED = 0.25, 6
_OF_KIN, _WITH_NUMBER, _WORRYING = 0.6, 0.6, 2.0
#: What tells less is no news of anybody's life.
LEAST = 1.0

#: Longer clauses end where they are joined; shorter ones tell nothing.
_LONGEST_CLAUSE, _FEWEST_WORDS = 18, 4
#: A part of so many words stands for the whole.
_PART = 6

_OF_SPEAKER = late_pattern(rf"\b{any_of(FIRST_PERSON)}\b|\bI['’]\w+", re.IGNORECASE)
_KIN = late_pattern(rf"\b(?:{KIN})s?\b", re.IGNORECASE)
_NUMBER = late_pattern(rf"\b{NUMERAL}\b", re.IGNORECASE)
_JOINED = late_pattern(r"(?:,|;| -+| –|:) (?=\w)|,? (?=(?:and|but|because|so|until|though) )")
#: Who or what is meant stands in another sentence.
_LEANS = late_pattern(
    r"^\W*(?:(?:and|but|so|then|now|because|no|nah|yes|yeah|aye|oh|well|ok|okay|lol)\W+)*(?:he|she|it|they|that|this|these|those|nobody"
    r"|everybody|both|then|from this|from that|instead|otherwise|mine|hers|yours|his|their|there"
    r"|maybe|perhaps|of (?:course|[a-z]+,)|(?:before|after) that|one (?:is|was|of (?:them|these))"
    r"|the (?:best|worst|first|second|third|last|other|others|hardest)(?: one)? (?:is|was|are))\b"
    r"|^\W*(?:I|we) \w+ (?:him|her(?! \w)|them|it)\b|\b(?:hers|theirs)\b"
    r"|\bhis(?=\W*$| (?:with|by|in|on|at)\b)|\bsuch an?\b"
    r"|^[^,;]*\b(?:I|I['’]\w+|we) [^,;]*\b(?:it|them)(?=\W*$)"
    r"|^\W*(?:[\w'’-]+ ){1,4}(?:it|them|him)\b"
    rf"|^\W*(?:I|we) (?:{any_of(AUXILIARIES)})(?=\W*$|,)",
    re.IGNORECASE,
)
_PRONOUN = late_pattern(r"^\W*(?:and |but )?(?:he|she)\b", re.IGNORECASE)
#: What tells nothing, before and behind.
_LEADS_IN = late_pattern(
    r"^\W*(?:(?:the )?(?:thing|truth|point|trouble) is|to tell (?:you )?the truth|truth be told"
    r"|to be honest|honestly|fair enough|now|sorry)"
    r"\b,? ",
    re.IGNORECASE,
)
_BESIDE = late_pattern(
    r",? (?:ha+|don['’]t laugh|you know|mind you|you see|though|god help me|I suppose|of course)"
    r"(?=\W*$)",
    re.IGNORECASE,
)
#: What is said of the talk itself, of this place, or of what one is about to do.
_OF_THE_TALK = late_pattern(
    r"^\W*(?:(?:and|but|so|well|no|yes|oh|then|perhaps|maybe)\W+)*"
    r"I(?:['’](?:m|d|ll|ve)| am| was| do| did| will| would| can| could| have| had| must| shall"
    r"| should| might| may)?(?: not|n['’]t)?(?: (?:just|only|really|also|still|rather|quite|so"
    r"|very|never|always|already|had|have|to|be|like to|love to|better|much))*"
    r" (?:think|thinks|thought|guess|suppose|mean|meant|see|hope|wonder|bet|believe|know|knew"
    r"|agree|understand|ask|asked|asking|wondering|curious|sorry|glad|listen|listening|fine|here"
    r"|back|off|go|going now|leave|leaving|say|said|saying|tell|told|telling|thank|promise|hear"
    r"|remember|sit|try|stay|look|wait|come back|sure|like (?:that|this|it|the)|love (?:that|this"
    r"|it|the)|imagine|expect|expected|notice|noticed|beg|take|admire|envy|wish|swear|reckon)\b"
    r"|\bthank|^\W*I(?:['’]m| am) the one\b"
    r"|\b(?:set|put|get) (?:one|some|a) ?things? (?:straight|right)\b"
    r"|\bI (?:put|said|had|got|told you) (?:that|it) (?:all )?wrong\b"
    r"|(?<!moved )(?<!live )(?<!lived )\b(?:here|this place|over there"
    r"|good (?:night|morning|evening|day))\b|^\W*ha+\b|\bno,? wait\b",
    re.IGNORECASE,
)
#: "Ola, I saw her at her father's grave", "Divided by two, I promise": turned, it is no English.
_BEGINS_ELSEWHERE = late_pattern(
    r"^\W*(?!(?:and|but|so|well|yes|no|oh|now|then|since|when|after|before|last|until)\b)"
    r"[^,;:]{1,30}, (?:I|we|he|she|they|it)\b",
    re.IGNORECASE,
)


#: What leans on words that were said before it: "You lost somebody, too."
_BESIDES = late_pattern(
    r",? (?:too|as well|also|either|yourself|anyway|then)(?=\W*$|[,;])|(?<=\w) also(?= \w)", re.I
)
#: Where a clause ends and another begins without a stop: "You come from a river, you have boats".
_NEXT_CLAUSE = late_pattern(
    r",? (?:and|but|so) (?=(?:I|you|he|she|it|they|we|nobody|that|there)\b)"
    r"|[,;:] (?=(?:I|you|he|she|it|they|we|nobody|that|there)\b)",
    re.IGNORECASE,
)
#: With whom a plain clause begins, and what does not follow: "You too you count".
_OF_WHOM = late_pattern(
    r"(?:You|Your (?:[\w'’-]+ ){1,3}?|[A-Z]\w+(?:, your \w+,)?|The [\w'’-]+)"
    r"(?! (?:too|also|and|not|the|a|an|you|your|I)\b)['’ ]\w+"
)


def make_plain(clause: str) -> str:
    """Return the first whole clause of what is said back to its speaker, without what leans on
    other words; empty where it does not begin with whom it is of."""
    bare = _BESIDES.sub("", _NEXT_CLAUSE.split(clause)[0])
    return bare if _OF_WHOM.match(capitalise(bare)) else ""


def tells_of_life(sentence: str) -> bool:
    """Return whether a statement may be said back to its speaker as one of themselves: it is of
    no talk, and begins with whom it is of."""
    told = _LEADS_IN.sub("", sentence)
    return not (_OF_THE_TALK.search(sentence) or _BEGINS_ELSEWHERE.search(told))


def choose_clauses(told: Told, acts: SpokenActs, most: int) -> list[str]:
    """Return what tells most of its speaker, as it is said to them, the most telling first.

    Each begins with a capital letter, and has no mark at its end. Of what tells the same the later
    words stand.
    """
    of_whom = [_find_named(told, at) for at in range(len(told.sentences))]
    rated = [
        (_rate(each.words, acts, of_whom[at]), at, each) for at, each in enumerate(told.sentences)
    ]
    rated.sort(key=lambda each: (-each[0], -each[1]))
    chosen: dict[str, frozenset[str]] = {}
    for rating, at, each in rated:
        clause = _make_clause(each, of_whom[at]) if rating >= LEAST else ""
        about = frozenset(stem_words(clause))
        if not clause or any(_are_alike(about, other) for other in chosen.values()):
            continue
        chosen[clause] = about
        if len(chosen) == most:
            break
    return list(chosen)


def _find_named(told: Told, at: int) -> Relative | None:
    """Return whom "he" or "she" at the beginning of a sentence means, if the same line named them.

    In another line it may have been somebody else, which is put right too late.
    """
    sentence = told.sentences[at]
    if not sentence.about or not _PRONOUN.match(sentence.words):
        return None
    same = [each for each in told.sentences[:at] if each.seq == sentence.seq]
    named = any(each.about == sentence.about and _KIN.search(each.words) for each in same)
    return told.circle.found[sentence.about[0]] if named else None


def _rate(sentence: str, acts: SpokenActs, whom: Relative | None) -> float:
    """Return how much a statement tells of its speaker's life, or of `whom`; 0: nothing."""
    if not tells_of_life(sentence) or len(find_words(sentence)) < _FEWEST_WORDS:
        return 0.0
    kind, worry = acts.find(sentence), find_worry(sentence)
    of_kin = whom is not None or _KIN.search(sentence) is not None
    if not _OF_SPEAKER.search(sentence) and not (of_kin or worry or kind in WORRYING):
        return 0.0
    named = min(len(set(stem_words(sentence))), _MOST_NAMED)
    weighs = _WORRYING if worry and kind not in WORRYING else 0.0
    return (
        _NAMED * named
        + _KINDS.get(kind, 0.0)
        + weighs
        + _OF_KIN * of_kin
        + _WITH_NUMBER * (_NUMBER.search(sentence) is not None)
    )


def _make_clause(sentence: ToldSentence, whom: Relative | None) -> str:
    if whom is None and _LEANS.search(sentence.words):
        return ""
    clause = _cut(_BESIDE.sub("", tell_back(_LEADS_IN.sub("", sentence.words), whom)))
    return capitalise(clause) if len(clause.split()) >= _FEWEST_WORDS else ""


def _cut(clause: str) -> str:
    """Return a long clause up to the last place where it is joined that leaves it short."""
    if len(clause.split()) <= _LONGEST_CLAUSE:
        return clause
    parts = [clause[: each.start()] for each in _JOINED.finditer(clause)]
    fit = [each for each in parts if _PART <= len(each.split()) <= _LONGEST_CLAUSE]
    return fit[-1] if fit else ""


def _are_alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return 2 * len(one & other) > min(len(one), len(other))
