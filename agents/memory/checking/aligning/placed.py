"""Contradictions in one word: the memory has another thing in the same place of the same claim.

Which words exclude each other is not listed here: WordNet says that two things are of one sort or
of one field, and both must stand in the same place, between the same words.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.aligning.verb_places import DETERMINERS, THEIR_OWN, is_verb
from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import SOMEBODY, Statement, Word
from agents.memory.language.meanings.kin import is_kin
from agents.memory.language.meanings.kinds import are_of_one_kind
from agents.memory.language.meanings.relations import Relation, relate
from agents.memory.language.stems import stem_each, stem_word
from agents.memory.language.words import DENYING, PREPOSITIONS
from late.late_dataclass import late_dataclass

#: How much of the rest of the sentence one statement must have: where two words around agree, and
#: where one does.
_SAME, _MORE_SAME = 0.6, 0.75
_OWNED = "own"
_UNITS = "time minute hour day week month year"
_DENYING = frozenset(
    (*DENYING, "nothing", "nowhere", "hardly", "instead", "except", "rather", "than")
)


@late_dataclass(frozen=True, slots=True)
class _Place:
    """The name of a thing, and what stands around it."""

    word: Word
    joined: str
    """The preposition before it."""
    marked: str
    """The article before it; `_OWNED` where it is somebody's."""
    before: Word | None
    behind: Word | None


def find_other_in_place(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return what a statement has in the place of a word of the sentence; empty if nothing."""
    if sentence.asks or denies(sentence) or sentence.texts & DOUBT:
        return ""
    things = [(each, _find_things(each)) for each in told if not each.asks]
    for one in _find_things(sentence):
        for each, others in things:
            for other in others:
                if _replaces(sentence, one, each, other) and _is_strange(one.word, told):
                    return f"{one.word.text} where the memories say {other.word.text}"
    return ""


def denies(statement: Statement) -> bool:
    """Return whether a statement denies or excepts anything in so many words."""
    return any(map(is_denying, statement.words))


def is_denying(word: Word) -> bool:
    """Return whether a word denies or excepts, or sets something against another."""
    return word.text in _DENYING or word.text.endswith("n't")


def _replaces(sentence: Statement, one: _Place, other: Statement, two: _Place) -> bool:
    if one.word.stem in other.stems or two.word.stem in sentence.stems:
        return False
    named = _agree(one.before, two.before) + _agree(one.behind, two.behind)
    marked = one.marked == two.marked and (named or one.marked != "")
    agreeing = named + (one.joined == two.joined != "") + marked
    apart = one.joined and two.joined and one.joined != two.joined
    if not (agreeing > 1 or named) or apart or is_kin(one.word.text) or is_kin(two.word.text):
        return False
    if not _exclude(one.word, two.word, agreeing):
        return False
    if _is_among(two.word, [each for each in sentence.words if each.stem]):
        return False
    share, strange = _measure_rest(sentence, one.word, other)
    return share >= (_SAME if agreeing > 1 else _MORE_SAME) and (agreeing > 1 or not strange)


def _exclude(one: Word, other: Word, agreeing: int) -> bool:
    """Return whether two words in places that agree in so many ways tell of different things."""
    how = compare_words(one, other)
    if how in ("same", "wider", "narrower"):
        return False
    return how == "sibling" or agreeing >= (2 if how else 3)


def _is_strange(word: Word, told: Sequence[Statement]) -> bool:
    return not any(_is_among(word, [w for w in each.words if w.stem]) for each in told)


def compare_words(one: Word, other: Word) -> Relation:
    """Return how two words are related, by our own lists or by WordNet."""
    if one.stem == other.stem:
        return "same"
    if are_of_one_kind(one.stem, other.stem):
        return "sibling"
    return relate(_stem(one), _stem(other))


def _stem(word: Word) -> str:
    return stem_word(word.text)


def _find_things(statement: Statement) -> list[_Place]:
    """Return the things that a statement names: nouns with an article, an owner, a preposition or
    another word before them."""
    words = statement.words
    plain = {id(w) for each in statement.clauses if not any(map(is_denying, each)) for w in each}
    return [
        _find_place(words, at)
        for at, each in enumerate(words)
        if each.stem and id(each) in plain and _is_thing(words, at)
    ]


def _is_thing(words: Sequence[Word], at: int) -> bool:
    before = words[at - 1] if at else None
    behind = words[at + 1] if at + 1 < len(words) else None
    with_thing = behind is not None and (behind.text in DETERMINERS or behind.owns)
    if with_thing or words[at].text.endswith(("ed", "ing")) or words[at].stem in stem_each(_UNITS):
        return False  # a verb, or how long
    if before is None or before.stem:
        return not is_verb(words, at)
    named = before.owns or before.text in DETERMINERS or before.number is not None
    return named or (before.text in PREPOSITIONS and before.text != "to")


def _is_among(word: Word, words: Sequence[Word]) -> bool:
    """Return whether one of `words` says the same as a word, or is a sort of it."""
    return any(word.stem == each.stem for each in words) or any(
        relate(_stem(word), _stem(each)) in ("same", "wider") for each in words
    )


def _measure_rest(sentence: Statement, word: Word, other: Statement) -> tuple[float, bool]:
    """Return how much of the rest of a sentence another statement has, and whether something of
    what it has not is the name of a thing."""
    rest = [w for w in sentence.words if w is not word and w.sense and w.person != SOMEBODY]
    there = {*(each.sense for each in other.words), other.speaker}
    words = [each for each in other.words if each.stem]
    missing = [w for w in rest if w.sense not in there and not (w.stem and _is_among(w, words))]
    share = 1 - len(missing) / len(rest) if len(rest) > 1 else 0.0
    return share, any(each.stem for each in missing)


def _find_place(words: Sequence[Word], at: int) -> _Place:
    joined = marked = ""
    for each in reversed(words[:at]):
        if each.text in PREPOSITIONS:
            joined = each.text
            break
        if each.is_mark or (each.sense and not each.owns):
            break
        if each.owns or each.text in THEIR_OWN:
            marked = _OWNED
        elif each.text in DETERMINERS:
            marked = each.text
    before = next((each for each in reversed(words[:at]) if each.sense), None)
    behind = next((each for each in words[at + 1 :] if each.sense), None)
    return _Place(words[at], joined, marked, before, behind)


def _agree(one: Word | None, other: Word | None) -> bool:
    return one is not None and other is not None and one.sense == other.sense
