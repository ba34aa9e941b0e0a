"""Find facts that tell the same, by their content words, without who said them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from agents.memory.core.facts import Fact
from agents.memory.language.attribution import attribute_parts
from agents.memory.language.stems import (
    find_numbers,
    is_denial,
    link_words,
    remove_name,
    stem_words,
)
from agents.memory.language.text_cache import cache_short_texts
from late.late_dataclass import late_dataclass

#: The part of all their words that two wordings of one fact share.
SAME = 0.75

#: Facts with the same rare word that one is compared with at most: the last before it.
NEAREST = 40


@late_dataclass(frozen=True, slots=True)
class Gist:
    """What a fact tells, without who tells it."""

    words: frozenset[str]
    numbers: frozenset[str]
    links: frozenset[tuple[str, str]]
    denied: bool

    @classmethod
    def of(cls, fact: Fact) -> Gist:
        """Return the gist of a fact's text."""
        return _read_gist(_read_claim(fact), fact.speaker)

    def is_same(self, other: Gist) -> bool:
        """Return whether both tell the same."""
        return (
            self.numbers == other.numbers
            and self.denied == other.denied
            and _measure_overlap(self.words, other.words) >= SAME
        )

    def contradicts(self, other: Gist) -> bool:
        """Return whether both tell of the same, and one denies it or has other numbers."""
        bare, others = self.words - self.numbers, other.words - other.numbers
        if len(bare) < 2 or _measure_overlap(bare, others) < SAME:
            return False
        apart = bool(self.numbers and other.numbers and self.numbers != other.numbers)
        return self.denied != other.denied or apart

    def bears_out(self, claim: Gist) -> bool:
        """Return whether this tells all that `claim` tells, in the same connection."""
        return (
            len(claim.words) >= 2
            and claim.words <= self.words
            and claim.numbers <= self.numbers
            and claim.denied == self.denied
            and all(each in self.links for each in claim.links)
        )


@cache_short_texts(1024)
def _read_gist(claim: str, speaker: str) -> Gist:
    about = remove_name(stem_words(claim), speaker) if speaker else stem_words(claim)
    return Gist(frozenset(about), find_numbers(claim), link_words(about), is_denial(claim))


def _read_claim(fact: Fact) -> str:
    """Return the text without the words that attribute it."""
    text = fact.text
    if fact.source != "heard":
        return text
    first = next((each for each in attribute_parts(text) if each.kind == "said"), None)
    told = text[first.start : first.stop] if first else text
    return told.replace(fact.speaker, "") if fact.speaker else told


def _measure_overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 1.0


def pair_candidates(gists: Sequence[Gist]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of positions, the smaller first, whose gists may be alike.

    Two gists that share three quarters of their words share one of the rarest quarter of either. So
    only facts that share such a word are compared, and of these only the `NEAREST`: months of a
    journal stay affordable.
    """
    spread = Counter(word for each in gists for word in each.words)
    seen: dict[str, list[int]] = defaultdict(list)
    for at, gist in enumerate(gists):
        rarest = sorted(gist.words, key=lambda word: (spread[word], word))
        # Where facts contradict each other their numbers differ: the words beside count too.
        bare = [each for each in rarest if each not in gist.numbers]
        keys = {*_pick_rarest(rarest), *_pick_rarest(bare)}
        yield from ((other, at) for other in sorted({n for key in keys for n in seen[key]}))
        for key in keys:
            seen[key] = [*seen[key][1 - NEAREST :], at]


def _pick_rarest(words: Sequence[str]) -> Sequence[str]:
    """Return as many of the rarest words as two alike gists must share one of."""
    return words[: len(words) - int(SAME * len(words)) + 1]
