"""Find who an agent talked with in a memory."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from agents.memory.core.records import Experience
from agents.memory.language.classify import classify_memory
from agents.memory.language.normalize import fold_name
from agents.memory.language.stems import says_little
from world.verbs.calling import list_called


def find_partners(memory: Experience) -> frozenset[str]:
    """Return who the agent talked with in this memory, folded in case; empty if it is no talk.

    Others are heard by name, but for what they say to others.  The agent's own words go to the
    person that the line names or, said aloud, to those present whom they call, else to all of them.
    """
    if memory.source == "observation":
        spoke = memory.speaker and memory.nature.is_speech and not _is_overheard(memory)
        return frozenset({fold_name(memory.speaker)} if spoke else ())
    if not memory.ok or not memory.nature.is_speech:
        return frozenset()
    if not memory.nature.is_private:
        return fold_names(_list_called(memory) or memory.occupants)
    return frozenset(_find_addressee(memory))


def _is_overheard(memory: Experience) -> bool:
    """Return whether somebody spoke to others: in a whisper, or calling them and not the agent.

    The agent is none of those who are present, so that a name of nobody there may be its own.
    """
    reading = classify_memory(memory)
    if reading.told != "speech" or reading.to_me:
        return not reading.to_me
    called = list_called(reading.words)
    if not called:  # in a crowd the names of all are folded in vain
        return False
    present = fold_names(memory.occupants) - {fold_name(memory.speaker)}
    others = [each for each in called if fold_name(each) in present]
    named = (each for each in called if each not in others and each[0].isupper())
    return bool(others) and all(says_little(each.casefold()) for each in named)


@lru_cache(16)
def fold_names(names: tuple[str, ...]) -> frozenset[str]:
    """Return the names, folded; a crowd is the same for many memories."""
    return frozenset(map(fold_name, names))


def _list_called(memory: Experience) -> tuple[str, ...]:
    called = {fold_name(each) for each in list_called(memory.line.partition(" ")[2])}
    if called.isdisjoint(fold_names(memory.occupants)):
        return ()
    return tuple(each for each in memory.occupants if fold_name(each) in called)


def _find_addressee(memory: Experience) -> Iterator[str]:
    """Yield who a ``whisper Ada …``, ``tell Ada …`` or ``whisper … to Ada`` goes to.

    Somebody present is known by the beginning of the name; anybody else by its first word.
    """
    words = fold_name(memory.line).split()[1:]
    present = list(map(fold_name, memory.occupants))
    if words[:1] == ["to"]:
        words = words[1:]
    if not words:
        return
    arguments, first = " ".join(words), words[0].rstrip(",:=")
    whole = [name for name in present if f"{arguments} ".startswith((f"{name} ", f"{name},"))]
    begun = [name for name in present if name.startswith(first)]
    behind = [name for name in present if arguments.endswith(f" to {name}")]
    candidates = sorted(whole, key=len, reverse=True) or behind or begun
    yield candidates[0] if candidates else first
