"""Read a sentence for comparison: which of its words are numbers, days, persons or content.

The rules are English and go by words: a sentence in wholly different words is neither supported nor
contradicted.  Persons are folded names; the agent itself is `SELF`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Literal

from agents.memory.checking.amounts import Amount, may_begin_amount, read_amount
from agents.memory.checking.cues import DOUBT, INTENDING, SURE, THINKING
from agents.memory.checking.naming.names import NAMED_DAYS, SPOKEN_LINE
from agents.memory.language.attribution import locate_sentences
from agents.memory.language.evidence import Source
from agents.memory.language.meanings.alike import name_alike
from agents.memory.language.meanings.phrases import find_phrase, may_begin_phrase
from agents.memory.language.patterns import (
    CUE,
    NAME,
    find_clear_months,
)
from agents.memory.language.stems import says_little, stem_word
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ADVERBS,
    AUXILIARIES,
    COORDINATORS,
    DEGREES,
    FIRST_PERSON,
    INDEFINITE,
    MONTHS,
    NEGATIONS,
    QUESTION_WORDS,
    SAYING,
    SAYING_HOW,
    SECOND_PERSON,
    STOP_WORDS,
    SUBORDINATORS,
)
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from late.late_property import late_property

#: The agent whose memories they are.
SELF = "*"
#: A person who is not known: the ``you`` of words that name nobody.
SOMEBODY = "(somebody)"

_TOKEN = late_pattern(r"\d+(?:[.:,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[.,;:!?—–]")
_CUED = late_pattern(rf"{CUE} [^\n]*(?:\n(?P<result>.*))?", re.DOTALL)
#: Words of somebody's own in a sentence of a summary: ``Ada said: "I …"``.
_QUOTED = late_pattern(
    rf"(?P<who>{NAME})(?: {NAME}){{0,2}} (?:{'|'.join(SAYING)})(?: to [^,:\n]+| me| us)?"
    r"(?:, [\"“]|: [\"“]?)(?P<said>[^\"”\n]+)"
)
_ADDRESSED = late_pattern(rf"(?:^|, )({NAME})(?=[,.!?])")
_THOUGHT = late_pattern(r"^You (?:think|feel|wonder|note|decide)\w*: ")
#: Words of saying, doubting and meaning to: how something is told, not what.
_UNSAID = frozenset((*SAYING, *SAYING_HOW, "according", *DOUBT, *THINKING, *SURE, *INTENDING))
_GRAMMAR = STOP_WORDS.union(NEGATIONS, ADVERBS, DEGREES, INDEFINITE)
#: Denials without their apostrophe; "cant" and "wont" are hardly ever words of their own.
_RUN_TOGETHER = {f"{each}nt" for each in AUXILIARIES} - {"bent"} | {"cant", "wont"}
_CLAUSE_WORDS = frozenset((*COORDINATORS, *SUBORDINATORS, *QUESTION_WORDS, "that"))


@late_dataclass(frozen=True, slots=True)
class Word:
    """One word or mark of a sentence; what it does not stand for is empty or None."""

    text: str
    """In lower case, apostrophes plain; of a number its digits."""
    stem: str = ""
    """Of a word that says something."""
    number: float | None = None
    day: str = ""
    """A weekday, month, time of day or season."""
    person: str = ""
    owns: bool = False
    """Whether the person is named as an owner alone: ``my``, ``Ada's``."""
    written: str = field(default="", compare=False)
    """Of a number, how it is written: ``half past seven``."""
    sense: str = field(init=False)
    """What it stands for: its number, day, person or stem; empty if it says nothing."""
    is_mark: bool = field(init=False)
    """Whether it is a mark and no word."""

    def __post_init__(self) -> None:
        # Each word is asked for both many times.
        number = "" if self.number is None else f"{self.number:g}"
        object.__setattr__(self, "sense", number or self.day or self.person or self.stem)
        object.__setattr__(self, "is_mark", not self.text[0].isalnum())


