"""Words to somebody by name who is in another room."""

from __future__ import annotations

from agents.boundaries import Body
from agents.mind.fallback.small_talk import extract_speech
from world.boundaries import Perception
from world.nature import Nature
from world.verbs.calling import list_called


def speaks_to_absent(perception: Perception, body: Body) -> bool:
    """Return whether words are spoken to somebody by name who is in another room."""
    if perception.nature is not Nature.SPEECH:
        return False
    called = list_called(extract_speech(perception.text))
    places = list(filter(None, map(body.find_place, called)))
    return bool(places) and perception.place not in places
