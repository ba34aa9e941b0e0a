"""Two questions in one line are answered one after the other, where the voice has both answers.

"How deep is the lake? And who built the mill?" is half answered by either answer alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agents.mind.scene.voice_answers import answer_by_voice
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.history import Exchanged, TalkHistory
from agents.mind.speech.remembered import is_about_the_two
from agents.mind.speech.taken_up import BACK, TakenUp
from agents.mind.speech.told.sexes import fit_pronouns
from agents.mind.voice.conditions import VoiceMoment
from agents.mind.voice.courtesies import wants_answer
from agents.mind.voice.deciding.answer_decider import choose_answers, split_answers
from agents.mind.voice.retrieval import NearExchange, VoiceIndex, list_questions
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: Each of the two answers has to be so likely.
LEAST_CHANCE = 0.5

#: So many exchanges are offered that hardly answer.
OFFERED = 6

#: Longer than this a line is a speech.
LONGEST = 260

#: Both together fit so much better than either.
BOTH = 0.02

#: What a second question takes from the first.
_LEANS = late_pattern(
    r"\b(?:it|its|he|him|his|she|her|hers|they|them|their|there|that|this|those|these|ones?|so)\b",
    re.IGNORECASE,
)


def answer_heard(
    index: VoiceIndex,
    heard: str,
    near: Sequence[NearExchange],
    here: VoiceMoment,
    talk: TalkHistory,
) -> tuple[list[Candidate], list[Candidate]]:
    """Return all that a voice has for words that it has listened to, and some that hardly answers.

    `near` are its exchanges.
    """
    likely, unlikely = split_answers(index, heard, near)
    both = TwoQuestions(index).answer(heard, here, talk)
    return [*answer_by_voice(likely, heard), *both], [*answer_by_voice(unlikely[:OFFERED], heard)]


@late_dataclass(frozen=True, slots=True)
class TwoQuestions:
    """Answers from one voice."""

    index: VoiceIndex

    def answer(self, heard: str, here: VoiceMoment, talk: TalkHistory) -> Iterator[Candidate]:
        """Yield both answers as one; nothing if `heard` does not ask two things that are known.

        The index has listened to `heard`.
        """
        asked = list_questions(self.index.remove_own_name(heard))
        if len(asked) != 2 or is_about_the_two(heard):
            return
        first = self._find_best(asked[0], here)
        if first is None or wants_answer(words := _say(first, asked[0])):
            return
        second = self._find_second(asked, words, here, talk)
        if second is None or second.words == words:
            return
        both = f"{words} {second.words}"
        if len(both) <= LONGEST:
            found = f'its voice, to "{asked[0]}" and "{asked[1]}"'
            fit = max(first.score, second.fit) + BOTH
            yield Candidate(both, Origin.VOICE, fit, found=found, wording=first.heard)

    def _find_second(
        self, asked: Sequence[str], said: str, here: VoiceMoment, talk: TalkHistory
    ) -> Candidate | None:
        """Return the answer to the second question behind `said`, the answer to the first."""
        behind = replace(talk, own=(*talk.own, said), last=Exchanged(asked[0], said))
        for each in TakenUp(self.index).answer(asked[1], behind):
            # Nothing has been said yet that could be taken back.
            if each.origin is Origin.VOICE and each.found != BACK:
                return replace(each, fit=0.0)
        found = None if _LEANS.search(asked[1]) else self._find_best(asked[1], here)
        return Candidate(_say(found, asked[1]), Origin.VOICE, found.score) if found else None

    def _find_best(self, question: str, here: VoiceMoment) -> NearExchange | None:
        near = self.index.rank_exchanges(question, replace(here, about=question))
        best = next(iter(choose_answers(self.index, question, near)), None)
        if best is None or best.chance < LEAST_CHANCE or best.exchange.answers[0].is_gesture:
            return None
        return best


def _say(near: NearExchange, question: str) -> str:
    return fit_pronouns(near.exchange.answers[0].text, near.heard, question)
