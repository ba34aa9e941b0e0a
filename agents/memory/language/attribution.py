"""Find who says what within a sentence: attributions, and the clauses without one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from agents.memory.language.patterns import NAME
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ADVERBS,
    DEGREES,
    INDEFINITE,
    NEAR_DAYS,
    NEGATIONS,
    SAYING,
    SAYING_HOW,
    STOP_WORDS,
    SUBORDINATORS,
    TIMES,
    any_of,
)
from agents.prose import CITATION, QUOTATION, SENTENCE_END, has_quotes, is_within_quotes
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: Who said what cannot be told whose words it is, in a label.
SOMEBODY = "somebody"

Kind = Literal["told", "said", "mine"]
"""``told``: the teller's own account; ``said``: words of somebody else; ``mine``: own words."""


@late_dataclass(frozen=True, slots=True)
class Attribution:
    """A part of a sentence, from `start` to `stop`, and whose words it gives."""

    start: int
    stop: int
    kind: Kind = "told"
    speaker: str = ""
    quoted: bool = False


@late_dataclass(frozen=True, slots=True)
class _Frame:
    """Words that attribute: ``Fern said``, ``according to Fern``, ``I promised``."""

    start: int
    stop: int
    kind: Kind
    speaker: str
    aside: bool = False
    """Whether it holds for its clause alone: ``(according to Fern)``, ``Fern's story of``."""


#: Words that may begin a sentence and are no names; "Will" and "May" are names.
_NO_NAME = any_of(
    tuple(
        each.capitalize()
        for each in STOP_WORDS.union(INDEFINITE, NEGATIONS, DEGREES, ADVERBS, TIMES, NEAR_DAYS)
        if each not in ("will", "may")
    ),
    ("People", "Remember", "According", "Yes", "No", "Please", "Let", "Don['’]t"),
)


#: A name in letters that are not Latin, of which many know no capitals.
_FOREIGN_NAME = r"(?<!\w)[^\W\d_\x00-\u024f][\w'’-]*"


def _match_name(number: int) -> str:
    """Return a pattern for somebody's name, as group ``w`` with a number."""
    return rf"(?!{_NO_NAME}\b)(?P<w{number}>{NAME}(?: (?!I\b){NAME})?|{_FOREIGN_NAME})"


_SAYS = (
    rf"{any_of(SAYING, SAYING_HOW)}|(?:sp(?:eaks|oke)|talk(?:s|ed)|told) of|talk(?:s|ed) about"
    r"|(?:order|command|invit)(?:s|es|ed) me|lets? (?:me|us) know"
)
#: Verbs for what somebody thinks or wants; nouns for what somebody said.
_MINDS = (
    r"believ(?:es|ed)|thinks|thought|wants|wanted|hop(?:es|ed)|plan(?:s|ned)|intend(?:s|ed)"
    r"|wish(?:es|ed)|expect(?:s|ed)|fear(?:s|ed)|doubt(?:s|ed)|suspect(?:s|ed)|guess(?:es|ed)"
)
_SAYINGS = (
    r"(?:stor(?:y|ies)|tales?|accounts?|claims?|words|news|reports?|version|warnings?|advice|opinion"
    r"|theor(?:y|ies)|promises?|questions?|explanations?|complaints?|boasts?|lies?|rumours?)"
)
#: These attribute only before the words that they attribute: ``noted that``.
_SAYS_THAT = (
    r"(?:adds?|added|agrees?|agreed|notes?|noted|states?|stated"
    r"|reports?|reported|recalls?|recalled|writes?|wrote|reads?|calls?|called|acted out|showed"
    r"|put it)"
    r"(?= that\b|:|, [\"“])|acted out|put it"
)
_MINE = (
    r"think|thought|note[ds]?|decided?|want(?:ed)?|hoped?|plan(?:ned)?|wished?|believed?"
    r"|dream(?:t|ed)"
    r"|imagined?|wr(?:ite|ote)(?: down)?|agreed?|offer(?:ed)?"
)
_BETWEEN = r"(?: (?:has|had|have|also|then|once|later|just|even|always|often|never|now|\w+ly)){0,3}"
#: "Ada, the miller, told me", "Ada (the miller) told me".
_APPOSED = (
    r"(?:, (?:an?|the|my|our|his|her|their) [^,.;:!?\"“”]{1,40},| \((?!according)[^()]{1,40}\))?"
)
_CONVERSED = r"(?:talked|spoke|chatted|conversed|gossiped|argued|discussed|went over)"

