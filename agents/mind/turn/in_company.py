"""A turn in company: what good manners say, and what they keep an agent from saying."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.boundaries import Body
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.fallback.fallback_policy import Restraint
from agents.mind.fallback.small_talk import extract_speech
from agents.mind.manners.manners import REMARK_HUSH, Manners
from agents.mind.manners.sightings import SightingAnswers, names_place
from agents.mind.manners.social_lines import Encounter
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.courtesies import is_greeting
from world.boundaries import Perception, Situation
from world.nature import Nature
from world.verbs.speech import find_called

#: How well it fits to say that something was heard; what the voice has for the words fits better.
ATTENDS = 0.5

#: A greeting is not given twice, whatever the voice has for it.
GREETED = 2.0


@dataclass(slots=True)
class InCompany:
    """Asks one agent's manners about the present moment."""

    manners: Manners
    state: AgentState
    context: AgentContext

    @property
    def situation(self) -> Situation:
        """Where the agent is now."""
        return self.context.body.situation(self.state.character)

    def answer_agent(self, question: Perception) -> str:
        """Return the answer to another agent's words; empty: the agent stays quiet."""
        words, other = extract_speech(question.text), question.actor or ""
        return self.manners.answer_agent(words, other, self._describe())

    def complete(self, question: Perception, retrieved: Sequence[Candidate]) -> list[Candidate]:
        """Return `retrieved`, and how the agent may take in what a person says.

        Who is asked for somebody says where it saw them, or something that names a place.
        """
        words = extract_speech(question.text)
        seen = self._find_whereabouts(words, question.actor or "")
        if seen is not None:
            told = [each for each in retrieved if _tells_where(each)]
            return [seen, *told]
        return [*retrieved, *self._attend(question, words)]

    def _find_whereabouts(self, words: str, asker: str) -> Candidate | None:
        profile, find_place = self.state.profile, self.context.body.find_place
        sightings = SightingAnswers(
            self.manners.lines.company,
            self.context.texts,
            (profile.persona, *self.state.voice.voice.list_answers()),
            lambda name: bool(find_place(name)),
        )
        return sightings.answer(words, asker, self.situation, self.context.clock.now())

    def _attend(self, question: Perception, words: str) -> Iterator[Candidate]:
        found = self.manners.attend(words, question.actor or "", self._describe())
        private = question.nature is not Nature.SPEECH and found and found.is_gesture
        if found and not private:
            fit = GREETED if is_greeting(words) else ATTENDS
            how = "how it takes in what it is told"
            yield Candidate(found.text, Origin.VOICE, fit, found.is_gesture, how)

    def thank(self, perception: Perception) -> str:
        """Return the thanks to a person who gives the agent something; empty: nobody does."""
        if perception.nature is not Nature.GIVING or perception.actor_kind != "person":
            return ""
        lines, here = self.manners.lines, self._describe()
        return lines.write(lines.choose_text("manners.given", perception.actor or "", here))

    def begin(self, *, stays: bool) -> str:
        """Return what the agent says unasked to somebody here; empty: nothing.

        An agent that `stays` has something to do here.
        """
        line = self.manners.begin(self._describe(), stays=stays)
        greeted = self.manners.take_greeted()
        if line and greeted:
            self.context.welcome.promise(self.manners.me, [greeted], line)
        return line

    def welcome(self, newcomers: Sequence[str], *, rests: bool) -> str:
        """Return the first words to `newcomers`, who are here; empty: not at this moment."""
        return self.manners.welcome(newcomers, self._describe(), rests=rests)

    def find_restraint(self) -> Restraint:
        """Return what the agent does not do of its own accord at this moment."""
        here, is_agent = self._describe(), self.context.floor.is_agent
        others = here.situation.occupants
        place = here.situation.place
        return Restraint(
            may_speak=self.manners.may_begin(place, here.monotonic, REMARK_HUSH),
            may_ask=not others or not all(map(is_agent, others)),
            answers=False,
            leaves=self.manners.is_leaving(here),
            greets=False,
            spared=list(filter(is_agent, others)),
        )

    def find_wait(self) -> float:
        """Return the seconds for which an answer waits, so that another can finish."""
        name, now = self.state.profile.name, self.context.clock.monotonic()
        return self.context.floor.find_wait(name, self.situation.place, now)

    def find_hindrance(self, line: str, nature: Nature | None) -> str:
        """Return why a line is not said: there is none, or somebody else has the floor."""
        if not line:
            return "stays quiet"
        place, now = self.situation.place, self.context.clock.monotonic()
        unasked = nature is Nature.SPEECH and self.state.heard is None
        if unasked and not self.manners.may_begin(place, now):
            return f"does not say it, because somebody else has the floor: {line}"
        return ""

    def _describe(self) -> Encounter:
        clock, state = self.context.clock, self.state
        return Encounter(
            self.situation,
            state.voice,
            self.context.hour(),
            clock.now(),
            clock.monotonic(),
            state.profile.home,
        )


def _tells_where(candidate: Candidate) -> bool:
    return candidate.origin is Origin.INTENTION or names_place(candidate.words)


def speaks_to_absent(perception: Perception, body: Body) -> bool:
    """Return whether words are spoken to somebody by name who is in another room."""
    if perception.nature is not Nature.SPEECH:
        return False
    called = find_called(extract_speech(perception.text))
    return bool(called) and body.find_place(called) not in ("", perception.place)
