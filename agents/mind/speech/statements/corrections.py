"""What somebody puts in the place of what they said: "not B flat but A"."""

from __future__ import annotations

import re

from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import find_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    AUXILIARIES,
    FIRST_PERSON,
    NUMBERS,
    PREPOSITIONS,
    TEENS,
    TENS,
    THIRD_PERSON,
    any_of,
)
from agents.mind.speech.statements.righted_values import find_righted_value
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_PHRASE = r"(?!now\b)[\w'’-]+(?: [\w'’-]+){0,3}?"
_LEAD = rf"(?:(?:{any_of(PREPOSITIONS)}|(?-i:the|an?)) )*"
_END = (
    r"(?=[.,;:!?]|$| (?:hence|so|and|as|because|for|since|now|then|my (?:bad|mistake)"
    r"|sorry|lol|oops|whoops)\b)"
)
_IS = r"(?:\b(?:is|are|was|were|be|has|have|had|said|mean|meant|called|take|want)|['’]s|['’]m)"
_TURNS = r"(?:no|nay|nope|well|wait|sorry|oh|yes)"
_WORD = r"[\w'’-]+"
_WRONG = r"(?:I was (?:wrong|mistaken)|that (?:is|was) (?:wrong|not (?:so|right|true)))"
#: A thing, a person or a number named by itself: "my brother", "a hamster", "Thursday", "four".
_NAMED = (
    rf"(?:(?:my|our|his|her|their|an?|the) {_WORD}(?: {_WORD})?|(?-i:[A-Z]){_WORD}|\d+"
    rf"|{any_of(NUMBERS, TEENS, TENS)}(?: {_WORD})?)"
)
#: "My brother, I said." "I meant Thursday." What was wrong is not said.
_NEW_ALONE = late_pattern(
    rf"^\W*(?:{_TURNS}\W+)*(?:(?P<said>{_NAMED}),? I (?:said|meant|told you)"
    rf"|(?:I (?:said|meant|mean)|it (?:is|was)|it['’]s),? {_LEAD}(?P<new>{_NAMED}))\W*$",
    re.IGNORECASE,
)
_PATTERNS = tuple(
    late_pattern(pattern, re.IGNORECASE)
    for pattern in (
        rf"^\W*(?:{_TURNS}\W+)*(?P<new>{_NAMED}),? I (?:said|meant|told you)[.,;:!]+ (?:and )?"
        rf"not (?P<old>{_NAMED}){_END}",
        rf"^\W*(?:{_TURNS}\W+)*not (?P<old>{_NAMED})[.,;:!]* (?:but )?(?P<new>{_NAMED})\W*$",
        rf"\bnot {_LEAD}(?P<old>{_PHRASE}),? but {_LEAD}(?P<new>{_PHRASE}){_END}",
        rf"{_IS} {_LEAD}(?P<new>{_PHRASE})(?: now)?,? (?:and )?not {_LEAD}(?P<old>{_PHRASE}){_END}",
        rf"(?:\b(?:is|was|are|were)(?: not|n['’]t)|['’]s not) {_LEAD}(?P<old>{_PHRASE})[,;:.] "
        rf"(?:but |(?:it|he|she|they|that)"
        rf"(?:['’]s| is| was| are) ){_LEAD}(?P<new>{_PHRASE}){_END}",
        rf"\bI (?:said|told you) {_LEAD}(?P<old>{_PHRASE}),? (?:but|and) (?:I meant|it (?:is|was)|"
        rf"it['’]s) {_LEAD}(?P<new>{_PHRASE}){_END}",
        rf"(?:^|[:;.!] |\bno, ){_LEAD}(?P<new>(?!{_TURNS}\b){_PHRASE}),? (?:and )?"
        rf"not {_LEAD}(?P<old>{_PHRASE}){_END}",
        rf"^\W*{_TURNS}\W+not {_LEAD}(?P<old>{_PHRASE})[.,;!] (?:it (?:is|was) )?{_LEAD}"
        rf"(?P<new>{_PHRASE}){_END}",
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

#: "I'm", "they're".
_WHO_IS = late_pattern(rf"(?:{any_of(FIRST_PERSON, THIRD_PERSON)}|you)['’]\w+", re.IGNORECASE)
#: What goes on behind a value: "Wednesday she died".
_GOES_ON = late_pattern(rf" (?:{any_of(FIRST_PERSON, THIRD_PERSON)})\b", re.IGNORECASE)
_COUNTED = late_pattern(rf"\b(?:\d[\d.,]*|{any_of(NUMBERS, TEENS, TENS)})\b", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class RightedWords:
    """Words that put right what their speaker said before."""

    words: str
    old: str = ""
    """What was wrong, as it was said; empty: that is not said."""
    new: str = ""
    """What is right."""

    def replaces(self, told: str) -> bool:
        """Return whether `told` has what was wrong."""
        if not self.old or self.old.casefold() not in told.casefold():
            return False  # without compiling anything, as nearly always
        return re.search(rf"(?<!\w){re.escape(self.old)}(?!\w)", told, re.I) is not None


@cache_short_texts(1024)
def read_correction(words: str) -> RightedWords:
    """Return what `words` put in the place of what; two empty texts where they do not say it."""
    tried = (each.search(words) for each in _PATTERNS)
    # "I'm not cross, I'm only slow" puts nothing in the place of anything.
    found = next((each for each in tried if each and not _WHO_IS.fullmatch(each["new"])), None)
    bare = _NUMBERS.search(words) if found is None else None
    if bare and find_numerals(bare["old"]) and find_numerals(bare["new"]):
        found = bare
    if found is None and (value := find_righted_value(words)):
        return RightedWords(words, *value)
    if found is None:
        alone = _NEW_ALONE.match(words)
        return RightedWords(words, "", (alone["said"] or alone["new"]) if alone else "")
    old, new = found["old"], found["new"]
    value = find_righted_value(words)
    if value and value[0].casefold() == old.casefold() and _GOES_ON.match(new, len(value[1])):
        new = value[1]  # of "Wednesday she died, not Tuesday" the day alone
    if find_words(new)[-1:] and find_words(new)[-1] in AUXILIARIES:
        return RightedWords(words)  # "She has not come": a denial
    if find_numerals(old) and not find_numerals(new):
        # "it is four weeks that he has the fever, not three": only a number stands for a number
        numbers = _COUNTED.findall(words[: found.start("old")])
        if not numbers:
            return RightedWords(words)
        new = numbers[-1]
    return RightedWords(words, old, new)
