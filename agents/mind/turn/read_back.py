"""What a restart would forget: whom an agent has met, who decided its latest turns, and its last
prompt's size."""

from __future__ import annotations

from collections.abc import Iterator

from agents.memory.core.records import Experience
from agents.memory.memory import AgentMemory
from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.manners.company import Company
from agents.mind.manners.tidings import Tidings
from agents.mind.speech.decision_share import COUNTED

#: At its start an agent reads so many memories again to know whom it has met and told what.
LATELY = 800


async def recollect(name: str, memory: AgentMemory, context: AgentContext) -> Company:
    """Return with whom the agent `name` was of late, without holding up the loop.

    Until then nothing may be added to `memory`.
    """
    company = begin_company(name, context)
    await company.note_in_slices(list_latest(memory))
    return company


def begin_company(name: str, context: AgentContext) -> Company:
    """Return what the agent `name` knows of others before it has met anybody."""
    return Company(name, Tidings(name, context.news, context.texts))


def list_latest(memory: AgentMemory) -> Iterator[Experience]:
    """Yield the memories by which an agent knows whom it has met and told what, oldest first."""
    return memory.experiences(max(0, memory.last_seq - LATELY))


async def read_back(state: AgentState, memory: AgentMemory) -> None:
    """Take over the latest turns from the log, once, without holding up the loop."""
    if not state.is_read_back:
        state.is_read_back = True
        state.take_up(await memory.read_turns(COUNTED))
