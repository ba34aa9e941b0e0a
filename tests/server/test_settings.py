"""Settings read from files: memory's are held against the model that an agent thinks with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.settings import MemorySchema, MemorySettings
from agents.memory.strategies.layered import Layered
from agents.memory.strategies.tree import Tree
from agents.mind.profile import Profile, parse_profile
from agents.models.profiles import ModelProfile, ModelProfiles
from agents.models.providers.embedded import EmbeddedSettings
from config.compaction import CompactionSettings, read_compaction
from config.errors import ConfigError
from server.cli.start import start
from server.memory_settings import memory_settings, prompt_tokens, schema_for
from server.settings import read_models, read_settings
from tests.agents.memory.settings import STRATEGIES
from tests.examples import choose_count
from tests.paths import CONFIG, VAULT
from world.vault.markdown import NoteError

SHIPPED = VAULT / "config" / "memory_compaction.md"
OWN = Path("agents/Moss/profile.md")

SMALL = ModelProfile("npc", EmbeddedSettings(), context_tokens=4096, max_tokens=100)
LARGE = ModelProfile("large", EmbeddedSettings(), context_tokens=131_072, max_tokens=1000)
LLM = ModelProfiles("npc", {"npc": SMALL, "large": LARGE})
PLAIN = CompactionSettings.defaults(schema_for(LLM))

Compaction: TypeAlias = CompactionSettings[MemorySchema]


def agent(memory: str = "{}", model: str = "npc") -> Profile:
    text = f"---\nprofile: {model}\nmemory: {memory}\n---\nYou are Moss.\n"
    return parse_profile(OWN, text)


def settle(memory: str = "{}", base: Compaction = PLAIN, model: str = "npc") -> MemorySettings:
    return memory_settings(agent(memory, model), base, OWN, LLM)


def refusal(memory: str, base: Compaction = PLAIN, model: str = "npc") -> str:
    with pytest.raises(ConfigError) as caught:
        settle(memory, base, model)
    return str(caught.value)


def read_note_text(tmp_path: Path, text: str) -> Compaction:
    path = tmp_path / "memory_compaction.md"
    path.write_text(text, encoding="utf-8")
    return read_compaction(path, schema_for(LLM))


# --- what an agent gets -----------------------------------------------------------------


def test_an_agent_gets_every_setting_and_its_models_context() -> None:
    """Nothing that was written is lost on the way."""
    values = "{strategy: tree, leaf_memories: 9, sleep_seconds: 1.5, citations: no, journal: off}"
    assert settle(values, PLAIN.replace_values({"immediate_window": 7}), "large") == MemorySettings(
        Tree(immediate_window=7, leaf_memories=9, context_tokens=130_072),
        sleep_seconds=1.5,
        citations="off",
        journal="off",
    )


def test_an_agent_that_names_no_model_has_the_default_ones_context() -> None:
    """As it thinks with that one."""
    profile = Profile("Moss", "You are Moss.")
    assert memory_settings(profile, PLAIN, OWN, LLM).context_tokens == 3996


def test_a_reply_that_fills_the_context_leaves_nothing_known() -> None:
    """0 is what memory takes for not known."""
    assert (
        prompt_tokens(ModelProfile("npc", EmbeddedSettings(), context_tokens=256, max_tokens=300))
        == 0
    )


def test_without_a_known_context_the_defaults_hold() -> None:
    """Nothing can be said of what would fit."""
    llm = ModelProfiles(
        "npc", {"npc": ModelProfile("npc", EmbeddedSettings(), context_tokens=256, max_tokens=256)}
    )
    found = memory_settings(agent("{strategy: layered}"), PLAIN, OWN, llm)
    assert found.strategy == Layered(threshold_tokens=12_000, min_saving_tokens=2_000)


def value(found: MemorySettings, key: str) -> object:
    """Return a setting of the strategy, or one that all have."""
    return getattr(found.strategy, key, None) or getattr(found, key)


def threshold_and_saving(found: MemorySettings) -> tuple[int, int]:
    assert isinstance(found.strategy, Layered)
    return found.strategy.threshold_tokens, found.strategy.min_saving_tokens


# --- against the model's context ----------------------------------------------------------


def test_defaults_fit_a_small_context() -> None:
    """What nobody wrote makes no strategy unusable."""
    found = settle("{strategy: layered}")
    assert threshold_and_saving(found) == (2997, 499)
    found = settle("{strategy: layered}", model="large")
    assert threshold_and_saving(found) == (12_000, 2_000)


def test_conversations_take_little_of_a_small_context() -> None:
    """At most a twelfth of what a prompt may have, unless somebody wrote a number."""
    assert settle("{}").conversation_tokens == 300
    small = ModelProfile("npc", EmbeddedSettings(), context_tokens=1200, max_tokens=0)
    found = memory_settings(agent("{}"), PLAIN, OWN, ModelProfiles("npc", {"npc": small}))
    assert found.conversation_tokens == 100
    assert settle("{conversation_tokens: 900}").conversation_tokens == 900


def test_a_saving_that_was_written_stays() -> None:
    """Only what nobody wrote is changed."""
    found = settle("{strategy: layered, min_saving_tokens: 2500}")
    assert threshold_and_saving(found) == (2997, 2500)
    found = settle("{strategy: layered, threshold_tokens: 3996}")
    assert threshold_and_saving(found) == (3996, 499)


@pytest.mark.parametrize(
    ("key", "strategy"),
    [
        ("threshold_tokens", "layered"),
        ("longterm_tokens", "tree"),
        ("related_memories_tokens", "waterfall"),
    ],
)
def test_more_than_the_models_context_is_refused_where_it_stands(
    tmp_path: Path, key: str, strategy: str
) -> None:
    """In the profile or in the note: file, line, what was read and what is allowed."""
    why = "allowed: up to 3996: profile npc has context_tokens 4096, 100 of them for the reply"
    own = refusal(f"\n  strategy: {strategy}\n  {key}: 3997")
    assert own == f"{OWN}:5: memory.{key} is 3997, {why}"
    base = read_note_text(tmp_path, f"# A\n\n**{key}**: 3997\n")
    note = refusal(f"{{strategy: {strategy}}}", base)
    assert note == f"{tmp_path}/memory_compaction.md:3: {key} is 3997, {why}"
    assert value(settle(f"{{strategy: {strategy}, {key}: 3996}}", base), key) == 3996
    assert value(settle(f"{{strategy: {strategy}}}", base, "large"), key) == 3997


def test_a_profiles_own_mistake_is_named_under_any_strategy() -> None:
    """Nobody else can be meant by it."""
    assert "memory.threshold_tokens is 5000, allowed: up to 3996" in refusal(
        "{threshold_tokens: 5000}"
    )


def test_what_the_note_says_for_others_does_no_harm(tmp_path: Path) -> None:
    """A threshold for agents with large models leaves the others alone."""
    base = read_note_text(tmp_path, "**threshold_tokens**: 50000\n**longterm_tokens**: 9000\n")
    assert settle("{strategy: rolling}", base).strategy.name == "rolling"
    assert threshold_and_saving(settle("{strategy: layered}", base, "large"))[0] == 50_000


def test_a_saving_too_large_for_a_small_context_is_refused(tmp_path: Path) -> None:
    """It fits the default threshold, which is lower for this model."""
    base = read_note_text(tmp_path, "**strategy**: layered\n**min_saving_tokens**: 3000\n")
    said = refusal("{}", base)
    assert ":2: min_saving_tokens is 3000, allowed: less than threshold_tokens, which is" in said
    assert "which is 2997: profile npc has context_tokens 4096" in said
    assert threshold_and_saving(settle("{}", base, "large"))[1] == 3000


def test_all_that_is_too_large_is_named_at_once() -> None:
    """Nobody has to reload twice."""
    said = refusal("\n  related_memories_tokens: 4000\n  strategy: tree\n  longterm_tokens: 4000")
    assert [line.split()[0] for line in said.splitlines()] == [f"{OWN}:4:", f"{OWN}:6:"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_shipped_note_serves_every_strategy_on_the_shipped_model(strategy: str) -> None:
    """Changing that one word is enough."""
    llm = read_models(CONFIG)
    base = read_compaction(SHIPPED, schema_for(llm))
    found = memory_settings(agent(f"{{strategy: {strategy}}}"), base, OWN, llm)
    assert (found.strategy.name, found.context_tokens) == (strategy, 6096)
    if isinstance(found.strategy, Layered):
        threshold, saving = threshold_and_saving(found)
        assert saving < threshold < 6096


def test_a_wrong_value_names_the_profiles_line() -> None:
    """With block and with flow mappings."""
    assert refusal("\n  immediate_window: 0").startswith(f"{OWN}:4: memory.immediate_window is 0,")
    assert refusal("{immediate_window: 0}").startswith(f"{OWN}:3: memory.immediate_window is 0,")


# --- reading them all ---------------------------------------------------------------------


def folders(tmp_path: Path, note: str, llm: str = "") -> tuple[Path, Path]:
    config, vault = tmp_path / "config", tmp_path / "vault"
    for path, text in ((config / "llm.yaml", llm), (vault / "config/memory_compaction.md", note)):
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    return config, vault


LARGER = """\
profiles:
  npc: {max_tokens: 100, context_tokens: 4096}
  large: {context_tokens: 20000}
