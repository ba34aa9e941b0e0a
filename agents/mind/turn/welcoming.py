"""Meeting a newcomer: one agent's way to them, and its first words."""

from __future__ import annotations

from agents.memory.core.records import NewMemory
from agents.memory.language.normalize import mentions_name
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.intentions.keeper import IntentionKeeper
from agents.mind.turn.in_company import InCompany
from agents.mind.vocabulary import Vocabulary
from agents.mind.voice.courtesies import wants_answer
from late.late_dataclass import late_dataclass
from world.nature import Nature

#: What a room on the way costs, and what it costs to be disturbed, in seconds.
ROOM, REST, TALK = 4.0, 25.0, 60.0


@late_dataclass(slots=True)
class Welcoming:
    """Lets one agent meet newcomers, if it is the one to do so."""

    state: AgentState
    context: AgentContext
    company: InCompany
    intentions: IntentionKeeper

    @property
    def is_expected(self) -> bool:
        """Whether somebody waits for this agent."""
        return bool(self.context.welcome.find_newcomers(self.state.profile.name))

    def find_cost(self, newcomer: str, *, awake: bool = True) -> float | None:
        """Return what it costs the agent to meet `newcomer`; None: it does not go.

        It rises for a newcomer, and not to call on somebody.
        """
        about, name = self.intentions, self.state.profile.name
        place = self.context.body.find_place(newcomer)
        way = self.context.body.find_way(self.state.character, place) if place else None
        if way is None or (way and about.is_urgent):
            return None
        if about.is_hurried and not self.context.welcome.is_pressing([newcomer]):
            return None
        if self.context.welcome.is_call(newcomer) and not (awake and self._is_free):
            return None
        waits = self.state.heard is not None and self.state.heard.actor_kind == "person"
        elsewhere = waits and self.state.heard and self.state.heard.actor != newcomer
        elsewhere = elsewhere or (about.is_in_talk and bool(way))
        rests = about.is_still and newcomer not in self.context.welcome.find_newcomers(name)
        return len(way) * ROOM + REST * (rests + (not awake)) + TALK * bool(elsewhere and way)

    @property
    def _is_free(self) -> bool:
        """Whether the agent may leave what it is about for a while."""
        about = self.intentions
        present = about.find_present()
        if about.is_with_visitor:
            return False
        return not (about.is_still or (present and (present.secret or present.together)))

    @property
    def waits(self) -> bool:
        """Whether the newcomers are here, and somebody else has the floor."""
        name, here = self.state.profile.name, set(self.company.situation.occupants)
        newcomers = self.context.welcome.find_newcomers(name)
        return any(each in here for each in newcomers) and not self.intentions.is_hurried

    def next_line(self) -> str:
        """Return the line that meets the newcomers, or goes a step towards them; empty: neither."""
        name, welcome = self.state.profile.name, self.context.welcome
        newcomers = welcome.find_newcomers(name)
        if not newcomers or self.find_cost(newcomers[0]) is None:
            welcome.decline(name)
            return ""
        way = self.context.body.find_way(
            self.state.character, self.context.body.find_place(newcomers[0])
        )
        if way:
            if line := self.intentions.leave.leave_for_newcomer():
                return line
            commands = Vocabulary(self.context.commands).command_lines
            return next(iter(commands(Nature.MOVEMENT, (way[0],))), "")
        present = set(self.company.situation.occupants)
        here = [each for each in newcomers if each in present]
        if here and welcome.is_call(here[0]):
            line = self.company.call_on(here[0])
            if line:
                self.intentions.leave.attend_to(here[0])
        else:
            line = self.company.welcome(here, rests=self.intentions.is_still) if here else ""
            if wants_answer(line):
                self.intentions.leave.attend_to(here[0])  # it stays for the answer
        welcome.promise(name, here, line)
        return line

    def note(self, memory: NewMemory) -> None:
        """Note whom the agent has met by what it did, or by what it was seen to do."""
        if memory.speaker and memory.nature.is_speech:
            self.context.calls.hear(memory.speaker)
        if memory.line and memory.ok and memory.nature.is_expression:
            present = memory.occupants
            named = [each for each in present if mentions_name(memory.line, each)]
            self.context.welcome.hear(self.state.profile.name, memory.line, present, named)
