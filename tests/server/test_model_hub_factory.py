"""The models of a server: stood in for at start, and the last good ones kept later."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from agents.boundaries import ModelRejected
from agents.clock import VirtualClock
from agents.models.profiles import ModelProfile, ModelProfiles
from agents.models.providers.openai import OpenAiSettings
from agents.models.providers.scripted import ScriptedSettings
from server.model_hub_factory import ModelHubFactory


def script(folder: Path, text: str) -> ModelProfiles:
    path = folder / "replies.yaml"
    path.write_text(text, encoding="utf-8")
    return ModelProfiles("npc", {"npc": ModelProfile("npc", ScriptedSettings(str(path)))})


def make_keyed(model: str) -> ModelProfiles:
    own = OpenAiSettings("http://127.0.0.1:9", api_key_env="NO_SUCH_KEY")
    return ModelProfiles("npc", {"npc": ModelProfile("npc", own, model)})


def models(folder: Path, logged: list[str]) -> ModelHubFactory:
    clock = VirtualClock()
    return ModelHubFactory(folder, {}, clock=clock, rng=random.Random(1), log=logged.append)


async def test_what_cannot_be_made_at_start_is_stood_in_for(tmp_path: Path) -> None:
    """The world starts without a model; the log and @llm-status both say why."""
    logged: list[str] = []
    found = models(tmp_path, logged)
    assert await found.settle(make_keyed("large"), 1)
    assert "NO_SUCH_KEY" in logged[0]
    assert "NO_SUCH_KEY" in found.hub.status()["npc"].label
    with pytest.raises(ModelRejected, match="NO_SUCH_KEY"):
        await found.hub.test()


async def test_a_changed_profile_that_cannot_be_made_leaves_the_old_one(tmp_path: Path) -> None:
    """At @reload the last good models stay in force, and the administrator is told why."""
    found = models(tmp_path, [])
    await found.settle(script(tmp_path, "replies: [look]\n"), 1)
    hub = found.hub
    with pytest.raises(ModelRejected, match=r"npc: .*NO_SUCH_KEY"):
        await found.settle(make_keyed("large"), 1)
    assert found.hub is hub
    assert "look" in await hub.test()
    with pytest.raises(ModelRejected, match=r"npc: .*cannot be read"):
        await hub.configure("npc", script=str(tmp_path / "none.txt"))
    assert "look" in await hub.test()


async def test_what_was_absent_before_does_not_hold_up_other_changes(tmp_path: Path) -> None:
    """A profile that was stood in for, and is as it was, is stood in for again."""
    found = models(tmp_path, [])
    absent = make_keyed("large").profiles["npc"]
    await found.settle(ModelProfiles("npc", {"npc": absent}), 1)
    replies = replace(script(tmp_path, "replies: [look]\n").profiles["npc"], name="other")
    assert await found.settle(ModelProfiles("other", {"npc": absent, "other": replies}), 1)
    assert "look" in await found.hub.test("other")
