"""Commands that show the models' state and change model profiles."""

from __future__ import annotations

import math
from collections.abc import Callable

from agents.boundaries import ModelError
from agents.mind.background_tasks import BackgroundTasks
from agents.mind.commands.admin_row import Notify, admin_row
from agents.mind.commands.model_use import Offers
from agents.mind.minds import Minds
from agents.mind.speech.decision_share import tell_shares
from agents.models.dispatcher import DispatcherStatus
from agents.models.hub import ModelHub
from late.late_dataclass import late_dataclass
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import clean_line

FIELDS = ("model", "temperature")
"""What a command may change.  Where a model is and whose key it gets stands in the file alone: an
administrator of the game must not be able to send the operator's key anywhere."""

_IN_THE_FILE = frozenset({"host", "url", "key", "api_key", "api_key_env", "provider"})


@late_dataclass(frozen=True, slots=True)
class ModelVerbs:
    """The rows of this file, over a server's model profiles."""

    present_hub: Callable[[], ModelHub]
    """Return the present hub; a reload may replace it."""
    minds: Minds
    notify: Notify
    background: BackgroundTasks
    render: Callable[[str, DispatcherStatus, str], str]
    """Render a profile's name, status, and how it is asked, as text."""
    describe_pace: Callable[[], str]
    """Return a line that says how the agents' pace depends on who is connected."""
    offers: Callable[[], Offers]

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (
            admin_row(
                "@llm-status", self.status, "",
                "How the language models fare, and why if they do not", Nature.REPORT,
                help="Below: who decided the latest turns, up to 100 of each agent: "
                "a rule, its voice, memory or profile, a plain answer, the model; and how "
                "often the model was asked in vain.",
            ),
            admin_row(
                "@llm-config", self.configure,
                "[<profile>] [model <name> | temperature <t> | test]",
                "Show, change or try a model profile", Nature.DEED,
                help="Addresses and keys are set in config/llm.yaml alone. "
                "Example: @llm-config npc temperature 0.6",
            ),
        )  # fmt: skip

    def status(self, inv: Invocation) -> None:
        """Show every profile's status, who decided the latest turns, and whose last turn failed."""
        hub = self.present_hub()
        told = [
            self.render(name, status, hub.profile(name).asking)
            for name, status in hub.status().items()
        ]
        troubled = [f"{agent.name}: {agent.last_error}" for agent in self.minds if agent.last_error]
        shares = tell_shares((agent.name, agent.state.decisions.count()) for agent in self.minds)
        inv.reply("\n".join([*told, self.describe_pace(), *shares, *troubled]))
        if not hub.profile().has_server:
            self.background.run(self._tell_found(inv))

    async def _tell_found(self, inv: Invocation) -> None:
        """Offer model servers, if there are any, once they have been looked for."""
        found = await self.offers().describe_found()
        if found:
            self.notify(inv.actor.id, found, "notice")

    def configure(self, inv: Invocation) -> None:
        """Show, change or try a profile."""
        words = inv.args.split()
        profile = self.present_hub().default
        if words and words[0] not in (*FIELDS, *_IN_THE_FILE, "test"):
            profile = words.pop(0)
        if profile not in self.present_hub().names:
            inv.refuse_text("llm.none", name=profile, names=", ".join(self.present_hub().names))
        match words:
            case []:
                self._show(inv, profile)
            case ["test"]:
                inv.reply_text("llm.testing", profile=profile)
                self.background.run(self._test(inv, profile))
            case [what, value] if what in FIELDS:
                self.background.run(
                    self._change(inv, profile, what, self._value(inv, profile, what, value))
                )
            case [what, *_] if what in _IN_THE_FILE:
                inv.refuse_text("llm.in-the-file", what=what)
            case [what] if what in FIELDS:
                inv.refuse_text("llm.usage")
            case _:
                read = clean_line(" ".join(words), 60)
                inv.refuse_text("llm.unknown-word", read=read, profile=profile)

    def _show(self, inv: Invocation, profile: str) -> None:
        shown = self.present_hub().profile(profile)
        inv.reply("\n".join(f"{name}: {value}" for name, value in shown.describe_values().items()))

    def _value(self, inv: Invocation, profile: str, what: str, value: str) -> str | float:
        if what != "temperature":
            return value
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0 <= number <= 2:
            inv.refuse_text("llm.temperature", read=clean_line(value, 30), profile=profile)
        return number

    async def _change(self, inv: Invocation, profile: str, what: str, value: str | float) -> None:
        try:
            await self.present_hub().configure(profile, **{what: value})
            text = inv.say_text("llm.set", profile=profile, what=what, value=value)
            for agent in self.minds:  # what failed with the old model is tried with the new one
                agent.memory.configure(agent.memory.config)
        except ModelError as error:
            text = inv.say_text("llm.refused", profile=profile, why=error)
        self.notify(inv.actor.id, text, "notice")

    async def _test(self, inv: Invocation, profile: str) -> None:
        try:
            answer = await self.present_hub().test(profile)
            text = inv.say_text("llm.answer", profile=profile, answer=answer)
        except ModelError as error:
            text = inv.say_text("llm.failed", profile=profile, why=error)
        self.notify(inv.actor.id, text, "notice")
