"""Commands to fall asleep, to send agents to sleep, and to wake them."""

from __future__ import annotations

from agents.mind.agent import Agent
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from world.boundaries import Event
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import clean_line


@late_dataclass(frozen=True, slots=True)
class SleepVerbs:
    """The rows of this file, over the minds of a world.

    Both need the exact word, so that a mistyped "speak" sends nobody to sleep.
    """

    minds: Minds

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (
            Command(
                "sleep", self.sleep, "sleep [<agent>]", "Fall asleep, or send an agent to sleep",
                "self", nature=Nature.REST,
                help="Asleep, an agent dreams, goes through its memories and takes no turns. It "
                "wakes after a while, when it is spoken to, or by: wake <agent>. Only "
                "administrators send others to sleep.",
                exact=True,
            ),
            Command(
                "wake", self.wake, "wake <agent>", "Wake an agent that sleeps here", "social",
                nature=Nature.REST,
                help="Administrators wake agents anywhere. It may take a moment until an agent is "
                "awake: it finishes what it does in its sleep.",
                exact=True,
            ),
        )  # fmt: skip

    # --- sleep ------------------------------------------------------------------------

    def sleep(self, inv: Invocation) -> None:
        """Send the actor or another agent to sleep."""
        own = self.minds.of_character(inv.actor.id)
        agent = self._choose_self(inv, own) if own else self._choose_other(inv)
        if not agent.sleeper.awake:
            inv.refuse_text("sleep.already", name=agent.name)
        inv.reply_text("sleep.own" if own else "sleep.other", name=agent.name)
        agent.sleeper.fall_asleep()

    def _choose_self(self, inv: Invocation, own: Agent) -> Agent:
        """Return the agent itself; refuse the name of another agent, ignore any other words."""
        if self.minds.find(inv.args) not in (None, own):
            inv.refuse_text("sleep.not-others")
        return own

    def _choose_other(self, inv: Invocation) -> Agent:
        if not inv.args:
            inv.refuse_text("sleep.people")
        if not inv.administrator:
            inv.refuse_text("sleep.not-others")
        agent = self.minds.find(inv.args)
        if agent is None:
            names = ", ".join(self.minds.names()) or "none"
            inv.refuse_text("agent.unknown", name=clean_line(inv.args, 60), names=names)
        return agent

    # --- wake -------------------------------------------------------------------------

    def wake(self, inv: Invocation) -> None:
        """Wake an agent; bystanders see it, and the agent learns who woke it."""
        name = inv.need(inv.args.removeprefix("up ").strip(), "wake.which")
        agent = self._find_sleeper(inv, name)
        if agent.sleeper.awake:
            inv.refuse_text("wake.awake", name=agent.name)
        inv.emit(self._make_event(inv, agent))
        agent.sleeper.wake()

    def _find_sleeper(self, inv: Invocation, name: str) -> Agent:
        if inv.administrator and (known := self.minds.find(name)):
            return known
        own = self.minds.of_character(inv.actor.id)
        if own is not None and self.minds.find(name) is own:
            inv.refuse_text("wake.self")
        target = inv.match_present(name)
        agent = self.minds.of_character(target.id)
        if agent is None:
            inv.refuse_text("wake.awake", name=target.name)
        return agent

    def _make_event(self, inv: Invocation, agent: Agent) -> Event:
        """Return the event of waking; bystanders do not see it if the actor is elsewhere."""
        body, actor = inv.world.character(agent.character), inv.actor
        return Event(
            "wake",
            actor.id,
            inv.room.id,
            own=inv.say_text("wake.own", name=agent.name),
            others=inv.say_text("wake.others", actor=actor.name, name=agent.name),
            told={body.id: inv.say_text("wake.told", actor=actor.name)},
            addressed=frozenset({body.id}),
            only_told=body.room is not inv.room,
        )
