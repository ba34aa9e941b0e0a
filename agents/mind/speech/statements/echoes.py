"""What somebody says after the agent: "Straw and news, that is for bees." tells nothing of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.words import SECOND_PERSON
from agents.mind.speech.remembered import Remembered

_OF_HEARER = frozenset(SECOND_PERSON)


def leave_out_echoes(found: Iterable[Remembered], own: Sequence[str]) -> list[Remembered]:
    """Return `found` without what the asker told in words that the agent had used, `own`.

    What the agent says of the asker it has from them: "You lost your boat." makes no echo of it.
    """
    said = [frozenset(stem_words(e)) for e in own if _OF_HEARER.isdisjoint(find_words(e))]
    return [each for each in found if not (each.first_hand and _is_echo(each.bare, said))]


def _is_echo(words: str, said: Iterable[frozenset[str]]) -> bool:
    stems = frozenset(stem_words(words))
    return bool(stems) and any(stems <= each for each in said)
