"""What somebody bids the agent remind them of, or ask them later: "Remind me to call my mum." """

from __future__ import annotations

import re
from datetime import timedelta

from agents.memory.language.numerals import find_numerals
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import DIGITS, TEENS, TENS, any_of
from agents.mind.speech.told.biddings import bids_come_back
from agents.mind.speech.turning import turn_clause
from agents.prose import soften_quotes, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: All of a sentence, or up to a semicolon; "Mr." ends none.
_TO_END = r"(?:[^.?!;]|(?<=\bMr)\.|(?<=\bMrs)\.|(?<=\bDr)\.|(?<=\bSt)\.)+"
_COUNT = rf"\d{{1,3}}|{any_of((*DIGITS[1:], *TEENS))}|(?:{any_of(TENS)})(?:-\w+)?"
_WHEN = (
    r"(?:tomorrow(?: morning| evening)?|later(?: on| tonight| today)?|tonight|next time|again"
    r"|in the (?:morning|evening)|in a (?:bit|little|moment)"
    r"|after (?:supper|dinner|lunch|breakfast)"
    r"|in (?:[\w-]+ ){1,3}?(?:hour|day|min(?:ute|it)?|week|while)s?(?:['’]? time)?(?: or so)?"
    rf"|(?:maybe |(?<=, )|(?<=: )|(?<=later ))(?:{_COUNT}) (?:hour|min(?:ute|it)?)s?"
    r"|(?:on|next|this) \w+day|next week|(?:when|if|once) (?:I|we) [^,.;?!]+?"
    r"|before (?:I|we) [^,.;?!]+?|by and by|presently|after a while|at some point|some ?time"
    r"|(?:when|if) you (?:can|get (?:a|the) chance|think of it|remember)|please)"
)
#: When it is to be, said before all else: "In five minutes, …", "If I'm still here tonight, …".
_FIRST_WHEN = late_pattern(
    r"^\W*(?:(?:and|but|so|oh|well|then|now|also|hey|okay|ok)\b\W+)*"
    rf"(?:(?:when|if|once) (?:I|we)(?:['’]\w+)? [^,.;?!]+, |{_WHEN},? )+",
    re.IGNORECASE,
)
#: Words that bid somebody remind their speaker, and some that do so only for a time.
_REMIND_ME = (
    r"(?<!not )(?<!n['’]t )(?<!never )\bremind me|\b(?:mind|about|for) reminding me"
    r"|\bif you(?:['’]d| could| would| can)? remind(?:ed)? me"
    r"|\b(?:you(?:['’]ll| will)|will you|would you|can you) mind me(?= (?:to|about)\b)"
    r"|\b(?:don['’]?t|do not|never) let me forget"
    r"|\bmake sure (?:that )?I (?:don['’]?t forget|remember)"
)
_NAG_ME = (
    r"(?<!not )(?<!n['’]t )(?<!never )\b(?:nag|nudge|poke|prod) me"
    r"|\b(?:give|drop) me an? (?:shout|nudge|poke|kick|call|ring|reminder|line)"
)
#: "That reminds me of", "you remind me of", "remind me what" and "don't remind me" bid nothing.
_REMIND = late_pattern(
    rf"(?:(?:{_REMIND_ME}),? (?:{_WHEN}[,:]? )*"
    rf"|\b{_WHEN},? tell me (?=to )|\btell me,? (?:{_WHEN},? )+(?=to ))"
    rf"(?P<what>(?:to|about|that|i (?:must|have to|need to|should|gotta|got to)) {_TO_END})",
    re.IGNORECASE,
)
#: What is bidden in other words as well, where it is said when: "remind me of", "nag me".
_REMIND_THEN = late_pattern(
    rf"(?:{_REMIND_ME}|{_NAG_ME}|(?:^\W*|[,:] )tell me (?=to )),? (?P<when>{_WHEN}[,:]? )*"
    rf"(?P<what>(?:to|about|that|of(?! your)) {_TO_END})",
    re.IGNORECASE,
)
_ASK = late_pattern(
    r"(?:^\W*|\b(?:and|please|you|then|so|but),? )(?<!do you )(?<!did you )(?<!if you )"
    rf"\bask me,? (?P<when>{_WHEN},? )*"
    rf"(?P<what>(?:if|whether|how|what|where|when|who|about) (?!you\b){_TO_END})",
    re.IGNORECASE,
)
#: The same, bidden more politely: "so kind as to ask me", "I should like you to ask me".
_ASK_KINDLY = late_pattern(
    r"(?:\b(?:(?:kind|good|nice|sweet)(?: enough)?(?: as)?|remember|you|want|need|like) to ask me"
    r"|\b(?:kind|good|nice) and ask me|\bmind asking me"
    r"|\bif you(?:['’]d| could| would)? ask(?:ed)? me)"
    rf",? (?P<when>{_WHEN},? )*"
    rf"(?P<what>(?:if|whether|how|what|where|when|who|about) (?!you\b){_TO_END})",
    re.IGNORECASE,
)
#: So begins what tells or asks of a bidding, and bids nothing: "Did she tell you to ask me …?"
_TELLS_OF_IT = late_pattern(
    r"^\W*(?:(?:and|but|so|oh|well)\W+)*"
    r"(?:did|do(?! me\b)|does|has|have|had|was|were|why|who|how)\b"
    r"|\b(?:he|she|they|it) \w+ (?:me|you)\b|\bI \w+ (?:him|her|them)\b",
    re.IGNORECASE,
)
#: To ask how or what is a favour only for later: "Ask me what I do for a living."
_WHETHER = late_pattern(r"(?:if|whether)\b", re.IGNORECASE)
_TAG = late_pattern(
    r",? (?:will|would|could|can) (?:you|u)\W*$|, (?:will|would|could) you,.*$"
    r"|, (?:then|though|all right)\W*$",
    re.I,
)
_ENDS = late_pattern(rf",? {_WHEN}\W*$", re.IGNORECASE)
#: Why it has to be remembered is no part of it: "…, or I shall forget it".
_WHY = late_pattern(
    r",? (?:or|because|since|as|for|otherwise|else) (?:I|he|she|it|they)\b.*$", re.I
)
_OF_ONESELF = late_pattern(r"I\b", re.IGNORECASE)
#: "Was there not something you were going to remind me of?"
_ASKS_OF = late_pattern(
    r"\bremind me of\b[^?]*\?|\b(?:to|should) (?:remind|ask) me\b[^?]*\?"
    r"|\bto mind me (?:of|about)\b[^?]*\?"
    r"|\bwhat (?:did|was|were)\b[^?]*\bremind\w*\b[^?]*\?"
    r"|\b(?:meant|supposed|going|gonna) (?:to )?remind me\b(?! to\b)"
    r"|\bask(?:ed)? (?:you|u) (?:for|to do) something\b"
    r"|\bsomething (?:that )?(?:you|u) (?:were|are) (?:keeping|holding|to keep|to tell me)\b"
    r"|\b(?:wasn['’]?t|isn['’]?t|was|is) there an? reminder\b|\bwhat (?:was|is|about) my reminder\b"
    r"|\byou (?:were|was|are) (?:going |supposed |meant )?to (?:ask|remind)\b"
    r"|\bshould (?:you|u) (?:nudge|nag|poke|prod|remind|ask) me (?:about|of)\b",
    re.IGNORECASE,
)
#: "Did Wren tell you to ask me that?" asks of others.
_OF_OTHERS = late_pattern(r"\b(?:tell|told|wants?|wanted) (?:you|u) to\b", re.IGNORECASE)
#: "You remind me about as much of him as a goat."
_LIKENS = late_pattern(r"^\W*(?:(?:and|but|so|well)\W+)?you (?:\w+ )?remind me\b", re.IGNORECASE)
#: It is for the next time that they meet, or not before an hour.
_NEXT_TIME = late_pattern(
    r"\b(?:tomorrow|next|morning|when I (?:come|am back|return)|\w*days?|weeks?|hours?)\b", re.I
)
_ANOTHER_DAY = late_pattern(r"\b(?:tomorrow|next|morning|\w*days?|weeks?)\b", re.IGNORECASE)
#: "In about five minutes", "maybe 5 minute", "in half an hour".
_AFTER = late_pattern(
    rf"\b(?:in|maybe|about|like|(?={_COUNT}\b))(?: (?:about|maybe|like|some|just))* ?"
    rf"(?P<count>half an|an?|{_COUNT}|(?:a )?(?:few|couple(?: of)?)) (?P<unit>min|hour)",
    re.IGNORECASE,
)
#: How many such words are; what is not here and no number is one.
_COUNTS = {"half an": 0.5, "couple": 2, "few": 3}


