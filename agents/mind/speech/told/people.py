"""The people whom somebody tells of: by kinship, by name, by "he" and "she"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import field
from typing import NamedTuple

from agents.memory.language.patterns import INNER_NAME, NAME
from agents.memory.language.salience import KIN
from agents.memory.language.stems import says_little
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    AUXILIARIES,
    DAY_TIMES,
    FIRST_PERSON,
    MONTHS,
    NUMBERS,
    SEASONS,
    STOP_WORDS,
    WEEKDAYS,
    any_of,
)
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_RELATED = rf"(?:children|{KIN}|boy|girl|baby|grand(?:son|daughter|child)|fiancée?|dog|cat|horse)"
_HIS = r"(?:grand)?(?:father|son|dad)|grandpa|daddy|brother|husband|uncle|nephew|boy|fiancé"
_HERS = r"(?:grand)?(?:mother|daughter)|grandma|gran(?:ny)?|nan|mum(?:my)?|mom|sister|wife|aunt"
_HERS += r"|niece|girl|fiancée"
_CALLED = (
    r"(?:,? (?:who is |who was |is |was )?(?:called |named )?|(?:['’]s name| name) (?:is|was) )"
)
#: "my brother Tobias", "a friend of mine, Ada", "his wife".
_KINSHIP = late_pattern(
    rf"\b(?P<whose>my|our|his|her|their|an?|two|three|four|five|the) (?:(?!{_RELATED}s?\b)[\w-]+ )"
    rf"{{0,3}}?(?P<kin>{_RELATED})(?P<many>s?)\b(?! of (?!mine))(?: of mine)?"
    rf"(?:{_CALLED}(?P<name>(?-i:(?:(?:Mr|Mrs|Ms|Dr)\.? )?{NAME})))?",
    re.IGNORECASE,
)
#: "Tobias is my brother", "Tobias, my brother"; not "I'm Tobias, my brother Tom says so".
_NAMED_KIN = late_pattern(
    rf"(?<!name['’]s )(?<!name is )(?<!I['’]m )(?<!I am )"
    rf"\b(?P<name>(?-i:{NAME})),? (?:is |was )?(?:my|our) (?:[\w-]+ )??(?P<kin>{_RELATED})\b"
    r"(?! (?-i:[A-Z]))",
    re.IGNORECASE,
)
#: "my doctor": one whom one has, and who may be a man or a woman.
_SERVING = late_pattern(
    r"\b(?P<whose>my|our) (?:[\w-]+ )?"
    r"(?P<kin>doctor|boss|teacher|landlord|foreman|neighbour|apprentice)\b",
    re.IGNORECASE,
)
_MALE = r"(?:he|him|his)"
_FEMALE = r"(?:she|her|hers)"
#: "She, not he", "Him, not her": whom one speaks of is put right.
_RIGHTED = late_pattern(
    rf"\b(?:(?P<she>{_FEMALE})|(?P<he>{_MALE})),? (?:and )?not (?:{_MALE}|{_FEMALE})\b",
    re.IGNORECASE,
)
#: "My doctor is a woman."
_IS_OF_SEX = late_pattern(
    r"\b(?:is|was|['’]s) an? (?:\w+ )?(?:(?P<she>woman|lady|girl)|(?P<he>man|gentleman|boy))\b",
    re.IGNORECASE,
)
#: "Her name is Ilse", "She is called Ilse".
_NAMED_LATER = late_pattern(
    rf"\b(?:his|her) name(?: is| was|['’]s) (?P<name>(?-i:{NAME}))"
    rf"|\b(?:he|she)(?: is| was|['’]s) (?:called|named) (?P<name2>(?-i:{NAME}))",
    re.IGNORECASE,
)
#: The same, whoever typed it in haste.
_NAMING = late_pattern(
    r"^\W*(?:(?:and|oh|well|so)\W+)*(?:(?:his|her|its|their)(?: \w+)? name(?:['’]s| is| was)"
    r"|(?:he|she|it) (?:is|was) (?:called|named)|(?:he|she|it)['’]s (?:called|named)"
    r"|we (?:call|called|named) (?:him|her|it)) (?P<name>\w+)"
    r"(?=\W*$|,? (?:and )?(?:he|she|it|they)\b)",
    re.IGNORECASE,
)
#: A name at the beginning of a sentence, before its verb.
_SUBJECT = late_pattern(
    rf"^(?P<name>{NAME})(?=['’]s |,? (?:{any_of(AUXILIARIES)}|and|\w+(?:ed|s))\b)"
)
_SPOKEN_KIN = rf"\b(?:my|our|the|that) (?:[\w-]+ )??(?P<kin>{_RELATED})"
#: Words as short as "was", "did" and "it".
_GOING_ON = r"(?:\b\w{1,3}\b|\W)*"
#: "What is my sister called?", "the name of my sister", "The sister I mentioned, who was it?"
_ASKS_NAME = (
    late_pattern(
        rf"\bwhat(?:['’]?s)?\b\W*(?:\w+ )?{_SPOKEN_KIN}(?:['’]?s name| name| called)\b",
        re.IGNORECASE,
    ),
    late_pattern(rf"\bname of {_SPOKEN_KIN}\b(?!['’]s| (?:who|that|my|our))", re.IGNORECASE),
    late_pattern(
        rf"{_SPOKEN_KIN}\b(?: I \w+)?\W+(?:what|who)\b{_GOING_ON}"
        r"(?:\b(?:name|called)\b|\bcall (?:him|her|it)\b)",
        re.IGNORECASE,
    ),
    late_pattern(
        rf"{_SPOKEN_KIN}\b(?: I \w+)?\W+who(?:['’]?s| was| is) (?:it|that|he|she)\b", re.IGNORECASE
    ),
)
#: A name behind these is of a place, or a ship.
_PLACED = late_pattern(r"\b(?:the|in|at|to|from) $", re.IGNORECASE)
_NOBODY = frozenset((*FIRST_PERSON, *NUMBERS, *WEEKDAYS, *MONTHS, *SEASONS, *DAY_TIMES))
#: Of whom a sentence is that goes on with others; "he is my brother" tells who he is.
_BEGINS_WITH = late_pattern(
    r"^\W*(?:(?:and|but|so|then|no|yes|oh|well)\W+)*(?P<sex>he|she)\b"
    r"(?!(?:['’]s| is| was) (?:my|our|an?|the)\b)",
    re.IGNORECASE,
)
_HE, _SHE = late_pattern(rf"\b{_MALE}\b", re.I), late_pattern(rf"\b{_FEMALE}\b", re.I)
_THEY = late_pattern(r"\b(?:they|them|their)\b", re.IGNORECASE)


@late_dataclass(slots=True)
class Relative:
    """Somebody of whom a speaker tells."""

    kin: str = ""
    """What they are to the speaker, in small letters: ``brother``; empty: not said."""
    names: list[str] = field(default_factory=list)
    sex: str = ""
    """``he`` or ``she``; empty: not known."""
    is_own: bool = True
    """Whether they are the speaker's own: ``my brother``."""

    @property
    def to_speaker(self) -> str:
        """How one speaks of them to the speaker: by name, else ``your brother``."""
        if self.names:
            return self.names[-1]
        return f"your {self.kin}" if self.is_own else f"the {self.kin}"

    @property
    def in_full(self) -> str:
        """The same with both, where both are known: ``your brother Tobias``."""
        both = self.kin and self.names and self.is_own
        return f"your {self.kin} {self.names[-1]}" if both else self.to_speaker


