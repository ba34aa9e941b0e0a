"""Whether recall finds the evidence of questions about long conversations (LoCoMo).

Each conversation becomes one agent's archive, a turn to a memory.  A question counts as
found at a budget when all the turns that answer it are among what one search returns
within that many tokens.  The data is read where it lies: ``--data DIR`` names the folder
with ``conversations.json``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agents.boundaries import TokenCounter
from agents.memory.core.records import Experience
from agents.memory.core.tokens import TiktokenCounter
from agents.memory.recall.hits import Hit
from agents.memory.recall.index import RecallIndex
from agents.models.counters import percentile
from agents.models.embedding.protocol import Embedder
from agents.models.embedding.wordllama import WordLlamaEmbedder
from world.nature import Nature

FILE = "conversations.json"

BUDGETS = (500, 1000, 2000, 4000)

#: The number of first conversations in the file that were used to tune the ranking.
TUNED = 5

#: The limit of hits: more than the largest budget holds.
LIMIT = 1000


@dataclass(frozen=True, slots=True)
class LocomoQuestion:
    """A question, and the numbers of the memories that answer it."""

    text: str
    category: int
    evidence: frozenset[int]


@dataclass(frozen=True, slots=True)
class LocomoConversation:
    """One conversation as the memories of an agent that heard all of it."""

    name: str
    memories: tuple[Experience, ...]
    questions: tuple[LocomoQuestion, ...]


@dataclass(frozen=True, slots=True)
class EvidenceFound:
    """The results for one conversation."""

    name: str
    found: Mapping[int, tuple[bool, ...]]
    """By budget, for each question: whether its whole evidence came back."""
    seconds: tuple[float, ...]
    """How long each search took, at every budget."""

    def share(self, budget: int) -> float:
        """Return the share of questions that were found, 0 to 1."""
        return statistics.fmean(self.found[budget])


def read(data: Path) -> list[LocomoConversation]:
    """Return the conversations in folder `data`. Raises `OSError` if they are not there."""
    rows = json.loads((data / FILE).read_text(encoding="utf-8"))
    return [_read_conversation(row) for row in rows]


def _read_conversation(row: Mapping[str, Any]) -> LocomoConversation:
    number = {turn["id"]: seq for seq, turn in enumerate(row["turns"], 1)}
    memories = tuple(_make_memory(number[turn["id"]], turn) for turn in row["turns"])
    questions = tuple(
        LocomoQuestion(
            each["question"], each["category"], frozenset(number[turn] for turn in named)
        )
        for each in row["questions"]
        if (named := [turn for turn in each["evidence"] if turn in number])
    )
    return LocomoConversation(row["id"], memories, questions)


def _make_memory(seq: int, turn: Mapping[str, Any]) -> Experience:
    text = f'{turn["speaker"]} says, "{turn["text"]}"'
    if turn["image"]:
        text += f" ({turn['speaker']} shows {turn['image']})"
    at = datetime.strptime(turn["at"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    return Experience(
        seq, at, text, "observation", "say", speaker=turn["speaker"], nature=Nature.SPEECH
    )


# --- measuring ----------------------------------------------------------------------------


def measure(
    data: Path, *, budgets: Sequence[int] = BUDGETS, embedder: Embedder | None = None
) -> list[EvidenceFound]:
    """Ask every question in folder `data` at every budget. Raises `OSError`.

    Indexes are made in a temporary folder. Must not be called on a running event loop.
    """
    return measure_conversations(read(data), budgets=budgets, embedder=embedder)


def measure_conversations(
    conversations: Sequence[LocomoConversation],
    *,
    budgets: Sequence[int] = BUDGETS,
    embedder: Embedder | None = None,
) -> list[EvidenceFound]:
    """Ask every question of `conversations`, as `measure` does."""
    return asyncio.run(_measure_all(conversations, budgets, embedder))


async def _measure_all(
    conversations: Sequence[LocomoConversation], budgets: Sequence[int], embedder: Embedder | None
) -> list[EvidenceFound]:
    tokens = TiktokenCounter()
    tokens.load()
    with tempfile.TemporaryDirectory() as folder:
        return [
            await _ask_all(each, Path(folder) / f"{each.name}.sqlite", budgets, tokens, embedder)
            for each in conversations
        ]


async def _ask_all(
    conversation: LocomoConversation,
    path: Path,
    budgets: Sequence[int],
    tokens: TokenCounter,
    embedder: Embedder | None,
) -> EvidenceFound:
    index = RecallIndex.open(path, embedder=embedder)
    await index.catch_up(lambda after: conversation.memories[after:])
    # The first search has the vectors made, the second one finds them.
    await index.prepare(conversation.questions[0].text)
    await index.idle()
    for question in conversation.questions:
        await index.prepare(question.text)
    seconds: list[float] = []
    found: dict[int, tuple[bool, ...]] = {}
    for budget in budgets:
        answers = [_search(index, each, budget, tokens) for each in conversation.questions]
        seconds += [took for _, took in answers]
        found[budget] = tuple(
            question.evidence <= _find_whole(hits, conversation)
            for question, (hits, _) in zip(conversation.questions, answers, strict=True)
        )
    await index.close()
    return EvidenceFound(conversation.name, found, tuple(seconds))


def _search(
    index: RecallIndex, question: LocomoQuestion, budget: int, tokens: TokenCounter
) -> tuple[list[Hit], float]:
    began = time.perf_counter()
    hits = index.search(question.text, token_budget=budget, tokens=tokens, limit=LIMIT)
    took = time.perf_counter() - began
    cost = sum(tokens.count(hit.render_line()) for hit in hits)
    if cost > budget:
        raise AssertionError(f"{cost} tokens came back for a budget of {budget}")
    return hits, took


def _find_whole(hits: Iterable[Hit], conversation: LocomoConversation) -> set[int]:
    """Return the memories that came back uncut."""
    return {hit.seq for hit in hits if hit.text == conversation.memories[hit.seq - 1].text}


def together(parts: Sequence[EvidenceFound], name: str) -> EvidenceFound:
    """Return the results of several conversations as one: each question counts once."""
    budgets = parts[0].found
    return EvidenceFound(
        name,
        {
            budget: tuple(each for part in parts for each in part.found[budget])
            for budget in budgets
        },
        tuple(each for part in parts for each in part.seconds),
    )


def list_evidence(parts: Sequence[EvidenceFound], tuned: int = TUNED) -> Iterable[str]:
    """Return a line for each conversation, for those tuned on, for the others, and for all."""
    budgets = list(parts[0].found)
    yield f"{'evidence found within tokens (%)':<34}" + "".join(f"{each:>8}" for each in budgets)
    rows = [*parts]
    if 0 < tuned < len(parts):
        rows.append(together(parts[:tuned], f"the {tuned} that ranking was tuned on"))
        rows.append(together(parts[tuned:], f"the {len(parts) - tuned} held out"))
    for part in [*rows, together(parts, "all")]:
        shares = "".join(f"{100 * part.share(budget):8.1f}" for budget in budgets)
        yield f"{part.name + f' ({len(part.found[budgets[0]])})':<34}{shares}"
    seconds = together(parts, "all").seconds
    middle, slow = statistics.median(seconds), percentile(seconds, 0.99)
    yield f"a search takes {1000 * middle:.1f} ms (median), {1000 * slow:.1f} ms (p99)"


def main() -> None:
    """Measure the data in the folder ``--data``, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locomo", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=f"the folder with {FILE}")
    parser.add_argument("--semantic", action="store_true", help="rank by meaning too (wordllama)")
    given = parser.parse_args()
    data = given.data
    if not (data / FILE).is_file():
        print(f"Skipped: there is no {FILE} in {data}; --data names the folder that has it.")
        return
    print(
        "\n".join(
            list_evidence(measure(data, embedder=WordLlamaEmbedder() if given.semantic else None))
        )
    )


if __name__ == "__main__":
    main()
