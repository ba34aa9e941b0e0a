"""Words to somebody by name who is in another room."""

from __future__ import annotations

from agents.boundaries import Body
from agents.mind.fallback.small_talk import extract_speech
from world.boundaries import Perception
from world.nature import Nature
from world.verbs.calling import list_called

#: Behind so many words a name calls nobody from another room: "…, no offence, Moss."
AN_ASIDE = 12


def speaks_to_absent(perception: Perception, body: Body) -> bool:
    """Return whether words are spoken to somebody by name who is in another room."""
    if perception.nature is not Nature.SPEECH:
        return False
    said = extract_speech(perception.text)
    first = " ".join(said.split()[:AN_ASIDE])
    called = [each for each in list_called(said) if each in first]
    places = list(filter(None, map(body.find_place, called)))
    return bool(places) and perception.place not in places
