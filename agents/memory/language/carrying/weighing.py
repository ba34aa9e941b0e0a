"""Weigh what others said against what the agent did, saw and said: which carries a statement?"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from agents.memory.language.attribution import split_clauses
from agents.memory.language.carrying.claims import Claim
from agents.memory.language.carrying.known import Known
from agents.memory.language.carrying.languages import list_beginnings
from agents.memory.language.carrying.units import (
    RESTS,
    Pool,
    Unit,
    WeighedStatement,
    find_strange_links,
    is_grave,
    is_telling,
    list_plain,
)
from agents.memory.language.patterns import INTENTION, ONESELF, WORD
from agents.memory.language.stems import is_denial, remove_name, stem_name, stem_word, stem_words
from late.late_dataclass import late_dataclass

#: The part of what says little that must have been heard.
_WEAK = 0.7

#: What tells of others' words by its citations need not be told by them better than by deeds.
_CITED = 0.01


@late_dataclass(frozen=True, slots=True)
class _Asked:
    """A statement as a query."""

    text: str
    denied: bool
    resolved: bool
    """Whether it tells what the agent means to do, which its own words alone can bear out."""
    mine: bool
    """Whether it tells what the agent has said or thought."""
    cites_heard: bool
    """Whether it names memories, and in all of them others speak."""
    of_oneself: bool
    """Whether it is in the first person."""

    @property
    def own_words(self) -> bool:
        """Whether what the agent said and thought bears it out."""
        return self.mine or self.resolved


def list_heard_claims(
    known: Known, statement: str, mine: bool, cited: Collection[int]
) -> list[Claim]:
    """Return what others said that carries a statement better than anything else does.

    With `mine`, the statement is something that the agent has said or thought; `cited` are the
    memories that it names.
    """
    asked = _Asked(
        statement,
        is_denial(statement),
        INTENTION.search(statement) is not None,
        mine,
        known.are_heard(cited),
        ONESELF.search(statement) is not None,
    )
    telling = is_telling(known.leave_out_names(stem_words(statement)))
    return [*(_list_full(known, asked) if telling else _list_weak(known, asked))]


def list_foreign_claims(known: Known, statement: str) -> tuple[list[Claim], bool]:
    """Return what others said that carries a statement of another language than English better
    than anything else does; and whether without any it cannot be the agent's own either."""
    words = list_beginnings(statement)
    own = max((_measure(words, unit.beginnings) for unit in known.own), default=0.0)
    claims = [
        Claim(speaker, unit, share)
        for speaker, heard in known.said.items()
        for unit in heard
        if (share := _measure(words, unit.beginnings)) > own
    ]
    return claims, own < RESTS and known.is_foreign(statement)


def rests_on_heard(known: Known, statement: str, cited: Collection[int]) -> bool:
    """Return whether a statement names only memories in which others speak, and nothing that the
    agent did, saw or said tells of it. How something made it feel is its own."""
    if not known.are_heard(cited):
        return False
    if ONESELF.search(statement) and not INTENTION.search(statement):
        return False
    return known.pool(True, is_denial(statement)).words.isdisjoint(stem_words(statement))


def _list_full(known: Known, asked: _Asked) -> Iterator[Claim]:
    clauses = [stem_words(each) for each in split_clauses(asked.text)]
    pool, whole = known.pool(asked.own_words, asked.denied), WeighedStatement.of(clauses, "")
    of_whole: _Own | None = None  # most statements name nobody who speaks
    for speaker, index in known.said_index.items():
        named = not whole.words.isdisjoint(stem_name(speaker))
        statement = WeighedStatement.of(clauses, speaker) if named else whole
        found = [(statement.measure(unit), unit) for unit in index.find(statement.words)]
        if not found:
            continue
        if named or of_whole is None:
            shares = _Own.of(known, statement, asked)
            of_whole = of_whole if named else shares
        else:
            shares = of_whole
        own = shares.measure(asked, max(found, key=lambda each: each[0]))
        own -= _CITED if asked.cites_heard else 0.0
        for share, unit in found:
            contrary = unit.denied != asked.denied
            strange = [*find_strange_links(statement, unit, pool)]
            if strange and is_grave(strange):  # however many harmless words stand around it
                yield Claim(speaker, unit, max(share, RESTS), contrary)
            elif (
                share > own
                and (strange or not _is_known(statement, unit, pool))
                and _is_carried(known, statement, share, unit, pool, asked)
            ):
                yield Claim(speaker, unit, share, contrary)


