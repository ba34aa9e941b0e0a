"""What visitors wish to be called: a guest has a number for a name, until they say "I'm Tom"."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping

from agents.memory.language.meanings.relations import is_known_quality, is_known_verb
from agents.memory.language.stems import is_denial, stem_word
from agents.memory.language.words import COURTESIES, STOP_WORDS
from late.late_pattern import late_pattern

_SAYS_NAME = (
    r"(?:\b(?:(?:my|the) name(?:['’]s| is)|(?:you (?:can|may) )?call me"
    r"|(?:people|they|folks?|friends|every(?:body|one)) calls? me)|(?:^|[.,!?] )name(?:['’]s| is)) "
)
#: "Marta is my name."
_IS_NAME = late_pattern(r"(?:^|[.,;!?] )\W*(?P<name>[A-Z][^\W\d_]+)(?:['’]s| is) (?:my|the) name\b")
_NAME = r"(?P<name>(?-i:[A-Z])[^\W\d_]+)\b"
_END = r"(?=\W*$|[.,;!?]| (?:and|from|by the way|btw|i|i['’]?m|im|i['’]ve)\b)"
_CALLED = late_pattern(rf"{_SAYS_NAME}(?:{_NAME}|(?P<small>[^\W\d_]{{2,}}){_END})", re.IGNORECASE)
_IS = late_pattern(
    rf"\bI(?:['’]?m| am) (?:{_NAME}(?: (?-i:[A-Z])[^\W\d_]+)?|(?P<small>[^\W\d_]{{2,}})){_END}",
    re.IGNORECASE,
)
#: "And it is Amara, not Guest7!"
_NOT_THAT = late_pattern(r"\b[Ii]t(?:['’]?s| is) (?P<name>[A-Z][^\W\d_]+), not ")
#: "Good morning, madam. Aurel Pichler, fifty-two, I repair clocks."
_INTRODUCED = late_pattern(
    r"(?:^|[.!] )(?P<name>[A-Z][^\W\d_]+) (?P<family>[A-Z][^\W\d_]+), "
    r"(?:(?:aged? )?[\w-]+(?: years old)?, )?(?:I\b|from |an? |the |at your service)"
)
#: How what somebody does, or what was done to them, ends.
_DONE = ("ing", "ed", "en")
#: "Guest1": a name that the world gave.
_NUMBERED = late_pattern(r"\D+\d+")


def find_given_name(lines: Iterable[str], name: str, taken: Container[str] = ()) -> str:
    """Return how one who is called `name` wishes to be called, as they said last in `lines`.

    "I'm Tom" says so only of one whose name has a number at its end, as "I'm Irish" is said by
    many; "i'm tom" if no state and no deed is called so, as in "i'm tired".  Nobody is called by a
    name that is `taken`.  Empty: they have not said it.
    """
    given = ""
    numbered = _NUMBERED.fullmatch(name) is not None
    for line in lines:
        found = _CALLED.search(line)
        is_called = found is not None
        if numbered:
            found = found or _IS.search(line) or _introduce(line, taken) or _NOT_THAT.search(line)
        said = (found["name"] or found.groupdict().get("small") or "") if found else ""
        if named := _IS_NAME.search(line):
            said = named["name"]
        if said.islower():  # "i'm tom" says less than a name that was given
            may_be = is_called or (not given and _may_be_name(said))
            said = said.capitalize() if may_be else ""
        if said and said not in taken and said.casefold() not in STOP_WORDS:
            given = said
    return given


def leave_out_introduction(words: str) -> str:
    """Return words without what says how their speaker is called; "I'm irish" says no name."""
    for pattern in (_IS_NAME, _CALLED, _IS):
        found = pattern.search(words)
        if found and found["name"]:
            return words[: found.start()] + words[found.end() :]
    return words


def _introduce(line: str, taken: Container[str]) -> re.Match[str] | None:
    """Return where somebody says both their names; "Now Wren, I have come" calls who is here."""
    found = _INTRODUCED.search(line)
    return None if found and found["family"] in taken else found


def _may_be_name(word: str) -> bool:
    """Return whether a small word tells no state and no deed, and is no "ok?" at the end."""
    stem = stem_word(word)
    done = word.endswith(_DONE) and is_known_verb(stem)  # "kit" may be a verb, and a name as well
    return not (word in COURTESIES or is_denial(stem) or is_known_quality(stem) or done)


def call_by_given_names(words: str, given: Mapping[str, str]) -> str:
    """Return `words` with the names that visitors have given in the place of the world's."""
    for name, called in given.items():
        # A backslash cannot be in a name that was found.
        words = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", called, words)
    return words
