"""Which sentences bid their hearer come back to something later, in whatever words: "poke me at
noon", "set a timer for the eggs", "not now, ask again in a minute"."""

from __future__ import annotations

import re

from agents.memory.language.words import (
    DAY_TIMES,
    NEAR_DAYS,
    NUMBERS,
    QUESTION_WORDS,
    TEENS,
    WEEKDAYS,
    any_of,
)
from late.late_pattern import late_pattern

_NUMBER = rf"(?:\d[\d:.]*|{any_of(NUMBERS, TEENS)}|one)"
_ME = r"(?:I|you|we|it|its|he|she|the|my|your|time|im|i['’]m|it['’]s)"
#: When it is to be.
_TIME = late_pattern(
    r"\b(?:in|after|for) (?:[\w-]+ ){0,3}?"
    r"(?:\d+|sec|min|hour|bit|while|day|week|month|moment)\w*"
    rf"|\b{_NUMBER}[- ]?(?:sec|min|hour)\w*|\b(?:half|quarter) (?:past|to|an)\b"
    r"|\b(?:at|by|around|before|till|until|come|on|for) (?:about |half |quarter |the )?"
    rf"(?:{_NUMBER}|{any_of(DAY_TIMES, WEEKDAYS)}|midnight|night|evening|morning|time)\b"
    rf"|\b(?:later|tonight|{any_of(NEAR_DAYS)}|soon|afterwards|next (?:time|week)|b4)\b"
    r"|\b\d{1,2} ?(?:am|pm|h|o['’]?clock)\b|\b\d{1,2}:\d\d\b|\bon the \d|\btmrw\b"
    r"|\b(?:every|each) (?:\w+ )?(?:hour|day|night|morning|evening|time|week)\b|\bnow and then\b"
    r"|\bminutes? (?:have |has )?passed\b|\bsome (?:other )?(?:day|evening|time)\b"
    r"|\b(?:in|at|till|until|by) \d"
    r"|\b(?:when(?:ever)?|once|if|before|as soon as|till|until|the moment|next time) "
    rf"{_ME}\b|\b(?:time|hour|minutes)(?:['’]s| is| are) (?:up|over)\b",
    re.IGNORECASE,
)
#: Where a bidding begins within a sentence.
_BEGINS = r"(?:^\W*|[,:;—–-] |\b(?:and|then|or|please|pls|just|you|u|least) )"
#: What bids so where it is said when.
_TIMED = late_pattern(
    r"(?<!not )(?<!n['’]t )\b(?:wake|poke|nudge|prod|ping|buzz|prompt|alert|nag|chase|pester|bug"
    r"|warn|notify|rouse|interrupt|scold|message|alarm|remind|ring|call) (?:me|us)\b"
    r"(?! (?:up )?(?-i:[A-Z]))"
    rf"|{_BEGINS}(?:shout|holler|yell|whistle|beep|sing out|call out|knock|say so)\b"
    r"|\b(?:shake me awake|get me up|tap me|hit me up|come and find me|look in on me|flag it"
    r"|speak (?:up|to me again)|circle back|press me for|demand an answer|break in on me)\b"
    r"|\b(?:to my attention|say my name|heads up|send me a reminder)\b"
    r"|\b(?:throw|kick|send|chuck) me (?:out|home|to bed|back|off)\b|\bmake me tell you\b"
    r"|\blet me know (?!what|how|if)|\bsay (?:the word )?[\"'“‘]?\w+[\"'”’]? to me\b"
    r"|\bsay (?:the word )?[\"'“‘]\w|\b(?:to|you) say me\b"
    r"|\btell me (?:(?:when|once) (?:it|the|half|an?|my|I|time|supper|tea)\b"
    r"|at|in|to|that|before)"
    rf"|{_BEGINS}(?:tell|ask) me\W*$|\bdon['’]?t forget to (?:tell|ask|wake) me\b"
    rf"|{_BEGINS}(?:mention|raise|bring up)\b|\bbring (?:it|that|this)\b.{{0,30}}\bup\b"
    r"|\b(?:come|go|get) back to (?:me|it|that|this)\b"
    r"|\b(?:check(?:ing)?(?: up| in| back)?|follow(?:ing)? up|catch up|pick (?:it|that|this) up)"
    r" (?:on|with) me\b|\bcheck(?:ing)? back\b|\bask me [^.,;?!]{1,30} again\b"
    rf"|{_BEGINS}ask(?: me)?(?: that| it)? (?:(?:again|then|later|in|at|how|about|what)\b"
    r"|(?:if|whether) (?!you\b))"
    rf"|{_BEGINS}(?<!you )ask(?:\W*$|,? later\b)|\bquestion me\b|\bget me to tell you\b"
    r"|\btry me again\b|\bput (?:it|that|the question) to me\b|\bquiz me\b|\bdrop me a\b"
    r"|\bgive me (?:an?|the) (?:\w+ )?"
    r"(?:shout|nudge|poke|kick|call|prod|ring|bell|knock|push|sign)"
    r"|\ba word (?:in my ear|at)\b",
    re.IGNORECASE,
)
#: What bids so by itself.
_PLAIN = late_pattern(
    r"\b(?:set|start) (?:me )?an? (?:\w+ )?(?:reminder|timer|alarm)\b"
    r"|^\W*(?:timer|alarm|reminder)\b|\byou['’]re my (?:alarm|clock|phone)\b"
    r"|\bbe (?:my|an?) (?:\w+ )?(?:alarm|clock|timer|reminder)\b"
    r"|\b(?:jog|refresh) my memory\b|\bhold me to (?:it|that)\b|\b(?:ask|try) me again\b"
    r"|\b(?:I need|I want|could I have|I['’]d like) a (?:reminder|nudge|prod)\b"
    r"|\bdo(?:n['’]?t| not) (?:you )?let (?:me (?!down|in\b|know)|(?:this|that|it) slip)"
    r"|\bkeep (?:on )?(?:asking|reminding|telling) me\b|\bmake sure (?:that )?I\b"
    r"|\bsee (?:to it )?that I\b|\bkeep (?:on )?at me\b|\bcheck (?:up |in |back )?(?:on|with) me\b"
    r"|\b(?:want|wish|like|need) (?:to be )?"
    r"(?:asked|reminded|told|telling|asking|reminding|waking)\b",
    re.IGNORECASE,
)
#: So begins what tells, asks, or offers, and bids nothing.
_NO_BIDDING = late_pattern(
    r"^\W*(?:(?:and|but|so|oh|well|no|yes|then|now)\W+)*"
    r"(?:(?:did|does|do(?! me\b)|has|have|had|was|were|is|are|when did|shall I|should I|may I"
    rf"|can I|must I|if you ask me|{any_of(QUESTION_WORDS)}"
    r"|you (?:remind|always|never|asked|said|told|may|can)|he|she|they|it|this|that|these"
    r"|nobody|somebody|everybody|people|my (?!memory|head|brain|phone|clock)\w+|the|an?"
    r"|I(?:['’](?:ll|ve))?(?!['’]d| (?:need|want|beg|wish|['’]d|would|should|shall need)))\b)"
    r"|\bask me (?:anything|what you|whatever|a riddle|a question)\b|\bcall me (?-i:[A-Z])"
    r"|\b(?:stop|quit) (?:nagging|asking|poking)\b"
    rf"|\bremind me,? (?:{any_of(QUESTION_WORDS)}|again)\b",
    re.IGNORECASE,
)


def bids_come_back(sentence: str) -> bool:
    """Return whether a sentence bids its hearer come back to something later."""
    if _NO_BIDDING.search(sentence):
        return False
    if _PLAIN.search(sentence):
        return True
    # A time stands in one of ten sentences, and is found in a quarter of the time.
    return _TIME.search(sentence) is not None and _TIMED.search(sentence) is not None
