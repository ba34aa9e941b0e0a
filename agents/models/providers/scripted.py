"""A provider that replies from a file, for tests, demonstrations and repeatable worlds.

`agents.models.providers.script_file` describes the file's format.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from agents.boundaries import (
    Clock,
    Completion,
    Model,
    ModelBadReply,
    ModelRejected,
    ModelTimeout,
    Provider,
)
from agents.declaration import setting
from agents.models.providers.answers import error_for_status, estimate_tokens
from agents.models.providers.protocol import EndpointParams, ProviderResources, ProviderSettings
from agents.models.providers.script_file import Reply, Script, ScriptedFailure, read_script
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class ScriptedSettings(ProviderSettings):
    """Settings of the provider ``scripted``."""

    name: ClassVar[str] = "scripted"
    summary: ClassVar[str] = "replies from a file, for tests and demonstrations"
    needs: ClassVar[tuple[str, ...]] = ("script",)

    script: str = setting("", "A file of replies, looked for from this folder.", shape="file")

    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider. Raises `ModelRejected` if the script is missing or wrong."""
        if not self.script:
            raise ModelRejected(f"profile {params.profile}: a scripted model needs `script: PATH`")
        return ScriptedProvider(Path(self.script), clock=resources.clock)


class ScriptedProvider:
    """Answers from a script; each owner gets the entries from the first one on.

    An owner's replies depend only on its own earlier prompts, never on other owners'.
    Raises `ModelRejected`, with file and line, if the script cannot be read.
    """

    def __init__(self, path: Path, *, clock: Clock) -> None:
        self._label = f"scripted {path.name}"
        self._script = read_script(path)
        self._clock = clock
        self._models: dict[str, Model] = {}

    @property
    def label(self) -> str:
        """The script's file name."""
        return self._label

    def model_for(self, owner: str) -> Model:
        """Return the model of `owner`, always the same one, so that the script goes on."""
        if owner not in self._models:
            self._models[owner] = ScriptedModel(self._script, owner, self._label, self._clock)
        return self._models[owner]

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


class ScriptedModel:
    """Gives one owner the entries of a script."""

    def __init__(self, script: Script, owner: str, label: str, clock: Clock) -> None:
        self._label = label
        self._clock = clock
        self._delay = script.delay
        self._rules = [(rule.match, itertools.cycle(rule.replies)) for rule in script.rules]
        self._replies = itertools.cycle(script.owners.get(owner, script.replies))

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Return the next entry, cut at the first `stop`. Raises `ModelError`."""
        if self._delay:
            await self._clock.sleep(self._delay)
        reply = self._choose_reply(prompt)
        if isinstance(reply, ScriptedFailure):
            return await self._fail(reply)
        text = cut_at_stop(reply, stop)
        return Completion(text, estimate_tokens(prompt), estimate_tokens(text), "stop")

    def _choose_reply(self, prompt: str) -> Reply:
        for match, replies in self._rules:
            if match in prompt:
                return next(replies)
        return next(self._replies, ScriptedFailure("empty"))

    async def _fail(self, fault: ScriptedFailure) -> Completion:
        if fault.kind == "hang":
            await asyncio.Event().wait()
        if fault.kind == "timeout":
            raise ModelTimeout(f"{self._label}: no answer in time, as scripted")
        if fault.kind == "error":
            raise error_for_status(self._label, fault.status, "as scripted", fault.retry_after)
        raise ModelBadReply(f"{self._label}: the model said nothing")


def cut_at_stop(text: str, stop: Sequence[str]) -> str:
    """Return `text` up to the first of the `stop` sequences."""
    ends = [at for mark in stop if mark and (at := text.find(mark)) >= 0]
    return text[: min(ends)] if ends else text


_provider: type[Provider] = ScriptedProvider
_model: type[Model] = ScriptedModel
