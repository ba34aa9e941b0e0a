"""``python -m tools.voice_vectors``: make the vectors of all lines that are shipped.

Run it after a change of a ``voice.md`` in ``vault/agents``, or of the examples in
``acts.md`` and ``asked.md`` of ``vault/text``; a line without one gets it from each server that it
is new to. It needs the sentence model.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Sequence

from agents.mind.speech.told.acts import EXAMPLES
from agents.mind.speech.told.asking.matters import ASKED
from agents.mind.speech.told.examples import read_examples
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.vector_file import VectorFile, digest_line, pack_vector
from agents.mind.voice.voice_file import read_voice
from agents.models.embedding.sentence import SentenceEmbedder
from server.shipped.voice_vectors import EXAMPLE_VECTORS, SHIPPED_VECTORS
from server.starter_files import PACKAGES
from world.vault.texts import Texts

VOICES, TEXTS = PACKAGES / "vault" / "agents", PACKAGES / "vault" / "text"


def list_lines() -> list[str]:
    """Return all lines that the shipped voices answer, each once, in order."""
    voices = (
        read_voice(path, lambda room: True).voice for path in sorted(VOICES.glob("*/voice.md"))
    )
    indexes = map(VoiceIndex, voices)
    return sorted({line for each in indexes for line in (*each.lines, *each.lines_behind)})


def list_all_examples() -> list[str]:
    """Return all examples of kinds, in order."""
    texts = Texts.load([TEXTS])
    return sorted({line for each in (EXAMPLES, ASKED) for line in read_examples(texts, each).lines})


async def make_file(file: VectorFile, lines: Sequence[str]) -> int:
    """Write the vectors of `lines` to `file`, and return how many there are.

    Those that it has stay as they are.
    """
    embedder = SentenceEmbedder()
    numpy = importlib.import_module("numpy")
    there = file.read(embedder.name)
    new = [each for each in lines if digest_line(each) not in there]
    made = await embedder.embed(new) if new else []
    there |= {
        digest_line(line): pack_vector(numpy.frombuffer(row, "<f4"))
        for line, row in zip(new, made, strict=True)
    }
    file.write(embedder.name, {key: there[key] for key in map(digest_line, lines)})
    return len(lines)


if __name__ == "__main__":
    print(asyncio.run(make_file(SHIPPED_VECTORS, list_lines())), "lines")
    print(asyncio.run(make_file(EXAMPLE_VECTORS, list_all_examples())), "examples")
