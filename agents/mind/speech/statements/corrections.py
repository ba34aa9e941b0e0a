"""What somebody puts in the place of what they said: "not B flat but A"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agents.late_pattern import late_pattern
from agents.memory.language.numerals import find_numerals
from agents.memory.language.words import PREPOSITIONS, any_of

_PHRASE = r"(?!now\b)[\w'’-]+(?: [\w'’-]+){0,3}?"
_LEAD = rf"(?:(?:{any_of(PREPOSITIONS)}|(?-i:the|an?)) )*"
_END = r"(?=[.,;:!?]|$| (?:hence|so|and|as|because|for|since|now|then)\b)"
_IS = r"(?:\b(?:is|are|was|were|be|has|have|had|said|mean|meant|called|take|want)|['’]s|['’]m)"
_WORD = r"[\w'’-]+"
_WRONG = r"(?:I was (?:wrong|mistaken)|that (?:is|was) (?:wrong|not (?:so|right|true)))"
_PATTERNS = tuple(
    late_pattern(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bnot {_LEAD}(?P<old>{_PHRASE}),? but {_LEAD}(?P<new>{_PHRASE}){_END}",
        rf"{_IS} {_LEAD}(?P<new>{_PHRASE})(?: now)?,? (?:and )?not {_LEAD}(?P<old>{_PHRASE}){_END}",
        rf"\bI (?:said|told you) {_LEAD}(?P<old>{_PHRASE}),? (?:but|and) (?:I meant|it (?:is|was)|"
        rf"it['’]s) {_LEAD}(?P<new>{_PHRASE}){_END}",
        rf"(?:^|[:;.!] |\bno, ){_LEAD}(?P<new>{_PHRASE}),? (?:and )?"
        rf"not {_LEAD}(?P<old>{_PHRASE}){_END}",
        *(
            rf"\bI (?:said|told you)\b[^.;:!?]*? (?P<old>{_WORD}{' ' + _WORD if long else ''})"
            rf"[.,;:!]+ (?:but |and )?{_WRONG}[.,;:!]* (?:it|he|she|they)"
            rf"(?: is| was| are| were|['’]s|['’]re) {_LEAD}"
            rf"(?P<new>{_WORD}{' ' + _WORD if long else ''})[.!]*$"
            for long in (True, False)
        ),
    )
)
#: Without a "but", only numbers stand for each other: "not nine days, eleven".
_NUMBERS = late_pattern(
    rf"(?:^|[:;.!,] )not {_LEAD}(?P<old>{_PHRASE}), {_LEAD}(?P<new>{_PHRASE})[.!]*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class RightedWords:
    """Words that put right what their speaker said before."""

    words: str
    old: str = ""
    """What was wrong, as it was said; empty: that is not said."""
    new: str = ""
    """What is right."""

    def replaces(self, told: str) -> bool:
        """Return whether `told` has what was wrong."""
        old = re.escape(self.old)
        return bool(self.old) and re.search(rf"(?<!\w){old}(?!\w)", told, re.I) is not None


def read_correction(words: str) -> RightedWords:
    """Return what `words` put in the place of what; two empty texts where they do not say it."""
    found = next(filter(None, (each.search(words) for each in _PATTERNS)), None)
    bare = _NUMBERS.search(words) if found is None else None
    if bare and find_numerals(bare["old"]) and find_numerals(bare["new"]):
        found = bare
    return RightedWords(words, found["old"], found["new"]) if found else RightedWords(words)
