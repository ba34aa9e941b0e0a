"""What somebody bids the hearer say to a third one: "Could you tell Ada that …"."""

from __future__ import annotations

import re

from late.late_pattern import late_pattern

_MIGHT_YOU = r"(?:can|could|will|would|won['’]t|might) (?:you|ye|u)(?: please)?"
#: An order stands at the beginning of a clause: "Cobb, tell …", "a kindness: tell …".
_BIDS = rf"(?:\b{_MIGHT_YOU} |(?:^|[.:;,!–-] ?)\W*(?:(?:please|kindly|just|and|then|so)\W+)*)"
_NAME = r"(?-i:(?P<name>(?!The\b|My\b|It\b|You\b|I\b)[A-Z]\w+))(?!['’]s)"
_JOINS = r"(?: from me)?(?: (?:that|to)\b|[,:])?(?: |$)"
_PATTERNS = tuple(
    late_pattern(_BIDS + pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:tell|remind|say to) {_NAME}(?! (?:about|of)\b){_JOINS}(?P<words>[^?]+)",
        rf"let {_NAME} know\b{_JOINS}(?P<words>[^?]+)",
        rf"(?:pass|carry|take|bring|give|send) (?:on )?(?:a|this|my) (?:word|message|note)(?: on)?"
        rf" (?:to|for) {_NAME}[^:?]*(?::(?P<words>[^?]+))?",
        rf"(?:pass|carry|take|bring|give|send) {_NAME} (?:a|this|my) (?:word|message)\b[^:?]*"
        r"(?::(?P<words>[^?]+))?",
    )
)
_THIRD = late_pattern(r"\b(?:him|her|them)\b", re.IGNORECASE)
#: "that her lamp", "that he owes": the one to whom it is said.
_OWNS = late_pattern(r"^(?:her|his|their) (?=\w)", re.IGNORECASE)
_ACTS = late_pattern(r"^(?:he|she|they) (?P<verb>[\w'’]+)", re.IGNORECASE)
_VERBS = {"is": "are", "was": "were", "has": "have", "does": "do"}


def find_message(heard: str) -> tuple[str, str]:
    """Return to whom `heard` bids the hearer say something, and what, as it is said to them.

    ``Tell Moss that I am looking for him.`` has ``Moss`` and ``I am looking for you.``; no words:
    it has not been said what.  Two empty texts: it bids nothing of the kind.
    """
    found = next(filter(None, (each.search(heard) for each in _PATTERNS)), None)
    if found is None:
        return "", ""
    words = (found["words"] or "").strip(" .!")
    turned = _THIRD.sub("you", _ACTS.sub(_address, _OWNS.sub("your ", words)))
    return found["name"], f"{turned[:1].upper()}{turned[1:]}." if turned else ""


def _address(found: re.Match[str]) -> str:
    verb = found["verb"]
    bare = verb[:-1] if re.fullmatch(r"\w{2,}[^su]s", verb) else verb
    return f"you {_VERBS.get(verb.casefold(), bare)}"
