"""The parts of a whole prompt that only a model which follows instructions gets.

Such a model is told what its answer has to be, and is shown how the agent talks by exchanges of
its ``voice.md``.  A base model continues a transcript instead, and reads instructions aloud.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.mind.prompt.prompt import line_cue
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.parties.address import write_answer_line
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.retrieval import NearExchange
from agents.mind.voice.voice import Voice, VoiceExchange
from late.late_dataclass import late_dataclass
from world.boundaries import Perception
from world.commands.command import Command
from world.nature import Nature
from world.vault.texts import Texts

#: The head shows so many exchanges of the voice, and the end so many that are near to what was
#: said: some 45 tokens each.
SHOWN, SHOWN_NEAR = 10, 3

#: An exchange is shown as near from this likeness on.
NEAR = 0.45

#: Commands that are listed beside the offered ones: a larger model can use them.
_ALSO = frozenset({Nature.DISTANT_SPEECH, Nature.INSCRIPTION})

_WORDS = "…"
"""Stands for the words of an answer while its command is worked out."""


@late_dataclass(frozen=True, slots=True)
class Instructions:
    """Renders what tells one agent's model how to answer."""

    texts: Texts
    name: str
    commands: Sequence[Command]
    """The commands that agents may use."""

    def render_head(self, persona: str, voice: Voice) -> str:
        """Return who the agent is, its commands, how to answer, and how it talks."""
        head = self.texts.say(
            "prompt.instructions",
            name=self.name,
            cue=line_cue(self.name),
            persona=persona,
            commands="\n".join(self._list_commands()),
        )
        examples = "\n".join(self._render_exchange(each) for each in choose_exchanges(voice))
        heading = self.texts.say("prompt.voice")
        return f"{head}\n\n" + (f"{heading}\n{examples}\n\n" if examples else "")

    def render_near(self, near: Iterable[NearExchange]) -> str:
        """Return the block of exchanges that are near to what was said; may be empty."""
        shown = [
            self.texts.say("prompt.near-exchange", heard=each.heard, answer=spoken)
            for each in near
            if each.score >= NEAR and (spoken := each.exchange.spoken)
        ][:SHOWN_NEAR]
        block = self.texts.say("prompt.near", exchanges="\n".join(shown)) if shown else ""
        return f"{block}\n\n" if block else ""

    def render_request(self, question: Perception | None) -> str:
        """Return the line that asks for the next command, or for the answer to `question`."""
        if question is None or not question.nature.is_speech:
            return self.texts.say("prompt.request", name=self.name)
        said = Candidate(_WORDS, Origin.VOICE)
        line = write_answer_line(said, question, Vocabulary(self.commands))
        command = line.removesuffix(_WORDS).strip()
        speaker = question.actor or self.texts.say("scene.somebody")
        key = "prompt.request-answer" if command else "prompt.request"
        return self.texts.say(key, name=self.name, speaker=speaker, command=command)

    def _list_commands(self) -> list[str]:
        listed = (row for row in self.commands if row.offered or row.nature in _ALSO)
        return [
            self.texts.say("prompt.instructions-command", syntax=row.syntax, summary=row.summary)
            for row in listed
        ]

    def _render_exchange(self, each: VoiceExchange) -> str:
        return self.texts.say(
            "prompt.voice-exchange",
            heard=each.heard[0],
            answer=each.spoken,
            cue=line_cue(self.name),
        )


def choose_exchanges(voice: Voice, count: int = SHOWN) -> list[VoiceExchange]:
    """Return up to `count` exchanges of as many topics, evenly over the voice, in its order.

    Each is the first of its topic that holds anywhere and is spoken.
    """
    first = dict[str, VoiceExchange]()
    for each in voice.exchanges:
        if each.spoken and not each.conditions and each.heard[0].strip("…?"):
            first.setdefault(each.topic, each)
    topics = list(first.values())
    taken = min(count, len(topics))
    return [topics[at * len(topics) // taken] for at in range(taken)]
