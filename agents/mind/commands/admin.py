"""Administrators' commands over agents: pausing, prompts, profiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from agents.boundaries import TokenCounter
from agents.mind.agent import Agent
from agents.mind.commands.admin_row import Notify, admin_row
from agents.mind.commands.choosing import AgentChooser
from agents.mind.commands.life import AgentLife, NotNow
from agents.mind.commands.own import Rewrite, change_persona
from agents.mind.minds import Minds
from agents.mind.profile import PERSONA_LENGTH, parse_interval
from late.late_dataclass import late_dataclass
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import ARROW, EQUALS, split_at_sign
from world.vault.markdown import NoteError


@late_dataclass(frozen=True, slots=True)
class AdminVerbs:
    """The rows of this file, over the minds of a world."""

    minds: Minds
    tokens: TokenCounter
    notify: Notify
    rewrite: Rewrite
    where: Callable[[Agent], str]
    """Return the path of an agent's profile, for people."""

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (*self._life_rows(), *self._profile_rows())

    def _life_rows(self) -> tuple[Command, ...]:
        return (
            admin_row(
                "@impersonate", self.impersonate, "<agent>",
                "Read the exact prompt that an agent has at this moment", Nature.REPORT,
            ),
            admin_row(
                "@pause", self.pause, "[<agent>]",
                "Let an agent, or all of them, take no more turns", Nature.DEED,
                help="Without a name it is for every agent of the world, and @resume ends it.",
            ),
            admin_row(
                "@resume", self.resume, "[<agent>]",
                "Let an agent, or all of them, take turns again", Nature.DEED,
            ),
            admin_row(
                "@step", self.step, "<agent>",
                "Pause an agent and let it take one turn", Nature.DEED,
                help="Each @step is one more turn; @resume ends it.",
            ),
            admin_row(
                "@think", self.think, "<agent>",
                "Let an agent take its next turn at once", Nature.DEED,
            ),
        )  # fmt: skip

    def _profile_rows(self) -> tuple[Command, ...]:
        return (
            admin_row(
                "@show-profile", self.show_profile, "<agent>",
                "Read an agent's profile", Nature.REPORT,
            ),
            admin_row(
                "@edit-profile", self.edit_profile, "<agent> -> <text>",
                "Write an agent's persona anew", Nature.DEED,
            ),
            admin_row(
                "@edit-interval", self.edit_interval, "<agent> <seconds>",
                "How often an agent thinks; 0: it only perceives", Nature.DEED,
            ),
        )  # fmt: skip

    @property
    def _agents(self) -> AgentChooser:
        return AgentChooser(self.minds)

    def impersonate(self, inv: Invocation) -> None:
        """Show the exact prompt of this moment."""
        agent = self._agents.choose_one(inv)
        text = agent.show_prompt().text
        inv.reply_text(
            "agent.prompt", name=agent.name, prompt=text,
            tokens=self.tokens.count(text), room=agent.generation_params.room,
        )  # fmt: skip

    # --- life -------------------------------------------------------------------------

    def pause(self, inv: Invocation) -> None:
        """Pause agents; of several, say first how many are meant and how they go on."""
        agents = self._agents.choose_several(inv)
        if len(agents) > 1:
            inv.reply_text("agent.paused-all", count=len(agents))
        for agent in agents:
            inv.reply(AgentLife(inv.texts).pause(agent))

    def resume(self, inv: Invocation) -> None:
        """Resume agents."""
        for agent in self._agents.choose_several(inv):
            inv.reply(AgentLife(inv.texts).resume(agent))

    def step(self, inv: Invocation) -> None:
        """Let an agent take one turn, and no more after it."""
        self._order(inv, AgentLife(inv.texts).step)

    def think(self, inv: Invocation) -> None:
        """Let an agent take its next turn now."""
        self._order(inv, AgentLife(inv.texts).think)

    def _order(self, inv: Invocation, order: Callable[[Agent], str]) -> None:
        try:
            inv.reply(order(self._agents.choose_one(inv)))
        except NotNow as refused:
            inv.refuse(str(refused))

    # --- profiles ---------------------------------------------------------------------

    def show_profile(self, inv: Invocation) -> None:
        """Show a profile."""
        agent = self._agents.choose_one(inv)
        profile = agent.profile
        inv.reply_text(
            "agent.profile", name=agent.name, path=self.where(agent), persona=profile.persona,
            home=profile.home or inv.say_text("agent.home-default"),
            model_profile=profile.model_profile or inv.say_text("agent.model-default"),
            pace=_describe_pace(inv, agent.pace.think_interval),
            intention=describe_intention(inv, agent),
        )  # fmt: skip

    def edit_profile(self, inv: Invocation) -> None:
        """Replace a persona."""
        name, arrow, text = split_at_sign(inv.args, ARROW, f"→|{EQUALS}")
        if not arrow or not text:
            inv.refuse_text("agent.which", syntax=inv.command.syntax)
        agent = self._agents.find_named(inv, name)
        change_persona(inv, agent, inv.clean_argument(text, PERSONA_LENGTH), self.rewrite)
        inv.reply_text("agent.profile-set", name=agent.name, profile=text)

    def edit_interval(self, inv: Invocation) -> None:
        """Change how often an agent thinks."""
        name, _, seconds = inv.args.rpartition(" ")
        agent = self._agents.find_named(inv, name)
        try:
            interval = parse_interval(seconds)
            changed = replace(agent.profile, think_interval=interval)
            self.rewrite(agent, changed, inv.actor.name, inv.command.name)
        except (ValueError, NoteError, OSError) as error:
            inv.refuse(str(error))
        key = "agent.interval-set" if interval else "agent.interval-off"
        inv.reply_text(key, name=agent.name, seconds=f"{interval:g}")


def describe_intention(inv: Invocation, agent: Agent) -> str:
    """Return a line on what an agent is about, and at which step."""
    keeper = agent.intentions
    pursuit, intention = keeper.state.present, keeper.find_present()
    if pursuit is None:
        return inv.say_text("intention.status-none", count=len(keeper.intentions))
    count = len(intention.steps) if intention else 0
    step = min(pursuit.step + 1, count)
    return inv.say_text("intention.status", name=pursuit.name, step=step, count=count)


def _describe_pace(inv: Invocation, interval: float) -> str:
    key = "agent.thinks" if interval else "agent.perceives"
    return inv.say_text(key, seconds=f"{interval:g}")
