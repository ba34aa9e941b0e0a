"""How the agents' pace depends on people, as a line for ``@llm-status``."""

from __future__ import annotations

from config.agents import AgentSettings
from server.session.who import format_duration
from world.vault.texts import Texts


def render_pace(texts: Texts, settings: AgentSettings, last_alone: float) -> str:
    """Return a line; `last_alone` is for how many seconds nobody was here before those now here."""
    if not settings.quiet_after:
        return texts.say("pace.constant")
    line = texts.say(
        "pace.full",
        minutes=f"{settings.quiet_after:g}",
        factor=f"{settings.quiet_factor:g}",
        seconds=f"{settings.quiet_interval:g}",
    )
    if last_alone < settings.quiet_after * 60:
        return line
    return f"{line} {texts.say('pace.before', duration=format_duration(last_alone))}"
