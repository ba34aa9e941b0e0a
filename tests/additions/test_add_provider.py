"""A model provider of another package: one file and an entry point, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.harness import Client, flat, write
from tests.e2e.worlds import World, make_world, profile

PROVIDER = """
from dataclasses import dataclass
from typing import ClassVar

from agents.boundaries import Completion
from agents.declaration import setting
from agents.models.providers.protocol import ProviderSettings


@dataclass(frozen=True, slots=True)
class ParrotSettings(ProviderSettings):
    name: ClassVar[str] = "parrot"
    summary: ClassVar[str] = "says one word again and again"
    needs: ClassVar[tuple[str, ...]] = ("word",)

    word: str = setting("", "What it says.")
    times: int = setting(1, "How often it says it.", least=1, most=3)

    def make(self, params, resources):
        return Parrot(self, f"parrot {params.model}")


@dataclass
class Parrot:
    settings: ParrotSettings
    label: str

    def model_for(self, owner):
        return self

    async def complete(self, prompt, *, stop, max_tokens, temperature, grammar=None):
        words = [self.settings.word] * self.settings.times
        return Completion("say " + " ".join(words), 1, 1, "stop")

    async def close(self):
        pass
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder as pip leaves it after installing the package."""
    folder = tmp_path / "site"
    write(folder / "parrot.py", PROVIDER)
    info = folder / "tarn_parrot-1.0.dist-info"
    write(info / "METADATA", "Metadata-Version: 2.1\nName: tarn-parrot\nVersion: 1.0\n")
    write(info / "entry_points.txt", "[tarn.providers]\nparrot = parrot:ParrotSettings\n")
    return folder


def world_with(root: Path, more: str, site: Path) -> tuple[World, dict[str, str]]:
    settings = f"profiles: {{npc: {{provider: parrot, model: grey{more}}}}}\n"
    return make_world(root, {"Moss": profile("Moss")}, settings), {"PYTHONPATH": str(site)}


def test_a_profile_may_name_it(tmp_path: Path, site: Path) -> None:
    """Its own setting is read, its model answers, and an agent speaks by it."""
    world, environment = world_with(tmp_path, ", word: Ahoy., times: 2", site)
    moss = world.agent("Moss") / "profile.md"
    write(moss, profile("Moss", interval=86400))
    write(world.vault / "config" / "agents.md", "**reply_delay**: 0\n**jitter**: 0\n")
    server = world.server()
    server.environment = environment
    with server:
        client = Client(server.port).create("Ada")
        told = client.ask("@llm-config npc test", r"parrot grey answered(?s:.*?)”")
        assert "say Ahoy. Ahoy." in flat(told)
        assert "times: 2" in client.ask("@llm-config npc", r"agent_calls_per_minute: \d+\n")
        client.ask("say Hello, Moss.", r'Moss says, "Ahoy. Ahoy."')


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (", word: Ahoy., times: 4", "times is 4, allowed: a whole number from 1 to 3"),
        ("", "word is missing, allowed: a text: provider parrot needs it"),
    ],
)
def test_its_settings_are_checked_like_any_others(
    tmp_path: Path, site: Path, more: str, what: str
) -> None:
    """File, line, what was read, what is allowed."""
    world, environment = world_with(tmp_path, more, site)
    server = world.server()
    server.environment = environment
    done = server.run()
    assert done.returncode == 2
    assert f"llm.yaml:1: profiles.npc.{what}" in done.stderr


def test_what_cannot_be_used_is_said_only_where_it_is_asked_for(tmp_path: Path, site: Path) -> None:
    """The error names the faulty package; nothing else is affected."""
    write(site / "parrot.py", "raise RuntimeError('no voice')\n")
    world, environment = world_with(tmp_path, ", word: Ahoy.", site)
    server = world.server()
    server.environment = environment
    done = server.run()
    assert done.returncode == 2
    assert "profiles.npc.provider is 'parrot', allowed: embedded or ollama" in done.stderr
    assert "tarn-parrot 1.0" in done.stderr and "no voice" in done.stderr
    write(world.config / "llm.yaml", "profiles: {npc: {provider: ollama, model: m}}\n")
    with server:
        Client(server.port).create("Ada")
