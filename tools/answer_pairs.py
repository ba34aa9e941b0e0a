"""``python -m tools.answer_pairs FOLDER``: write what ``tools/answer_reader.py`` learns from.

``voices.jsonl`` has a row for some wordings of each exchange: the other wordings of the exchange,
which are answered alike, and the nearest wordings of other exchanges, which mostly are not.
``judged.jsonl`` has the judged pairs.  It needs the sentence model.
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

from agents.mind.voice.retrieval import SAME_WORDS, NearExchange, VoiceIndex
from agents.mind.voice.vector_file import digest_line, unpack_vector
from agents.models.embedding.sentence import SentenceEmbedder
from server.shipped.voice_vectors import SHIPPED_VECTORS
from server.starter_files import PACKAGES
from tools.answer_weights import make_index, make_sentences, measure_judged

#: Wordings of an exchange that are heard, and others that are kept beside each.
HEARD, OTHERS = 4, 8

#: Exchanges whose wordings or answers are nearer than this may answer each other's lines.
SAME_MEANING, SAME_ANSWER = 0.93, 0.7


async def list_voice_rows(agent: str) -> list[dict[str, Any]]:
    """Return the rows of an agent's voice."""
    embedder = SentenceEmbedder()
    index = await make_index(agent, make_sentences())
    vectors = SHIPPED_VECTORS.read(embedder.name)
    answers = [each.answers[0].text for each in index.voice.exchanges]
    made = [numpy.frombuffer(row, "<f4") for row in await embedder.embed(answers)]
    of_answer = {
        each.line_number: row for each, row in zip(index.voice.exchanges, made, strict=True)
    }
    return list(_list_rows(agent, index, vectors, of_answer))


def _list_rows(
    agent: str, index: VoiceIndex, vectors: Mapping[bytes, Any], answers: Mapping[int, Any]
) -> Iterator[dict[str, Any]]:
    rng = random.Random(5)
    for exchange in index.voice.exchanges:
        lines = rng.sample(exchange.heard, len(exchange.heard))
        for line in lines[:HEARD] if len(lines) > 1 else ():
            one = unpack_vector(vectors[digest_line(line)])
            others = [
                (each, float(unpack_vector(vectors[digest_line(each)]) @ one)) for each in lines
            ]
            bare, own = index.remove_own_name(line), answers[exchange.line_number]
            near = [each for each in index.rank_exchanges(bare) if each.exchange is not exchange]
            apart = [
                each.heard
                for each in near[:OTHERS]
                if _are_apart(each) and own @ answers[each.exchange.line_number] < SAME_ANSWER
            ]
            yield {
                "agent": agent,
                "exchange": exchange.line_number,
                "heard": bare,
                "same": sorted((e for e in others if e[0] != line), key=lambda e: -e[1]),
                "other": apart,
            }


def _are_apart(near: NearExchange) -> bool:
    return near.meant < SAME_MEANING and near.words < SAME_WORDS


async def _list_judged() -> list[dict[str, Any]]:
    return [
        {"heard": each.heard, "asked": each.asked, "agent": each.agent, "known": each.near.heard}
        | {"good": each.good, "same words": each.near.words >= SAME_WORDS}
        for each in await measure_judged(True)
    ]


def _write(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    print(len(rows), "rows in", path)


async def _main(folder: Path) -> None:
    agents = sorted(path.parent.name for path in PACKAGES.glob("vault/agents/*/voice.md"))
    rows = [row for agent in agents for row in await list_voice_rows(agent)]
    _write(folder / "voices.jsonl", rows)
    _write(folder / "judged.jsonl", await _list_judged())


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1])))
