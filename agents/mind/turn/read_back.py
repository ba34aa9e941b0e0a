"""What a restart would forget: who decided an agent's latest turns, and its last prompt's size."""

from __future__ import annotations

from agents.memory.memory import AgentMemory
from agents.mind.agent_state import AgentState
from agents.mind.speech.decision_share import COUNTED


async def read_back(state: AgentState, memory: AgentMemory) -> None:
    """Take over the latest turns from the log, once, without holding up the loop."""
    if not state.is_read_back:
        state.is_read_back = True
        state.take_up(await memory.read_turns(COUNTED))
