"""Recognising courtesies: a greeting, a farewell, thanks, and whether words need an answer."""

from __future__ import annotations

import re

from agents.memory.language.stems import stem_words
from agents.mind.voice.asking import bids_tell, is_question
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: "I cannot stand so long" takes no leave.
SO_LONG = r"(?<!\w )so long(?=\W*$|[,!.])"
_HAIL = (
    r"(?:hello|hi|hey|hail|greetings|welcome|(?:a )?good (?:day|morning|evening|afternoon)|well met"
    r"|morning|evening|afternoon|there you are|(?:good|nice) to (?:see|meet) you)"
)
_GREETING = late_pattern(rf"^\W*(?:ah,? |oh,? )?{_HAIL}\b", re.IGNORECASE)
_FAREWELL = late_pattern(
    rf"\b(?:good ?bye|bye|farewell|good ?night|take care|{SO_LONG}|go well|go carefully"
    r"|(?<!not )(?<!you )(?<!I )(?<!they )(?<!we )sleep well(?= (?-i:[A-Z])|\W*$|[,.!])"
    r"|see (?:you|ya)(?: both| all)? (?:later|soon|again|then|tomorrow|around|next time)"
    r"|have a (?:good|nice|lovely|great) (?:one|day|evening|night|time)"
    r"|(?:was|has been|been) (?:(?:so|very|really) )?(?:a pleasure|nice|good|lovely|great|fun"
    r"|wonderful) (?:to (?:meet|talk|see|chat|speak)|meeting|talking|chatting|seeing|speaking)"
    r"|(?:nice|good|lovely|great) (?:meeting|talking (?:to|with)|chatting with) you"
    r"|until (?:next time|tomorrow)|mind how you go"
    r"|(?<!the )(?<!all )night,? (?:all|night|everyone)"
    r"|cheerio|toodle[- ]?(?:oo|pip)|laters|ta[- ]ra|ttyl|brb|gtg|g2g|cya|time I was off"
    r"|see (?:you|ya) (?:on )?\w+day)\b"
    r"|(?:^|[.!] )be good(?=,|\W*$)|\bI(?:['’]m| am) (?:away|off) home\b"
    r"|\b(?:I(?:['’]ve| have)? (?:got to|gotta|must|need to|have to|should|had better)"
    r"|I['’]d better|gotta|better)(?: really| probably)? (?:go|be going|be off|get going|leave"
    r"|make a move|head (?:off|home|out|back)|(?:get|be getting) (?:back|home|on)"
    r"|run|dash|log off|see to the \w+|get back to it"
    r"|call it a night)"
    r"(?: now| soon| then| home| to (?:bed|sleep|work)| back to work| before (?:dark|dusk|night"
    r"|it (?:is|gets) dark|the rain|dinner|supper))*(?=[.!, ]*$|[.!] )"
    r"|(?:^|[.,;!] )\W*(?:(?:right|well|ok(?:ay)?|anyway|so|and|then|thanks?|thank you)\W+)*"
    r"(?:I['’]?m|I am|we['’]?re|we are)? ?(?<!not )off (?:home|now|then|again|to (?:bed|sleep|work)"
    r"|to catch)(?=\W|$)"
    r"|(?:^|[.,;!] )\W*(?:(?:right|well|ok(?:ay)?|anyway|so|then)\W+)*(?:I['’]?m|I am) off"
    r"(?=\W*$|[,.!])|\bbed for me\b"
    r"|(?:^|[.,;!] )\W*(?:good ?)?night,? (?:all|everyone|everybody|both|then|[A-Za-z]{3,10})[.!]*$"
    r"|\bI (?:must|have to|need to|should|had better) (?:catch|get) (?:the|my) (?:last )?"
    r"(?:bus|train|ferry|boat)\b"
    r"|(?:^|[.,;!] )\W*(?:good ?)?night,? (?-i:[A-Z])[a-z]{2,9}(?=[,.!])"
    r"|(?:^|[.;!] )\W*(?:(?:right|well|ok(?:ay)?|anyway|so|then)\W+)*(?:I['’]?m |I am )?off to"
    r" (?:find|see|look for|meet|visit|the)\b"
    r"|\bI(?:['’]ll| will| shall) (?:go (?:and )?(?:find|look for|meet)"
    r" (?:some|the (?:rest|others)|my way|(?-i:[A-Z])\w)"
    r"|(?:be off|be going|leave you to)\b|let you (?:get on|work|sleep|rest|get back)\b)"
    r"|(?:^|[.,;!] )\W*see (?:you|ya)[.!]*$",
    re.IGNORECASE,
)
#: A courtesy with more telling words than this is more than a courtesy.
_BARE = 2


def is_greeting(words: str) -> bool:
    """Return whether `words` greet and say hardly anything else."""
    greets = _GREETING.search(words)
    return bool(greets) and _is_bare(words[greets.end() :] if greets else words)


def is_farewell(words: str) -> bool:
    """Return whether `words` take leave."""
    return bool(_FAREWELL.search(words)) and not is_question(words)


def asks(words: str) -> bool:
    """Return whether there is a question among `words`."""
    return any(map(is_question, split_sentences(words)))


def wants_answer(words: str) -> bool:
    """Return whether there is a question among `words`, or a bidding: "Tell me more of her." """
    return any(is_question(each) or bids_tell(each) for each in split_sentences(words))


def _is_bare(rest: str) -> bool:
    return len(stem_words(rest)) <= _BARE and not is_question(rest)
