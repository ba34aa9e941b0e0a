"""What somebody bids the hearer say to a third one: "Could you tell Ada that …"."""

from __future__ import annotations

import re

from agents.memory.language.text_cache import cache_short_texts
from late.late_pattern import late_pattern

_MIGHT_YOU = r"(?:can|could|will|would|won['’]t|might) (?:you|ye|u)(?: please)?"
_PLEASE_DO = (
    r"(?:you (?:could|might|may|can)(?: please)?"
    r"|I(?: want| need| beg| ask|['’]d like| would like) you to"
    r"|(?:do me (?:a|the) (?:favou?r|kindness)|be so (?:kind|good))[,:]? (?:and|as to))"
)
#: An order stands at the beginning of a clause: "Cobb, tell …", "a kindness: tell …".
_BIDS = (
    rf"(?:\b(?:{_MIGHT_YOU}|{_PLEASE_DO}) "
    r"|(?:^|[.:;,!–-] ?)\W*(?:(?:please|kindly|just|and|then|so)\W+)*)"
)
_NAME = r"(?-i:(?P<name>(?!The\b|My\b|It\b|You\b|I\b)[A-Z]\w+))(?!['’]s)"
_JOINS = r"(?: from me)?(?: (?:that|to)\b|[,:])?(?: |$)"
_MEETING = (
    rf"\b(?:when|if|once|as soon as|next time|the next time|whenever) (?:you|ye|u)"
    rf" (?:next |ever )?(?:see|meet|run into|find|speak to|talk to) {_NAME},? "
)
_HELLO = r"(?:hello|hi|hey|good (?:morning|day|evening|night)|goodbye|thanks|thank you|sorry)"
_REGARDS = (
    r"(?P<words>my (?:(?:very |kind |kindest |warm |warmest |best )*"
    r"(?:greetings?|regards|love|best|wishes|respects|thanks|compliments|apologies)))"
)
_SENDS = r"(?:give|send|bring|carry|take|pass(?: on)?)"
_PATTERNS = tuple(
    late_pattern(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_MEETING}(?:{_MIGHT_YOU} |{_PLEASE_DO} |please |then |just )*(?:tell|say to)"
        rf" (?:him|her|them){_JOINS}(?P<words>[^?]+)",
        rf"{_MEETING}(?:{_MIGHT_YOU} |please |then |just )*(?:say|wish (?:him|her|them))"
        rf" (?P<words>{_HELLO})\b",
    )
) + tuple(
    late_pattern(_BIDS + pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:say|wish) (?P<words>{_HELLO}) to {_NAME}",
        rf"wish {_NAME} (?:a )?(?P<words>{_HELLO})\b",
        rf"(?P<greets>greet) {_NAME}(?= (?:from|for) me\b)",
        rf"{_SENDS} {_REGARDS} (?:to|for) {_NAME}",
        rf"{_SENDS} {_NAME} {_REGARDS}",
        rf"(?:tell|remind|say to) {_NAME}(?! (?:about|of)\b){_JOINS}(?P<words>[^?]+)",
        rf"let {_NAME} know\b{_JOINS}(?P<words>[^?]+)",
        rf"(?:pass|carry|take|bring|give|send) (?:on )?(?:a|this|my) (?:word|message|note)(?: on)?"
        rf" (?:to|for) {_NAME}[^:?]*(?::(?P<words>[^?]+))?",
        rf"(?:pass|carry|take|bring|give|send) {_NAME} (?:a|this|my) (?:word|message)\b[^:?]*"
        r"(?::(?P<words>[^?]+))?",
    )
)
_FROM_ME = late_pattern(r"(?<=\w) (?:from|for) me$", re.IGNORECASE)
_THIRD = late_pattern(r"\b(?:him|her|them)\b", re.IGNORECASE)
#: "that her lamp", "that he owes": the one to whom it is said.
_OWNS = late_pattern(r"^(?:her|his|their) (?=\w)", re.IGNORECASE)
_ACTS = late_pattern(r"^(?:he|she|they) (?P<verb>[\w'’]+)", re.IGNORECASE)
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do"}


@cache_short_texts(512)
def find_message(heard: str) -> tuple[str, str]:
    """Return to whom `heard` bids the hearer say something, and what, as it is said to them.

    ``Tell Moss that I am looking for him.`` has ``Moss`` and ``I am looking for you.``; no words:
    it has not been said what.  Two empty texts: it bids nothing of the kind.
    """
    found = next(filter(None, (each.search(heard) for each in _PATTERNS)), None)
    if found is None:
        return "", ""
    parts = found.groupdict()
    words = (parts.get("words") or ("hello" if parts.get("greets") else "")).strip(" .!")
    words = _FROM_ME.sub("", words)
    turned = _THIRD.sub("you", _ACTS.sub(_address, _OWNS.sub("your ", words)))
    return found["name"], f"{turned[:1].upper()}{turned[1:]}." if turned else ""


def _address(found: re.Match[str]) -> str:
    verb = found["verb"]
    bare = verb[:-1] if re.fullmatch(r"\w{2,}[^su]s", verb) else verb
    return f"you {_VERBS.get(verb.casefold(), bare)}"