@late_dataclass(slots=True)
class Circle:
    """All of whom one speaker tells, as far as it was read; read sentences in their order."""

    found: list[Relative] = field(default_factory=list)
    latest: list[Relative] = field(default_factory=list)
    """The same by when they were spoken of last, the latest last."""

    def read(self, sentence: str, strangers: Collection[str] = ()) -> list[Relative]:
        """Return of whom a sentence is, and learn who they are.

        `strangers` are names that are nobody of the speaker's: those who are here, the speaker.
        """
        signs = _read_signs(sentence)
        named = list(self._list_named(signs, strangers))
        if named and (begun := _BEGINS_WITH.match(sentence)):
            # "He sold our father's boat" is not of the father.
            sex = begun["sex"].lower()
            meant = [each for each in self.latest if each.sex in (sex, "") and each not in named]
            named = [*meant[-1:], *named] if meant else []
        if not named:
            named = self.latest[-1:] if signs.is_righted else list(self._list_meant(signs))
        if signs.later and not named:
            named = [self._get("", signs.later, is_own=False)]
        self._learn(signs, named)
        for each in named:
            if each in self.latest:
                self.latest.remove(each)
            self.latest.append(each)
        return named

    def _list_named(self, signs: _Signs, strangers: Collection[str]) -> Iterator[Relative]:
        for each in signs.kin:
            if each.whose == "the" and self._find_kin(each.word) is None:
                continue
            if not each.is_many or each.whose in ("my", "our"):
                name, is_own = each.name, each.whose in ("my", "our")
                yield self._get(each.kin, "" if name in strangers else name, is_own=is_own)
        for name in signs.names:
            if name not in strangers:
                yield self._get("", name, is_own=False)

    def _list_meant(self, signs: _Signs) -> Iterator[Relative]:
        for sex in signs.pronouns:
            if meant := self.find_by_pronoun(sex):
                yield meant
                return
        if signs.has_they and self.latest:
            yield self.latest[-1]

    def _learn(self, signs: _Signs, named: Sequence[Relative]) -> None:
        if signs.later and named and signs.later not in named[0].names:
            named[0].names.append(signs.later)
        if len(named) == 1 and not named[0].sex and len(signs.pronouns) == 1:
            named[0].sex = signs.pronouns[0]
        if len(named) == 1 and signs.told_sex:
            named[0].sex = signs.told_sex

    def _find_kin(self, kin: str) -> Relative | None:
        return next((e for e in reversed(self.latest) if e.kin == kin.lower()), None)

    def find(self, kin: str = "", name: str = "") -> Relative | None:
        """Return whom a kinship or a name means; None: nobody of whom was told."""
        by_name = (each for each in self.found if name and name in each.names)
        return next(by_name, None) or (self._find_kin(kin) if kin and not name else None)

    def find_by_pronoun(self, sex: str) -> Relative | None:
        """Return whom ``he`` or ``she`` means."""
        fitting = [each for each in self.latest if each.sex in (sex, "")]
        return fitting[-1] if fitting else None

    def _get(self, kin: str, name: str, *, is_own: bool) -> Relative:
        known = self.find("", name) if name else None
        if known is None and kin:
            same = self._find_kin(kin)
            if same is not None and (not name or not same.names):
                known = same
        if known is None:
            known = Relative(kin, [], is_own=is_own)
            self.found.append(known)
        known.kin = known.kin or kin
        known.is_own = known.is_own or is_own
        if name and name not in known.names:
            known.names.append(name)
        if kin and not known.sex:
            known.sex = find_sex(kin)
        return known


