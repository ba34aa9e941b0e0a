"""Pausing an agent, letting it take single turns, and resuming it: by command or by other ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agents.mind.agent import Agent
from late.late_dataclass import late_dataclass
from world.vault.texts import Texts


class NotNow(Exception):
    """An agent cannot do what is ordered; the message, in whole sentences, is for people."""


@late_dataclass(frozen=True, slots=True)
class AgentLife:
    """Carries out orders; each returns a sentence that says what was done."""

    texts: Texts

    @property
    def orders(self) -> Mapping[str, Callable[[Agent], str]]:
        """The orders by name; each raises `NotNow`."""
        return {
            "pause": self.pause, "resume": self.resume, "step": self.step, "think": self.think,
        }  # fmt: skip

    def pause(self, agent: Agent) -> str:
        """Drop an agent's turn and let it take no more."""
        key = "agent.paused-already" if agent.paused else "agent.paused"
        agent.pause()
        return self._say(key, agent)

    def resume(self, agent: Agent) -> str:
        """Let an agent take turns again."""
        if not agent.paused:
            return self._say("agent.awake-already", agent)
        agent.resume()
        return self._say("agent.resumed", agent)

    def step(self, agent: Agent) -> str:
        """Let an agent take one turn, and no more after it. Raises `NotNow`."""
        self._refuse_hindered(agent)
        key = "agent.steps" if agent.paused else "agent.steps-paused"
        if not agent.paused:
            agent.pause()
        agent.think_now()
        return self._say(key, agent)

    def think(self, agent: Agent) -> str:
        """Let an agent take its next turn now. Raises `NotNow`."""
        if agent.paused:
            raise NotNow(self._say("agent.paused-thinks", agent))
        self._refuse_hindered(agent)
        agent.think_now()
        return self._say("agent.thinks-now", agent)

    def _refuse_hindered(self, agent: Agent) -> None:
        if agent.hindrance == "busy":
            raise NotNow(self._say("agent.busy", agent))
        if agent.hindrance == "asleep":
            raise NotNow(self._say("agent.asleep", agent))

    def _say(self, key: str, agent: Agent) -> str:
        return self.texts.say(key, name=agent.name)
