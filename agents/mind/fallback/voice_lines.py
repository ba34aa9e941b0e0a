"""What the fallback policy says in the agent's own voice: answers, and remarks unasked."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from agents.memory.core.records import Experience
from agents.mind.fallback.recent_past import RecentPast
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.asking import is_question
from agents.mind.voice.conditions import VoiceMoment, find_weather
from agents.mind.voice.deciding.answer_decider import choose_answers
from agents.mind.voice.retrieval import NEAR_ENOUGH, VoiceIndex
from agents.mind.voice.voice import VoiceLine
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.boundaries import Situation
from world.nature import Nature

#: Other exchanges take the place of the nearest only if they have this part of its nearness.
NEARLY_AS_NEAR = 0.8

#: An answer is not given again while it is among so many of the agent's latest lines.
ANSWERS_KEPT = 12

#: What was said and done in so many of the latest memories is what a remark may be about.
LATELY = 4

#: Words that call somebody: nobody thinks them alone.
_CALLS = late_pattern(r"\b(?:you|your|yours|friends?|please|pray)\b", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class VoiceLines:
    """Chooses lines of one voice at one moment; each is a whole line for the door."""

    voice: VoiceIndex
    situation: Situation
    past: RecentPast
    vocabulary: Vocabulary
    hour: str

    # --- answers ------------------------------------------------------------------------

    def find_answers(self, words: str, spoken: Experience) -> list[str]:
        """Return lines that answer `words`, the nearest first, used ones left out.

        An empty list means that there is no near exchange; a list with one empty line, that all
        its answers were given a moment ago.  A gesture is no answer to somebody far away.
        """
        near = self.voice.rank_exchanges(words, self._make_moment(words))
        near = choose_answers(self.voice, words, near)
        if not near or near[0].score < NEAR_ENOUGH:
            return []
        least = max(NEAR_ENOUGH, near[0].score * NEARLY_AS_NEAR)
        unseen = spoken.nature is Nature.DISTANT_SPEECH
        answers = [
            answer
            for each in near
            for answer in each.exchange.answers
            if each.score >= least and not (unseen and answer.is_gesture)
        ]
        fresh = list(self._make_fresh_lines(answers, ANSWERS_KEPT))
        return fresh or [""][: len(answers)]

    def find_remarks_on(self, words: str) -> list[str]:
        """Return remarks about something in `words` that were not made lately."""
        about = [
            each.remark.line
            for each in self.voice.list_fitting_remarks(self._make_moment(words))
            if any(condition.kind == "about" for condition in each.remark.conditions)
        ]
        return list(self._make_fresh_lines(about, None))

    def find_general_answers(self, words: str) -> list[str]:
        """Return answers to a line, or to a question, that no exchange provides for."""
        general = self.voice.voice.find_otherwise(is_question(words))
        return list(self._make_fresh_lines(general, ANSWERS_KEPT))

    # --- remarks ------------------------------------------------------------------------

    @property
    def has_remarks(self) -> bool:
        """Whether the voice has anything to say unasked."""
        return bool(self.voice.voice.remarks)

    def list_remarks(self, spared: Collection[str] = ()) -> Iterator[tuple[float, str]]:
        """Yield the lines that fit and were not used lately, each with its share of 1.

        Those to somebody in `spared` are left out.
        """
        here = self._make_moment(self._find_subjects())
        fitting = [
            each
            for each in self.voice.list_fitting_remarks(here)
            if not any(c.kind == "with" and c.value in spared for c in each.remark.conditions)
        ]
        rated = [
            (0.5 + each.score, line)
            for each in fitting
            if each.remark.line.is_gesture or not self._is_for_nobody(each.remark.line.text)
            for line in self._make_fresh_lines([each.remark.line], None, self._unasked)
        ]
        total = sum(score for score, _ in rated)
        yield from ((score / total, line) for score, line in rated)

    @property
    def _unasked(self) -> Nature:
        # Nobody hears speech in an empty room: there, a remark is a thought.
        return Nature.SPEECH if self.situation.occupants else Nature.THOUGHT

    def _is_for_nobody(self, words: str) -> bool:
        """Return whether words that call somebody would be said where nobody is."""
        return not self.situation.occupants and _CALLS.search(words) is not None

    def _find_subjects(self) -> str:
        latest = (each for each in self.past.memories[-LATELY:] if not each.line)
        return " ".join(each.text for each in latest if not each.nature.is_looking)

    # --- lines --------------------------------------------------------------------------

    def _make_moment(self, about: str) -> VoiceMoment:
        here = self.situation
        return VoiceMoment(here.place, here.occupants, self.hour, about, find_weather(here))

    def _make_fresh_lines(
        self, found: Iterable[VoiceLine], kept: int | None, words: Nature = Nature.SPEECH
    ) -> Iterator[str]:
        """Yield a command for each line that is not among the latest `kept` (None: all).

        `words` is the nature of what is not a gesture.
        """
        used = self.past.lines if kept is None else self.past.lines[-kept:]
        for each in found:
            if not any(line.endswith(each.text.casefold()) for line in used):
                nature = Nature.GESTURE if each.is_gesture else words
                yield from self.vocabulary.command_lines(nature, (each.text,))[:1]
