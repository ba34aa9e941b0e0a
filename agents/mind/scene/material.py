"""Holds everything for the answer to the last words to an agent."""

from __future__ import annotations

from collections.abc import Sequence

from agents.mind.scene.scene import Scene
from agents.mind.speech.candidates import Candidate, SpeechMoment
from agents.mind.speech.own_words.asked_on import AskedOn
from late.late_dataclass import late_dataclass
from world.boundaries import Perception, Situation


@late_dataclass(frozen=True, slots=True)
class SceneMaterial:
    """A scene, what a judgement needs to know, and what retrieval offers to say."""

    question: Perception
    situation: Situation
    scene: Scene
    moment: SpeechMoment
    retrieved: Sequence[Candidate]
    otherwise: Sequence[Candidate]
    """What the voice has for words that it does not provide for."""
    offered: Sequence[Candidate] = ()
    """What may be said only where a reader finds that it makes sense."""
    asked_on: AskedOn | None = None
    """Which of the agent's own words are asked about; None: about none."""
    anew: bool = False
    """Whether the question was put before, and answered beside the point."""