@late_dataclass(frozen=True, slots=True)
class _Own:
    """What the agent's own memories have of a statement."""

    told: float
    """The part of it that one thing has which the agent did or saw."""
    mine: Sequence[tuple[float, int]]
    """The parts that its own words have, and the places of these among all."""

    @classmethod
    def of(cls, known: Known, statement: WeighedStatement, asked: _Asked) -> _Own:
        """Return what there is of `statement`."""
        told = _measure_each(statement, known.told_index.find(statement.words), asked.denied)
        mine = _measure_each(statement, known.mine_index.find(statement.words), asked.denied)
        best = max((share for share, _ in told), default=0.0)
        return cls(best if best >= RESTS or not asked.resolved else 0.0, mine)

    def measure(self, asked: _Asked, heard: tuple[float, Unit]) -> float:
        """Return the part that one thing has which the agent did, saw or said, where `heard` was
        said to it."""
        own, (share, unit) = self.told, heard
        for said, at in self.mine:
            # To repeat what was heard does not make it so.
            if asked.own_words or said > share or (said == share and at < unit.at):
                own = max(own, said)
        return own


def _measure_each(
    statement: WeighedStatement, found: Sequence[Unit], denied: bool
) -> list[tuple[float, int]]:
    return [(statement.measure(each), each.at) for each in found if each.denied == denied]


def _is_carried(
    known: Known, statement: WeighedStatement, share: float, unit: Unit, pool: Pool, asked: _Asked
) -> bool:
    """Return whether enough of a statement was heard, beside names."""
    shared = (statement.words & unit.word_set) - known.names
    enough = is_telling(statement.words) or not asked.of_oneself
    if not shared or (share >= RESTS and enough):
        return bool(shared)
    # What is said to the agent of itself counts where nothing else is known of it.
    own = asked.resolved or (unit.addresses and asked.of_oneself)
    return own and not asked.mine and not shared.issubset(pool.words)


def _is_known(statement: WeighedStatement, unit: Unit, pool: Pool) -> bool:
    """Return whether the agent knows otherwise, of many things together, what was heard."""
    shared = statement.words & unit.word_set
    strange = shared - pool.words
    return len(strange) < len(shared) and len(strange) <= len(statement.words) // 5


def _list_weak(known: Known, asked: _Asked) -> Iterator[Claim]:
    """Yield the claims that carry a statement of hardly any word that tells something."""
    if asked.of_oneself and not asked.resolved:
        return
    words = list_plain(asked.text)
    own = max((_measure(words, unit.plain) for unit in known.own), default=0.0)
    telling = {each for each in words - known.names if not _is_name(each, asked.text)}
    for speaker, heard in known.said.items():
        about = frozenset(remove_name(words, speaker))
        for unit in heard:
            share = _measure(about, unit.plain)
            if share >= _WEAK and share > own and telling.intersection(unit.plain):
                yield Claim(speaker, unit, share, unit.denied != asked.denied)


def _is_name(stem: str, text: str) -> bool:
    """Return whether a word is written with a capital wherever it stands in a text."""
    written = [each for each in WORD.findall(text) if stem_word(each.casefold()) == stem]
    return all(each[0].isupper() for each in written)


def _measure(words: frozenset[str], found: frozenset[str]) -> float:
    return len(words & found) / len(words) if words else 0.0
