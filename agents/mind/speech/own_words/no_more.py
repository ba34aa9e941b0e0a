"""What an agent says to a question about its own latest words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.follow_ups import FollowUps
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.kinds import found_by
from agents.mind.speech.own_words.asked_aspects import find_asked_aspect
from agents.mind.speech.own_words.asked_on import NO_MORE_FIT, AskedOn
from agents.mind.speech.own_words.depth import Depths
from agents.mind.speech.own_words.reasons import give_reason
from agents.mind.speech.remembered import Asked
from agents.mind.speech.taken_up import TakenUp
from agents.mind.speech.told.worries import tells_worry
from agents.mind.voice.retrieval import VoiceIndex
from late.late_dataclass import late_dataclass
from world.vault.texts import Texts


@late_dataclass(frozen=True, slots=True)
class OwnWords:
    """Answers from one voice, else from ``text/manners.md``."""

    index: VoiceIndex
    texts: Texts

    def complete(
        self, found: Sequence[Candidate], on: AskedOn | None, partner: str, talk: TalkHistory
    ) -> list[Candidate]:
        """Return those of `found` that may answer what is asked on, and how to go on with it.

        They are all of `found` where nothing is.
        """
        if on is None:
            return list(found)
        return [*on.keep_answering(found), *self._go_on(on, partner, talk)]

    def take_up(self, asked: Asked, talk: TalkHistory, on: AskedOn | None) -> Iterator[Candidate]:
        """Yield what goes on with the last words, and what is written behind them for a person."""
        heard = asked.heard
        if not asked.from_agent:
            yield from give_reason(self.index.voice, heard, talk)
        yield from FollowUps(self.index.voice, self.texts).answer(heard, asked.partner, talk.last)
        if not asked.from_agent:
            yield from TakenUp(self.index).answer(heard, talk, on.said if on else "")

    def _go_on(self, on: AskedOn, partner: str, talk: TalkHistory) -> Iterator[Candidate]:
        """Yield details of what is spoken of; to who asks for nothing else also that one knows no
        more, and then how the agent turns the talk.

        A question for something else has no answer here, and no question back in its place.
        """
        depths, aspect = Depths(self.index.voice), find_asked_aspect(on.question)
        topic = TakenUp(self.index).find_topic(on.said)
        yield from depths.go_on(
            aspect, on.question, on.said, topic, talk, on.telling, bare=on.is_bare
        )
        if not on.is_bare:
            return
        words = self.texts.say("speech.no-more", name=partner).strip()
        turn = "" if any(map(tells_worry, talk.asked[:1])) else depths.find_turn(talk)
        said = f"{words} {turn}".strip()
        yield Candidate(said, Origin.VOICE, NO_MORE_FIT, found=found_by.NO_MORE)
