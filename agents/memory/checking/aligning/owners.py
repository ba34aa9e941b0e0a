"""Contradictions in whose a thing is: "Tov's hen" where the memories tell of Edna's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from agents.memory.checking.aligning.deeds import list_deeds
from agents.memory.checking.aligning.verb_places import is_verb, name_verb
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word, stem_any
from agents.memory.language.words import ARTICLES, BEING, HAVING, SECOND_PERSON
from late.late_dataclass import late_dataclass

#: What everybody has: another's is no contradiction.
_SHARED = frozenset(("own", "turn", "way", "part", "share", "word", "name", "mind", "side", "hand"))
_WITHOUT = frozenset(("mine", "ours", "yours", "hers", "theirs"))
_SAYING_OF = frozenset((*BEING, *HAVING))


#: The stem for all words of owning.
_OWN = "own"


@late_dataclass(frozen=True, slots=True)
class Owned:
    """A thing and its owner."""

    owner: str
    """A person, or the stem of a noun."""
    thing: str
    kind: frozenset[str] = frozenset()
    """What is said of the thing before it: "red"."""


def find_wrong_owner(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the memories tell of another owner of a thing; empty if they do not."""
    owned_here = [] if sentence.asks else [*list_owned(sentence)]
    if not owned_here:
        return ""
    speakers = {each.speaker for each in told} - {"", SELF}
    known = [
        owned
        for each in told
        if not each.asks
        for owned in list_owned(each, is_hearer_known=len(speakers) < 2)
    ]
    for each in owned_here:
        same = [one for one in known if one.thing == each.thing]
        if not same or each.thing in _SHARED or any(one.owner == each.owner for one in same):
            continue
        if any(_is_elliptic(each, sentence, clause) for one in told for clause in one.clauses):
            continue
        if all(one.kind <= each.kind or each.kind <= one.kind for one in same):
            return f"the {each.thing} is somebody else's"
    return ""


def _is_elliptic(owned: Owned, sentence: Statement, clause: Sequence[Word]) -> bool:
    """Return whether a clause tells something of the sentence of the owner's thing and does not
    name the thing again: "mine are red", "Ada's has a roof"."""
    owners = {
        one.person or one.stem
        for one, other in pairwise(clause)
        if other.text in _SAYING_OF and (one.text in _WITHOUT or one.text.endswith("'s"))
    }
    told = {each.stem for each in clause} - {"", owned.thing, owned.owner}
    return owned.owner in owners and bool(told & sentence.stems)


def list_owned(statement: Statement, *, is_hearer_known: bool = True) -> Iterator[Owned]:
    """Yield what is told to be somebody's; "your" tells nothing where the hearer is not known."""
    words = statement.words
    for at, word in enumerate(words):
        unknown = not is_hearer_known and word.text in SECOND_PERSON
        owner = word.person or word.stem
        if unknown or owner == SOMEBODY or not _names_owner(words, at):
            continue
        thing, kind = _find_thing(words, at + 1)
        if thing:
            yield Owned(owner, thing, kind)
        elif (being := _find_being(words, at)) and words[being - 1].stem:
            yield Owned(owner, words[being - 1].stem, _find_kind(words, being - 1))
    owning = any(_may_own(words, at) for at in range(len(words)))
    for deed in list_deeds(statement) if owning else ():
        if deed.denied or deed.unsure:
            continue
        # "Belongs to" has the stem of owning.
        owner, thing = (deed.doer, deed.thing) if deed.thing else (deed.to, deed.doer)
        if deed.verb == _OWN and owner and thing:
            at = next(n for n, each in enumerate(words) if thing in (each.stem, each.person))
            yield Owned(owner, thing, _find_kind(words, at))


def _may_own(words: Sequence[Word], at: int) -> bool:
    """Return whether a word may tell the deed of owning."""
    return _OWN in (stem_any(words[at]), name_verb(words, at))


def _names_owner(words: Sequence[Word], at: int) -> bool:
    word = words[at]
    if word.person:
        return word.owns or word.text in ("mine", "yours", "ours")
    before = words[at - 1] if at else None
    begins = before is not None and (before.text in ARTICLES or before.owns)
    return bool(word.stem) and word.text.endswith("'s") and begins


def _find_thing(words: Sequence[Word], start: int) -> tuple[str, frozenset[str]]:
    """Return the last of the nouns from `start` on, and the words before it."""
    stems = list[str]()
    for at in range(start, len(words)):
        word = words[at]
        if word.is_mark or word.person or not stem_any(word) or (stems and is_verb(words, at)):
            break
        stems.append(stem_any(word))
        if word.text.endswith("'s"):
            break
    return (stems[-1], frozenset(stems[:-1])) if stems else ("", frozenset())


def _find_being(words: Sequence[Word], at: int) -> int:
    """Return where "is" stands before an owner: "the boat is Tim's"; 0 if it does not."""
    near = range(at - 1, max(0, at - 3), -1)
    return next((n for n in near if words[n].text in BEING), 0)


def _find_kind(words: Sequence[Word], at: int) -> frozenset[str]:
    """Return the words right before a noun that tell of what kind it is."""
    kind = set[str]()
    for word in reversed(words[:at]):
        if word.is_mark or word.person or not word.stem:
            break
        kind.add(word.stem)
    return frozenset(kind)
