"""For whom something was asked: "Write Ema and Zuzka into your ledger, and me!"

What is done for somebody is done for whom the request names, and is told of as done for them alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from agents.memory.language.patterns import INNER_NAME
from agents.memory.language.stems import says_little, stem_words
from agents.mind.intentions.intention import Intention
from agents.mind.intentions.placeholders import names_people
from late.late_pattern import late_pattern

#: So many names are kept of those for whom something was done, the latest.
NAMES_KEPT = 40

#: So many are named in one line.
MOST_NAMED = 6

_SELF = late_pattern(
    r"(?<!\bfor )(?<!\bfrom )(?<!\bto )(?<!\btell )\b(?:me|us|myself|ourselves)\b"
    r"|\b(?:my|our) names?\b(?! (?:is|are)\b)",
    re.IGNORECASE,
)


def list_asked_names(intention: Intention, words: str, speaker: str, me: str) -> tuple[str, ...]:
    """Return for whom `speaker` asks, or asks whether it was done for them, each once.

    They are those whom `words` name, and `speaker` too if it says so or names nobody.  What the
    request itself is about, and the agent `me`, are nobody's names.  It is empty for what is not
    done for somebody.
    """
    if not takes_names(intention):
        return ()
    about = frozenset(stem_words(" ".join((me, intention.name, *intention.asked))))
    named = [
        each
        for each in _list_full_names(words)
        if not says_little(each.lower()) and not about.intersection(stem_words(each))
    ]
    own = [speaker] if speaker and (not named or _SELF.search(words)) else []
    return tuple(dict.fromkeys((*own, *named)))[:MOST_NAMED]


def _list_full_names(words: str) -> list[str]:
    """Return the names in `words`; those that follow each other are one: ``Mr Keane``."""
    found: list[str] = []
    end = -1
    for match in INNER_NAME.finditer(words):
        name = match[0].removesuffix("'s").removesuffix("’s")
        if found and words[end : match.start()] == " ":
            found[-1] = f"{found[-1]} {name}"
        else:
            found.append(name)
        end = match.start() + len(name)
    return found


def takes_names(intention: Intention) -> bool:
    """Return whether a step of an intention names those for whom it was asked."""
    return any(names_people(line) for step in intention.steps for line in step.lines)


def join_asked_names(names: Sequence[str]) -> str:
    """Return names as one lists them: ``Jaro, Ema and Zuzka``."""
    *first, last = names or ("",)
    return f"{', '.join(first)} and {last}" if first else last


def add_named(named: Mapping[str, int], names: Sequence[str], minutes: int) -> dict[str, int]:
    """Return for whom something was done when, after it was done for `names` as well."""
    kept = {each: at for each, at in named.items() if each not in names}
    kept.update(dict.fromkeys(names, minutes))
    return dict(list(kept.items())[-NAMES_KEPT:])
