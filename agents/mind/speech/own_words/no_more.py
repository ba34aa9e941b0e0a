"""What an agent says to a question about its own latest words, and that it can say no more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.follow_ups import FollowUps
from agents.mind.speech.history import TalkHistory
from agents.mind.speech.own_words.asked_on import NO_MORE_FIT, AskedOn
from agents.mind.speech.remembered import Asked
from agents.mind.speech.taken_up import TakenUp
from agents.mind.voice.question_kinds import NO_MORE
from agents.mind.voice.retrieval import VoiceIndex
from late.late_dataclass import late_dataclass
from world.vault.texts import Texts


@late_dataclass(frozen=True, slots=True)
class OwnWords:
    """Answers from one voice, else from ``text/manners.md``."""

    index: VoiceIndex
    texts: Texts

    def complete(
        self, found: Sequence[Candidate], on: AskedOn | None, partner: str
    ) -> list[Candidate]:
        """Return those of `found` that may answer what is asked on, and that one knows no more.

        They are all of `found` where nothing is.
        """
        if on is None:
            return list(found)
        words = self._say_no_more(on, partner)
        told = Candidate(words, Origin.VOICE, NO_MORE_FIT, found="no more of its own words")
        return [*on.keep_answering(found), *([told] if words else [])]

    def take_up(self, asked: Asked, talk: TalkHistory, on: AskedOn | None) -> Iterator[Candidate]:
        """Yield what goes on with the last words, and what is written behind them for a person."""
        heard = asked.heard
        yield from FollowUps(self.index.voice, self.texts).answer(heard, asked.partner, talk.last)
        if not asked.from_agent:
            yield from TakenUp(self.index).answer(heard, talk, on.said if on else "")

    def _say_no_more(self, on: AskedOn, partner: str) -> str:
        """Return the line for it that was said longest ago, or never."""
        lines = list(self.index.voice.list_for(NO_MORE))
        lines = lines or [self.texts.say("speech.no-more", name=partner).strip()]
        first = len(on.lately) % len(lines)
        turned = [*lines[first:], *lines[:first]]
        said = {
            line: max((at for at, own in enumerate(on.lately) if line in own), default=-1)
            for line in turned
        }
        return min(turned, key=lambda line: said[line])
