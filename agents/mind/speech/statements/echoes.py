"""What somebody says after the agent: "Straw and news, that is for bees." tells nothing of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.words import SECOND_PERSON
from agents.mind.speech.questions import is_echo
from agents.mind.speech.remembered import Remembered
from agents.prose import split_sentences

#: A line is quoted by who says so much of its telling words, if it has so many.
QUOTED, LEAST_QUOTED = 0.6, 2

_OF_HEARER = frozenset(SECOND_PERSON)


def leave_out_echoes(found: Iterable[Remembered], own: Sequence[str]) -> list[Remembered]:
    """Return `found` without what the asker told in words that the agent had used, `own`.

    What the agent says of the asker it has from them: "You lost your boat." makes no echo of it.
    """
    said = [frozenset(stem_words(e)) for e in own if _OF_HEARER.isdisjoint(find_words(e))]
    return [each for each in found if not (each.first_hand and _is_echo(each.bare, said))]


def quotes(heard: str, said: str) -> bool:
    """Return whether words say after the agent most of what it said: "It gets to be more?" """
    own = set(stem_words(said))
    return len(own) >= LEAST_QUOTED and len(own.intersection(stem_words(heard))) >= QUOTED * len(
        own
    )


def leave_out_echo(words: str, asked: str) -> str:
    """Return an answer without the question that it takes up: "With my hands? I draw maps."

    `asked` is the hearer's question; `words` stay where they are nothing else.
    """
    own = frozenset(stem_words(asked))
    sentences = split_sentences(words)
    at = 0
    while at < len(sentences) - 1 and _takes_up(sentences[at], own):
        at += 1
    return " ".join(sentences[at:])


def _takes_up(sentence: str, own: frozenset[str]) -> bool:
    if not sentence.endswith("?"):
        return False
    said = frozenset(stem_words(sentence))
    return is_echo(sentence) or (bool(said) and said <= own)


def _is_echo(words: str, said: Iterable[frozenset[str]]) -> bool:
    stems = frozenset(stem_words(words))
    return bool(stems) and any(stems <= each for each in said)