class _KinNamed(NamedTuple):
    """A kinship that a sentence names, and the name of who has it, or none."""

    word: str
    kin: str
    """The same in small letters, of many with its ending."""
    name: str
    whose: str
    is_many: bool


class _Signs(NamedTuple):
    """What a sentence has that may name somebody, or mean them."""

    kin: tuple[_KinNamed, ...]
    names: tuple[str, ...]
    """What stands as somebody's name, without a kinship."""
    later: str
    """The name of one who is spoken of already."""
    pronouns: tuple[str, ...]
    """``he`` and ``she``, if it has them."""
    has_they: bool
    is_righted: bool
    told_sex: str
    """What somebody is said to be: ``he`` or ``she``; empty: nothing is said of that."""


@cache_short_texts(1024)  # a person's lines are read again at each of their next ones
def _read_signs(sentence: str) -> _Signs:
    later, righted = _NAMED_LATER.search(sentence), _RIGHTED.search(sentence)
    spans = [later.span()] if later else []
    kin = tuple(_find_kinships(sentence, spans))
    told = righted or _IS_OF_SEX.search(sentence)
    return _Signs(
        kin,
        tuple(_find_bare_names(sentence, spans)),
        (later["name"] or later["name2"]) if later else "",
        tuple(sex for sex, each in (("he", _HE), ("she", _SHE)) if each.search(sentence)),
        _THEY.search(sentence) is not None,
        righted is not None,
        ("she" if told["she"] else "he") if told else "",
    )


