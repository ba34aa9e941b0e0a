"""Chooses the sentences of several texts that a prompt shows, so that together they fit a cap.

What a sentence is worth (`language.worth`) counts more if a person wrote it, if it names somebody
who is about now, or if recall has found one of its memories lately, and less the older its text.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import field

from agents.memory.core.records import CitationMap, Excerpt, Experience
from agents.memory.core.view import cut_excerpt
from agents.memory.language.stems import find_words
from agents.memory.language.worth.content import find_content
from agents.memory.language.worth.rating import (
    Commonness,
    choose_within,
    rank_sentences,
    rate_sentence,
)
from agents.prose import place_sentences, split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.nature import Nature

#: The newest memories that say who is about.
_NEWEST = 32
#: What a sentence is worth more for naming them, and for having been recalled.
_PRESENT, _RECALLED = 1.0, 2.0

#: The room shrinks to at most so much of itself where what was chosen does not fit.
_SHRINK = 0.99

_MEMORY_NUMBER = late_pattern(r"#(\d+)\b")


@late_dataclass(frozen=True, slots=True)
class StandingText:
    """A text of which a prompt may show a part."""

    text: str
    weight: float
    """By which the worth of its sentences is multiplied."""
    cited: CitationMap = field(default_factory=dict)


@late_dataclass(frozen=True, slots=True)
class Present:
    """What an agent is concerned with now."""

    people: frozenset[str] = frozenset()
    recalled: frozenset[int] = frozenset()
    """The numbers of memories that it has looked up lately."""
    heard: tuple[str, ...] = ()
    """The sentences of its newest memories: what its days are full of is no news."""


NOTHING_PRESENT = Present()


@late_dataclass(frozen=True, slots=True)
class Ranking:
    """The sentences of all texts: where they stand, and which are worth most."""

    texts: tuple[int, ...]
    """Of each sentence, the number of its text."""
    places: tuple[tuple[int, int], ...]
    """Of each sentence, where it begins and ends in its text (characters)."""
    order: tuple[int, ...]
    """The sentences, the worthiest for its length first."""


def find_present(memories: Sequence[Experience]) -> Present:
    """Return what the newest of `memories` are concerned with."""
    people = {name for each in memories[-_NEWEST:] for name in (each.speaker, *each.occupants)}
    found = [each.text for each in memories if each.nature is Nature.RECOLLECTION]
    numbers = {int(n) for text in found for n in _MEMORY_NUMBER.findall(text)}
    heard = tuple(sentence for each in memories for sentence in split_sentences(each.text))
    return Present(frozenset(filter(None, people)), frozenset(numbers), heard)


def rank_texts(texts: Sequence[StandingText], present: Present) -> Ranking:
    """Return the sentences of `texts` by their worth; pure, and slow with much text."""
    rows = [(n, *row) for n, each in enumerate(texts) for row in _list_sentences(each)]
    sentences = [sentence for _, _, sentence, _ in rows]
    common = Commonness.of([*sentences, *present.heard])
    worths = [
        (rate_sentence(sentence, common) + _rate_present(sentence, cited, present))
        * texts[n].weight
        for n, _, sentence, cited in rows
    ]
    order = rank_sentences(sentences, worths)
    return Ranking(tuple(row[0] for row in rows), tuple(row[1] for row in rows), tuple(order))


def _list_sentences(each: StandingText) -> list[tuple[tuple[int, int], str, tuple[int, ...]]]:
    sentences = split_sentences(each.text)
    return [
        (place, sentence, each.cited.get(sentence, ()))
        for place, sentence in zip(place_sentences(each.text, sentences), sentences, strict=True)
    ]


def _rate_present(sentence: str, cited: Sequence[int], present: Present) -> float:
    about = bool(find_content(sentence).names & present.people)
    return _PRESENT * about + _RECALLED * (not present.recalled.isdisjoint(cited))


def hide_told_before(texts: Sequence[str], kept: Collection[int] = ()) -> list[Excerpt]:
    """Return what is to be shown of each text so that no two tell the same in the same words.

    The first one tells it, as the beginning of a prompt is to stay.  Empty: all of a text, as of
    those `kept`, by number; each shows one sentence at least.
    """
    told = set[tuple[str, ...]]()
    found = list[Excerpt]()
    for number, text in enumerate(texts):
        sentences = split_sentences(text)
        words = [tuple(find_words(each)) for each in sentences]
        new = [n for n, each in enumerate(words) if each not in told] or [0]
        whole = number in kept or len(new) == len(words) or not words
        found.append(() if whole else _join_neighbours(place_sentences(text, sentences), new))
        told.update(words)
    return found


def _join_neighbours(places: Sequence[tuple[int, int]], chosen: Sequence[int]) -> Excerpt:
    parts = list[tuple[int, int]]()
    for n, before in zip(chosen, (-2, *chosen), strict=False):
        begin = parts.pop()[0] if n == before + 1 else places[n][0]
        parts.append((begin, places[n][1]))
    return tuple(parts)


def fit_excerpts(
    texts: Sequence[str], ranking: Ranking, cap: int, count: Callable[[str], int]
) -> list[Excerpt] | None:
    """Return what is to be shown of each text; empty: all of it.

    Joined by line breaks the excerpts have at most `cap` tokens.  Each text shows at least the
    worthiest of its sentences; None if even these have more.
    """
    whole = count("\n".join(texts))
    if whole <= cap:
        return [()] * len(texts)
    sizes = [end - start + 1 for start, end in ranking.places]
    first = _find_first(ranking)
    room, least = sum(sizes) * cap / whole, sum(sizes[n] for n in first)
    # The first guess assumes equal tokens per character; then the room shrinks until all fits.
    while True:
        chosen = choose_within(ranking.order, sizes, int(max(room, least)), first)
        excerpts = _join_places(chosen, ranking, len(texts))
        tokens = count("\n".join(map(cut_excerpt, texts, excerpts)))
        if tokens <= cap:
            return excerpts
        if len(chosen) == len(first):
            return None
        room *= min(_SHRINK, cap / tokens)


def _find_first(ranking: Ranking) -> list[int]:
    """Return the worthiest sentence of each text."""
    first: dict[int, int] = {}
    for place in ranking.order:
        first.setdefault(ranking.texts[place], place)
    return list(first.values())


def _join_places(chosen: Sequence[int], ranking: Ranking, count: int) -> list[Excerpt]:
    """Return the chosen sentences of each text; neighbours are one part."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    before = -2
    for n in chosen:
        parts, (start, end) = found[ranking.texts[n]], ranking.places[n]
        if n == before + 1 and parts:
            parts[-1] = parts[-1][0], end
        else:
            parts.append((start, end))
        before = n
    return [tuple(each) for each in found]
