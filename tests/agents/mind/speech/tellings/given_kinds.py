"""A sentence model that knows of a few sentences of which kinds they are, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agents.mind.speech.told.acts import EXAMPLES
from agents.mind.speech.told.examples import list_examples
from agents.mind.voice.sentence_likeness import NoSentenceMeanings
from tests.agents.mind.support import TEXTS


class GivenKinds(NoSentenceMeanings):
    """Holds each of the `given` sentences to be near to all examples of its kinds."""

    def __init__(self, given: Mapping[str, Mapping[str, float]]) -> None:
        self.given = given
        self.heard: list[str] = []

    def begin(self, lines: tuple[str, ...], behind: Sequence[str] = ()) -> None:
        """Do nothing: all is known."""

    async def hear(self, parts: Sequence[str]) -> None:
        """Note what is heard."""
        self.heard += parts

    def compare(self, heard: str, lines: tuple[str, ...]) -> Sequence[float]:
        """Return how near the examples of the given kinds are, and 0 for all other lines."""
        if heard not in self.given:
            return ()
        near = {
            line: score
            for kind, score in self.given[heard].items()
            for line in list_examples(TEXTS.raw(f"{EXAMPLES}{kind}"))
        }
        return [near.get(line, 0.0) for line in lines]
