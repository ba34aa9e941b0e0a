"""Short forms and phrases are replaced wherever they stand, though few lines are searched."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from agents.mind.voice.likeness import _PHRASES, _put_plainly

#: Words of which phrases and short forms are made, some by chance, and letters that match others.
WORDS = [
    "hello",
    "hi",
    "hey",
    "good",
    "morning",
    "evening",
    "afternoon",
    "day",
    "night",
    "goodnight",
    "good-bye",
    "so",
    "long",
    "take",
    "care",
    "see",
    "ya",
    "you",
    "be",
    "off",
    "I'm",
    "im",
    "i",
    "am",
    "i've",
    "we",
    "have",
    "got",
    "need",
    "to",
    "must",
    "gotta",
    "go",
    "my",
    "name",
    "is",
    "call",
    "me",
    "people",
    "called",
    "Ada",
    "can't",
    "cant",
    "CAN’T",
    "won't",
    "wont",
    "don't",
    "dont",
    "aren't",
    "arent",
    "bent",
    "isnt",
    "youre",
    "theyre",
    "whats",
    "what's",
    "whos",
    "you're",
    "you've",
    "you'll",
    "he's",
    "it's",
    "what",
    "is",
    "Cobb",
    "like",
    "are",
    "u",
    "U",
    "r",
    "R",
    "ur",
    '"u"',
    "r2",
    "ſee",
    "thıs",
    "mornİng",
    "Kalled",
    "what’s",
    "lıke",
]
LINES = st.builds(
    lambda words, end: " ".join(words) + end,
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=9),
    st.sampled_from(["", ".", "?", "!", ", Ada?"]),
)


def search_for_all(line: str) -> str:
    """Replace every phrase, whether a line has a sign of it or not."""
    plain = line.replace("’", "'")
    for pattern, instead, _ in _PHRASES:
        plain = pattern.sub(instead, plain)
    return plain


@given(st.lists(LINES, min_size=20, max_size=20))
def test_a_line_without_a_sign_has_nothing_to_replace(lines: list[str]) -> None:
    assert [_put_plainly(each) for each in lines] == [search_for_all(each) for each in lines]


def test_a_lone_letter_stands_for_a_word_and_one_in_a_word_does_not() -> None:
    """However it is marked off, as a pattern with the edges of words finds it."""
    for letter, word in (("u", "you"), ("r", "are")):
        for line in ("x", "x.", " X?", "(x)", "axe", "xa", "ax", "x2", "_x", "x x", "é x", "éx"):
            asked = line.replace("x", letter).replace("X", letter.upper())
            assert _put_plainly(asked) == re.sub(rf"(?i)\b{letter}\b", word, asked)
