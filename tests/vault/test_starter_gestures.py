"""The gestures of the four who live in the starter world."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from agents.mind.profile import read_profiles
from tests.paths import VAULT
from tests.vault.test_starter_story import Story
from tests.vault.test_starter_voices import spoken_by
from tests.vault.test_starter_world import AGENTS, ROOMS

PROFILES, _ = read_profiles(VAULT / "agents")


def list_gestures(name: str) -> Iterator[str]:
    """Yield the words of every gesture that an agent's voice and intentions have."""
    yield from (line.text for line in spoken_by(name) if line.is_gesture)
    profile = next(each for each in PROFILES if each.name == name)
    for intention in profile.intentions:
        lines = (line for step in intention.steps for line in step.lines)
        yield from (line.removeprefix("emote ") for line in lines if line.startswith("emote "))


@pytest.mark.parametrize("name", AGENTS)
def test_no_gesture_reads_like_a_report_of_the_world(name: str) -> None:
    """Such a one would stand behind its author's name in brackets, wherever it is seen."""
    story = Story(3)
    story.play.character(name)
    gestures = {re.sub(r"\{\w+\}", "Ada", each) for each in list_gestures(name)}
    assert len(gestures) > 10
    for room in ROOMS:
        story.put(name, room)
        shown = {story.play.perform(name, f"emote {each}").text for each in gestures}
        assert not [each for each in shown if each.startswith("[")]
