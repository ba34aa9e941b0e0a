"""Everything that is set by files, read at once so that nothing is written if one is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from agents.memory.settings import MemorySettings
from agents.mind.agent_context import Pace
from agents.mind.profile import Profile
from agents.models.profiles import ModelProfile, ModelProfiles, profile_schema
from config.agents import AgentSettings, read_agents
from config.compaction import OVERRIDE, CompactionSettings, override_compaction, read_compaction
from config.errors import ConfigError, raise_for
from config.llm import read_llm
from config.memory_rules import SAVING, STRATEGIES
from config.server import ServerSettings, read_server

#: Settings that must not be larger than what a prompt may have, and the strategies that go by
#: them.
HELD_BY: Mapping[str, tuple[str, ...]] = {
    "threshold_tokens": ("layered",),
    "longterm_tokens": ("tree",),
    "related_memories_tokens": STRATEGIES,
}
#: Where they were not written, these are no larger than such a part of what a prompt may have.
PARTS = {"threshold_tokens": (3, 4), "min_saving_tokens": (1, 8)}


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings in force."""

    server: ServerSettings
    llm: ModelProfiles
    compaction: CompactionSettings
    agents: AgentSettings


def read_settings(config: Path, vault: Path) -> Settings:
    """Read every settings file of both folders. Raises `ConfigError` for the first wrong one."""
    llm = read_models(config)
    settings = Settings(
        server=read_server(config),
        llm=llm,
        compaction=read_compaction(vault / "config" / "memory_compaction.md", tuple(llm.profiles)),
        agents=read_agents(vault / "config" / "agents.md"),
    )
    _check_compaction(settings.compaction, llm)
    return settings


def read_models(config: Path) -> ModelProfiles:
    """Read the model profiles of the config folder. Raises `ConfigError`."""
    schema = profile_schema()
    read = read_llm(config, schema)
    return schema.settle_all(read.default, read.profiles)


def pace_of(profile: Profile, settings: AgentSettings) -> Pace:
    """How often an agent takes turns: its profile's interval, the rest from the settings."""
    own = profile.think_interval
    return Pace(
        think_interval=settings.think_interval if own is None else own,
        jitter=settings.jitter,
        reply_delay=settings.reply_delay,
        turns_per_minute=settings.turns_per_minute,
        agent_chain=settings.agent_chain,
        repeat_limit=settings.repeat_limit,
        notes_in_prompt=settings.notes_in_prompt,
    )


# --- memory ---------------------------------------------------------------------------


def memory_settings(
    profile: Profile, base: CompactionSettings, path: Path, llm: ModelProfiles
) -> MemorySettings:
    """How an agent remembers: the settings of all, but for what its profile says itself.

    `path` is the profile's note. What was written must fit the context of the agent's model,
    and what was not is made to.  Raises `ConfigError` that names the line in `path` or, if the
    wrong value stands there, in the note of all agents.
    """
    lines = profile.memory_lines
    chosen = override_compaction(
        base,
        profile.memory,
        path,
        lambda key: lines.get(key, lines.get("")),
        tuple(llm.profiles),
    )
    model = llm.find(profile.model_profile) or llm.profiles[llm.default]
    return _as_memory(fitted(chosen, model, path), prompt_tokens(model))


def prompt_tokens(model: ModelProfile) -> int:
    """What a prompt may have, in tokens: the model's context without room for the reply."""
    return max(0, model.context_tokens - model.max_tokens)


def fitted(
    chosen: CompactionSettings, model: ModelProfile, own: Path | None = None
) -> CompactionSettings:
    """Return `chosen` as it holds for an agent that thinks with `model`.

    Only what its strategy goes by is checked, and whatever stands in `own`, its own note.
    Raises `ConfigError`.
    """
    found = _lowered(chosen, prompt_tokens(model))
    raise_for([*_too_large(found, model, own), *_saves_too_much(found, model, own)])
    return found


def _as_memory(chosen: CompactionSettings, context_tokens: int) -> MemorySettings:
    """The minds' own form of the settings: the same names, and the context besides."""
    names = {each.name for each in fields(MemorySettings)} - {"context_tokens"}
    values: dict[str, Any] = {name: getattr(chosen, name) for name in names}
    return MemorySettings(**values, context_tokens=context_tokens)


def _check_compaction(note: CompactionSettings, llm: ModelProfiles) -> None:
    """Raise `ConfigError` for what the default model cannot hold, or no model under `layered`.

    Agents may remember otherwise than the note says, so a threshold that some model can hold
    may stand in it.
    """
    fitted(note, llm.profiles[llm.default])
    fitted(replace(note, strategy="layered"), max(llm.profiles.values(), key=prompt_tokens))


def _lowered(chosen: CompactionSettings, context: int) -> CompactionSettings:
    """Defaults are meant for large models: keep what nobody wrote within a small context."""
    values: dict[str, Any] = {
        key: min(getattr(chosen, key), context * part // whole)
        for key, (part, whole) in PARTS.items()
        if key not in chosen.written and context
    }
    return replace(chosen, **values)


def _in_force(chosen: CompactionSettings, key: str, own: Path | None) -> bool:
    """Whether `key` was written, and by or for an agent that goes by it."""
    place = chosen.written.get(key)
    users = HELD_BY.get(key, ("layered",))
    return place is not None and (chosen.strategy in users or place.path == own)


def _too_large(
    chosen: CompactionSettings, model: ModelProfile, own: Path | None
) -> Iterator[ConfigError]:
    most = prompt_tokens(model)
    for key in HELD_BY:
        if _in_force(chosen, key, own) and getattr(chosen, key) > most:
            yield _refusal(chosen, key, f"up to {most}: {_context_of(model)}", own)


def _saves_too_much(
    chosen: CompactionSettings, model: ModelProfile, own: Path | None
) -> Iterator[ConfigError]:
    """A saving was written for a threshold that is lower in this model's context."""
    key, saving, threshold = SAVING.lower, chosen.min_saving_tokens, chosen.threshold_tokens
    if _in_force(chosen, key, own) and not SAVING.holds(saving, threshold):
        allowed = f"{SAVING.allowed(key, threshold)}: {_context_of(model)}"
        yield _refusal(chosen, key, allowed, own)


def _context_of(model: ModelProfile) -> str:
    return (
        f"profile {model.name} has context_tokens {model.context_tokens}, "
        f"{model.max_tokens} of them for the reply"
    )


def _refusal(chosen: CompactionSettings, key: str, allowed: str, own: Path | None) -> ConfigError:
    place = chosen.written[key]
    name = f"{OVERRIDE if place.path == own else ''}{key}"
    return ConfigError(place.path, place.line, name, str(getattr(chosen, key)), allowed)
