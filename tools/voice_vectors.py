"""``python -m tools.voice_vectors``: make the vectors of the shipped voices' lines.

Run it after a change of a ``voice.md`` in ``vault/agents``; a line without one gets it from each
server that it is new to. It needs the sentence model.
"""

from __future__ import annotations

import asyncio
import importlib

from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.vector_file import VectorFile, digest_line
from agents.mind.voice.voice_file import read_voice
from agents.models.embedding.sentence import SentenceEmbedder
from server.shipped.voice_vectors import SHIPPED_VECTORS
from server.starter_files import PACKAGES

VOICES = PACKAGES / "vault" / "agents"


def list_lines() -> list[str]:
    """Return all lines that the shipped voices answer, each once, in order."""
    voices = (
        read_voice(path, lambda room: True).voice for path in sorted(VOICES.glob("*/voice.md"))
    )
    return sorted({line for each in voices for line in VoiceIndex(each).lines})


async def make_file(file: VectorFile) -> int:
    """Write the vectors of all lines to `file`, and return how many there are."""
    embedder, lines = SentenceEmbedder(), list_lines()
    numpy = importlib.import_module("numpy")
    rows = [numpy.frombuffer(each, "<f4") for each in await embedder.embed(lines)]
    file.write(embedder.name, dict(zip(map(digest_line, lines), rows, strict=True)))
    return len(lines)


if __name__ == "__main__":
    print(asyncio.run(make_file(SHIPPED_VECTORS)), "lines")