def _find_kinships(sentence: str, spans: list[tuple[int, int]]) -> Iterator[_KinNamed]:
    """Yield the kinships outside of `spans`, and add where they stand."""
    for pattern in (_NAMED_KIN, _KINSHIP, _SERVING):
        for match in pattern.finditer(sentence):
            if any(match.start() < end and begin < match.end() for begin, end in spans):
                continue
            spans.append(match.span())
            groups = match.groupdict()
            name = _drop_genitive(groups.get("name") or "")
            many = bool(groups.get("many"))
            yield _KinNamed(
                match["kin"],
                f"{match['kin']}{'s' if many else ''}".lower(),
                "" if says_little(name.lower()) else name,
                (groups.get("whose") or "my").lower(),
                many,
            )


def _find_bare_names(sentence: str, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    for match in (*_SUBJECT.finditer(sentence), *INNER_NAME.finditer(sentence)):
        name, at = _drop_genitive(match[0]), match.start()
        if any(begin <= at < end for begin, end in spans) or _PLACED.search(sentence[:at]):
            continue
        if not says_little(name.lower()) and name.lower() not in _NOBODY:
            yield name


def _drop_genitive(name: str) -> str:
    return name.removesuffix("'s").removesuffix("’s")


def find_sex(kin: str) -> str:
    """Return ``he`` or ``she`` for a kinship in small letters: ``brother``; empty: it may be
    either."""
    bare = kin.removesuffix("-in-law").removeprefix("step").removeprefix("half-")
    return "he" if re.fullmatch(_HIS, bare) else "she" if re.fullmatch(_HERS, bare) else ""


def may_mean(words: str, kin: str) -> bool:
    """Return whether "he" or "she" in words may mean a kinship, ``my brother``."""
    said = {sex for sex, pattern in (("he", _HE), ("she", _SHE)) if pattern.search(words)}
    return not said or not kin or find_sex(kin.lower().split()[-1]) in ("", *said)


def list_asked_kin(question: str) -> Iterator[str]:
    """Yield the kinships that a question names as the asker's own: ``my brother's``."""
    for match in re.finditer(
        rf"\b(?:my|our) (?:[\w-]+ )??({_RELATED}s?)\b", question, re.IGNORECASE
    ):
        yield match[1].lower()


def find_asked_name(question: str) -> str:
    """Return the kinship of the one whose name is asked: ``The sister I mentioned, who was it?``;
    empty: no name is asked."""
    found = (pattern.search(question) for pattern in _ASKS_NAME)
    return next((each["kin"].lower() for each in found if each), "")


def find_naming(words: str) -> str:
    """Return which name `words` give somebody who was spoken of: ``Her name is mira.`` has
    ``Mira``; empty: they give none."""
    found = _NAMING.search(words)
    name = found["name"] if found else ""
    return "" if name.casefold() in STOP_WORDS else name.capitalize() if name.islower() else name
