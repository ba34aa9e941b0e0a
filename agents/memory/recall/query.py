"""Read what a question asks for: its telling words in all their forms, names, and dates.

Nothing in a question is ever FTS5 syntax: each word becomes a quoted string.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from agents.memory.language.normalize import clean_unicode, fold_name
from agents.memory.language.patterns import DATE_WORDS, FIGURES, INNER_NAME, NUMBER_WORDS
from agents.memory.language.words import IRREGULAR, STOP_WORDS
from agents.memory.recall.dates import Days, find_days
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

MAX_WORDS = 16

#: Scripts written without spaces: each of their characters is indexed as a word, and a
#: run of them in a query is a phrase.
_UNSPACED = late_pattern(
    "([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f])"
)

#: The general part of a question; the words behind it say what it is about.
_ASKING = late_pattern(
    r"\b(?:what|which)\s+(?:is|are|was|were)?\s*(?:the\s+)?(?:kinds?|types?|sorts?|names?)\s+of\b"
    r"|\bhow\s+(?:many|much|long|often|old|far)(?:\s+times)?\b",
    re.IGNORECASE,
)

#: What tells how many there are of something, and how often something is.
_COUNTS = (
    rf"{FIGURES.pattern}|{NUMBER_WORDS.pattern}"
    r"|\b(?:none|both|single|several|few|an? (?:pair|couple|score)|thrice)\b"
)
_TIMES = (
    r"\b(?:once|every|each|never|always|often|seldom|rarely|sometimes|most)\b"
    r"|\b(?:hour|dai|night|week|month|year)ly\b"
)

#: How a question asks, and what tells the memories that may answer it.
_KINDS = (
    (late_pattern(r"\b(?:when|how long ago|(?:what|which) (?:date|day|month|year|time))\b", re.I),
     late_pattern(f"{DATE_WORDS.pattern}|{FIGURES.pattern}", DATE_WORDS.flags)),
    (late_pattern(r"\bhow (?:often|many times)\b", re.I),
     late_pattern(f"{_COUNTS}|{_TIMES}", NUMBER_WORDS.flags)),
    (late_pattern(r"\bhow (?:many|much|old|long|far)\b|\b(?:number|count) of\b", re.I),
     late_pattern(_COUNTS, NUMBER_WORDS.flags)),
    (late_pattern(r"^\W*(?:who|whose|where)\b|\bnames?\b|\bcalled\b", re.I), INNER_NAME),
)  # fmt: skip

_POSSESSIVE = late_pattern(r"(?<=\w)['’]s?\b|(?<=s)['’]")
_WORD = late_pattern(r"[^\s\-–—/…]+")
_SENTENCE_MARKS = ".,;:!?()[]{}<>«»“”\"'’‘`*_~"


@late_dataclass(frozen=True, slots=True)
class Question:
    """What to look for. Every string is a safe FTS5 expression."""

    terms: tuple[str, ...]
    """An expression for each telling word: any of its forms."""
    pairs: tuple[tuple[int, int, str], ...]
    """Words that stand together in the question: two indexes of `terms`, and an expression
    for memories in which they stand close together."""
    words: tuple[str, ...]
    """All words, folded in case: any of them may be somebody's name."""
    days: tuple[Days, ...]
    """The dates that it names."""
    telling: tuple[str, ...] = ()
    """The words that `terms` are made of."""
    kind: re.Pattern[str] | None = None
    """What a memory has that answers such a question: a time, a number or a name."""


def parse_question(question: str) -> Question:
    """Return what `question` asks for. Little words are left out if others remain."""
    text = _POSSESSIVE.sub("", clean_unicode(question))
    days = tuple(find_days(text))
    pieces = _split_pieces(_ASKING.sub(" ", text)) or _split_pieces(text)
    telling = [piece for piece in pieces if piece.casefold() not in STOP_WORDS] or pieces
    chosen = list(dict.fromkeys(telling))[:MAX_WORDS]
    return Question(
        terms=tuple(_write_expression(piece) for piece in chosen),
        pairs=tuple(_pair_words(pieces, chosen)),
        words=tuple(dict.fromkeys(piece.casefold() for piece in _split_pieces(text))),
        days=days,
        telling=tuple(chosen),
        kind=next((tells for asks, tells in _KINDS if asks.search(text)), None),
    )


def leave_out_names(question: str, names: Iterable[str]) -> str:
    """Return `question` without the words of `names`, which are folded in case.

    A name says nothing about a meaning: in vectors it drowns what is asked.  A question of names
    alone is returned whole.
    """
    known = {word for name in names for word in name.split()}
    text = _POSSESSIVE.sub("", clean_unicode(question))
    others = [word for word in text.split() if fold_name(word.strip(_SENTENCE_MARKS)) not in known]
    return " ".join(others) or text


def space_characters(text: str) -> str:
    """Return `text` with the characters of unspaced scripts parted, as the index holds it."""
    return text if text.isascii() else _UNSPACED.sub(r" \1 ", text)


def _split_pieces(text: str) -> list[str]:
    stripped = (piece.strip(_SENTENCE_MARKS) for piece in _WORD.findall(text))
    return [piece for piece in stripped if any(map(str.isalnum, piece))]


def _write_expression(piece: str) -> str:
    forms = _FORMS.get(piece.casefold(), (piece,))
    return " OR ".join(map(_quote_piece, forms))


def _quote_piece(piece: str) -> str:
    return '"' + space_characters(piece).replace('"', '""') + '"'


def _pair_words(pieces: Sequence[str], chosen: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the telling words with at most one little word between them."""
    places = {piece: place for place, piece in enumerate(chosen)}
    known = [(n, places[piece]) for n, piece in enumerate(pieces) if piece in places]
    for (n, first), (m, second) in pairwise(known):
        if m - n <= 2 and first != second:
            both = f"{_quote_piece(chosen[first])} {_quote_piece(chosen[second])}"
            yield first, second, f"NEAR({both}, 2)"


def _build_form_table() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for forms in IRREGULAR:
        table |= {form: tuple(dict.fromkeys((*table.get(form, ()), *forms))) for form in forms}
    return table


_FORMS = _build_form_table()
