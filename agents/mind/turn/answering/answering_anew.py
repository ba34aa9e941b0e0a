"""A question that is put again, as its answer was beside the point: the agent owns up to that."""

from __future__ import annotations

from dataclasses import replace

from agents.mind.manners.manners import Manners
from agents.mind.manners.social_lines import Encounter
from agents.mind.scene.material import SceneMaterial
from agents.mind.speech.candidates import Candidate, Origin

#: That goes before all else that is said to such words, as to take back what they say again.
ANEW = 1.6

#: What answers that well is said; else that one does not know.
LIKELY, SURELY = 0.55, 0.5

_OWN = (Origin.VOICE, Origin.PLAIN, Origin.PROFILE)


def answer_anew(material: SceneMaterial, manners: Manners, here: Encounter) -> SceneMaterial:
    """Return `material`, where a question was put again with the answer to that, behind an apology,
    or else with an honest word that there is none."""
    if not material.anew:
        return material
    partner = material.question.actor or ""
    found = (each for each in material.retrieved if _answers(each, material))
    best = max(found, key=lambda each: each.fit, default=None)
    key = "manners.protest.again" if best else "manners.protest.unknown"
    said = manners.lines.choose_text(key, partner, here).text
    words = f"{said} {best.words}" if best else said
    anew = Candidate(words, Origin.MANNERS, ANEW, found="the question that it had misheard")
    return replace(material, retrieved=[anew, *material.retrieved])


def _answers(candidate: Candidate, material: SceneMaterial) -> bool:
    """Return whether a candidate is an answer that the asker has not had."""
    if candidate.origin not in _OWN or candidate.is_gesture:
        return False
    new = not any(candidate.words in own for own in material.moment.own)
    return new and candidate.fit >= LIKELY and candidate.chance >= SURELY
