"""Contradictions in which of two things is more: "the grey is faster than the bay"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.memory.checking.claims import list_denied
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.meanings.opposites import are_opposites
from agents.memory.language.meanings.relations import is_known_quality, is_known_thing, relate
from agents.memory.language.stems import stem_word

#: Words for more and for less of the same, by what they measure.
_SCALES = (
    ("dearer costlier pricier", "cheaper"),
    ("older", "younger newer"),
    ("bigger larger greater", "smaller"),
    ("taller", "shorter"),
    ("longer", "shorter"),
    ("faster quicker swifter", "slower"),
    ("nearer closer", "farther further"),
    ("higher", "lower"),
    ("heavier", "lighter"),
    ("hotter warmer", "colder cooler"),
    ("better", "worse"),
    ("stronger", "weaker"),
    ("deeper", "shallower"),
    ("wider broader", "narrower"),
    ("richer", "poorer"),
    ("harder", "easier softer"),
    ("earlier sooner", "later"),
    ("wetter", "drier"),
    ("louder", "quieter"),
    ("more", "less fewer"),
)
#: What "more" and "less" measure where they stand before or behind one of these.
_MEASURED = {"costs": 0, "cost": 0, "expensive": 0, "dear": 0, "costly": 0}
_MORE = len(_SCALES) - 1
#: What each of the words measures, and whether it says that there is more of it.
_OF_WORD = {
    word: tuple(
        (scale, up)
        for scale, ends in enumerate(_SCALES)
        for up, words in zip((True, False), ends, strict=True)
        if word in words.split()
    )
    for word in " ".join(" ".join(ends) for ends in _SCALES).split()
}
#: Letters of a word that may tell more of something: "older", not "her".
_SHORTEST = 5


def find_turned_comparison(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that a comparison is turned round: "rather this than that"; empty if none is.

    That linen is cheaper than wool is the same as that wool is dearer than linen.
    """
    more, less = _split_comparison(sentence)
    for each in told if more and less else ():
        more_there, less_there = _split_comparison(each)
        if not (more_there and less_there):
            continue
        crossed = (more - less) & (less_there - more_there)
        if not (less - more) & (more_there - less_there):
            crossed = frozenset()
        alike = (more - less) & (more_there - less_there)
        if not (less - more) & (less_there - more_there):
            alike = frozenset()
        turned = alike if _are_opposite(sentence, each) else crossed
        if turned and not (alike and crossed):
            return f"the comparison is turned round: {min(turned)}"
    return ""


def find_turned_degree(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the sentence gives a degree to the lesser of two that a memory compares, or tells
    of a difference where the memory has none; empty if it does neither."""
    if sentence.asks or list_denied(sentence.words):
        return ""
    here, there = _split_comparison(sentence)
    degrees = _list_degrees(sentence)
    named = _name_things([each for each in sentence.words if each.text not in degrees])
    for each in told:
        if each.asks or list_denied(each.words):
            continue
        if here and there and _are_told_equal(here, there, each):
            return "the memory calls them equal"
        more, less = _split_comparison(each)
        if here or not degrees or not more or not less:
            continue
        for degree in _list_degrees(each):
            if degree in degrees and named & (less - more) and not named & (more - less):
                return f"by the memory it is the other that is {degree}"
    return ""


def _list_degrees(statement: Statement) -> frozenset[str]:
    """Return the words of a statement that compare, such as "deeper"."""
    return frozenset(
        each.text
        for each in statement.words
        if each.text in _OF_WORD or (each.stem and _find_base(each.text))
    )


def _find_base(text: str) -> str:
    """Return the stem of which a word ending in "er" tells more; empty if it is none such."""
    if not text.endswith("er") or len(text) < _SHORTEST or is_known_thing(stem_word(text)):
        return ""
    bare = text[:-2]
    for each in (bare, text[:-1], bare[:-1], f"{bare[:-1]}y"):
        if is_known_quality(stem_word(each)):
            return stem_word(each)
    return ""


def _are_told_equal(here: frozenset[str], there: frozenset[str], other: Statement) -> bool:
    texts = [each.text for each in other.words]
    if texts.count("as") < 2 or "than" in texts:
        return False
    things = _name_things(other.words)
    return bool((here - there) & things) and bool((there - here) & things)


def _are_opposite(one: Statement, other: Statement) -> bool:
    """Return whether one statement compares by a word for more, the other by one for less."""
    for mine in filter(None, map(_find_base, _list_degrees(one))):
        for theirs in filter(None, map(_find_base, _list_degrees(other))):
            if are_opposites(mine, theirs) or relate(mine, theirs) == "opposite":
                return True
    scales, others = _find_scales(one), _find_scales(other)
    return any((scale, not up) in others for scale, up in scales)


def _find_scales(statement: Statement) -> set[tuple[int, bool]]:
    """Return what is measured before "than", and whether there is more of it."""
    texts = [each.text for each in statement.words]
    before = texts[: texts.index("than")] if "than" in texts else []
    found = set(_read_scales(before))
    measured = {_MEASURED[each] for each in before if each in _MEASURED}
    for scale, up in list(found):
        if scale == _MORE and measured:
            found |= {(each, up) for each in measured}
            found.discard((scale, up))
    return found


def _read_scales(texts: Iterable[str]) -> Iterable[tuple[int, bool]]:
    return (each for text in texts for each in _OF_WORD.get(text, ()))


def _split_comparison(statement: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """Return the things before and behind "than"; none if it compares nothing."""
    at = next((i for i, word in enumerate(statement.words) if word.text == "than"), None)
    if at is None:
        return frozenset(), frozenset()
    before, behind = statement.words[:at], statement.words[at:]
    return _name_things(before), _name_things(behind)


def _name_things(words: Sequence[Word]) -> frozenset[str]:
    named = (each for each in words if each.sense and each.person not in (SELF, SOMEBODY))
    return frozenset(each.sense for each in named)
