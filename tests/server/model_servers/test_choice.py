"""A model is written into llm.yaml once it has answered, and not before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from agents.clock import SystemClock
from agents.models.discovery import ServerPlace
from agents.models.providers.protocol import ProviderResources
from agents.models.testing import ScriptedModelServer
from config.server import ModelServerSettings
from server.model_servers.choice import ChoiceRefused, ModelChooser, list_places
from server.settings import read_models
from tests.agents.models.http_server import find_free_port, model_server
from tests.limits import HANG_SECONDS

LLM = """\ufeff# mine
default: npc
profiles:
  npc:
    provider: rules  # for now
    temperature: 0.5
  summarizer: {provider: rules}
  other: {provider: rules}
"""


def make_chooser(folder: Path, port: int, text: str = LLM) -> ModelChooser:
    (folder / "llm.yaml").write_text(text, encoding="utf-8")
    places = (
        ServerPlace("ollama", port, "ollama", "/api/tags", ""),
        ServerPlace("vllm", port, "openai"),
    )
    resources = ProviderResources(1, folder, {}, SystemClock())
    return ModelChooser(folder, places, resources, named_seconds=HANG_SECONDS)


def port_of(server: ScriptedModelServer) -> int:
    return urlsplit(server.url).port or 0


@pytest.mark.parametrize(
    ("name", "provider", "path"), [("ollama", "ollama", ""), ("vllm", "openai", "/v1")]
)
async def test_the_default_profile_and_the_summarizer_use_it(
    tmp_path: Path, name: str, provider: str, path: str
) -> None:
    async with ScriptedModelServer() as server:
        chooser = make_chooser(tmp_path, port_of(server))
        profile = await chooser.use_model(name, "rehearsal")
    assert (profile.name, profile.prompting, profile.temperature) == ("npc", "whole", 0.5)
    settled = read_models(tmp_path).profiles
    for each in ("npc", "summarizer"):
        values = settled[each].values()
        assert (values["provider"], values["url"]) == (provider, server.url + path)
        assert values["api"] == "chat"
    assert settled["other"].provider.name == "rules"
    text = (tmp_path / "llm.yaml").read_text(encoding="utf-8")
    assert text.startswith("\ufeff# mine\n") and f"provider: {provider}  # for now\n" in text


@pytest.mark.parametrize(
    ("template", "parameters", "api"),
    [
        ("<start_of_turn>user", "4B", "chat"),
        ("{{ .Prompt }}", "4B", "completions"),
        ("<start_of_turn>user", "270M", "completions"),
    ],
)
async def test_the_interface_fits_the_model(
    tmp_path: Path, template: str, parameters: str, api: str
) -> None:
    """A base model has no template for chats, and a small one gets scenes, which it continues."""
    listed = {"models": [{"name": "gemma3", "details": {"parameter_size": parameters}}]}
    said = {"response": "Yes.", "message": {"content": "Yes."}, "template": template}
    async with model_server(reply=listed | said) as server:
        chooser = make_chooser(tmp_path, urlsplit(server.url).port or 0)
        profile = await chooser.use_model("ollama", "gemma3")
    assert profile.values()["api"] == api
    assert profile.prompting == ("scene" if parameters == "270M" else "whole")


@pytest.mark.parametrize(
    ("given", "told", "settled"),
    [("", 5000, 4000), ("", 32768, 8192), (", context_tokens: 2000", 5000, 2000), ("", 0, 8192)],
)
async def test_prompts_have_the_room_that_the_server_tells(
    tmp_path: Path, given: str, told: int, settled: int
) -> None:
    """Its tokenizer counts otherwise than we do; what is less already stays."""
    meta = {"n_ctx": told, "n_params": 3 * 10**9}
    chat = {"choices": [{"message": {"content": "Yes."}, "finish_reason": "stop"}]}
    async with model_server(reply={"data": [{"id": "big.gguf", "meta": meta}], **chat}) as server:
        text = f"default: npc\nprofiles:\n  npc: {{provider: rules{given}}}\n"
        chooser = make_chooser(tmp_path, urlsplit(server.url).port or 0, text)
        await chooser.use_model("vllm", "big.gguf")
    settled_npc = read_models(tmp_path).profiles["npc"]
    assert (settled_npc.model, settled_npc.context_tokens) == ("big.gguf", settled)


@pytest.mark.parametrize("name", ["vllm", "ollama"])
async def test_the_key_of_another_address_is_never_passed_on(tmp_path: Path, name: str) -> None:
    """A program of this machine that listens at a known port must not get the operator's key."""
    keyed = "provider: openai, url: https://api.example.com, model: big, api_key_env: HOME"
    text = f"default: npc\nprofiles:\n  npc: {{provider: rules}}\n  summarizer: {{{keyed}}}\n"
    async with ScriptedModelServer() as server:
        chooser = make_chooser(tmp_path, port_of(server), text)
        await _refuse(chooser, name, "rehearsal", "profile summarizer has a key (api_key_env)")


