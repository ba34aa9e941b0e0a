"""Split, tidy and shorten plain prose without rewriting it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from agents.spread import pick_evenly
from late.late_pattern import late_pattern

#: What ends a sentence, and what may close behind it.
STOP, CLOSING = "[.!?…]", "[\"'”’)]*"
#: Behind closing marks, small letters and figures go on with the sentence: ``"Ay." and "No."``
_GOES_ON = r"\s+[a-zß-öø-ÿ0-9]"
#: No sentence ends behind "Mr." or "e.g.", nor behind "p.m." where small letters go on.
_ABBREVIATED = (
    r"(?<!\b[Mm]r\.)(?<!\b[Mm]rs\.)(?<!\b(?:Ms|Dr|St|Lt|dr)\.)(?<!\b(?:Mme|Sgt|Col|Gen|Rev)\.)"
    r"(?<!\b(?:Prof|Capt|Mlle)\.)(?<!\b(?:e\.g|i\.e)\.)"
    r"(?!(?<=\b[ap]\.m\.)\s+[a-z])(?!(?<=\b[Nn]o\.)\s+\d)"
)
_ANY_END = rf"{STOP}(?:[\"'”’)]++(?!{_GOES_ON})|(?![\"'”’)]))"
SENTENCE_END = rf"{STOP}{_ABBREVIATED}(?:[\"'”’)]++(?!{_GOES_ON})|(?![\"'”’)]))"

#: Where a quotation within a quotation begins and ends; an apostrophe does neither.
_OPENS, _CLOSES = late_pattern(r"(?:^|[:,] )['‘](?=\w)"), late_pattern(r"(?<=[.,!?…])['’](?!\w)")

#: What ends a phrase, also within a sentence.
PHRASE_END = late_pattern(r"[.!?…;]+['’)]*(?:\s|$)")

QUOTATION = late_pattern(r'"[^"\n]*"|“[^”\n]*”')
_QUOTED_WORDS = late_pattern(r'"([^"\n]{2,})"')

#: The numbers of the memories that a sentence rests on: ``[12, 15]``.
CITATION = r"\[\s*#?\d+(?:\s*[,;–-]\s*#?\d+)*\s*\]"

_BETWEEN_SENTENCES = late_pattern(rf"{SENTENCE_END}\s+")
_BETWEEN_ANY = late_pattern(rf"{_ANY_END}\s+")
_BETWEEN_PIECES = late_pattern(rf"{STOP}{CLOSING}\s+")
_COMPLETE = late_pattern(rf"{SENTENCE_END}$")
_CITED_BEHIND = late_pattern(rf"({SENTENCE_END})((?:\s*{CITATION})+)")
#: A heading in markdown; a line that is all bold counts as one if it begins with a capital.
_MARKED_UP = late_pattern(r"#{1,6}(?:\s.*)?|(\*\*|__)[^\W\d_a-z][^*_]{0,79}\1:?")
_SMALL_WORDS = frozenset({"a", "and", "for", "from", "in", "my", "of", "our", "the", "to"})
_SUMMARY_LABEL = late_pattern(
    r"(?:\*\*|__)?(?:[A-Z][\w-]* ){0,3}(?:Summary|SUMMARY)(?:\*\*|__)? ?:(?:\*\*|__)?(?=\s)"
)
_CONTROLS = late_pattern(r"[\x00-\x1f\x7f-\x9f]+")
_CONTROLS_BUT_NEWLINE = late_pattern(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]+")


#: Texts of so many characters are those of summaries; shorter ones are those of memories.
_KEPT_LENGTHS = range(400, 20_000)


def split_sentences(text: str) -> list[str]:
    """Return the sentences of `text`, each on one line, in order; a quotation is never split."""
    if len(text) in _KEPT_LENGTHS:
        return list(_split_kept(text))
    if len(text) < _KEPT_LENGTHS.start:
        return list(_split_short(text))
    return _split_at(text, _BETWEEN_SENTENCES)


#: The texts of summaries, which each compaction splits for several purposes.
@lru_cache(maxsize=128)
def _split_kept(text: str) -> tuple[str, ...]:
    return tuple(_split_at(text, _BETWEEN_SENTENCES))


#: Memories, which a compaction splits for its summary, its facts and what is so now.
@lru_cache(maxsize=2048)
def _split_short(text: str) -> tuple[str, ...]:
    return tuple(_split_at(text, _BETWEEN_SENTENCES))


def split_as_before(text: str, count: int) -> list[str]:
    """Return `text` in the pieces, `count` of them, that an earlier version took for its sentences,
    and recorded citations of.

    The last split behind "Mr."; the one before behind every quotation that ends in a stop, also
    within a sentence.
    """
    pieces = _split_at(text, _BETWEEN_ANY)
    return pieces if len(pieces) == count else _split_at(text, _BETWEEN_PIECES)


def _split_at(text: str, between: re.Pattern[str]) -> list[str]:
    flat = " ".join(text.split())
    quotes = has_quotes(flat)
    found, start = [], 0
    for each in between.finditer(flat):
        end = each.end()
        if not (quotes and is_within_quotes(flat, start, end)):
            found.append(flat[start:end].strip())
            start = end
    return [each for each in (*found, flat[start:].strip()) if each]


def find_sentence_places(text: str) -> list[tuple[int, int]]:
    """Return where each sentence of `split_sentences` begins and ends in `text` (characters)."""
    return place_sentences(text, split_sentences(text))


def place_sentences(text: str, sentences: Iterable[str]) -> list[tuple[int, int]]:
    """Return where each of the `sentences` of `text` begins and ends in it (characters)."""
    places, at = [], 0
    for sentence in sentences:
        words = sentence.split()
        start = at = text.index(words[0], at)
        if text.startswith(sentence, start):  # as it stands in nearly every text
            at = start + len(sentence)
            places.append((start, at))
            continue
        for word in words:
            at = text.index(word, at) + len(word)
        places.append((start, at))
    return places


def has_quotes(text: str) -> bool:
    """Return whether `text` has a mark by which a quotation begins."""
    return '"' in text or "“" in text


def is_within_quotes(text: str, start: int, end: int) -> bool:
    """Return whether a quotation that begins after `start` is open at `end` and closes later."""
    straight = text.count('"', start, end) % 2 == 1 and '"' in text[end:]
    curly = text.count("“", start, end) > text.count("”", start, end) and "”" in text[end:]
    return straight or curly


def one_line(text: str) -> str:
    """Return `text` with every run of white space as one blank."""
    return " ".join(text.split())


def strip_controls(text: str) -> str:
    """Return `text` on one line, without control characters."""
    return one_line(text if text.isprintable() else _CONTROLS.sub(" ", text))


def soften_quotes(text: str) -> str:
    """Return `text` with single quotation marks, so that it can stand within double ones."""
    return text.replace('"', "'").replace("“", "‘").replace("”", "’")


def find_quoted(text: str) -> list[str]:
    """Return the texts in quotation marks, each on one line."""
    return [one_line(each) for each in _QUOTED_WORDS.findall(text)]


def move_citations_inward(text: str) -> str:
    """Return `text` with each citation that follows a full stop moved before it."""
    return _CITED_BEHIND.sub(r"\2\1", text)


def is_heading(line: str) -> bool:
    """Return whether a line is a heading alone: ``# …``, ``**Summary**``, ``Combined Summary:``."""
    bare = line.strip()
    words = bare.removesuffix(":").split()
    titled = bool(words) and words[0][0].isupper() and len(words) <= 6
    return bool(_MARKED_UP.fullmatch(bare)) or (
        titled and bare.endswith(":") and all(w in _SMALL_WORDS or w[0].isupper() for w in words)
    )


