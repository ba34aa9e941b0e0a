"""Commands over the models, through the one door."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.boundaries import Provider
from agents.memory.core.records import Turn
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.commands.models import ModelVerbs
from agents.mind.speech.candidates import Origin, Unused
from agents.models.hub import ModelHub
from agents.models.profiles import ModelProfile
from agents.models.providers.openai import OpenAiSettings
from agents.models.providers.scripted import ScriptedProvider, ScriptedSettings
from server.reports.model_report import render_model_status
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import Scripted, fill, reconfigure, spans
from tests.agents.mind.support import Stage


@dataclass
class NoOffers:
    """No model server, until a test finds one."""

    found: str = ""

    async def describe_found(self) -> str:
        return self.found

    async def describe_servers(self) -> str:
        return self.found or "none"

    async def use_model(self, server: str, model: str) -> str:
        return f"used {server} {model}"


class Workshop(Stage):
    """A stage with the models' commands, whose models answer from a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._script = folder / "script.txt"
        self._script.write_text("The water is still.\n")
        self.offers = NoOffers()
        self.hub = self.make_hub(
            [
                ModelProfile("npc", ScriptedSettings(), "a"),
                ModelProfile("summarizer", ScriptedSettings(), "b"),
            ]
        )
        background = BackgroundTasks(self.log.append)
        notify = self.world.notify
        verbs = ModelVerbs(
            lambda: self.hub, self.minds, notify, background, render_model_status,
            lambda: "Pace: 1", lambda: self.offers,
        )  # fmt: skip
        self.world.table = type(self.world.table)([*self.world.table.rows, *verbs.rows()])
        self.world.set_property(self.ada.id, "role", "administrator")

    def make_hub(self, profiles: Sequence[ModelProfile]) -> ModelHub:
        """The hub of these profiles, the first of which is the agents'."""

        def make(profile: ModelProfile) -> Provider:
            return ScriptedProvider(self._script, clock=self.clock)

        return ModelHub(
            profiles,
            profiles[0].name,
            make=make,
            clock=self.clock,
            rng=random.Random(1),
            log=self.log.append,
        )

    async def hears(self, line: str) -> str:
        """What Ada is told in the end."""
        self.ada_does(line)
        await self.clock.settle()
        return self.person.texts[-1]


async def test_status_tells_of_each_profile(tmp_path: Path) -> None:
    """Health, counts and tokens; and why the brain acts where it does."""
    stage = Workshop(tmp_path)
    moss = stage.agent()
    moss.state.last_error = "acts by its rules: nobody is there"
    moss.state.decisions.note(Origin.VOICE, Unused.LATE, Turn(""))
    told = stage.ada_does("@llm-status")
    assert "npc: scripted script.txt" in told
    assert "summarizer: scripted script.txt" in told
    assert "health OK" in told
    assert "tokens today 0, no cap" in told
    assert "Moss: acts by its rules: nobody is there" in told
    assert "Pace: 1" in told
    assert "  Moss: of the last 1 turn: 0 by rule, 1 voice, 0 model; " in told
    assert "the model asked in vain: 1 too late, 0 refused, 0 not to be had" in told
    await stage.close()


async def test_servers_are_not_offered_where_one_is_in_use(tmp_path: Path) -> None:
    stage = Workshop(tmp_path)
    used = ModelProfile("npc", OpenAiSettings(url="http://127.0.0.1:8080/v1"), "a.gguf")
    stage.hub = stage.make_hub([used])
    stage.offers.found = "llamacpp is there."
    assert "health OK" in await stage.hears("@llm-status")
    await stage.close()


async def test_status_names_the_servers_found_once_they_are_known(tmp_path: Path) -> None:
    """Nothing is said where there are none."""
    stage = Workshop(tmp_path)
    before = len(stage.person.texts)
    await stage.hears("@llm-status")
    assert len(stage.person.texts) == before + 1
    stage.offers.found = "ollama is there."
    assert await stage.hears("@llm-status") == "ollama is there."
    await stage.close()


async def test_a_trial_tells_what_the_model_answered(tmp_path: Path) -> None:
    """At once that it is asked, later the answer."""
    stage = Workshop(tmp_path)
    assert "The water is still." in await stage.hears("@llm-config test")
    assert "Asking npc; you will be told what it answers." in stage.person.texts


async def test_a_profile_is_changed_while_the_world_runs(tmp_path: Path) -> None:
    """Named or the default one; what it now is can be shown."""
    stage = Workshop(tmp_path)
    told = await stage.hears("@llm-config summarizer temperature 0.1")
    assert told.startswith("Profile summarizer: temperature is now 0.1")
    assert stage.hub.profile("summarizer").temperature == 0.1
    await stage.hears("@llm-config model c")
    assert "model: c" in stage.ada_does("@llm-config npc")
    assert stage.hub.profile("summarizer").model == "b"


async def test_a_changed_profile_lets_a_compaction_that_failed_be_tried_at_once(
    tmp_path: Path,
) -> None:
    """The wait was the old model's."""
    stage = Workshop(tmp_path)
    memory = stage.agent().memory
    failing = Scripted(answers=[RuntimeError("a defect")])
    reconfigure(memory, settings=memory_settings(), summarizer=failing)
    fill(memory, 129)
    await stage.clock.settle()
    assert "a defect" in memory.status().last_error and spans(memory) == []
    await stage.hears("@llm-config summarizer model c")
    assert spans(memory) == [(1, 65)] and memory.status().last_error == ""
    await stage.close()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("@llm-config nobody test", 'There is no model profile "nobody". Profiles: npc,'),
        ("@llm-config host http://127.0.0.1:1", "Addresses and keys of models are set in"),
        ("@llm-config npc host http://127.0.0.1:1", "Addresses and keys of models are set in"),
        ("@llm-config url http://127.0.0.1:1", "Addresses and keys of models are set in"),
        ("@llm-config npc api_key_env HOME", "Addresses and keys of models are set in"),
        ("@llm-config provider openai", "Addresses and keys of models are set in"),
        ("@llm-config temperature hot", "'hot' is no temperature; allowed: a number from 0 to 2"),
        ("@llm-config npc temperature 99", "'99' is no temperature; allowed: a number from"),
        ("@llm-config npc colour red", "'colour red' is nothing of a profile that is shown or"),
        ("@llm-config model", "Say it as: @llm-config"),
    ],
)
async def test_what_is_wrong_is_refused_with_what_is_allowed(
    tmp_path: Path, line: str, why: str
) -> None:
    """And nothing is changed."""
    stage = Workshop(tmp_path)
    before = stage.hub.profile("npc")
    assert stage.ada_does(line).startswith(why)
    assert stage.hub.profile("npc") == before