#: No frame begins within a word of plain letters: to try them all at each letter takes long.
_BEGINS = r"(?=[^a-z\s]|(?<![A-Za-z])[a-z])"

_FRAMES = late_pattern(
    rf"{_BEGINS}(?:%s)"
    % "|".join(
        (
            rf"(?P<aside>\([Aa]ccording to {_match_name(0)}\))",
            rf"\b[Aa]ccording to {_match_name(1)}",
            rf"\b[Ii]n {_match_name(2)}['’]s (?:words|telling|account)\b",
            rf"\b(?:I|[Ww]e|and)(?: have| had| also){{0,2}} (?:over)?hear[d]? {_match_name(3)} "
            rf"(?:{_SAYS}|talk|speak|swear|declare|explain)\b",
            rf"\b(?:I|[Ww]e) (?:\w+ )?(?:heard|learned|learnt|know|have|had|got)"
            rf" (?:it |this |that )?from {_match_name(4)}",
            rf"\b(?:was|were|been) (?:told|asked|warned|promised|informed)(?: \w+)?"
            rf" by {_match_name(5)}",
            rf"{_match_name(6)}(?: and {NAME})?{_APPOSED}{_BETWEEN}"
            rf" (?:{_SAYS}|{_MINDS}|{_SAYS_THAT})\b",
            rf"(?<=[\"”,] )(?:{_SAYS}) {_match_name(7)}",
            rf"{_match_name(8)} and (?:I|me) (?:\w+ )?{_CONVERSED}\b",
            rf"\b(?:I|[Ww]e) (?:\w+ ){{0,2}}{_CONVERSED} (?:with|to) {_match_name(9)}",
            rf"^{_match_name(10)}(?=: [\"“])",
            rf"{_match_name(11)}['’]s (?:\w+ )?{_SAYINGS}\b",
            r"(?P<aside_of_somebody>\([Aa]ccording to somebody\))",
            r"(?P<somebody>\b[Ss]omebody said\b)",
            rf"(?P<mine>\b(?:I|[Ww]e|[Yy]ou){_BETWEEN} (?:{_SAYS}|{_MINE})\b)",
        )
    )
)
#: Words are taken whole: parted at every letter they would take the eighth power of their length.
_OPENS = late_pattern(
    r"[^\w\"“]{0,3}(?:(?:to|that|in|at) )?(?:\w[\w'’-]*+,?:? ?){0,4}+[:,]? ?(?=[\"“])"
)
_ONE_MORE = late_pattern(rf"(?:,| and|, and| or|, or)\s+(?:{QUOTATION.pattern})")
_UNDER = late_pattern(
    rf"(?:^|[,;] |\band |\bbut )\s*{any_of(SUBORDINATORS)}\s+$",
    re.IGNORECASE,
)
#: "I do what Fern says" tells nothing that Fern said.
_WHATEVER = late_pattern(
    r"\b(?:what|whatever|everything|anything|all|(?:do|act|just|exactly|follow) as) $",
    re.IGNORECASE,
)
#: A run of spaces is tried from its beginning alone: from each of them it would take its square.
_CLAUSE = late_pattern(
    r"(?=[\s,;—–])(?:(?:(?<!\s)\s+)?[;—–]\s*(?:(?:and|but|so|then|or|yet) )*"
    r"|,\s+(?:(?:and|but|so|then|or|yet|because|since|while|for|which|who) )*"
    r"|(?<!\s)\s+(?:and|but|so|then|because|while|since|although|though)\s+(?:(?:so|then|now) )*)",
    re.IGNORECASE,
)
_RELATIVE = late_pattern(r"\b(?:which|who)\b", re.IGNORECASE)
_NEW_SUBJECT = late_pattern(
    r"(?:(?<!\s)\s+)?[;—–]\s*(?:(?:and|but|so|then) )*"
    r"|,\s+(?:(?:and|but|so|then) )+(?=(?:now |then )?(?:I|my|we|the)\b|\()"
    r"|(?<!\s)\s+(?:and |but )?so (?=(?:now )?(?:I|my|we)\b|\()"
)
_AND_I = late_pattern(r"(?<!\s)\s+(?:and|but|then)\s+(?=(?:now |then )?(?:I|my)\b|\()")
_SUBORDINATE_END = late_pattern(r",\s+")

