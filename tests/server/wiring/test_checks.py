"""A running server hands what reads sentences to its agents and to their journals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from agents.models.embedding.sentence import SentenceEmbedder
from tests.agents.memory.journal.changing.test_outdated import BARITONE, TENOR
from tests.e2e.harness import write
from tests.e2e.worlds import profile
from tests.limits import wait_until
from tests.server.happening.test_living import living, make_vault

EXAM, MOVED = "My exam is on the third.", "They moved the exam, it is on the fourth."


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return what the sentence model is asked for: which notes are out of date."""
    asked: list[tuple[str, str]] = []

    async def rate(_: SentenceEmbedder, some: Sequence[tuple[str, str]]) -> list[float]:
        asked.extend(some)
        return [0.9] * len(some)

    monkeypatch.setattr(SentenceEmbedder, "rate_later", rate)
    return asked


async def test_an_agent_reads_what_it_is_told_beside_what_it_was_told(
    tmp_path: Path, pairs: list[tuple[str, str]]
) -> None:
    make_vault(tmp_path)
    moss = tmp_path / "vault" / "agents" / "Moss"
    write(moss / "profile.md", profile("Moss", interval=3600))
    write(moss / "voice.md", "## Exchanges\n\n### Well\n\n> It is so.\n\nSo it is.\n")
    async with living(tmp_path, VirtualClock()) as here:
        for words in (EXAM, MOVED):
            here.watcher.said.clear()
            here.app.world.perform(here.ada, f"say Moss, {words}")
            await here.clock.advance(5)
            await wait_until(lambda: bool(here.watcher.said))  # it remembers in a thread
        assert (f"Ada: {EXAM}", f"Ada: {MOVED}") in pairs


async def test_a_journal_reads_what_was_told_later_beside_what_it_knows(
    tmp_path: Path, pairs: list[tuple[str, str]]
) -> None:
    make_vault(tmp_path)
    async with living(tmp_path, VirtualClock()) as here:
        moss = next(iter(here.app.base.minds))
        for words in (TENOR, BARITONE):
            here.app.world.perform(here.ada, f"say {words}")
            for number in range(12):
                here.app.world.perform(here.ada, f"say The bench has {number} legs today.")
            await here.clock.advance(5)
            await wait_until(lambda: TENOR in str([e.text for e in moss.memory.experiences()]))
            await moss.memory.begin_compaction(force=True)
        assert any("legs" in note and "growling" in line for note, line in pairs)
