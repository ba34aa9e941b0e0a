"""The sentences that writers made, each beside its memories, to learn from or to be held out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parents[2] / "tests" / "data" / "sentences" / "written"

BOUNDS = _FOLDER / "15.txt"
"""By what the bounds of chances were chosen; nothing has learnt from it."""

NEAR_WORDS = _FOLDER / "41.txt"
"""True sentences, nearly word for word."""

LEARNT = tuple(
    each
    for each in sorted(_FOLDER.glob("*.txt"))
    if int(each.stem) % 2 and each not in (BOUNDS, NEAR_WORDS)
)
"""What is learnt from; files with an even number are for measuring."""

#: What a sentence is, by the mark before it.
_LABELS = {"+": "supports", "-": "contradicts", "?": "cannot tell"}
_MEMORY = "M"

#: So many sentences get other memories beside their own, and so many those alone, of which they
#: tell nothing.
_IN_COMPANY, _ASTRAY = 0.25, 0.04
#: Other memories beside a sentence's own.
_MOST_OTHERS = 2


class WrittenSentence(NamedTuple):
    """A sentence, its memories in the order in which they happened, and what they say of it."""

    sentence: str
    memories: tuple[str, ...]
    label: str

    @property
    def texts(self) -> tuple[str, str, str]:
        """What is read: the sentence, the earlier memories, and the last."""
        return self.sentence, " ".join(self.memories[:-1]), self.memories[-1]


def list_sentences(path: Path) -> Iterator[WrittenSentence]:
    """Yield the sentences of a file."""
    for block in path.read_text("utf-8").split("\n\n"):
        rows = [each.strip() for each in block.splitlines() if each.strip()]
        memories = tuple(row[2:].strip() for row in rows if row[0] == _MEMORY)
        for row in (each for each in rows if memories and each[0] in _LABELS):
            yield WrittenSentence(row[2:].strip(), memories, _LABELS[row[0]])


def mix_memories(
    written: Sequence[WrittenSentence], order: random.Random
) -> Iterator[WrittenSentence]:
    """Yield the sentences, some with memories of others beside their own or in their place."""
    for each in written:
        drawn = order.random()
        other = order.choice(written).memories
        if drawn < _ASTRAY and other != each.memories:
            yield each._replace(memories=other, label="cannot tell")
        elif drawn < _ASTRAY + _IN_COMPANY:
            at = order.randint(0, len(other[:_MOST_OTHERS]))
            there = other[:_MOST_OTHERS]
            yield each._replace(memories=(*there[:at], *each.memories, *there[at:]))
        else:
            yield each
