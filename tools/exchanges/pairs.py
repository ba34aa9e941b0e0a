"""``python -m tools.exchanges.pairs FOLDER``: write what ``tools/exchanges/reader.py`` learns from.

``voices.jsonl`` has a row for most wordings: the other wordings of its exchange, with their answer,
and the nearest wordings of other exchanges, with theirs, which mostly answer something else.
``judged.jsonl`` has the judged exchanges.  It needs the sentence model.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy

from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.vector_file import digest_line, unpack_vector
from agents.mind.voice.voice import Voice
from agents.mind.voice.voice_file import read_voice
from agents.models.embedding.sentence import SentenceEmbedder
from server.shipped.voice_vectors import SHIPPED_VECTORS
from server.starter_files import PACKAGES
from tools.exchanges.judged import read_judged_lines

#: The share of wordings that are heard, and others that are kept beside each.
HEARD, OTHERS = 0.6, 8

#: So many wordings are compared at a time, and so many of the nearest are looked at.
BLOCK, NEAREST = 512, 60

#: Exchanges whose wordings or answers are nearer than this may answer each other's lines.
SAME_MEANING, SAME_ANSWER = 0.93, 0.7


def read_agent_voice(agent: str) -> Voice:
    """Return the shipped voice of an agent."""
    return read_voice(PACKAGES / "vault" / "agents" / agent / "voice.md").voice


async def list_voice_rows(agent: str) -> list[dict[str, Any]]:
    """Return the rows of an agent's voice."""
    embedder, voice = SentenceEmbedder(), read_agent_voice(agent)
    answers = [each.answers[0].text for each in voice.exchanges]
    made = [numpy.frombuffer(row, "<f4") for row in await embedder.embed(answers)]
    vectors = SHIPPED_VECTORS.read(embedder.name)
    return list(_list_rows(voice, vectors, numpy.stack(made)))


def _list_rows(
    voice: Voice, vectors: Mapping[bytes, Any], answers: Any
) -> Iterator[dict[str, Any]]:
    rng, exchanges = random.Random(4), voice.exchanges
    lines = [
        (line, at)
        for at, each in enumerate(exchanges)
        for line in each.heard
        if digest_line(line) in vectors
    ]
    table = numpy.stack([numpy.asarray(unpack_vector(vectors[digest_line(e)])) for e, _ in lines])
    owners = numpy.array([at for _, at in lines])
    for begin in range(0, len(lines), BLOCK):
        for row, near in enumerate(table[begin : begin + BLOCK] @ table.T, begin):
            same = [at for at in numpy.flatnonzero(owners == owners[row]) if at != row]
            if not same or rng.random() > HEARD:
                continue
            own, other = lines[row][1], {}
            for at in numpy.argsort(-near)[:NEAREST]:
                exchange = lines[at][1]
                if exchange == own or exchange in other or near[at] >= SAME_MEANING:
                    continue
                if answers[own] @ answers[exchange] < SAME_ANSWER:
                    other[exchange] = (lines[at][0], exchanges[exchange].answers[0].text)
            same.sort(key=lambda at: -near[at])
            yield {
                "heard": lines[row][0],
                "answer": exchanges[own].answers[0].text,
                "same": [lines[at][0] for at in same],
                "other": list(other.values())[:OTHERS],
            }


def list_judged_rows() -> Iterator[dict[str, Any]]:
    """Yield the judged lines, each with wordings, their answers and how good these are.

    What is not in the voice any more is left out.
    """
    indexes: dict[str, VoiceIndex] = {}
    for each in read_judged_lines():
        if each.agent not in indexes:
            indexes[each.agent] = VoiceIndex(read_agent_voice(each.agent), each.agent)
        index = indexes[each.agent]
        answers = {line: e.answers[0].text for e in index.voice.exchanges for line in e.heard}
        known = [(one, answers[one], good) for one, good in each.good.items() if one in answers]
        asked = index.remove_own_name(each.line)
        yield {"line": asked, "exchanges": known, "is_apart": each.is_apart}


def _write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    print(len(rows), "rows in", path)


async def _main(folder: Path) -> None:
    agents = sorted(path.parent.name for path in PACKAGES.glob("vault/agents/*/voice.md"))
    rows = [row for agent in agents for row in await list_voice_rows(agent)]
    _write(folder / "voices.jsonl", rows)
    _write(folder / "judged.jsonl", list(list_judged_rows()))


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1])))