"""


@pytest.mark.parametrize(
    ("note", "llm", "message"),
    [
        (
            "\n**strategy**: layered\n**threshold_tokens**: 5000\n",
            LARGER,
            ":3: threshold_tokens is 5000, allowed: up to 3996: profile npc has",
        ),
        (
            "**threshold_tokens**: 20000\n",
            LARGER,
            ":1: threshold_tokens is 20000, allowed: up to 19800: profile large has",
        ),
        ("**related_memories_tokens**: 5000\n", LARGER, ":1: related_memories_tokens is 5000, "),
        (
            "**strategy**: tree\n**longterm_tokens**: 7000\n",
            "",
            ":2: longterm_tokens is 7000, allowed: up to 6096: profile npc has",
        ),
        ("**strategy**: tumbling\n", "", ":1: strategy is 'tumbling', allowed: waterfall or"),
        ("**immediate_window**: 0\n", "", ":1: immediate_window is 0, allowed: a whole number"),
    ],
)
def test_a_note_that_cannot_hold_stops_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], note: str, llm: str, message: str
) -> None:
    """One clear line, exit status 2, nothing written."""
    config, vault = folders(tmp_path, note, llm)
    with pytest.raises(ConfigError) as caught:
        read_settings(config, vault)
    assert f"{vault}/config/memory_compaction.md{message}" in str(caught.value)
    before = sorted(tmp_path.rglob("*"))
    assert start(["--config", str(config), "--vault", str(vault)]) == 2
    assert capsys.readouterr().err == f"tarn: {caught.value}\n"
    assert sorted(tmp_path.rglob("*")) == before


def test_a_note_for_agents_with_a_larger_model_starts(tmp_path: Path) -> None:
    """What some model can hold may stand there for the agents that use it."""
    config, vault = folders(tmp_path, "**threshold_tokens**: 15000\n", LARGER)
    assert read_settings(config, vault).compaction["threshold_tokens"] == 15_000


# --- any note, any profile, any model -------------------------------------------------------

STRATEGY = st.sampled_from([*STRATEGIES, "treee"])
TOKENS = st.integers(0, 6000) | st.sampled_from(["many", -1, 1.5, 10**9])
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "strategy": STRATEGY,
        "threshold_tokens": TOKENS,
        "min_saving_tokens": TOKENS,
        "longterm_tokens": TOKENS,
        "related_memories_tokens": TOKENS,
        "conversation_tokens": TOKENS,
    },
)


@given(VALUES, VALUES, st.integers(256, 9000), st.integers(1, 3000))
@settings(max_examples=choose_count(80, 200), deadline=None)
def test_what_an_agent_gets_fits_its_model_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory,
    note: Mapping[str, object],
    own: Mapping[str, object],
    context: int,
    reply: int,
) -> None:
    """Never another exception, and never a strategy that waits for what cannot come."""
    path = tmp_path_factory.getbasetemp() / "memory_compaction.md"
    path.write_text("".join(f"**{key}**: {value}\n" for key, value in note.items()))
    model = ModelProfile("npc", EmbeddedSettings(), context_tokens=context, max_tokens=reply)
    profile = Profile("Moss", "You are Moss.", memory=own)
    try:
        llm = ModelProfiles("npc", {"npc": model})
        base = read_compaction(path, schema_for(llm))
        found = memory_settings(profile, base, OWN, llm)
    except (ConfigError, NoteError):
        return
    room = found.context_tokens
    assert room == max(0, context - reply)
    if room:
        assert found.related_memories_tokens <= room
    if room and isinstance(found.strategy, Layered):
        threshold, saving = threshold_and_saving(found)
        assert saving < threshold <= room
    if room and isinstance(found.strategy, Tree) and "longterm_tokens" in {*note, *own}:
        assert found.strategy.longterm_tokens <= room
