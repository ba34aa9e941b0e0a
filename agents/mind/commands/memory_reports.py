"""Commands that only read: how agents remember."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from agents.boundaries import Clock
from agents.memory.compaction_history import CompactionHistory
from agents.memory.health import list_worn
from agents.memory.status import FailedTries, MemoryStatus
from agents.mind.agent import Agent
from agents.mind.commands.admin_row import LateReply
from agents.mind.commands.choosing import AgentChooser
from agents.mind.minds import Minds
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.commands.command import Command, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature

#: Compactions on one page of a history.
PAGE = 10

_NUMBER = late_pattern(r"#?(\d{1,12})")

#: The word that means every agent.
ALL = "all"


@late_dataclass(frozen=True, slots=True)
class MemoryReports:
    """The rows of this file, over the minds of a world."""

    minds: Minds
    clock: Clock
    render_one: Callable[[MemoryStatus, datetime], str]
    """Render one memory's status in full, for the given time."""
    render_all: Callable[[Sequence[MemoryStatus]], str]
    """Render the statuses of several memories as a table."""
    late: LateReply
    render_history: Callable[
        [str, CompactionHistory, Sequence[str], FailedTries | None, int | None], str
    ]
    """Render a named agent's history up to a number, with its warnings and failed tries."""

    def rows(self) -> tuple[Command, ...]:
        """Return the rows of this file."""
        return (
            Command(
                "@memory-status", self.memory_status, "@memory-status [<agent> | all]",
                "How agents remember: a table of all, or one in full", "memory",
                nature=Nature.REPORT,
                help="The table is for everybody. The full report, with the texts of the "
                "summaries, is for administrators and for the agent itself, unless the setting "
                "public_summaries opens it. An agent that names nobody gets its own.",
                privacy=Privacy.SILENT,
            ),
            Command(
                "@memory-history", self.memory_history, "@memory-history [<agent>] [<number>]",
                "The compactions of an agent: when, why, by whom, at what cost", "memory",
                nature=Nature.REPORT,
                help="The newest ten; with a number, that one and those before it. Below them "
                "stand the tries that failed since the newest. It is for administrators and for "
                "the agent itself, unless the setting public_summaries opens it. An agent that "
                "names nobody gets its own.",
                privacy=Privacy.SILENT,
            ),
        )  # fmt: skip

    @property
    def _agents(self) -> AgentChooser:
        return AgentChooser(self.minds)

    def memory_status(self, inv: Invocation) -> None:
        """Show a table of every agent, or the full report of one."""
        own = self._agents.find_own(inv)
        if self._means_all(inv) or not (inv.args or own):
            self._show_table(inv, own)
        else:
            agent = own if own and not inv.args else self._agents.find_readable(inv, inv.args)
            inv.reply(self.render_one(agent.report_memory(), self.clock.now()))

    def memory_history(self, inv: Invocation) -> None:
        """Show a page of an agent's compactions, a moment later."""
        name, number = self._split_number(inv.args)
        own = self._agents.find_own(inv)
        agent = own if own and not name else self._agents.find_readable(inv, name)
        self.late.send(inv, self._read_history(agent, number))

    def _split_number(self, args: str) -> tuple[str, int | None]:
        """Return the agent's name and the number behind it; an agent may be called a number."""
        name, _, last = args.rpartition(" ")
        given = _NUMBER.fullmatch(last) if self.minds.find_exactly(args) is None else None
        return (name.strip(), int(given[1])) if given else (args, None)

    async def _read_history(self, agent: Agent, number: int | None) -> str:
        memory = agent.memory
        history = await memory.read_history(PAGE, number)
        warnings = list(list_worn(memory.view, memory.settings))
        failed = agent.report_memory().failed
        return self.render_history(agent.name, history, warnings, failed, number)

    def _means_all(self, inv: Invocation) -> bool:
        return inv.args.casefold() == ALL and self.minds.find_exactly(inv.args) is None

    def _show_table(self, inv: Invocation, own: Agent | None) -> None:
        """Show the table: to an agent as the result of its command, to a person a moment later."""
        if not len(self.minds):
            inv.refuse_text("memory.none")
        if own is None:
            self.late.send(inv, self._make_table(inv))
        else:
            inv.reply(
                self.render_all(
                    [self._open(inv, each, each.report_memory()) for each in self.minds]
                )
            )

    async def _make_table(self, inv: Invocation) -> str:
        """Assess one agent after the other, so that nobody waits for all of them."""
        found = []
        for each in list(self.minds):
            found.append(self._open(inv, each, await each.assess_memory()))
            await asyncio.sleep(0)
        return self.render_all(found)

    def _open(self, inv: Invocation, agent: Agent, status: MemoryStatus) -> MemoryStatus:
        """Return the status; causes, which may quote files, only to those who may read them."""
        if not status.causes or self._agents.may_read(inv, agent):
            return status
        return replace(status, causes=(inv.say_text("memory.causes-hidden"),))
