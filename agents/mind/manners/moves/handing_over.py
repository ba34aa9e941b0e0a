"""Turning to one who stands there, instead of sending the asker to them: "Cobb, that is for you."

Who is turned to answers the asker's question. It is handed over once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import field, replace

from agents.latest import Latest
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.manners.asking.moulds import Moulds
from agents.mind.manners.social_lines import Encounter, SocialLines
from agents.mind.speech.candidates import Candidate, Origin
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Perception
from world.nature import Nature

_KEY = "speech.turn-to"

#: How a line of a voice sends somebody on.
_SENDS = late_pattern(
    r"^(?:[^.!?]{0,30}[.?!] )?(?:Ask|That one I leave to|I should ask|I leave that to|Go and ask"
    r"|Try) (?P<name>[A-Z]\w+)\b|^(?P<knows>[A-Z]\w+) (?:would|will|might) know\b"
)


@late_dataclass(slots=True)
class HandingOver:
    """Hands questions over for one agent, and takes them over."""

    lines: SocialLines
    _heard: Latest[str, Perception] = field(default_factory=Latest)
    """What each person said aloud last."""
    _taken: Perception | None = None
    """The question that was handed over to the agent last."""

    def note(self, perception: Perception) -> None:
        """Take note of what a person says aloud."""
        if perception.actor_kind == "person" and perception.nature is Nature.SPEECH:
            self._heard[perception.actor or ""] = perception

    def resolve(self, perception: Perception) -> Perception:
        """Return the question that an agent hands over with these words; else `perception`."""
        asker = _find_asker(extract_speech(perception.text), self.lines.moulds)
        question = self._heard.get(asker) if perception.actor_kind == "agent" and asker else None
        if question is None:
            return perception
        self._taken = question
        return question

    def turn(
        self,
        question: Perception,
        found: Sequence[Candidate],
        able: Collection[str],
        here: Encounter,
    ) -> list[Candidate]:
        """Return `found`, each line that sends the asker to one of those here who are `able` to
        answer as one that turns to them; without it if the question was handed over already."""
        return list(self._turn_all(question, found, able, here))

    def _turn_all(
        self,
        question: Perception,
        found: Sequence[Candidate],
        able: Collection[str],
        here: Encounter,
    ) -> Iterator[Candidate]:
        for each in found:
            sent = _SENDS.match(each.words) if each.origin is Origin.VOICE else None
            to = (sent["name"] or sent["knows"]) if sent else ""
            if to not in able:
                yield each
            elif question is not self._taken and question.nature is Nature.SPEECH:
                asker = question.actor or ""
                said = self.lines.choose_text(_KEY, asker, here, to=to, gist=asker)
                yield replace(each, words=said.text, origin=Origin.MANNERS)


def _find_asker(words: str, moulds: Moulds) -> str:
    """Return whose question is handed over with these words; empty: none is."""
    mould = moulds.find(words)
    return mould.gist if mould and mould.key == _KEY else ""
