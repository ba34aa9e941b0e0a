"""An agent's memory settings: the written ones, checked against the context of its model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from agents.declaration import Setting
from agents.memory.settings import STRATEGY, MemorySchema, MemorySettings, memory_schema
from agents.models.profiles import SUMMARIZER, ModelProfile, ModelProfiles
from config.compaction import OVERRIDE, CompactionSettings, override_compaction
from config.errors import ConfigError, raise_for
from config.schema import describe_order, in_order
from late.late_dataclass import late_dataclass

if TYPE_CHECKING:
    from agents.mind.profile import Profile


def schema_for(llm: ModelProfiles | None) -> MemorySchema:
    """Return the schema of memory settings for these models; None: unknown models."""
    return memory_schema(profiles=sorted({SUMMARIZER, *llm.profiles}) if llm else ())


def memory_settings(
    profile: Profile,
    base: CompactionSettings[MemorySchema],
    path: Path,
    llm: ModelProfiles,
    strategy: str | None = None,
) -> MemorySettings:
    """Return an agent's memory settings: those of all agents with its profile's overrides.

    `path` is the profile's note.  A `strategy` replaces the written one.
    Written settings must fit the context of the agent's model; unwritten ones are lowered.
    Raises `ConfigError` that names the line in `path` or, if the wrong value stands there, in
    the note of all agents.
    """
    lines = profile.memory_lines
    chosen = override_compaction(
        base, profile.memory, path, lambda key: lines.get(key, lines.get(""))
    )
    if strategy is not None:
        chosen = chosen.replace_values({STRATEGY.name: strategy})
    model = llm.find(profile.model_profile) or llm.profiles[llm.default]
    fitted = _ContextFitter(chosen, model, path).fit()
    return base.schema.make_settings(fitted, prompt_tokens(model))


def prompt_tokens(model: ModelProfile) -> int:
    """Return the tokens that a prompt may have: the model's context less the reply."""
    return max(0, model.context_tokens - model.max_tokens)


def check_compaction(note: CompactionSettings[MemorySchema], llm: ModelProfiles) -> None:
    """Raise `ConfigError` for a number too large for the default model, or for all models.

    Agents may have other settings than the note's, so the note may have a number that only
    some model can hold.
    """
    _ContextFitter(note, llm.profiles[llm.default]).fit()
    largest, schema = max(llm.profiles.values(), key=prompt_tokens), note.schema
    for name in schema.strategies.rows:
        if any(each.room == "always" for each in schema.list_strategy_settings(name)):
            _ContextFitter(note.replace_values({STRATEGY.name: name}), largest).fit()


@late_dataclass(frozen=True, slots=True)
class _ContextFitter:
    """Fits settings to the context of one model."""

    chosen: CompactionSettings[MemorySchema]
    model: ModelProfile
    own: Path | None = None
    """The agent's own note: all settings in it are checked."""

    def fit(self) -> CompactionSettings[MemorySchema]:
        """Return the settings in force for an agent with the model.

        Only settings of its strategy, and those in its own note, are checked.
        """
        found = self._lower_defaults()
        raise_for([*self._find_too_large(), *self._find_disorder(found)])
        return found

    def _lower_defaults(self) -> CompactionSettings[MemorySchema]:
        """Lower unwritten settings to a small context, because defaults suit large models."""
        context = prompt_tokens(self.model)
        values = {
            each.name: min(int(self.chosen.number(each.name)), context * part // whole)
            for each, (part, whole) in self._shares()
            if each.name not in self.chosen.written and context
        }
        return self.chosen.replace_values(values)

    def _shares(self) -> Iterator[tuple[Setting, tuple[int, int]]]:
        for each in self.chosen.schema.settings:
            if each.share:
                yield each, each.share

    def _in_force(self, key: str) -> bool:
        """Return whether `key` was written and the agent uses it."""
        place, schema = self.chosen.written.get(key), self.chosen.schema
        used = {
            each.name for each in schema.list_strategy_settings(str(self.chosen[STRATEGY.name]))
        }
        return place is not None and (key in used or place.path == self.own)

    def _find_too_large(self) -> Iterator[ConfigError]:
        most = prompt_tokens(self.model)
        for each in self.chosen.schema.settings:
            if each.room and self._in_force(each.name) and self.chosen.number(each.name) > most:
                yield self._refusal(each.name, f"up to {most}")

    def _find_disorder(self, found: CompactionSettings[MemorySchema]) -> Iterator[ConfigError]:
        """Yield errors of written settings that contradict a default lowered for this model."""
        for order in found.schema.orders:
            lower, upper = found.number(order.lower), found.number(order.upper)
            if self._in_force(order.lower) and not in_order(order, lower, upper):
                yield self._refusal(order.lower, describe_order(order, order.lower, upper))

    def _refusal(self, key: str, allowed: str) -> ConfigError:
        place, model = self.chosen.written[key], self.model
        name = f"{OVERRIDE if place.path == self.own else ''}{key}"
        context = (
            f"profile {model.name} has context_tokens {model.context_tokens}, "
            f"{model.max_tokens} of them for the reply"
        )
        read = str(self.chosen[key])
        return ConfigError(place.path, place.line, name, read, f"{allowed}: {context}")
