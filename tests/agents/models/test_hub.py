import asyncio
import random
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from agents.boundaries import Model, ModelRejected, ModelUnavailable, Provider
from agents.clock import VirtualClock
from agents.declaration import Value
from agents.models.dispatcher import ModelRequest
from agents.models.hub import ModelHub
from agents.models.profiles import ALWAYS, NEVER, SCENE, WHOLE, ModelProfile, profile_schema
from agents.models.providers.embedded import SMALL_BYTES, EmbeddedSettings
from agents.models.providers.ollama import OllamaProvider
from agents.models.providers.openai import OpenAiProvider
from agents.models.providers.protocol import ProviderResources
from agents.models.providers.scripted import ScriptedProvider, ScriptedSettings
from agents.models.providers.weights import GEMMA


@dataclass
class Workshop:
    """Makes scripted providers and writes down what was made and closed."""

    folder: Path
    clock: VirtualClock = field(default_factory=VirtualClock)
    made: list[ModelProfile] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)

    def make(self, profile: ModelProfile) -> Provider:
        self.made.append(profile)
        if profile.model == "none":
            raise ModelRejected("no such package")
        return Recorded(self, profile.model, self.script(profile.model))

    def script(self, model: str) -> ScriptedProvider:
        path = self.folder / "script.txt"
        path.write_text("!hang" if model == "slow" else f"say I am\t{model}.", encoding="utf-8")
        return ScriptedProvider(path, clock=self.clock)

    def hub(self, *profiles: ModelProfile, default: str = "npc") -> ModelHub:
        return ModelHub(
            profiles,
            default,
            make=self.make,
            clock=self.clock,
            rng=random.Random(1),
            log=lambda line: None,
        )


@dataclass
class Recorded:
    shop: Workshop
    label: str
    inner: Provider

    def model_for(self, owner: str) -> Model:
        return self.inner.model_for(owner)

    async def close(self) -> None:
        self.shop.closed.append(self.label)


NPC = ModelProfile(
    "npc", ScriptedSettings(), "gemma", context_tokens=2048, timeout=30, retries=0, concurrency=1
)
SUMMARIZER = ModelProfile(
    "summarizer", ScriptedSettings(), "gemma", context_tokens=4096, concurrency=2
)


def test_profiles_of_one_endpoint_share_its_provider(tmp_path: Path) -> None:
    """The weights are loaded once, with room for the profile that needs most."""
    shop = Workshop(tmp_path)
    hub = shop.hub(NPC, SUMMARIZER, replace(NPC, name="other", model="smollm"))
    assert [profile.model for profile in shop.made] == ["gemma", "smollm"]
    merged = shop.made[0]
    assert (merged.context_tokens, merged.concurrency, merged.timeout) == (4096, 2, 60.0)
    assert hub.names == ("npc", "summarizer", "other")
    assert hub.dispatcher("npc") is not hub.dispatcher("summarizer")
    assert hub.dispatcher("npc") is hub.dispatcher("npc")


def test_an_unknown_profile_is_the_default(tmp_path: Path) -> None:
    """An agent whose profile is not configured has the default model."""
    hub = Workshop(tmp_path).hub(NPC, SUMMARIZER)
    assert hub.profile("nobody") is NPC
    assert hub.dispatcher("nobody") is hub.dispatcher()
    assert hub.default == "npc"


def test_a_default_that_is_no_profile_is_named(tmp_path: Path) -> None:
    """A wrong default says which profiles there are."""
    with pytest.raises(ModelRejected, match="'nobody' is not one of npc"):
        Workshop(tmp_path).hub(NPC, default="nobody")


async def test_a_trial_tells_what_came_back(tmp_path: Path) -> None:
    """A trial reports the label and the words on one line."""
    hub = Workshop(tmp_path).hub(NPC)
    assert await hub.test("npc") == "gemma answered in 0.00 s: “say I am gemma.”"


async def test_changing_the_model_moves_its_users(tmp_path: Path) -> None:
    """The dispatcher stays the same object and asks the new model; the old one is closed."""
    shop = Workshop(tmp_path)
    hub = shop.hub(NPC)
    dispatcher = hub.dispatcher("npc")
    changed = await hub.configure("npc", model="smollm", temperature=0.3)
    assert changed == hub.profile("npc") == replace(NPC, model="smollm", temperature=0.3)
    assert shop.closed == ["gemma"]
    completion = await dispatcher.submit("Moss", lambda: ModelRequest("p"))
    assert completion is not None
    assert completion.text == "say I am\tsmollm."


async def test_an_endpoint_in_use_stays_open(tmp_path: Path) -> None:
    """Moving one of two profiles leaves the endpoint to the other."""
    shop = Workshop(tmp_path)
    hub = shop.hub(NPC, SUMMARIZER)
    await hub.configure("npc", model="smollm")
    assert shop.closed == []
    assert "gemma" in await hub.test("summarizer")
    await hub.close()
    assert sorted(shop.closed) == ["gemma", "smollm"]


async def test_changing_only_values_keeps_the_endpoint(tmp_path: Path) -> None:
    """A new temperature or time-out makes no new provider, and holds from the next attempt."""
    shop = Workshop(tmp_path)
    hub = shop.hub(replace(NPC, model="slow"))
    await hub.configure("npc", temperature=0.1, timeout=7.0, daily_tokens=50)
    assert len(shop.made) == 1
    assert hub.status()["npc"].daily_tokens == 50
    task = asyncio.ensure_future(hub.test("npc"))
    await shop.clock.advance(7)
    with pytest.raises(ModelUnavailable, match="within 7 s"):
        await task


