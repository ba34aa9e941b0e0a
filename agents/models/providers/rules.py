"""The provider ``rules``: no model at all. Agents act by rule, on purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from agents.boundaries import Completion, Model, ModelRejected, Provider
from agents.declaration import Value
from agents.models.providers.protocol import EndpointParams, ProviderResources, ProviderSettings
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class RulesSettings(ProviderSettings):
    """Settings of the provider ``rules``; it has none of its own."""

    name: ClassVar[str] = "rules"
    summary: ClassVar[str] = (
        "no model: agents act by rule and speak with their voice.md, and summaries are written"
        " by rule"
    )
    usual: ClassVar[Mapping[str, Value]] = {"prompting": "scene"}
    by_rule: ClassVar[bool] = True

    def make(self, params: EndpointParams, resources: ProviderResources) -> Provider:
        """Return the provider."""
        return RulesProvider()


class RulesProvider:
    """Refuses every request: agents whose profile names it make none."""

    @property
    def label(self) -> str:
        """What stands in for a model."""
        return "rules (no model: agents act by rule)"

    def model_for(self, owner: str) -> Model:
        """Return this provider itself, for every owner."""
        return self

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Raise `ModelRejected`: there is no model to ask."""
        raise ModelRejected("provider rules has no model to ask: agents act by rule")

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


_provider: type[Provider] = RulesProvider
_model: type[Model] = RulesProvider
