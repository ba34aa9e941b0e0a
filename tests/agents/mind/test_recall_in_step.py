"""The index of a stage of agents finds what a server's finds, and keeps little waiting."""

from __future__ import annotations

from pathlib import Path

from agents.memory.recall.index import BATCH, RecallIndex
from tests.agents.memory.recall.index_log import days, find_seqs
from tests.agents.mind.recall_in_step import RecallInStep


async def test_a_long_life_waits_in_no_queue(tmp_path: Path) -> None:
    """Searches of a stage stay cheap, and find the same as without a file."""
    log, plain = days(5 * BATCH), RecallIndex.open(tmp_path / "plain.sqlite")
    index = RecallInStep.open(tmp_path / "in_step.sqlite")
    for lived in log.memories:
        index.feed([lived])
        assert len(index._waiting) < BATCH
    plain.feed(log.memories)
    log.grow(index, "the wind fell at last")
    plain.feed(log.memories[-1:])
    for words in ("day 3", "wind fell", "#70"):
        assert find_seqs(index, words) == find_seqs(plain, words) != []
    for each in (index, plain):
        await each.close()