@late_dataclass(frozen=True)
class Statement:
    """One sentence of a memory or a summary; `speaker` is empty for what was done or seen."""

    text: str
    words: tuple[Word, ...]
    speaker: str = ""
    source: int = 0
    """Which of the sources it is from, in their order."""
    hearer: str = ""
    """To whom it was said, if the memory names them."""
    around: frozenset[str] = frozenset()
    """The words of the whole sentence, where this is one of its clauses."""

    @late_property
    def senses(self) -> frozenset[str]:
        """All that its words stand for."""
        return frozenset(each.sense for each in self.words)

    @late_property
    def stems(self) -> frozenset[str]:
        """The stems of its content."""
        return frozenset(each.stem for each in self.words if each.stem)

    @late_property
    def all_stems(self) -> frozenset[str]:
        """The stems of all its words but those of grammar: those of saying and small talk too."""
        return frozenset(filter(None, map(stem_any, self.words)))

    @late_property
    def content(self) -> frozenset[str]:
        """What it is about: the stems of its content, and everybody it names."""
        return self.stems | self.persons

    @late_property
    def persons(self) -> frozenset[str]:
        """Everybody it names, the agent included."""
        named = {each.person for each in self.words if each.person}
        return frozenset((named | {self.speaker}) - {"", SOMEBODY})

    @late_property
    def texts(self) -> frozenset[str]:
        """Its words as they are written, in lower case."""
        return frozenset(each.text for each in self.words)

    @property
    def all_texts(self) -> frozenset[str]:
        """Its words as they are written, and those of the sentence that it is a clause of."""
        return self.texts | self.around

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.text.rstrip("\"'”’ ").endswith("?")

    @late_property
    def clauses(self) -> tuple[tuple[Word, ...], ...]:
        """Its words, split at marks and conjunctions."""
        clauses: list[list[Word]] = [[]]
        for word in self.words:
            if word.is_mark or word.text in _CLAUSE_WORDS:
                clauses.append([])
            else:
                clauses[-1].append(word)
        return tuple(tuple(each) for each in clauses if each)


def stem_any(word: Word) -> str:
    """Return the stem of a word, of saying and small talk too; empty if it is one of grammar."""
    if word.stem or word.is_mark or word.person or word.day or word.number is not None:
        return word.stem
    return "" if word.text in _GRAMMAR or "'" in word.text else stem_word(word.text)


def read_statement(
    text: str,
    names: Collection[str],
    *,
    teller: str = SELF,
    hearer: str = SELF,
    speaker: str = "",
    source: int = 0,
) -> Statement:
    """Return `text`, one sentence; ``I`` in it is `teller`, ``you`` is `hearer`.

    In words that it quotes of somebody named, ``I`` is that person and ``you`` the teller.
    """
    return Statement(text, _read_told(text, names, teller, hearer), speaker, source)


def _read_told(text: str, names: Collection[str], teller: str, hearer: str) -> tuple[Word, ...]:
    return _read_naming(text, _list_nameable(text).intersection(names), teller, hearer)


@cache_short_texts(2048)
def _list_nameable(text: str) -> frozenset[str]:
    """Return all of a text that may be somebody's name, folded."""
    found = _TOKEN.findall(text)
    plain = {_strip_owner(_fold_word(each)) for each in found}
    quoted = (_fold(each["who"]) for each in _QUOTED.finditer(text))
    return frozenset(plain.union((each.casefold() for each in found), quoted))


#: A memory is read for all that is known and for each sentence that rests on it.
@cache_short_texts(1024)
def _read_naming(text: str, names: frozenset[str], teller: str, hearer: str) -> tuple[Word, ...]:
    words, at = list[Word](), 0
    for quoted in _QUOTED.finditer(text):
        who = _fold(quoted["who"])
        if who in names:
            words.extend(_read_words(text[at : quoted.start("said")], names, teller, hearer))
            words.extend(_read_words(quoted["said"], names, who, teller))
            at = quoted.end("said")
    words.extend(_read_words(text[at:], names, teller, hearer))
    return tuple(_leave_out_corrected(words))