@pytest.mark.parametrize(
    ("name", "model", "why"),
    [
        ("ollama", "nothing", "ollama has no model 'nothing', allowed: rehearsal"),
        ("olama", "rehearsal", "'olama' is no model server, allowed: embedded, ollama, vllm"),
        ("embedded", "nothing.gguf", "nothing.gguf"),
    ],
)
async def test_what_is_wrong_is_said_and_nothing_is_written(
    tmp_path: Path, name: str, model: str, why: str
) -> None:
    async with ScriptedModelServer() as server:
        await _refuse(make_chooser(tmp_path, port_of(server)), name, model, why)


async def test_a_server_that_is_away_is_named_with_its_port(tmp_path: Path) -> None:
    port = find_free_port()
    await _refuse(make_chooser(tmp_path, port), "vllm", "a", f"vllm does not answer at port {port}")


async def test_a_model_that_does_not_answer_is_not_used(tmp_path: Path) -> None:
    async with ScriptedModelServer(turns="500", summaries="500") as server:
        await _refuse(make_chooser(tmp_path, port_of(server)), "ollama", "rehearsal", "500")


async def test_a_file_without_profiles_is_left_to_its_author(tmp_path: Path) -> None:
    async with ScriptedModelServer() as server:
        chooser = make_chooser(tmp_path, port_of(server), "default: npc\n")
        await _refuse(chooser, "ollama", "rehearsal", "profiles.npc is nothing to change")


async def test_what_cannot_be_put_in_force_is_taken_back(tmp_path: Path) -> None:
    async def apply() -> Sequence[str]:
        return ["server.yaml:1: wrong"]

    async with ScriptedModelServer() as server:
        chooser = make_chooser(tmp_path, port_of(server))
        before = (tmp_path / "llm.yaml").read_bytes()
        with pytest.raises(ChoiceRefused, match=r"server\.yaml:1: wrong"):
            await chooser.use_model("ollama", "rehearsal", apply)
    assert (tmp_path / "llm.yaml").read_bytes() == before


async def _refuse(chooser: ModelChooser, name: str, model: str, why: str) -> None:
    before = (chooser.config / "llm.yaml").read_bytes()
    with pytest.raises(ChoiceRefused) as caught:
        await chooser.use_model(name, model)
    assert why in str(caught.value)
    assert (chooser.config / "llm.yaml").read_bytes() == before


def test_no_port_is_asked_where_that_is_switched_off() -> None:
    assert list_places(ModelServerSettings(look=False)) == ()
    names = [each.name for each in list_places(ModelServerSettings(vllm=0))]
    assert names == ["ollama", "lmstudio", "llamacpp"]


async def test_switched_off_is_said(tmp_path: Path) -> None:
    chooser = make_chooser(tmp_path, 1)
    off = ModelChooser(chooser.config, (), chooser.resources)
    await _refuse(off, "ollama", "rehearsal", "model_servers.look is off")