_END = late_pattern(rf"{SENTENCE_END}(?:\s*{CITATION})*(?=\s|$)")
_LINE = late_pattern(r"[^\n]+")
_MARK = late_pattern(r"\s*(?:[-*•>]\s+|\d{1,3}[.)]\s+)+")


def locate_sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of `text` stand, without list marks and headings.

    A quotation is never split.
    """
    return iter(_locate_all(text))


@cache_short_texts(2048)
def _locate_all(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(
        place
        for line in _LINE.finditer(text)
        if not line[0].lstrip().startswith("#")
        for place in _locate_in_line(line[0], line.start())
    )


def _locate_in_line(line: str, offset: int) -> Iterator[tuple[int, int]]:
    mark = _MARK.match(line)
    start = mark.end() if mark else len(line) - len(line.lstrip())
    quotes = has_quotes(line)
    for found in _END.finditer(line):
        end = found.end()
        if end > start and not (quotes and is_within_quotes(line, start, end)):
            yield offset + start, offset + end
            start = end + len(line[end:]) - len(line[end:].lstrip())
    stop = len(line.rstrip())
    if stop > start:
        yield offset + start, offset + stop


def split_clauses(text: str) -> list[str]:
    """Return `text` split wherever a clause begins that may have a subject of its own."""
    found, start = [], 0
    for end in _CLAUSE.finditer(text):
        if not _RELATIVE.search(end[0]):
            found.append(text[start : end.start()])
            start = end.end()
    return [each for each in (*found, text[start:]) if each.strip()]


def attribute_parts(sentence: str, *, strict: bool = False) -> list[Attribution]:
    """Return the parts of one sentence, in order, each with whose words it gives.

    An attribution holds to the end of the sentence, or of its quotation.  If `strict`, it ends
    where the sentence may go on by itself: ``Fern said hello, and I left.``
    """
    return [*_read_parts(sentence, strict)]


def attribute_known(sentence: str, names: Iterable[str]) -> list[Attribution]:
    """Return what `attribute_parts` does if strict; each of `names` is known to be somebody's.

    Some names are not found by their looks: "Guest 12", "the miller", "Still".
    """
    read, stand_ins = sentence, dict[str, str]()
    for number, name in enumerate(each for each in names if not _looks_like_name(each)):
        stand_in = "X" + chr(ord("b") + number % 24) * (len(name) - 1)
        forms = "|".join(map(re.escape, (name, name[:1].upper() + name[1:])))
        read = re.sub(rf"(?<!\w)(?:{forms})(?!\w)", stand_in, read)
        stand_ins[stand_in] = name
    found = attribute_parts(read, strict=True)
    if not stand_ins:
        return found
    return [replace(each, speaker=stand_ins.get(each.speaker, each.speaker)) for each in found]


@lru_cache(maxsize=1024)
def _looks_like_name(name: str) -> bool:
    said = attribute_parts(f"{name} said that it is so.")
    # One letter has no room for a stand-in.
    return len(name) < 2 or any(each.speaker == name for each in said)


#: All who hear a sentence read it, each for several purposes.
@lru_cache(maxsize=4096)
def _read_parts(sentence: str, strict: bool) -> tuple[Attribution, ...]:
    if _find_first_frame(sentence) is None:
        return _read_account(sentence)
    return tuple(_split_parts(sentence, 0, strict))


#: Where nothing is attributed it makes no difference how far an attribution would hold.
@lru_cache(maxsize=4096)
def _read_account(sentence: str) -> tuple[Attribution, ...]:
    return tuple(_split_account(sentence, 0, len(sentence)))


@lru_cache(maxsize=4096)
def _find_first_frame(sentence: str) -> _Frame | None:
    return _find_frame(sentence, 0)


def _split_parts(sentence: str, start: int, strict: bool) -> Iterator[Attribution]:
    frame = _find_frame(sentence, start) if start else _find_first_frame(sentence)
    if frame is None:
        yield from _split_account(sentence, start, len(sentence))
        return
    begin = _find_begin(sentence, start, frame)
    yield from _split_account(sentence, start, begin)
    stop, quoted = _find_end(sentence, start, frame, strict, begin < frame.start)
    yield Attribution(begin, stop, frame.kind, frame.speaker, quoted)
    if stop < len(sentence):
        yield from _split_parts(sentence, stop, strict)


def _find_begin(sentence: str, start: int, frame: _Frame) -> int:
    """Return where the words that a frame attributes begin: at a quotation before the frame, at the
    start of the sentence, or at the frame."""
    if frame.kind != "said":
        return frame.start
    before = sentence[start : frame.start].rstrip()
    if not _has_text_after(sentence, frame.stop) and (
        before.endswith((",", "—", "–")) or frame.aside
    ):
        return start
    for quote in QUOTATION.finditer(sentence, start, start + len(before)):
        if quote.end() == start + len(before):
            return quote.start()
    return frame.start


def _has_text_after(sentence: str, stop: int) -> bool:
    return any(each.isalnum() for each in re.sub(CITATION, "", sentence[stop:]))


def _find_frame(sentence: str, start: int) -> _Frame | None:
    quotes = _find_quotations(sentence)
    for found in _FRAMES.finditer(sentence, start):
        quoted = any(a < found.start() < b for a, b in quotes)
        if not quoted and not _WHATEVER.search(sentence, start, found.start()):
            return _make_frame(found)
    return None


def _find_quotations(sentence: str) -> list[tuple[int, int]]:
    found = QUOTATION.finditer(sentence) if has_quotes(sentence) else ()
    return [each.span() for each in found]


def _make_frame(found: re.Match[str]) -> _Frame:
    if found["mine"]:
        return _Frame(found.start(), found.end(), "mine", "")
    if found["somebody"] or found["aside_of_somebody"]:
        return _Frame(*found.span(), "said", SOMEBODY, bool(found["aside_of_somebody"]))
    speaker = next(each for each in (found[f"w{n}"] for n in range(12)) if each)
    return _Frame(found.start(), found.end(), "said", speaker, bool(found["aside"] or found["w11"]))


def _find_end(
    sentence: str, begun: int, frame: _Frame, strict: bool, behind: bool
) -> tuple[int, bool]:
    """Return where the words that a frame attributes end, and whether they are a quotation.

    If the frame stands `behind` its words, only another quotation can follow.
    """
    opening = _OPENS.match(sentence, frame.stop)
    quote = QUOTATION.match(sentence, opening.end()) if opening else None
    if quote:
        return _find_end_of_quotations(sentence, quote.end()), True
    if behind:
        rest = _has_text_after(sentence, frame.stop)
        return frame.stop if rest else len(sentence), True
    return min([*_find_ends(sentence, begun, frame, strict), len(sentence)]), False


def _find_end_of_quotations(sentence: str, stop: int) -> int:
    """Return where a list of quotations ends: ``"Ay.", "No." and "Perhaps."``"""
    while more := _ONE_MORE.match(sentence, stop):
        stop = more.end()
    return stop


def _find_ends(sentence: str, begun: int, frame: _Frame, strict: bool) -> Iterator[int]:
    patterns = []
    nested = _find_frame(sentence, frame.stop) if frame.kind == "mine" else None
    if nested and nested.kind == "said" and nested.start > frame.start:
        yield nested.start
    if frame.aside:
        patterns.append(_CLAUSE)
    elif _UNDER.search(sentence, begun, frame.start):
        patterns.append(_SUBORDINATE_END)
    elif strict or frame.kind == "mine":
        patterns.append(_NEW_SUBJECT)
        if " that " not in sentence[frame.stop : frame.stop + 12]:
            patterns.append(_AND_I)
    for pattern in patterns:
        found = pattern.search(sentence, frame.stop + 1)
        if found and found.end() < len(sentence):
            yield found.end()


def _split_account(sentence: str, start: int, stop: int) -> Iterator[Attribution]:
    """Yield the teller's own account from `start` to `stop`, split where a clause may begin."""
    quotes = _find_quotations(sentence)
    for end in _CLAUSE.finditer(sentence, start, stop):
        if end.start() > start and not any(a < end.start() < b for a, b in quotes):
            yield Attribution(start, end.end())
            start = end.end()
    if sentence[start:stop].strip():
        yield Attribution(start, stop)
