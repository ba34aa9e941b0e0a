"""The tokens used today outlive a restart, a changed setting and a damaged file."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from agents.boundaries import ModelOverBudget, StorageTrouble
from agents.clock import VirtualClock
from agents.mind.background_tasks import BackgroundTasks
from agents.models.profiles import ModelProfile, ModelProfiles
from agents.models.providers.scripted import ScriptedSettings
from agents.models.spending import Spending
from server.model_hub_factory import ModelHubFactory
from server.spending_file import SAVE_SECONDS, SpendingFile

DAY = 24 * 3600.0


async def write_here(work: Callable[..., None], *args: object) -> None:
    work(*args)


@dataclass
class Kept:
    """A `Spending` with its file, as one run of a server has them."""

    path: Path
    clock: VirtualClock
    logged: list[str] = field(default_factory=list)
    troubles: list[StorageTrouble] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.spending = Spending(self.clock)
        log = self.logged.append
        self.background = BackgroundTasks(log)
        self.file = SpendingFile(
            self.path, self.spending, self.clock, self.background, log, write_here
        )
        self.file.watch = self.troubles.append
        self.file.load()

    async def pass_save(self) -> None:
        """Let the time until the next save go by."""
        await self.clock.advance(SAVE_SECONDS)


async def test_what_was_used_before_a_restart_counts(tmp_path: Path) -> None:
    """Also where the server was killed, once the file was written."""
    path, clock = tmp_path / "spending.json", VirtualClock()
    before = Kept(path, clock)
    before.spending.spend("npc", "Moss", 30)
    before.spending.spend("npc", "", 5)
    await before.pass_save()
    after = Kept(path, clock)
    assert after.spending.count("npc") == 35
    assert after.spending.count_of("npc", "Moss") == 30
    assert after.logged == []


async def test_a_stop_writes_what_the_last_seconds_used(tmp_path: Path) -> None:
    path, clock = tmp_path / "spending.json", VirtualClock()
    before = Kept(path, clock)
    before.spending.spend("npc", "Moss", 30)
    await before.background.close()
    await before.file.save()
    assert Kept(path, clock).spending.count("npc") == 30


async def test_yesterdays_tokens_are_free_again(tmp_path: Path) -> None:
    path, clock = tmp_path / "spending.json", VirtualClock()
    before = Kept(path, clock)
    before.spending.spend("npc", "Moss", 30)
    await before.pass_save()
    await clock.advance(DAY)
    assert before.spending.count("npc") == 0
    assert Kept(path, clock).spending.count("npc") == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1]",
        '{"v": 2, "day": "2026-05-01", "tokens": {}}',
        '{"v": 1, "day": "May", "tokens": {}}',
        '{"v": 1, "day": "2026-05-01", "tokens": {"npc": {"Moss": -4}}}',
        '{"v": 1, "day": "2026-05-01", "tokens": {"npc": 4}}',
        "[" * 100_000,
    ],
)
async def test_a_damaged_file_is_told_and_counted_from_zero(tmp_path: Path, text: str) -> None:
    path = tmp_path / "spending.json"
    path.write_text(text, encoding="utf-8")
    kept = Kept(path, VirtualClock())
    assert kept.spending.export() == {}
    assert "spending.json: cannot be read" in kept.logged[0]
    kept.spending.spend("npc", "Moss", 1)
    await kept.pass_save()
    assert Kept(path, kept.clock).spending.count("npc") == 1


async def test_a_file_that_cannot_be_written_is_told_once_and_then_written(tmp_path: Path) -> None:
    folder = tmp_path / "machine"
    kept = Kept(folder / "spending.json", VirtualClock())
    for _ in range(2):  # the folder is missing
        kept.spending.spend("npc", "Moss", 7)
        await kept.pass_save()
    assert [each.reason for each in kept.troubles] == ["No such file or directory"]
    folder.mkdir()
    await kept.file.save()
    assert [each.reason for each in kept.troubles] == ["No such file or directory", ""]
    assert Kept(folder / "spending.json", kept.clock).spending.count("npc") == 14


async def test_a_change_of_settings_does_not_give_the_tokens_back(tmp_path: Path) -> None:
    script = tmp_path / "replies.yaml"
    script.write_text("replies: [look]\n", encoding="utf-8")
    npc = ModelProfile("npc", ScriptedSettings(str(script)), daily_tokens=10)
    clock = VirtualClock()
    models = ModelHubFactory(tmp_path, {}, clock=clock, rng=random.Random(1), log=print)
    await models.settle(ModelProfiles("npc", {"npc": npc}), 1)
    models.spending.spend("npc", "Moss", 10)
    await models.settle(ModelProfiles("npc", {"npc": replace(npc, temperature=0.1)}), 1)
    with pytest.raises(ModelOverBudget, match=r"today's 10 tokens are used up \(10 spent\)"):
        await models.hub.test()
    await models.close()
