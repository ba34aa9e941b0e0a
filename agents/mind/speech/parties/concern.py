"""Finds which of several agents a line concerns that calls nobody.

It compares the words of the line with each agent's work and with what each has just said.

What an agent speaks of much more often than all others is its work: Moss of leeks, Cobb of oars.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping

from agents.latest import Latest
from agents.memory.language.stems import find_words, says_little, stem_word, stem_words
from agents.memory.language.words import SECOND_PERSON, any_of
from agents.mind.voice.asking import is_question
from agents.mind.voice.retrieval import VoiceIndex
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: A word is of one agent's work if that one has it in so many times as great a part of its lines as
#: any other: in a question while another is talked with, in what is told then, and where nobody is.
OWN_WORK, TOLD_WORK, LIKELY_WORK = 2.5, 3.0, 1.6

#: It stands in so many of a thousand of its lines at least, and has so many letters.
LEAST_SHARE, LEAST_LETTERS = 1.0, 3

#: Of words of several agents' work those of one have to be so many times as frequent as all others.
OUTWEIGHS = 3.0

#: So many stems are kept of each agent.
STEMS_KEPT = 2048

_YOU = late_pattern(rf"\b{any_of(SECOND_PERSON)}\b", re.IGNORECASE)
_YOURS = late_pattern(r"\byour (?P<what>\w+(?: \w+)?)", re.IGNORECASE)


class TradeWords:
    """Counts in how many of an agent's lines a word stands."""

    def __init__(self, list_lines: Callable[[], Iterable[str]]) -> None:
        self._list_lines = list_lines
        self._shares: Latest[str, float] = Latest(STEMS_KEPT)
        self._counted = 0

    def find_shares(self, words: Iterable[str]) -> Mapping[str, float]:
        """Return of each stem of `words` in how many of a thousand lines it stands."""
        begins = {stem_word(each): _find_begin(each) for each in words}
        if unknown := {stem: begin for stem, begin in begins.items() if stem not in self._shares}:
            lines = list(self._list_lines())
            if len(lines) != self._counted:  # another voice was loaded
                self._shares.clear()
                self._counted, unknown = len(lines), begins
            text = "\n".join(lines).lower()
            for stem, begin in unknown.items():
                count = _count_stem(text, stem, begin)
                self._shares[stem] = 1000 * count / max(1, len(lines))
        return {stem: self._shares[stem] for stem in begins}


#: The work of an agent that has no voice.
NO_WORK = TradeWords(tuple)


def list_spoken(index: VoiceIndex) -> list[str]:
    """Return all lines of an agent's voice, and all that it answers."""
    return [*index.lines, *index.answers]


def find_concerned(
    words: str, trades: Mapping[str, TradeWords], factor: float
) -> tuple[str, frozenset[str]]:
    """Return the one agent whose work `words` are of, and the stems that say so; empty: none.

    A stem is of the work of the one who has it `factor` times as often as any other.
    """
    told = [
        each for each in find_words(words) if len(each) >= LEAST_LETTERS and not says_little(each)
    ]
    shares = {name: trade.find_shares(told) for name, trade in trades.items()}
    weights, stems = dict[str, float](), dict[str, list[str]]()
    for stem in dict.fromkeys(map(stem_word, told)):
        ranked = sorted(((share[stem], name) for name, share in shares.items()), reverse=True)
        (most, owner), others = ranked[0], ranked[1:]
        if others and most >= max(LEAST_SHARE, factor * others[0][0]):
            weights[owner] = weights.get(owner, 0.0) + most
            stems.setdefault(owner, []).append(stem)
    owner = max(weights, key=weights.__getitem__, default="")
    if not owner or weights[owner] < OUTWEIGHS * (sum(weights.values()) - weights[owner]):
        return "", frozenset()
    return owner, frozenset(stems[owner])


def takes_up(words: str, said: str) -> bool:
    """Return whether `words` have a word of what somebody `said`: "What pike?" """
    return not set(stem_words(words)).isdisjoint(stem_words(said))


def only_asks(words: str) -> bool:
    """Return whether `words` are questions, and answer none."""
    return bool(words) and all(map(is_question, split_sentences(words)))


def is_of_partner(words: str, stems: Collection[str]) -> bool:
    """Return whether `words` ask of the hearer's own life, and not of their work: "Do you like
    honey?", but not "Is your honey ripe?", which has its stem behind "your"."""
    yours = {stem for found in _YOURS.finditer(words) for stem in stem_words(found["what"])}
    return _YOU.search(words) is not None and yours.isdisjoint(stems)


def _find_begin(word: str) -> str:
    """Return how all forms of a word begin, "ferr" of "ferry"; empty where they differ more."""
    begin = stem_word(word).removesuffix("i")
    return begin if word.startswith(begin) else ""


def _count_stem(text: str, stem: str, begin: str) -> int:
    """Return how often a word of a stem stands in a text in small letters."""
    if len(begin) < LEAST_LETTERS:
        return 0
    # A pattern that begins with letters is looked for many times faster than one with a boundary.
    found = re.finditer(rf"{re.escape(begin)}[a-z]*", text)
    forms = Counter(
        each[0] for each in found if not text[each.start() - 1 : each.start()].isalpha()
    )
    return sum(count for form, count in forms.items() if stem_word(form) == stem)