def tidy_reply(reply: str, *, sections: Sequence[str] = ()) -> str:
    """Return a model's reply as a summary.

    Control characters, the prompt's quote mark, headings before the text and sentences repeated
    in a row are left out; so is an unfinished last sentence, unless the text is to have
    `sections`, whose own headings stay.
    """
    text = _CONTROLS_BUT_NEWLINE.sub(" ", reply.replace("\r\n", "\n")).strip()
    text = _skip_headings(text.removeprefix(">").strip(), sections).removeprefix(">")
    lines = (" ".join(_drop_repeats(split_sentences(each))) for each in text.split("\n"))
    tidied = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return tidied if sections else _drop_unfinished(tidied)


def _skip_headings(text: str, sections: Sequence[str]) -> str:
    """Return `text` without the headings and the label it begins with, except `sections`."""
    line = text.partition("\n")[0]
    while is_heading(line) and not _begins_with(line, sections):
        text = text[len(line) :].strip()
        line = text.partition("\n")[0]
    label = _SUMMARY_LABEL.match(text)
    return text[label.end() :].strip() if label else text


def _begins_with(heading: str, sections: Sequence[str]) -> bool:
    bare = heading.lstrip("#*_-0123456789. ").casefold()
    return any(bare.startswith(each.casefold()) for each in sections)


def _drop_repeats(found: Sequence[str]) -> list[str]:
    return [each for n, each in enumerate(found) if n == 0 or each != found[n - 1]]


def _drop_unfinished(text: str) -> str:
    """Return `text` up to its last whole sentence, if it has one."""
    if _COMPLETE.search(text):
        return text
    end = max(text.rfind(mark) for mark in (". ", "! ", "? ", ".\n", '." ', ".” "))
    return text[: end + 1].rstrip() if end > 0 else text


def shorten(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters: sentences are left out evenly over its length.

    The first sentence stays, so that the earliest is never forgotten altogether.
    """
    if len(text) <= limit:
        return text
    found = list(dict.fromkeys(split_sentences(text)))
    for count in range(len(found), 1, -1):
        kept = " ".join(pick_evenly(found, count))
        if len(kept) <= limit:
            return kept
    return cut_text(found[0] if found else "", limit)


def cut_text(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters; what is cut ends in an ellipsis."""
    return text if len(text) <= limit else text[: max(0, limit - 1)].rstrip() + "…"[:limit]


def cut_words(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters, cut between words; what is cut ends in an
    ellipsis, and a quotation within it that is open there ends, too."""
    if len(text) <= limit:
        return text
    cut = cut_text(text, limit - 1)
    whole = cut[:-1].rpartition(" ")[0].rstrip(" ,;:-–—")
    told = f"{whole}…" if len(whole) > limit // 2 else cut
    opened, closed = len(_OPENS.findall(told)), len(_CLOSES.findall(told))
    return f"{told}'" if opened > closed else told


def end_sentence(text: str) -> str:
    """Return `text` with a full stop unless it already ends as a sentence."""
    return text if _COMPLETE.search(text) else f"{text}."


def to_first_person(text: str) -> str:
    """Return what somebody is told of itself as it would say it: ``I have done my work.``"""
    said = re.sub(r"\b[Yy]our\b", "my", re.sub(r"\b[Yy]ou\b", "I", text))
    return said[:1].upper() + said[1:]


def capitalise(words: str) -> str:
    """Return words with a capital first letter; the others stay as they are."""
    return f"{words[:1].upper()}{words[1:]}"
