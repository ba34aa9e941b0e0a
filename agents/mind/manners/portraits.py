"""What is told of a visitor behind their back: their trade, their home, what they brought.

A clause names the visitor, ``Bram is a ship's carpenter``, so that it is true whoever says it. What
is asked to be kept to oneself gives none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.memory.core.records import Experience
from agents.memory.language.salience import KIN
from agents.mind.fallback.small_talk import swap_persons
from agents.mind.manners.tales import Tale
from agents.mind.speech.told.worries import find_worry
from agents.mind.speech.turning import turn_to_hearer
from late.late_pattern import late_pattern
from world.nature import Nature
from world.vault.texts import Texts

_OWNED = late_pattern(r"^(?:my|our) ", re.IGNORECASE)
_OF_OTHERS = late_pattern(r"\b(?:you|your|yours|we|us|here|this)\b", re.IGNORECASE)
#: Everybody has these, or has several.
_OF_ALL = late_pattern(
    r"\b(?:\w*mother|\w*father|parents?|(?:grand)?(?:ma|pa|dad)|gran(?:ny)?|nan|mum(?:my)?|mom"
    r"|daddy)\b|s$",
    re.IGNORECASE,
)
_KIN_ALONE = late_pattern(rf"(?:my|our|an?) (?:\w+ )?(?P<kin>{KIN})", re.IGNORECASE)
#: What weighs on somebody that is told of their kin in one word.
_STATES_OF_KIN = ("missing", "ill")
_VERBS = (
    ("trade", r"\bI(?:['’]m| am)\b", "is"),
    ("trade", r"\bI work as\b", "works as"),
    ("trade", r"\bI (?:used to be|was)\b", "was once"),
    ("origin", r"\bI (?:live) in\b", "lives in"),
    ("origin", r"\bI grew up in\b", "grew up in"),
    ("origin", r"\bI was born in\b", "was born in"),
    ("origin", r"\bI\b.*\bfrom\b", "comes from"),
    ("find", r"\b(found|made|built|bought|wrote|planted)\b", ""),
    ("loss", "", "has lost"),
    ("search", r"\bI\b", "is looking for"),
    ("kin", "", "has"),
    ("journey", "", "is going to"),
    ("errand", "", "came to"),
)


def describe_tale(tale: Tale) -> str:
    """Return a clause about the teller that says what they told; empty: it is not for others."""
    if not tale.gist or _OF_OTHERS.search(tale.gist):
        return ""
    if tale.kind in ("kin", "woe") and (kin := _KIN_ALONE.fullmatch(tale.gist)):
        if (worry := find_worry(tale.words)) and worry.name in _STATES_OF_KIN:
            return f"{tale.teller}'s {kin['kin']} is {worry.name}"
        if tale.kind == "woe":
            return f"{tale.teller} has lost {add_article(kin['kin'])}"
    for kind, pattern, verb in _VERBS:
        found = re.search(pattern, tale.words, re.IGNORECASE) if kind == tale.kind else None
        if found:
            gist = _name_gist(tale)
            return f"{tale.teller} {verb or found[1].lower()} {gist}" if gist else ""
    return ""


def list_overtaken(tale: Tale, clause: str) -> Iterator[str]:
    """Yield the clauses that are no news any more since a tale has the clause `clause`.

    Of one who is dead nobody tells that the teller has them.
    """
    kin = _KIN_ALONE.fullmatch(tale.gist)
    if kin is None or (tale.kind == "kin" and clause.startswith(f"{tale.teller} has ")):
        return
    yield from (f"{tale.teller} has {add_article(each)}" for each in (kin["kin"], tale.gist[3:]))
    if tale.kind == "woe":
        yield from (f"{tale.teller}'s {kin['kin']} is {state}" for state in _STATES_OF_KIN)


def _name_gist(tale: Tale) -> str:
    """Return what a tale is about, in words for anybody: ``my good plane`` → ``a good plane``."""
    if tale.kind == "kin" and _OF_ALL.search(tale.gist):
        return ""
    if tale.is_sought:
        return tale.gist_to_others
    bare = _OWNED.sub("", tale.gist)
    if bare == tale.gist:
        return "" if swap_persons(bare) != " ".join(re.findall(r"[\w'’-]+", bare)) else bare
    if re.search(r"\b[A-Z]", bare):
        return ""  # "a daughter Lisbet"
    return bare if bare.endswith("s") and tale.kind != "kin" else add_article(bare)


def add_article(name: str) -> str:
    """Return a thing as it is named for the first time: ``an oar``."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


class Gifts:
    """Reads from memories what somebody gave away."""

    def __init__(self, texts: Texts | None) -> None:
        raw = [texts.raw(key) for key in ("give.told", "give.others")] if texts else []
        self._told = tuple(map(_compile, raw))

    def read(self, memory: Experience, *, to_oneself: bool = False) -> Iterator[tuple[str, str]]:
        """Yield who gave something away, and what; with `to_oneself` only to the rememberer."""
        if memory.nature is not Nature.GIVING or memory.line:
            return
        for pattern in self._told[: 1 if to_oneself else None]:
            if found := pattern.fullmatch(memory.text.strip()):
                yield found["actor"], found["thing"]
                return


def _compile(text: str) -> re.Pattern[str]:
    """Return the pattern of a text with placeholders."""
    parts = re.split(r"\{(\w+)\}", text.strip())
    named = (f"(?P<{each}>.+?)" if n % 2 else re.escape(each) for n, each in enumerate(parts))
    return late_pattern("".join(named))


def tell_to(clause: str, person: str) -> str:
    """Return a clause about `person` as it is said to them: ``you are a ship's carpenter``."""
    turned = turn_to_hearer(clause, person)
    return f"{turned[:1].lower()}{turned[1:]}" if turned != clause else ""