@late_dataclass(frozen=True, slots=True)
class Reminder:
    """Of what somebody is to be reminded."""

    what: str
    """As it goes on behind "You wanted to be reminded", or "asked" if `asks`, said to them:
    ``to call your mum``, ``whether you have called your mum``."""
    asks: bool
    next_time: bool
    """Whether it is for another meeting, or a later hour."""
    after: timedelta | None = None
    """After how long, if they said so in minutes or hours."""
    quoted: bool = False
    """Whether `what` is the whole sentence by which they bade it, in their words."""


@cache_short_texts(256)
def read_reminder(words: str) -> Reminder | None:
    """Return what words bid the hearer remind their speaker of; None: nothing."""
    for sentence in split_sentences(words):
        asks, told = _find_bidden(sentence)
        bare = _ENDS.sub("", _WHY.sub("", _TAG.sub("", told))) if told else ""
        bidding = _WHY.sub("", sentence)  # "…, because it is her birthday" says nothing of when
        when = bidding.replace(bare, "") if bare else bidding
        bare = f"that {bare}" if _OF_ONESELF.match(bare) else bare
        what = turn_clause(bare) if len(bare.split()) > 1 else ""
        if what:
            after = None if _ANOTHER_DAY.search(when) else _find_after(when)
            next_time = _NEXT_TIME.search(bidding) is not None
            return Reminder(f"{what[:1].lower()}{what[1:]}", asks, next_time, after)
    if asks_for_reminder(words):
        return None
    return next((_quote(e) for e in split_sentences(words) if bids_come_back(e)), None)


