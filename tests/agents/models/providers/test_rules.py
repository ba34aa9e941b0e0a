"""The provider that is no model."""

from __future__ import annotations

import pytest

from agents.boundaries import ModelRejected
from agents.models.profiles import profile_schema
from agents.models.providers.rules import RulesProvider


def test_a_profile_of_it_needs_nothing_and_says_so() -> None:
    """No model, no address; what makes turns and summaries asks the row."""
    profile = profile_schema().settle("npc", {"provider": "rules"})
    assert profile.provider.by_rule and profile.model == ""
    other = profile_schema().settle("npc", {"provider": "ollama", "model": "x"})
    assert not other.provider.by_rule


async def test_a_request_is_refused_with_the_reason() -> None:
    """Only a trial by hand ever makes one."""
    model = RulesProvider().model_for("Moss")
    with pytest.raises(ModelRejected, match="rules has no model to ask: agents act by rule"):
        await model.complete("x", stop=(), max_tokens=1, temperature=0)
