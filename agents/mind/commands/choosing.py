"""Finding the agents that a command is about."""

from __future__ import annotations

from agents.mind.agent import Agent
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from world.commands.invocation import Invocation
from world.text import clean_line


@late_dataclass(frozen=True, slots=True)
class AgentChooser:
    """Finds agents for a command and refuses unknown ones; an agent may choose only itself."""

    minds: Minds

    def find_own(self, inv: Invocation) -> Agent | None:
        """Return the actor's own mind, if the actor is an agent."""
        return self.minds.of_character(inv.actor.id)

    def choose_one(self, inv: Invocation) -> Agent:
        """Return the agent that the whole line names; without a name, the actor's own mind."""
        own = self.find_own(inv)
        return own if own and not inv.args else self.find_named(inv, inv.args)

    def find_named(self, inv: Invocation, name: str) -> Agent:
        """Return the agent called `name`."""
        if not name.strip():
            inv.refuse_text("agent.which", syntax=inv.command.syntax)
        agent, own = self.minds.find(name), self.find_own(inv)
        if agent is None:
            self._refuse_words_behind(inv, name)
        if own is not None and agent is not own:
            inv.refuse_text("agent.not-yours")
        if agent is None:
            names = ", ".join(self.minds.names()) or "none"
            inv.refuse_text("agent.unknown", name=clean_line(name, 60), names=names)
        return agent

    def find_readable(self, inv: Invocation, name: str) -> Agent:
        """Return the agent called `name`, if the actor may read what it remembers."""
        agent, own = self.minds.find(name), self.find_own(inv)
        if agent is not None and self.may_read(inv, agent):
            return agent
        if agent is None:
            self._refuse_words_behind(inv, name)
        if agent is not None or own is not None:
            inv.refuse_text("agent.not-yours")
        return self.find_named(inv, name)

    def _refuse_words_behind(self, inv: Invocation, line: str) -> None:
        """Name the command's usage if `line` is an agent's name with words too many behind it."""
        words = line.split()
        for n in range(len(words) - 1, 0, -1):
            if self.minds.find_exactly(" ".join(words[:n])) is not None:
                rest = clean_line(" ".join(words[n:]), 60)
                inv.refuse_text("agent.words-behind", rest=rest, syntax=inv.command.syntax)

    def may_read(self, inv: Invocation, agent: Agent) -> bool:
        """Return whether the actor may read what `agent` remembers."""
        if inv.administrator or agent is self.find_own(inv):
            return True
        return agent.memory.settings.public_summaries

    def choose_several(self, inv: Invocation, name: str | None = None) -> list[Agent]:
        """Return the named agent; else the actor's own mind; else every agent."""
        name, own = inv.args if name is None else name, self.find_own(inv)
        if name or own:
            return [own if own and not name else self.find_named(inv, name)]
        if not len(self.minds):
            inv.refuse_text("memory.none")
        return list(self.minds)