def _quote(sentence: str) -> Reminder:
    """Return what a sentence bids that is only known by its own words."""
    another_day = _ANOTHER_DAY.search(sentence) is not None
    after = None if another_day else _find_after(sentence)
    return Reminder(soften_quotes(sentence.rstrip(" .!?")), False, another_day, after, quoted=True)


def _find_bidden(sentence: str) -> tuple[bool, str]:
    """Return whether a sentence bids its hearer ask something, and for or of what; empty: it bids
    nothing."""
    begun = _FIRST_WHEN.match(sentence)
    bare = sentence[begun.end() :] if begun else sentence
    timed = begun is not None or _ENDS.search(_TAG.sub("", sentence)) is not None
    kindly = None if _TELLS_OF_IT.search(sentence) else _ASK_KINDLY.search(bare)
    asked = _ASK.search(bare) or kindly
    if asked:
        so = timed or asked["when"] or _WHETHER.match(asked["what"])
        return True, asked["what"] if so else ""
    if _LIKENS.match(sentence):
        return False, ""
    found = _REMIND.search(sentence)
    if found is None and not _TELLS_OF_IT.search(sentence):
        found = _REMIND_THEN.search(bare)
        found = found if found and (timed or found["when"]) else None
    return False, found["what"] if found else ""


def _find_after(sentence: str) -> timedelta | None:
    """Return after how long somebody is to be reminded; None: they do not say it in figures."""
    found = _AFTER.search(sentence)
    if not found:
        return None
    count, hours = found["count"].casefold(), found["unit"].casefold() == "hour"
    unit = timedelta(hours=1) if hours else timedelta(minutes=1)
    numbers = [float(each) for each in find_numerals(count) if each.isdigit()]
    numbers += [number for words, number in _COUNTS.items() if words in count]
    return unit * max(numbers, default=1)


def asks_for_reminder(words: str) -> bool:
    """Return whether words ask of what the hearer was to remind their speaker."""
    return _ASKS_OF.search(words) is not None and not _OF_OTHERS.search(words)