@pytest.mark.parametrize(
    ("name", "changes", "text"),
    [
        ("nobody", {"model": "x"}, "no profile 'nobody'; there are npc"),
        ("npc", {"colour": "x"}, "provider scripted has no colour; it has agent_calls_per_minute,"),
        ("npc", {"name": "x"}, "has no name; it has"),
        ("npc", {"provider": "x"}, "has no provider; it has"),
        ("npc", {"model": "none"}, "no such package"),
    ],
)
async def test_a_wrong_change_changes_nothing(
    tmp_path: Path, name: str, changes: dict[str, str], text: str
) -> None:
    """What cannot be done is refused by name, and the old model goes on."""
    shop = Workshop(tmp_path)
    hub = shop.hub(NPC)
    with pytest.raises(ModelRejected, match=text):
        await hub.configure(name, **changes)
    assert hub.profile("npc") == NPC
    assert shop.closed == []
    assert "gemma" in await hub.test("npc")


def made(folder: Path, **values: Value) -> Provider:
    profile = profile_schema().settle("npc", values)
    resources = ProviderResources(2, folder, {"KEY": "secret"}, VirtualClock())
    return profile.make_provider(resources)


def test_providers_by_name(tmp_path: Path) -> None:
    """Each provider's name makes that provider, at its usual address if none is given."""
    (tmp_path / "s.txt").write_text("look", encoding="utf-8")
    ollama = made(tmp_path, provider="ollama", model="gemma3:1b")
    openai = made(tmp_path, provider="openai", model="gpt", api_key_env="KEY")
    scripted = made(tmp_path, provider="scripted", script=str(tmp_path / "s.txt"))
    assert isinstance(ollama, OllamaProvider)
    assert ollama.label == "ollama gemma3:1b at http://127.0.0.1:11434"
    assert isinstance(openai, OpenAiProvider)
    assert openai.label == "openai gpt at https://api.openai.com/v1"
    assert isinstance(scripted, ScriptedProvider)


def test_a_scripted_profile_without_a_script_is_named(tmp_path: Path) -> None:
    """The missing setting and the profile are in the message."""
    with pytest.raises(ModelRejected, match="profile npc: a scripted model needs `script: PATH`"):
        made(tmp_path, provider="scripted")


def test_a_provider_that_is_none_is_named(tmp_path: Path) -> None:
    """With those that there are."""
    with pytest.raises(ModelRejected, match="no provider 'olama'; there are embedded, ollama,"):
        made(tmp_path, provider="olama")


def test_providers_are_made_with_what_the_server_has(tmp_path: Path) -> None:
    """Weights and keys are looked for where the server says."""
    with pytest.raises(ModelRejected, match="NONE holds no key"):
        made(tmp_path, provider="openai", model="gpt", api_key_env="NONE")
    with pytest.raises(ModelRejected, match="No such file"):
        made(tmp_path, provider="embedded", model=str(tmp_path / "none.gguf"))


def embedded(**changes: str) -> ModelProfile:
    return ModelProfile("npc", EmbeddedSettings(), GEMMA, prompting=SCENE).change(changes)


@pytest.mark.parametrize(
    ("profile", "may_speak"),
    [
        (embedded(), False),
        (embedded(speaks=ALWAYS), True),
        (replace(NPC, prompting=SCENE), True),
        (replace(NPC, prompting=SCENE, speaks=NEVER), False),
    ],
)
def test_small_weights_answer_nobody_unless_they_are_told_to(
    profile: ModelProfile, may_speak: bool
) -> None:
    assert profile.may_speak is may_speak


def test_a_status_line_says_that_a_model_is_asked_nothing() -> None:
    assert embedded().asking == "prompting: scene; asked nothing under speaks: auto"
    assert embedded(speaks=ALWAYS).asking == "prompting: scene"
    assert embedded(prompting=WHOLE).asking == "prompting: whole"


def test_what_is_large_without_being_told_so_may_speak(tmp_path: Path) -> None:
    """A file of weights counts as small under 1 GB; its bytes are not read."""
    weights = tmp_path / "large.gguf"
    with weights.open("wb") as file:
        file.truncate(SMALL_BYTES)  # it holds nothing, and takes no room
    assert embedded(model=str(weights)).may_speak


@pytest.mark.parametrize(
    ("changes", "loads"), [({}, 0), ({"speaks": ALWAYS}, 1), ({"prompting": WHOLE}, 1)]
)
async def test_a_model_that_nothing_is_asked_of_is_not_loaded(
    changes: dict[str, str], loads: int
) -> None:
    weights = Weights()
    hub = ModelHub(
        (embedded(**changes), replace(embedded(), name="summarizer")),
        "npc",
        make=lambda profile: weights,
        clock=VirtualClock(),
        rng=random.Random(1),
        log=lambda line: None,
    )
    await hub.load()
    assert weights.loads == loads


@dataclass
class Weights:
    """A provider that counts how often it is loaded."""

    label: str = "weights"
    loads: int = 0

    def model_for(self, owner: str) -> Model:
        raise AssertionError(f"{owner} asks")

    async def load(self) -> None:
        self.loads += 1

    async def close(self) -> None:
        """Nothing is open."""