def _leave_out_corrected(words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words without a number that is put right at once: "in two places, no, three"."""
    for at, word in enumerate(words):
        if word.number is None or not _is_put_right(words[at + 1 : at + 7]):
            yield word


def _is_put_right(behind: Sequence[Word]) -> bool:
    """Return whether words put right the number before them."""
    stop = next((n for n, each in enumerate(behind) if each.text == "no"), 0)
    if not stop or not behind[stop - 1].is_mark:
        return False
    follow = [each.number is not None for each in behind]
    return any(follow[stop + 1 : stop + 3]) and not any(follow[:stop])


def read_source(text: str, speaker: str, names: Collection[str], number: int) -> list[Statement]:
    """Return the sentences that a memory, or a sentence of a summary, tells."""
    cued = None if speaker else _CUED.match(text)
    told = (cued["result"] or "") if cued else text
    spoken = SPOKEN_LINE.match(told)
    if not spoken:
        told = _THOUGHT.sub("", told)
        return [read_statement(each, names, source=number) for each in _split(told)]
    teller = SELF if spoken["who"] == "You" else _fold(spoken["who"])
    # Words of the agent's own are for whoever is there; words of others are for the agent.
    named = _fold(spoken["hearer"] or spoken["aside"] or ".")
    hearer = SELF if teller != SELF else _find_addressee(spoken["said"], names)
    hearer = named if named in names else hearer or SOMEBODY
    told_to = SELF if named == "you" and teller != SELF else named if named in names else ""
    said = _split(spoken["said"])
    told_words = [_read_told(each, names, teller, hearer) for each in said]
    return [
        Statement(text, words, teller, number, told_to)
        for text, words in zip(said, told_words, strict=True)
    ]


def read_sources(sources: Sequence[Source], names: Collection[str]) -> list[Statement]:
    """Return every sentence of `sources`, in their order."""
    return [
        statement
        for number, each in enumerate(sources)
        for statement in read_source(each.text, each.speaker, names, number)
    ]


def _split(text: str) -> list[str]:
    return [text[start:stop] for start, stop in locate_sentences(text)]


def _find_addressee(said: str, names: Collection[str]) -> str:
    for found in _ADDRESSED.finditer(said):
        if found[1].casefold() in names:
            return found[1].casefold()
    return ""


def _fold(name: str) -> str:
    return name.casefold().split()[-1]


def _read_words(text: str, names: Collection[str], teller: str, hearer: str) -> Iterator[Word]:
    tokens, at = _scan(text), 0
    while at < len(tokens):
        token = tokens[at]
        if token.amount and token.raw.casefold() not in names:
            written = " ".join(each.raw for each in tokens[at : at + token.amount.length])
            value = token.amount.value
            yield Word(f"{value:g}", number=value, written=written.casefold())
            if token.amount.unit:
                yield Word(token.amount.unit, stem=stem_word(token.amount.unit))
            at += token.amount.length
        else:
            person = (token.name if token.name in names else "") or (
                teller if token.role == "teller" else hearer if token.role == "hearer" else ""
            )
            yield _name_person(token, person) if person else token.word
            at += 1


@late_dataclass(frozen=True, slots=True)
class _Token:
    """A word or mark of a text, whoever is named in it."""

    raw: str
    word: Word
    """What it is unless it names somebody."""
    amount: Amount | None
    """The number that begins here."""
    name: str
    """Its owner's name in lower case, if it may be one; else empty."""
    role: Literal["", "teller", "hearer"]
    """``teller`` or ``hearer`` if the word means that one, as "I" and "you" do; else empty."""


@cache_short_texts(2048)
def _scan(text: str) -> tuple[_Token, ...]:
    found = list(_TOKEN.finditer(text))
    raws = [each[0] for each in found]
    plain = list(map(_fold_word, raws))
    months = find_clear_months(text)
    tokens, at = list[_Token](), 0
    while at < len(found):
        if not (months or _may_begin(plain[at])):  # as nearly all
            tokens.append(_read_plain(raws[at], plain[at]))
            at += 1
            continue
        if phrase := find_phrase(plain, at):
            tokens.append(_Token(phrase.word, _read_word(phrase.word, phrase.word), None, "", ""))
            at += phrase.length
            continue
        raw, amount = raws[at], read_amount(plain, at)
        if months and found[at].end() in months:
            tokens.append(_Token(raw, _read_word(raw, plain[at]), amount, "", ""))
        elif amount:
            tokens.append(
                _Token(raw, _read_word(raw, plain[at]), amount, *_read_person(raw, plain[at]))
            )
        else:
            tokens.append(_read_plain(raw, plain[at]))
        at += 1
    return tuple(tokens)


@lru_cache(8192)
def _may_begin(plain: str) -> bool:
    """Return whether a number or a phrase may begin with a word."""
    return may_begin_phrase(plain) or may_begin_amount(plain)


@lru_cache(8192)
def _read_plain(raw: str, plain: str) -> _Token:
    """Return the token of a word that is no number, and no month that is written like a name."""
    return _Token(raw, _read_word(raw, plain), None, *_read_person(raw, plain))


@lru_cache(8192)
def _fold_word(raw: str) -> str:
    """Return a word in lower case; one that is written "wont" as "won't"."""
    plain = raw.replace("’", "'").casefold()
    return f"{plain[:-1]}'t" if plain in _RUN_TOGETHER else plain


def _strip_owner(plain: str) -> str:
    return plain.removesuffix("'s").removesuffix("'")


def _read_word(raw: str, plain: str) -> Word:
    if not plain[0].isalnum():
        return Word(plain)
    bare = _strip_owner(plain)
    day = bare if bare in NAMED_DAYS else bare.removesuffix("s")
    if day in NAMED_DAYS or (raw[0].isupper() and bare in MONTHS):
        return Word(plain, day=day)
    if len(plain) > 1 and not says_little(plain) and plain not in _UNSAID:
        return Word(plain, stem=name_alike(stem_word(plain)))
    return Word(plain)


def _name_person(token: _Token, person: str) -> Word:
    plain = token.word.text
    bare = _strip_owner(plain)
    return Word(plain, person=person, owns=bare != plain or bare in ("my", "our", "your"))


def _read_person(raw: str, plain: str) -> tuple[str, Literal["", "teller", "hearer"]]:
    """Return the name that a word may be, and whom it stands for; both may be empty."""
    if not plain[0].isalnum():
        return "", ""
    bare = _strip_owner(plain)
    head = bare.partition("'")[0]
    name = bare if raw[0].isupper() else ""
    return name, "teller" if head in FIRST_PERSON else "hearer" if head in SECOND_PERSON else ""
