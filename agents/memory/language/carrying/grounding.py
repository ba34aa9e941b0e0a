"""Whether a statement in the agent's own voice has a ground of its own: a deed, a sight, a thought.

It does not ask what the statement says.  What no memory of the agent's own bears out, and what is
near to somebody else's words, is theirs, in whatever words it was told again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain

from agents.memory.language.carrying.claims import Claim
from agents.memory.language.carrying.known import Known
from agents.memory.language.carrying.units import RESTS, Unit, is_telling
from agents.memory.language.meanings.relations import relate
from agents.memory.language.patterns import ONESELF
from agents.memory.language.stems import stem_each, stem_name, stem_words
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: So much of a statement, and so many words of it, may be new in the telling.
_RETOLD, _NEW = 0.4, 1
#: Of a statement of so few words about others one new word is much.
_SHORT = 2
#: What shares so many words with a statement may be a part of what it tells.
_PART = 2
#: What is said so many memories before or after another one is said beside it.
_BESIDE = 2
_CARRYING = frozenset(("same", "wider", "narrower"))
#: A word that more utterances have tells nothing of which is meant.
_OFTEN = 2
#: The number by which a text refers to a memory tells nothing of it.
_REFERENCE = late_pattern(r"\bmemor(?:y|ies) #?\d+", re.IGNORECASE)

#: What binds or harms: who tells it without having seen, done or said it has it from others.
_BINDING = (
    "own obey owe swear trust master poison drug curse kill murder traitor betray guilty property"
    " vow oath duty debt forbid enemy"
)
#: A rule to live by: it needs that much of it, by meaning, in one thing of the agent's own.
_RULE = late_pattern(
    r"\b(?:must|never|always|henceforth|from (?:now on|today)|no longer|(?:have|has|am|is) to|shall"
    r"|ought|allowed|forbidden|only)\b",
    re.IGNORECASE,
)
_OWN_RULE = 2 / 3

_Words = frozenset[str]


def lacks_ground(known: Known, statement: str, cited: Collection[int]) -> bool:
    """Return whether nothing of the agent's own bears a statement out, though others' words are
    near to it.

    Of a statement that names memories, `cited`, those of its own among them count, and what alone
    bears out half of it.  One that names only its own has its ground in them, unless half of it is
    in none of them and what was said beside them has as much of it, by meaning.
    """
    words = frozenset(stem_words(_REFERENCE.sub("", statement)))
    if not is_telling(words - known.names):
        return False
    asked = _Asked(words, frozenset(cited))
    heard = [each for each in chain(*known.said.values()) if asked.names(each)]
    strange = words - known.names - asked.list_borne(known.own)
    short = len(words - known.names) <= _SHORT and not ONESELF.search(statement)
    few = 0 if short and not cited else _NEW
    if len(strange) <= few or len(strange) < _RETOLD * len(words - known.names):
        return False
    if heard:
        return _are_near(known, strange, heard)
    if cited:
        return asked.is_carried_beside(known)
    return asked.is_nearer_to_others(known) or _is_foreign_heard(known)


def bears_out_as_much(
    known: Known, statement: str, cited: Collection[int], claims: Sequence[Claim]
) -> bool:
    """Return whether, by meaning, a memory of the agent's own that a statement names has as much of
    it as any of the `claims`, none of which it names."""
    if not cited or any(_names_any(each.unit, cited) for each in claims):
        return False
    words = frozenset(stem_words(statement)) - known.names
    own = [_list_told(each) for each in known.own if _names_any(each, cited)]
    best = max(each.share for each in claims) * len(words)
    return bool(words) and any(sum(_means(w, told) for w in words) >= best for told in own)


def binds_by_others(known: Known, statement: str, cited: Collection[int]) -> bool:
    """Return whether a statement tells of a harm, a debt or a rule that nothing of the agent's own
    bears out, while somebody spoke of a part of it, is named in it, or spoke another language.

    One word of this kind is enough, however much of the rest the agent has seen or done.
    """
    words = frozenset(stem_words(_REFERENCE.sub("", statement))) - known.names
    borne = frozenset[str]().union(*map(_list_told, known.own))
    grave = not (words - borne).isdisjoint(stem_each(_BINDING))
    if not grave and not (_RULE.search(statement) and _lacks_rule(known, words)):
        return False
    return any(
        _names_any(each, cited) or each.word_set & words or not known.is_english(each.text)
        for each in chain(*known.said.values())
    ) or any(stem_name(each) & frozenset(stem_words(statement)) for each in known.said)


def _lacks_rule(known: Known, words: _Words) -> bool:
    carried = (sum(_means(word, _list_told(each)) for word in words) for each in known.own)
    return max(carried, default=0) < _OWN_RULE * len(words)


def _names_any(unit: Unit, cited: Collection[int]) -> bool:
    return not set(cited).isdisjoint(unit.numbers)


@late_dataclass(frozen=True, slots=True)
class _Asked:
    words: _Words
    cited: frozenset[int]

    def names(self, unit: Unit) -> bool:
        """Return whether the statement names a memory that the unit stands in."""
        return not self.cited.isdisjoint(unit.numbers)

    def list_borne(self, own: Sequence[Unit]) -> _Words:
        """Return the words that the agent's own memories bear out."""
        return frozenset().union(*(_list_told(each) for each in own if self._is_ground(each)))

    def _is_ground(self, unit: Unit) -> bool:
        shared = len(self.words & _list_told(unit))
        if self.names(unit) or shared >= RESTS * len(self.words):
            return True
        return not self.cited and shared >= _PART

    def is_nearer_to_others(self, known: Known) -> bool:
        """Return whether somebody's words have as much of the statement as any of its own, and a
        word that tells which are meant."""
        own = max((len(self.words & _list_told(each)) for each in known.own), default=0)
        return any(shared >= own for shared in self._measure_heard(known))

    def is_carried_beside(self, known: Known) -> bool:
        """Return whether, by meaning, half of a statement is in none of the agent's own memories
        that it names, and what somebody said just before or after these has as much of it."""
        named = [each for each in known.own if self.names(each)]
        told = frozenset().union(*map(_list_told, named))
        own = frozenset(each for each in self.words if _means(each, told))
        strange = self.words - known.names - own
        if len(strange) <= _NEW or 2 * len(strange) < len(self.words - known.names):
            return False
        places = {each.at + step for each in named for step in range(-_BESIDE, _BESIDE + 1)}
        for speaker, heard in known.said.items():
            called = bool(self.words & stem_name(speaker))
            for unit in heard:
                if unit.at in places and self._is_carried(unit, strange, len(own), called, known):
                    return True
        return False

    def _is_carried(
        self, unit: Unit, strange: _Words, own: int, called: bool, known: Known
    ) -> bool:
        if not known.is_english(unit.text):
            return True
        carried = {each for each in self.words if _means(each, unit.word_set)}
        return len(carried) + called >= max(own, 1) and (called or bool(carried & strange))

    def _measure_heard(self, known: Known) -> Iterator[int]:
        for speaker, index in known.said_index.items():
            named = self.words & stem_name(speaker)
            for unit in index.find(self.words):
                shared = self.words & unit.word_set
                if any(len(index.find([each])) <= _OFTEN for each in shared):
                    yield len(shared | named)


def _list_told(unit: Unit) -> _Words:
    """Return the words of a unit, and of the question that it answers."""
    return unit.word_set | unit.about


def _means(word: str, others: _Words) -> bool:
    """Return whether one of `others` means the same as a word, or one is a sort of the other."""
    return word in others or any(relate(word, each) in _CARRYING for each in others)


def _is_foreign_heard(known: Known) -> bool:
    """Return whether somebody spoke in a language whose words cannot be compared."""
    return any(not known.is_english(each.text) for each in chain(*known.said.values()))


def _are_near(known: Known, strange: _Words, heard: Sequence[Unit]) -> bool:
    """Return whether others' words have one of the strange words, by meaning, or are in another
    language."""
    return any(
        not known.is_english(each.text) or any(_means(one, each.word_set) for one in strange)
        for each in heard
    )
