"""What people have written for agents to say, which is no news about anybody."""

from __future__ import annotations

from agents.mind.minds import Minds
from agents.mind.voice.stock_lines import WrittenLines
from world.vault.texts import Texts


def list_written_lines(minds: Minds, texts: Texts) -> WrittenLines:
    """Return the lines of all voices and intentions of `minds`, and those of `texts`."""
    steps = (
        line
        for agent in minds
        for intention in agent.profile.intentions
        for step in intention.steps
        for line in step.lines
    )
    spoken = (line.partition(" ")[2] for line in steps)
    return WrittenLines.of((each.voice.voice for each in minds), spoken, texts)
