"""What the parts of one agent share and change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field

from agents.memory.core.records import Turn
from agents.mind.agent_context import Pace
from agents.mind.profile import Profile
from agents.mind.speech.decision_share import RecentDecisions
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice import NO_VOICE
from late.late_dataclass import late_dataclass
from world.boundaries import Perception
from world.nature import Nature

#: So many people may wait for an answer beside the one who has it next.
LINED_UP = 8


@late_dataclass(slots=True)
class AgentState:
    """Holds an agent's profile and pace, what it has heard and what it did last."""

    character: int
    profile: Profile
    pace: Pace
    heard: Perception | None = None
    """The last words to the agent that it has not answered."""
    called: bool = False
    """Whether somebody waits for the agent's next turn."""
    answering: Perception | None = None
    """The words that the present turn answers."""
    lined_up: dict[str, Perception] = field(default_factory=dict)
    """The last words of others who wait behind that one, by name, the first first."""
    last_line: str = ""
    last_error: str = ""
    """What failed in the last turn; empty if nothing did."""
    decisions: RecentDecisions = field(default_factory=RecentDecisions)
    prompt_tokens: int | None = None
    """Of the last turn's prompt, whether a model was asked or not; None: there was no
    turn yet, or those before the start are still to be read."""
    is_read_back: bool = False
    """Whether the turns before the start were read from the log."""
    voice: VoiceIndex = field(default_factory=lambda: VoiceIndex(NO_VOICE))
    """The lines that a person wrote for the agent."""

    def take_up(self, turns: Sequence[Turn]) -> None:
        """Take over what the log has of the latest turns, the oldest first."""
        self.decisions.take_up(turns)
        if turns and self.prompt_tokens is None:
            self.prompt_tokens = turns[-1].prompt_tokens

    def be_called(self, perception: Perception) -> None:
        """Owe an answer to words; people have theirs in turn, each to the last that they said.

        A person's words come before those of agents.
        """
        held = None if self.heard is self.answering else self.heard
        self.called = True
        by_person = held is not None and held.actor_kind == "person"
        if not by_person or held is None or held.actor == perception.actor:
            self.heard = perception
        elif perception.actor_kind == "person" and perception.actor:
            self._line_up(perception.actor, perception)

    def _line_up(self, person: str, words: Perception) -> None:
        if person in self.lined_up or len(self.lined_up) < LINED_UP:
            self.lined_up[person] = words

    def is_owed(self, person: str) -> bool:
        """Return whether somebody waits for an answer."""
        held = self.heard.actor if self.called and self.heard else None
        return person == held or person in self.lined_up

    def list_owed(self) -> list[str]:
        """Return which people wait for an answer, the next in line first."""
        held = self.heard if self.called else None
        first = [held.actor] if held and held.actor and held.actor_kind == "person" else []
        return [*first, *(each for each in self.lined_up if each not in first)]

    def begin_answer(self) -> None:
        """Answer the words heard so far; those that come later need another turn."""
        self.called, self.answering = False, self.heard

    def end_answer(self) -> None:
        """Owe nothing to whom the turn answered; who comes next is the next in line."""
        if self.heard is self.answering or not self.called:
            self.heard, self.called = None, False
        self.answering = None
        if self.heard is None and self.lined_up:
            self.heard = self.lined_up.pop(next(iter(self.lined_up)))
            self.called = True

    def find_question(self, occupants: Collection[str]) -> Perception | None:
        """Return the words to answer; None if their speaker can no longer hear an answer."""
        heard = self.heard
        if heard is None or not heard.actor:
            return None
        in_hearing = heard.nature is Nature.DISTANT_SPEECH or heard.actor in occupants
        return heard if in_hearing else None
